package contest

// Measured is what a check measured of two submissions by their matches. It is
// named as in Scores.
type PairMeasures struct {
	Left, Right   int64 // IDs of the submissions
	Similarity    float64
	MaxSimilarity float64
	CoverageLeft  float64
	CoverageRight float64
	LongestMatch  int
	MatchedTokens int
}
