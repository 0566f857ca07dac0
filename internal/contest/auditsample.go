package contest

import (
	"iter"
	"math/bits"
)

// AuditSample selects a random sample of the stored pairs that a check does not list; zero selects none. The
// same check, size and seed always give the same sample.
type AuditSample struct {
	Size int // pairs
	Seed int64
}

// MaxAuditSample is the highest Size of an AuditSample.
const MaxAuditSample = 1000

// Ranks yields the ranks from 1 to highest in the random order of the seed: a shuffle by Fisher and Yates
// (Durstenfeld 1964) with the generator SplitMix64 (Steele, Lea and Flood 2014).
func (s AuditSample) Ranks(highest int) iter.Seq[int] {
	return func(yield func(int) bool) {
		state := uint64(s.Seed)
		moved := make(map[int]int) // position to rank, for positions that the shuffle has changed
		at := func(position int) int {
			if rank, ok := moved[position]; ok {
				return rank
			}
			return position
		}
		for i := 1; i <= highest; i++ {
			state += 0x9e3779b97f4a7c15
			z := state
			z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
			z = (z ^ z>>27) * 0x94d049bb133111eb
			offset, _ := bits.Mul64(z^z>>31, uint64(highest-i+1))
			chosen := i + int(offset)
			rank := at(chosen)
			moved[chosen] = at(i)
			delete(moved, i)
			if !yield(rank) {
				return
			}
		}
	}
}
