package evaluate

import "strings"

// Row is a labelled pair with its scores. Shares are from 0 to 1.
type Row struct {
	Left, Right     string // paths
	Copied          bool
	Problem         string
	Level           string // of disguise; "" where it is not known
	Suspicion       float64
	Similarity      float64
	MaxSimilarity   float64
	LongestMatch    int // tokens
	MatchedTokens   int
	Hamming         int     // bits; Apart where there is no distance
	Jaccard         float64 // the baselines
	Cosine          float64
	NotStoredReason string // why a check would not store the pair; "" where it would
}

// NoDistance is the Hamming distance of pairs that have none, because a program was
// skipped or is too short for a fingerprint: the farthest.
const NoDistance = 64

// comparePaths orders pairs by left, then right.
func comparePaths(left, right, otherLeft, otherRight string) int {
	if c := strings.Compare(left, otherLeft); c != 0 {
		return c
	}
	return strings.Compare(right, otherRight)
}
