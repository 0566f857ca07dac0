package simhash

import (
	"errors"
	"fmt"
)

// MaxDistance is the largest distance of a search by probes. Larger ones need tens
// of thousands of probes, and a scan is faster.
const MaxDistance = 11

// ErrDistance is returned, wrapped, for a search distance outside 0 to
// [MaxDistance].
var ErrDistance = errors.New("search distance out of range 0 to 11")

// Probe is one value of one block to look up.
type Probe struct {
	Block int // of the layout, from 0
	Value uint32
}

// Radii returns how many bits may differ in each block in a search for distance
// k; -1 leaves the block out. Two fingerprints within distance k differ in
// no more bits than that in at least one block.
//
// This is the multi-index hashing of Norouzi, Punjani and Fleet (2012), for
// blocks of any widths: a fingerprint that is missed differs in at least r+1
// bits in each block of radius r, so it is farther than k if all these r+1 add
// up to k+1. The blocks get these k+1 one by one in turn, from the first on; so a
// layout puts its widest block first, whose values are the rarest. Three blocks have the radii
//
//	k    0  1  2  3  4  5  6  7  8  9  10  11
//	0    0  0  0  1  1  1  2  2  2  3   3   3
//	1    -  0  0  0  1  1  1  2  2  2   3   3
//	2    -  -  0  0  0  1  1  1  2  2   2   3
//
// A k that is not from 0 to [MaxDistance] gives an error that wraps
// [ErrDistance].
func (l Layout) Radii(k int) ([]int, error) {
	if k < 0 || k > MaxDistance {
		return nil, fmt.Errorf("simhash: distance %d: %w", k, ErrDistance)
	}
	radii := make([]int, len(l.blocks))
	for block := range radii {
		// r+1 is this block's share of the k+1: (k+1-block)/blocks, rounded up.
		radii[block] = (k+len(radii)-block)/len(radii) - 1
	}
	return radii, nil
}

// Probes returns block values such that every fingerprint within distance k of f
// has at least one of them. Other fingerprints may have one too, so the caller
// must measure the distance. Each probe is returned once; those of a block follow one another.
//
//	k           0  1  2   3   4   5    6    7    8     9    10    11
//	Thirds      1  2  3  25  46  67  298  508  718  2258  3588  4918
//	4 of 16     1  2  3   4  20  36   52   68  188   308   428   548
//	2 of 32     1  2 34  66 562 1058 6018
//
// A k out of range gives an error that wraps [ErrDistance].
func (l Layout) Probes(f Fingerprint, k int) ([]Probe, error) {
	radii, err := l.Radii(k)
	if err != nil {
		return nil, err
	}
	probes := make([]Probe, 0, l.probes(radii))
	for block, radius := range radii {
		for _, value := range l.Neighbours(f, block, radius) {
			probes = append(probes, Probe{Block: block, Value: value})
		}
	}
	return probes, nil
}

// probes returns how many probes a search with these radii takes.
func (l Layout) probes(radii []int) int {
	n := 0
	for block, radius := range radii {
		n += ball(l.blocks[block].width, radius)
	}
	return n
}
