package lexer

const (
	// maxRepeats is the number of tokens that may repeat a pattern of at most maxPeriod tokens, as in a
	// table. More tokens say nothing new, and a zip of 100 KB could contain gigabytes of them.
	maxRepeats = 8192
	maxPeriod  = 32
)

// withoutRepeats removes the tokens that continue a pattern beyond maxRepeats, and returns the tokens that
// are left. first is the index in left at which the first token was removed; -1 if none was.
func withoutRepeats(tokens []Token) (left []Token, first int) {
	if len(tokens) <= maxRepeats {
		return tokens, -1
	}
	first, left = -1, make([]Token, 0, len(tokens))
	var repeated [maxPeriod + 1]int // by period: how many tokens in a row, up to here, equal the token one period earlier
	for i, t := range tokens {
		longest := 0
		for period := 1; period <= min(maxPeriod, i); period++ {
			if t.Symbol == tokens[i-period].Symbol {
				repeated[period]++
			} else {
				repeated[period] = 0
			}
			longest = max(longest, repeated[period])
		}
		if longest < maxRepeats {
			left = append(left, t)
		} else if first < 0 {
			first = len(left)
		}
	}
	return left, first
}
