package pairs

// Measures are the classic measures of a pair, from its matches. Shares are
// from 0 to 1; a program without own tokens has coverage 0.
type Measures struct {
	Similarity    float64 // (matched left + matched right) / (own left + own right): JPlag's AVG
	MaxSimilarity float64 // the larger coverage: JPlag's MAX
	CoverageLeft  float64 // matched left / own left
	CoverageRight float64
	LongestMatch  int // equal tokens of the longest match
	MatchedTokens int // equal tokens of all matches, counted once
}

// Measure sums up the matches of two programs with so many own tokens: those
// outside base code, without barriers.
func Measure(matches []Match, ownLeft, ownRight int) Measures {
	var m Measures
	for _, match := range matches {
		tokens := match.Tokens()
		m.MatchedTokens += tokens
		m.LongestMatch = max(m.LongestMatch, tokens)
	}
	m.Similarity = share(2*m.MatchedTokens, ownLeft+ownRight)
	m.CoverageLeft = share(m.MatchedTokens, ownLeft)
	m.CoverageRight = share(m.MatchedTokens, ownRight)
	m.MaxSimilarity = max(m.CoverageLeft, m.CoverageRight)
	return m
}

// share is the part of the whole, and 0 where there is nothing.
func share[number int | uint64](part, whole number) float64 {
	if whole <= 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
