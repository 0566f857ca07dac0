package pairs

import "math/bits"

// poolFilter tells of most shingles that one pool alone has that nobody need look
// for them elsewhere. It is a table of hashes, as a Bloom filter of one hash (Bloom
// 1970): where two shingles share a cell, they are taken for one.
type poolFilter struct {
	cells []uint8 // 1 and the place of the pool that has it; 0 for none, severalPools
	shift int
}

// severalPools is for pools too whose places are no smaller.
const severalPools = 255

// newPoolFilter makes a filter of the shingles of one kind.
func newPoolFilter(pools []*livePool, kind int) poolFilter {
	size := 0
	for _, pool := range pools {
		size += len(pool.kinds[kind].postings)
	}
	indexBits := bits.Len(uint(8 * size))
	f := poolFilter{make([]uint8, 1<<indexBits), 64 - indexBits}
	for place, pool := range pools {
		own := uint8(min(place+1, severalPools))
		for _, shingle := range pool.kinds[kind].table.shingles {
			switch cell := f.cell(shingle); *cell {
			case 0:
				*cell = own
			case own:
			default:
				*cell = severalPools
			}
		}
	}
	return f
}

func (f poolFilter) cell(shingle uint64) *uint8 { return &f.cells[shingle*scatter>>f.shift] }

// several reports whether several pools may have a shingle.
func (f poolFilter) several(shingle uint64) bool { return *f.cell(shingle) == severalPools }
