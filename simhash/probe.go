package simhash

import (
	"errors"
	"fmt"
)

// MaxDistance is the largest distance of a search by probes. For larger distances, a scan is faster.
const MaxDistance = 11

// ErrDistance is the error for a search distance that is not from 0 to [MaxDistance].
var ErrDistance = errors.New("search distance out of range 0 to 11")

// Radii returns the radius of each block in a search for distance k: the number of bits that may differ in
// the block. With radius -1, the search omits the block. Two fingerprints within distance k always have a
// block in which they differ in at most as many bits as its radius.
//
// This is the multi-index hashing of Norouzi, Punjani and Fleet (2012), for blocks of any widths. If no block
// finds a fingerprint, it differs in at least r+1 bits in each block of radius r. The sum of r+1 over all blocks
// is k+1, so the fingerprint is farther away than k. Radii gives the k+1 bits to the blocks in turn, from
// block 0 on. So block 0 should be the widest, because its values are the rarest. Three blocks, 0 to 2, have the
// radii
//
//	k    0  1  2  3  4  5  6  7  8  9  10  11
//	0    0  0  0  1  1  1  2  2  2  3   3   3
//	1    -  0  0  0  1  1  1  2  2  2   3   3
//	2    -  -  0  0  0  1  1  1  2  2   2   3
//
// A search looks up the [Layout.Neighbours] of each block within its radius, and computes the distances of what it finds. The
// table shows how many values these are for three layouts. From k = 7 on, two blocks of 32 bits need more than 10,000:
//
//	k           0  1  2   3   4   5    6    7    8     9    10    11
//	Thirds      1  2  3  25  46  67  298  508  718  2258  3588  4918
//	4 of 16     1  2  3   4  20  36   52   68  188   308   428   548
//	2 of 32     1  2 34  66 562 1058 6018
//
// If k is not from 0 to [MaxDistance], the error wraps [ErrDistance].
func (l Layout) Radii(k int) ([]int, error) {
	if k < 0 || k > MaxDistance {
		return nil, fmt.Errorf("simhash: distance %d: %w", k, ErrDistance)
	}
	radii := make([]int, len(l.blocks))
	for block := range radii {
		radii[block] = (k+len(radii)-block)/len(radii) - 1 // r+1 is (k+1-block)/blocks, rounded up
	}
	return radii, nil
}

// probeCount returns how many values a search with these radii looks up.
func (l Layout) probeCount(radii []int) int {
	n := 0
	for block, radius := range radii {
		n += valuesWithin(l.blocks[block].width, radius)
	}
	return n
}
