package simhash

import (
	"cmp"
	"math/bits"
	"slices"
)

// Match is a program that a search found by its fingerprint.
type Match struct {
	ID       int64
	Distance int // from the fingerprint of the search
}

// Index finds fingerprints near a given fingerprint. It has a table for each block of [Thirds], which leads
// from the values of the block to fingerprints. Equal fingerprints are stored once, with all their IDs.
// [NewIndex] makes an Index; the zero Index cannot be used.
type Index struct {
	layout       Layout
	fingerprints []Fingerprint          // distinct, in order of appearance
	ids          [][]int64              // for each fingerprint: its IDs
	numbers      map[Fingerprint]uint32 // from fingerprint to its index in fingerprints
	blocks       []map[uint32][]uint32  // for each block: from block value to numbers of fingerprints
}

// NewIndex returns an empty index.
func NewIndex() *Index {
	x := &Index{layout: Thirds(), numbers: make(map[Fingerprint]uint32)}
	for range x.layout.blocks {
		x.blocks = append(x.blocks, make(map[uint32][]uint32))
	}
	return x
}

// Add adds a fingerprint under an ID; an ID that is added twice is found twice. An index holds up to 1<<32
// distinct fingerprints.
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
		value := b.value(f)
		x.blocks[i][value] = append(x.blocks[i][value], number)
	}
}

// scannedPerProbe is approximately the number of fingerprints that a scan compares in the time of one lookup.
// A lookup is slow because the map does not fit into the processor's cache.
const scannedPerProbe = 128

// Search returns all fingerprints within distance k of f, the nearest first, then by ascending ID. If k is
// not from 0 to [MaxDistance], the error wraps [ErrDistance].
//
// In an index with few fingerprints, Search scans all fingerprints, which is faster than lookups.
func (x *Index) Search(f Fingerprint, k int) ([]Match, error) {
	radii, err := x.layout.Radii(k)
	if err != nil {
		return nil, err
	}
	var found []Match
	if len(x.fingerprints) <= scannedPerProbe*x.layout.probeCount(radii) {
		found = x.scan(f, k)
	} else {
		found = x.searchBlocks(f, k, radii)
	}
	sortNeighbours(found)
	return found, nil
}

func (x *Index) scan(f Fingerprint, k int) (found []Match) {
	for number, candidate := range x.fingerprints {
		if distance := Distance(f, candidate); distance <= k {
			found = x.appendNeighbours(found, number, distance)
		}
	}
	return found
}

// searchBlocks finds fingerprints by the values of blocks. If several blocks lead to a fingerprint, only the
// first of them adds its IDs.
func (x *Index) searchBlocks(f Fingerprint, k int, radii []int) (found []Match) {
	for block, radius := range radii {
		for _, value := range x.layout.Neighbours(f, block, radius) {
			for _, number := range x.blocks[block][value] {
				candidate := x.fingerprints[number]
				distance := Distance(f, candidate)
				if distance <= k && x.layout.firstWithin(f^candidate, radii) == block {
					found = x.appendNeighbours(found, int(number), distance)
				}
			}
		}
	}
	return found
}

func (x *Index) appendNeighbours(found []Match, number, distance int) []Match {
	for _, id := range x.ids[number] {
		found = append(found, Match{ID: id, Distance: distance})
	}
	return found
}

// firstWithin returns the first block in which the difference has at most as many bits as the block's radius.
func (l Layout) firstWithin(difference Fingerprint, radii []int) int {
	for i := 0; ; i++ {
		if bits.OnesCount32(l.blocks[i].value(difference)) <= radii[i] {
			return i
		}
	}
}

func sortNeighbours(found []Match) {
	slices.SortFunc(found, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.ID, b.ID))
	})
}

// Entry is a fingerprint and the ID of its program.
type Entry struct {
	ID          int64
	Fingerprint Fingerprint
}

// Scan compares f with all entries, and returns every entry within distance k in the order of [Index.Search].
// For a few thousand entries, Scan is often the fastest search. k may be any number.
func Scan(entries []Entry, f Fingerprint, k int) []Match {
	var found []Match
	for _, e := range entries {
		if d := Distance(f, e.Fingerprint); d <= k {
			found = append(found, Match{ID: e.ID, Distance: d})
		}
	}
	sortNeighbours(found)
	return found
}
