package evaluate

import (
	"math"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
)

// compare returns the Jaccard index and the cosine of two programs of a corpus, computed here by
// hand.
func TestCorpus(t *testing.T) {
	t.Parallel()
	c := newCorpus([]check.ScoredProgram{
		{Path: "a", Shingles: []uint64{7, 1, 1, 2, 0}},
		{Path: "b", Shingles: []uint64{1, 3, 0, 0}},
		{Path: "twin", Shingles: []uint64{2, 1, 7, 1}},
		{Path: "other", Shingles: []uint64{9}},
		{Path: "empty", Shingles: []uint64{0}},
	})
	// Of 5 programs, three have shingle 1, two have 2 and 7, one has 3.
	one, two, three := 1+math.Log(6./4), 1+math.Log(6./3), 1+math.Log(6./2)
	a := math.Sqrt(4*one*one + 2*two*two)
	b := math.Sqrt(one*one + three*three)
	tests := []struct {
		left, right     string
		jaccard, cosine float64
	}{
		{"a", "b", 1. / 4, 2 * one * one / (a * b)},
		{"b", "a", 1. / 4, 2 * one * one / (a * b)},
		{"a", "twin", 1, 1},
		{"a", "other", 0, 0},
		{"empty", "empty", 0, 0},
		{"a", "nowhere", 0, 0},
	}
	for _, test := range tests {
		jaccard, cosine := c.compare(test.left, test.right)
		if !almostEqual(jaccard, test.jaccard) || !almostEqual(cosine, test.cosine) {
			t.Errorf("%s and %s: Jaccard %v, cosine %v, want %v, %v", test.left, test.right, jaccard, cosine, test.jaccard, test.cosine)
		}
	}
}
