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
// keeps a table from block value to fingerprints for each block of [Thirds].
// Equal fingerprints are kept once with all their IDs, for programs that solve
// one problem crowd together. Make one with [NewIndex].
type Index struct {
	layout       Layout
	fingerprints []Fingerprint // distinct, in order of appearance
	ids          [][]int64     // of each of the fingerprints
	numbers      map[Fingerprint]uint32
	blocks       []map[uint32][]uint32 // numbers of the fingerprints, by value, for each block
}

// NewIndex returns an empty index.
func NewIndex() *Index {
	x := &Index{layout: Thirds(), numbers: make(map[Fingerprint]uint32)}
	for range x.layout.blocks {
		x.blocks = append(x.blocks, make(map[uint32][]uint32))
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
	for i, b := range x.layout.blocks {
		value := b.of(f)
		x.blocks[i][value] = append(x.blocks[i][value], number)
	}
}

// perProbe is about how many fingerprints a scan looks at in the time of one
// probe, which is a look into a map that does not fit the processor's cache.
const perProbe = 128

// Search returns everything within distance k of f, the nearest first, and
// those at the same distance by ascending ID. A k that is not from 0 to
// [MaxDistance] gives an error that wraps [ErrDistance].
//
// Where there are so few distinct fingerprints that the probes would take
// longer, it looks at all of them.
func (x *Index) Search(f Fingerprint, k int) ([]Hit, error) {
	radii, err := x.layout.Radii(k)
	if err != nil {
		return nil, err
	}
	var hits []Hit
	if len(x.fingerprints) <= perProbe*x.layout.probes(radii) {
		hits = x.scan(f, k)
	} else {
		hits = x.probe(f, k, radii)
	}
	sortHits(hits)
	return hits, nil
}

// scan finds the hits by looking at all distinct fingerprints.
func (x *Index) scan(f Fingerprint, k int) (hits []Hit) {
	for number, candidate := range x.fingerprints {
		if distance := Distance(f, candidate); distance <= k {
			hits = x.appendHits(hits, number, distance)
		}
	}
	return hits
}

// probe finds the hits by the values of blocks. Several blocks may lead to a
// fingerprint; taking it from the first of them only gives each once, without
// remembering which have been seen.
func (x *Index) probe(f Fingerprint, k int, radii []int) (hits []Hit) {
	for block, radius := range radii {
		for _, value := range x.layout.Neighbours(f, block, radius) {
			for _, number := range x.blocks[block][value] {
				candidate := x.fingerprints[number]
				distance := Distance(f, candidate)
				if distance <= k && x.layout.first(f^candidate, radii) == block {
					hits = x.appendHits(hits, int(number), distance)
				}
			}
		}
	}
	return hits
}

func (x *Index) appendHits(hits []Hit, number, distance int) []Hit {
	for _, id := range x.ids[number] {
		hits = append(hits, Hit{ID: id, Distance: distance})
	}
	return hits
}

// first returns the first block in which the difference of two fingerprints has
// no more bits than the block's radius, or the number of blocks if none has.
func (l Layout) first(difference Fingerprint, radii []int) int {
	for i, b := range l.blocks {
		if bits.OnesCount32(b.of(difference)) <= radii[i] {
			return i
		}
	}
	return len(l.blocks)
}

func sortHits(hits []Hit) {
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.ID, b.ID))
	})
}
