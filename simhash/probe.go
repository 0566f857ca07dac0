package simhash

import (
	"errors"
	"fmt"
)

// MaxDistance is the largest distance that can be searched by probes. Beyond
// it the probes grow into the thousands, and looking at every fingerprint is
// quicker.
const MaxDistance = 11

// ErrDistance is returned, wrapped, for a search distance that is not from 0
// to [MaxDistance].
var ErrDistance = errors.New("search distance out of range 0 to 11")

// Probe is one value of one block to look up.
type Probe struct {
	Block int // 0 to 3, as in [Fingerprint.Blocks]
	Value uint16
}

// Probes returns the block values such that every fingerprint within distance
// k of f has at least one of them. What is found by them may be further away,
// so the distance must still be measured. Each probe is returned once.
//
// Up to k = 3, one of the four blocks has to be equal, for each differing bit
// can spoil only one of them: four probes. Further away, the blocks' values
// are also probed with some bits flipped (Norouzi, Punjani and Fleet 2012).
// With k = 4r + a and a < 4, a fingerprint within k either differs in at most
// r bits in one of the first a+1 blocks, or in at most r-1 bits in one of the
// others: if not, it would differ in at least (a+1)(r+1) + (3-a)r = k+1 bits.
//
//	k       0  1  2  3   4   5   6   7    8    9   10   11
//	probes  4  4  4  4  20  36  52  68  188  308  428  548
//
// A k out of range gives an error that wraps [ErrDistance].
func Probes(f Fingerprint, k int) ([]Probe, error) {
	radii, err := searchRadii(k)
	if err != nil {
		return nil, err
	}
	var probes []Probe
	for block, value := range f.Blocks() {
		for _, mask := range masksWithin(radii[block]) {
			probes = append(probes, Probe{Block: block, Value: value ^ mask})
		}
	}
	return probes, nil
}

// searchRadii returns how many bits may differ in each block.
func searchRadii(k int) ([blockCount]int, error) {
	if k < 0 || k > MaxDistance {
		return [blockCount]int{}, fmt.Errorf("simhash: distance %d: %w", k, ErrDistance)
	}
	if k < blockCount {
		// k+1 blocks would do, but four lookups cost next to nothing, and
		// one rule up to 3 is the easier one to keep in mind.
		return [blockCount]int{}, nil
	}
	var radii [blockCount]int
	r, a := k/blockCount, k%blockCount
	for block := range radii {
		radii[block] = r
		if block > a {
			radii[block] = r - 1
		}
	}
	return radii, nil
}

// masksWithin returns the 16-bit values with at most radius bits set, by their
// number of bits and then in ascending order. The radius is from 0 to 2.
func masksWithin(radius int) []uint16 {
	masks := []uint16{0}
	if radius >= 1 {
		for i := range blockBits {
			masks = append(masks, 1<<i)
		}
	}
	if radius >= 2 {
		for i := range blockBits {
			for j := range i {
				masks = append(masks, 1<<i|1<<j)
			}
		}
	}
	return masks
}
