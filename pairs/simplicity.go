package pairs

import (
	"math"
	"slices"
)

// TooSimple is the least Simplicity of a problem that is too simple to judge its pairs: different
// people write the same few lines.
const TooSimple = 0.5

// Alike reports whether different people solve a problem in the same few ways, however long their
// programs are. They do if the pool has at least MinTailPairs pairs and the median suspicion of
// the pairs is from 0.1 up to, not including, 0.5. With a higher median, more than two thirds of all
// participants have copies of one program. Of 14 large honest pools measured, 13 have a median of
// up to 0.045. The other pool has 0.12, and its programs look alike to any reader.
func Alike(pairs int64, median float64) bool {
	return pairs >= MinTailPairs && median >= 0.1 && median < 0.5
}

const (
	simpleSize  = 60  // distinct shingles of a typical program, up to which simplicity is 1
	complexSize = 120 // distinct shingles of a typical program from which on simplicity is 0
)

// Simplicity returns how simple a problem is in a family of languages, 0 to 1, by
// the TypicalSize of its programs: 1 up to 60 distinct shingles, 0 from 120 on,
// linear between.
//
// Simplicity depends only on sizes, because a cluster of copies can be as large as the
// pool: a rule that measures similarity would call its problem simple and not report the
// cluster. Copying changes no size.
//
// The bounds are in a wide gap between the sizes that were measured, in distinct shingles of 10 tokens:
//
//   - A problem of two lines, A-digits of the testdata: 19 in Python, 31 in C++, 57 in Java. Two of its 55
//     honest pairs in C++ are identical.
//   - 79 other pools in seven languages: 164 to 1,278. They are from the testdata, ConPlag, the wild-card
//     round of VK Cup 2015, and a problem of Code Jam 2020.
//   - Thirteen pools of 150 to 500 participants: 126 to 475.
func Simplicity(typicalSize int) float64 {
	share := float64(complexSize-typicalSize) / (complexSize - simpleSize)
	return math.Round(min(max(share, 0), 1)*1e6) / 1e6
}

// typicalSize returns the size of the pool's typical program, in distinct
// shingles. Each entry counts by its longest attempt, so that many short
// attempts of one participant do not make a problem simple.
func (p *Pool) typicalSize() int {
	sizes := make([]int, len(p.entries))
	for i, e := range p.entries {
		for _, size := range p.structure.own[e.start:e.end] {
			sizes[i] = max(sizes[i], size.shingles)
		}
	}
	return upperMedian(sizes)
}

// upperMedian returns the median of sizes, which it sorts; of two medians the larger one, so that a problem is
// simple if more than half of its programs are short. It returns 0 without sizes.
func upperMedian(sizes []int) int {
	if len(sizes) == 0 {
		return 0
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}
