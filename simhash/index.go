package simhash

import (
	"cmp"
	"math/bits"
	"slices"
)

// Hit is a fingerprint that a search found.
type Hit struct {
	ID       int64
	Distance int // from the fingerprint searched for
}

// Index finds fingerprints near a given one without looking at all of them. It
// keeps a table from block value to fingerprints for each of the four blocks.
// Equal fingerprints are kept once with all their IDs, for programs that solve
// one problem crowd together. Make one with [NewIndex].
type Index struct {
	fingerprints []Fingerprint // distinct, in order of appearance
	ids          [][]int64     // of each of the fingerprints
	numbers      map[Fingerprint]uint32
	blocks       [blockCount]map[uint16][]uint32 // numbers of the fingerprints
}

// NewIndex returns an empty index.
func NewIndex() *Index {
	x := &Index{numbers: make(map[Fingerprint]uint32)}
	for block := range x.blocks {
		x.blocks[block] = make(map[uint16][]uint32)
	}
	return x
}

// Add adds a fingerprint under an ID. IDs need not be distinct, nor in order;
// an ID that is added twice is found twice. There is room for 1<<32 distinct
// fingerprints.
func (x *Index) Add(id int64, f Fingerprint) {
	if number, ok := x.numbers[f]; ok {
		x.ids[number] = append(x.ids[number], id)
		return
	}
	number := uint32(len(x.fingerprints))
	x.fingerprints = append(x.fingerprints, f)
	x.ids = append(x.ids, []int64{id})
	x.numbers[f] = number
	for i, value := range f.Blocks() {
		x.blocks[i][value] = append(x.blocks[i][value], number)
	}
}

// Search returns everything within distance k of f, the nearest first, and
// those at the same distance by ascending ID. A k that is not from 0 to
// [MaxDistance] gives an error that wraps [ErrDistance].
func (x *Index) Search(f Fingerprint, k int) ([]Hit, error) {
	radii, err := searchRadii(k)
	if err != nil {
		return nil, err
	}
	var hits []Hit
	for block, value := range f.Blocks() {
		for _, mask := range masksWithin(radii[block]) {
			for _, number := range x.blocks[block][value^mask] {
				candidate := x.fingerprints[number]
				distance := Distance(f, candidate)
				if distance > k || firstBlock(f^candidate, radii) != block {
					continue
				}
				for _, id := range x.ids[number] {
					hits = append(hits, Hit{ID: id, Distance: distance})
				}
			}
		}
	}
	sortHits(hits)
	return hits, nil
}

// firstBlock returns the first block in which the difference of two
// fingerprints has no more bits than the block's radius. Several blocks may
// lead to a candidate; taking it from the first of them only gives each once,
// without remembering which have been seen.
func firstBlock(difference Fingerprint, radii [blockCount]int) int {
	for block, d := range difference.Blocks() {
		if bits.OnesCount16(d) <= radii[block] {
			return block
		}
	}
	return blockCount
}

func sortHits(hits []Hit) {
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.ID, b.ID))
	})
}
