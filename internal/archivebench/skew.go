package archivebench

import (
	"slices"

	"github.com/ojcheck/ojcheck/simhash"
)

// Skew tells how far real fingerprints are from random ones.
type Skew struct {
	Programs int `json:"programs"` // real ones
	Problems int `json:"problems"`
	// Real and Filled tell how many times more fingerprints share a block value
	// with one than were the bits random, on average over the blocks: of the
	// real programs, and of all that are stored.
	Real   float64 `json:"real_times_random"`
	Filled float64 `json:"filled_times_random"`
	// LargestBucket is how many fingerprints have the most frequent value of
	// any block; LargestGroup how many are equal.
	LargestBucket int `json:"largest_bucket"`
	LargestGroup  int `json:"largest_group"`
}

// skew measures real and stored fingerprints by the blocks of an index.
func (p *Programs) skew(stored []simhash.Entry, b blocks) *Skew {
	s := &Skew{Programs: p.count, Problems: len(p.problems)}
	s.Real, _ = b.crowding(slices.Concat(p.problems...))
	all := make([]simhash.Fingerprint, len(stored))
	for i, e := range stored {
		all[i] = e.Fingerprint
	}
	s.Filled, s.LargestBucket = b.crowding(all)
	slices.Sort(all)
	_, s.LargestGroup = runs(all)
	return s
}

// crowding is how many times more often two fingerprints share a block value
// than random ones would, on average over the blocks, and how many have the most
// frequent value.
func (b blocks) crowding(fingerprints []simhash.Fingerprint) (times float64, largest int) {
	n := float64(len(fingerprints))
	if n < 2 {
		return 0, len(fingerprints)
	}
	values := make([]uint32, len(fingerprints))
	for i, width := range b.Widths() {
		for j, f := range fingerprints {
			values[j] = b.Blocks(f)[i]
		}
		slices.Sort(values)
		pairs, most := runs(values)
		times += pairs / (n * (n - 1)) * float64(uint64(1)<<width) / float64(len(b.Widths()))
		largest = max(largest, most)
	}
	return rounded(times), largest
}

// runs counts the ordered pairs of equal values in a sorted list, and the
// longest run of them.
func runs[T comparable](sorted []T) (pairs float64, longest int) {
	for start, end := 0, 0; start < len(sorted); start = end {
		for end = start; end < len(sorted) && sorted[end] == sorted[start]; end++ {
		}
		n := end - start
		pairs += float64(n) * float64(n-1)
		longest = max(longest, n)
	}
	return pairs, longest
}
