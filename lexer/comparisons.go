package lexer

// maxCompared limits the tokens of an operand of a comparison.
const maxCompared = 16

// turnComparisons changes "!(a == b)" to "a != b", then "a > b" to "b < a" and "a >= b" to
// "b <= a".
func (s *stream) turnComparisons() {
	for i := range s.tokens {
		if s.tokens[i].text == "!" {
			s.negateComparison(i)
		}
	}
	s.sweep()
	for i := range s.tokens {
		turned := turnedComparisons[s.tokens[i].text]
		if turned == "" {
			continue
		}
		start, end := s.comparedStart(i), s.comparedEnd(i)
		if start < i && end > i+1 {
			s.tokens[i].text = turned
			s.swapAround(start, i, end)
		}
	}
}

// negateComparison changes the negated comparison in parentheses after i to the opposite one.
func (s *stream) negateComparison(i int) {
	if s.at(i+1) != "(" || s.endsOperand(i-1) { // as in Rust's assert!(a == b)
		return
	}
	comparison, depth := 0, 0
	for j := i + 2; j < i+2*maxCompared; j++ {
		text := s.at(j)
		switch {
		case depth == 0 && text == ")":
			if comparison > 0 {
				s.tokens[comparison].text = opposites[s.tokens[comparison].text]
				s.drop(i, i+1, j)
			}
			return
		case depth == 0 && opposites[text] != "":
			if comparison > 0 {
				return
			}
			comparison = j
		case depth == 0 && !comparedTokens[text] || text == "":
			return
		}
		depth += nesting(text)
	}
}

// comparedStart returns the index of the operand that ends before i; i if it is longer than
// maxCompared or no plain arithmetic.
func (s *stream) comparedStart(i int) int {
	depth := 0
	for j := i - 1; j >= i-maxCompared; j-- {
		text := s.at(j)
		switch {
		case depth == 0 && comparisonStarts[text]:
			return j + 1
		case depth == 0 && !comparedTokens[text] || text == "":
			return i
		}
		depth -= nesting(text)
		if j == 0 || depth == 0 && s.tokens[j].lineStart && s.language.endsWithLine() {
			return j
		}
	}
	return i
}

// comparedEnd returns the index after the operand that starts after i; i if it is longer than
// maxCompared or no plain arithmetic.
func (s *stream) comparedEnd(i int) int {
	depth := 0
	for j := i + 1; j <= i+maxCompared; j++ {
		text := s.at(j)
		switch {
		case depth == 0 && j > i+1 && (comparisonEnds[text] || s.endsCondition(j)):
			return j
		case depth == 0 && !comparedTokens[text] || text == "":
			return i
		}
		depth += nesting(text)
	}
	return i
}

// swapAround exchanges the tokens in [start, i) with those in (i, end). All then have the span of the
// comparison: its names stand in another order than in the source.
func (s *stream) swapAround(start, i, end int) {
	swapped := append(s.scratch(), s.tokens[i+1:end]...)
	swapped = append(swapped, s.tokens[i])
	swapped = append(swapped, s.tokens[start:i]...)
	from, to, lineStart := s.tokens[start].start, s.tokens[end-1].end, s.tokens[start].lineStart
	for k, t := range swapped {
		s.tokens[start+k] = rawToken{text: t.text, word: t.word, start: from, end: to, lineStart: k == 0 && lineStart}
	}
}

var (
	opposites         = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
	turnedComparisons = map[string]string{">": "<", ">=": "<="}
	comparedTokens    = wordSet("I N S ( ) [ ] . -> :: + - * / % div mod this")
	comparisonStarts  = wordSet("( [ && || and or not ! ; = := return ? : , { } if while until elif when case then else ^= |= &=")
	comparisonEnds    = wordSet("? ] == !=")
)
