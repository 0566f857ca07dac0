package simhash

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
)

// This file compares designs of an index in memory that finds the fingerprints within
// Hamming distance 3 of a query:
//
//	go test -run xxx -bench Designs ./simhash [-designs 1000000]
//
// docs/simhash.md has the table. TestDesigns checks each design against a scan.

const designDistance = 3

var designSize = flag.Int("designs", 1_000_000, "fingerprints for BenchmarkDesigns; the expanded store gets 1 in 5,000")

// design is a way to store fingerprints, and to find those near a query.
type design struct {
	name    string
	lookups int // number of keys or ranges of keys that a search looks up
	part    int // BenchmarkDesigns stores 1/part of the fingerprints, to bound the memory
	build   func(stored []Fingerprint) search
}

// search returns the fingerprints within designDistance of f, sorted, and the number of stored
// values that it looked at.
type search func(f Fingerprint) (found []Fingerprint, candidates int)

func designs() []design {
	list := []design{
		{"scan", 1, 1, buildScan},
		{"probes", len(masks()), 1, buildProbes},
		{"expanded", 1, 5000, buildExpanded},
	}
	for _, tables := range []int{4, 10, 16, 20} {
		list = append(list, design{fmt.Sprintf("permuted-%d", tables), tables, 1, func(stored []Fingerprint) search {
			return buildPermuted(permutations(tables), stored)
		}})
	}
	const blocksLookups = 25 // probes of Thirds for designDistance
	return append(list, design{"blocks", blocksLookups, 1, buildBlocks})
}

func buildScan(stored []Fingerprint) search {
	return func(f Fingerprint) (found []Fingerprint, candidates int) {
		for _, candidate := range stored {
			if Distance(f, candidate) <= designDistance {
				found = append(found, candidate)
			}
		}
		slices.Sort(found)
		return found, len(stored)
	}
}

// buildProbes stores each fingerprint once. A search looks up every value within the distance of
// the query.
func buildProbes(stored []Fingerprint) search {
	set := make(map[Fingerprint]struct{}, len(stored))
	for _, f := range stored {
		set[f] = struct{}{}
	}
	return func(f Fingerprint) (found []Fingerprint, candidates int) {
		for _, mask := range masks() {
			if _, ok := set[f^mask]; ok {
				found = append(found, f^mask)
			}
		}
		slices.Sort(found)
		return found, len(found)
	}
}

// buildExpanded stores, for each fingerprint, every value within the distance of it. A search is
// one lookup.
func buildExpanded(stored []Fingerprint) search {
	type entry struct{ value, fingerprint Fingerprint }
	entries := make([]entry, 0, len(stored)*len(masks()))
	for _, f := range stored {
		for _, mask := range masks() {
			entries = append(entries, entry{f ^ mask, f})
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.value, b.value) })
	return func(f Fingerprint) (found []Fingerprint, candidates int) {
		first, _ := slices.BinarySearchFunc(entries, f, func(e entry, f Fingerprint) int { return cmp.Compare(e.value, f) })
		for _, e := range entries[first:] {
			if e.value != f {
				break
			}
			found = append(found, e.fingerprint)
		}
		slices.Sort(found)
		return found, len(found)
	}
}

// masks returns the 43,745 masks of at most three bits: the possible differences of
// fingerprints within the distance.
var masks = sync.OnceValue(func() []Fingerprint {
	list := []Fingerprint{0}
	for n := range designDistance {
		largest := ^uint64(0) << (63 - n)
		for mask := uint64(1)<<(n+1) - 1; mask != largest; mask = nextMask(mask) {
			list = append(list, Fingerprint(mask))
		}
		list = append(list, Fingerprint(largest))
	}
	return list
})

// permutation reorders blocks of bits. In a table sorted by permuted fingerprints, the
// fingerprints that agree in the leading bits are adjacent.
type permutation struct {
	blocks  []block // in their new order, the most significant first
	leading int     // number of first bits that must equal those of the query
}

func (p permutation) apply(f Fingerprint) Fingerprint {
	var moved Fingerprint
	for _, b := range p.blocks {
		moved = moved<<b.width | f>>b.shift&(1<<b.width-1)
	}
	return moved
}

func (p permutation) invert(moved Fingerprint) Fingerprint {
	var f Fingerprint
	for _, b := range slices.Backward(p.blocks) {
		f |= moved & (1<<b.width - 1) << b.shift
		moved >>= b.width
	}
	return f
}

// buildPermuted makes a sorted table for each permutation (Manku, Jain and Das
// Sarma 2007).
func buildPermuted(permutations []permutation, stored []Fingerprint) search {
	tables := make([][]Fingerprint, len(permutations))
	for i, p := range permutations {
		tables[i] = make([]Fingerprint, len(stored))
		for j, f := range stored {
			tables[i][j] = p.apply(f)
		}
		slices.Sort(tables[i])
	}
	return func(f Fingerprint) (found []Fingerprint, candidates int) {
		for i, p := range permutations {
			moved := p.apply(f)
			rest := Fingerprint(1)<<(64-p.leading) - 1
			first, _ := slices.BinarySearch(tables[i], moved&^rest)
			for _, candidate := range tables[i][first:] {
				if candidate > moved|rest {
					break
				}
				candidates++
				if Distance(moved, candidate) <= designDistance {
					found = append(found, p.invert(candidate))
				}
			}
		}
		slices.Sort(found) // more than one table may find a fingerprint
		return slices.Compact(found), candidates
	}
}

// permutations returns the permutations for 4, 10, 16 or 20 tables. Three different bits
// are in at most three blocks, so two fingerprints within distance 3 agree in the leading
// blocks of one of the tables:
//
//	4   four blocks, one of them leads: 16 bits
//	10  five blocks, two of them lead: 25 or 26 bits
//	16  four blocks, one leads; four parts of the rest, one of them follows: 28 bits
//	20  six blocks, three of them lead: 31 to 33 bits
func permutations(tables int) []permutation {
	all := ^Fingerprint(0)
	switch tables {
	case 4:
		return lead(cut(all, 4), 1)
	case 10:
		return lead(cut(all, 5), 2)
	case 20:
		return lead(cut(all, 6), 3)
	}
	var list []permutation
	for _, first := range cut(all, 4) {
		for _, p := range lead(cut(all&^first, 4), 1) {
			list = append(list, permutation{append(contiguous(first), p.blocks...), 16 + p.leading})
		}
	}
	return list
}

// cut cuts the bits of a mask into parts. The most significant part is the first; the first parts
// may be one bit wider than the last.
func cut(mask Fingerprint, parts int) []Fingerprint {
	list := make([]Fingerprint, parts)
	total, part, width := Distance(mask, 0), 0, 0
	for bit := 63; bit >= 0; bit-- {
		if mask>>bit&1 == 0 {
			continue
		}
		if want := (total + parts - 1 - part) / parts; width == want {
			part, width = part+1, 0
		}
		list[part] |= 1 << bit
		width++
	}
	return list
}

// lead returns a permutation for each choice of parts, where leading is the number of parts to
// choose. The permutation moves the chosen parts to the front.
func lead(parts []Fingerprint, leading int) []permutation {
	var list []permutation
	for set := range 1 << len(parts) {
		var p permutation
		var rest []block
		chosen := 0
		for i, part := range parts {
			if set>>i&1 == 1 {
				p.blocks = append(p.blocks, contiguous(part)...)
				p.leading += Distance(part, 0)
				chosen++
			} else {
				rest = append(rest, contiguous(part)...)
			}
		}
		if chosen == leading {
			p.blocks = append(p.blocks, rest...)
			list = append(list, p)
		}
	}
	return list
}

// contiguous returns the runs of set bits in a mask, the most significant first.
func contiguous(mask Fingerprint) (list []block) {
	for shift := 0; shift < 64; shift++ {
		width := 0
		for shift+width < 64 && mask>>(shift+width)&1 == 1 {
			width++
		}
		if width > 0 {
			list = append(list, block{shift, width})
			shift += width
		}
	}
	slices.Reverse(list)
	return list
}

// buildBlocks uses Index, the design of this package.
func buildBlocks(stored []Fingerprint) search {
	x := NewIndex()
	for i, f := range stored {
		x.Add(int64(i), f)
	}
	radii, err := x.layout.Radii(designDistance)
	if err != nil {
		panic(err) // the distance is a constant
	}
	return func(f Fingerprint) (found []Fingerprint, candidates int) {
		for _, hit := range x.searchBlocks(f, designDistance, radii) {
			found = append(found, stored[hit.ID])
		}
		for block, radius := range radii {
			for _, value := range x.layout.Neighbours(f, block, radius) {
				candidates += len(x.blocks[block][value])
			}
		}
		slices.Sort(found)
		return found, candidates
	}
}

// randomSet returns n different random fingerprints, and queries. Every second query has four
// neighbours in the set, at distances 0 to 5. Once such neighbours fill half of the set, the
// remaining queries have none.
func randomSet(n, queryCount int) (stored, queries []Fingerprint) {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	for range queryCount {
		queries = append(queries, Fingerprint(rng.Uint64()))
	}
	set := make(map[Fingerprint]struct{}, n)
	for i := 0; i < queryCount && len(set) < n/2; i += 2 {
		for range 4 {
			set[flip(rng, queries[i], rng.IntN(designDistance+3))] = struct{}{}
		}
	}
	for len(set) < n {
		set[Fingerprint(rng.Uint64())] = struct{}{}
	}
	for f := range set {
		stored = append(stored, f)
	}
	slices.Sort(stored)
	return stored, queries
}

// Every design finds exactly what a scan finds.
func TestDesigns(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	for _, d := range designs() {
		t.Run(d.name, func(t *testing.T) {
			n := max(3000/d.part, 60)
			stored, queries := randomSet(n, 60)
			scan, search := buildScan(stored), d.build(stored)
			total := 0
			for _, f := range queries {
				want, _ := scan(f)
				got, _ := search(f)
				if !slices.Equal(want, got) {
					t.Fatalf("near %v: found %v, want %v", f, got, want)
				}
				total += len(got)
			}
			if total == 0 {
				t.Error("no query has a neighbour, want some for a test")
			}
		})
	}
}

// For each number of tables, the permutations can be inverted and have as many leading bits as the
// comment of permutations says.
func TestPermutations(t *testing.T) {
	t.Parallel()
	for tables, leading := range map[int][2]int{4: {16, 16}, 10: {25, 26}, 16: {28, 28}, 20: {31, 33}} {
		list := permutations(tables)
		if len(list) != tables {
			t.Errorf("%d permutations for %d tables, want one for each", len(list), tables)
		}
		rng := rand.New(rand.NewPCG(3, uint64(tables)))
		for _, p := range list {
			if p.leading < leading[0] || p.leading > leading[1] {
				t.Errorf("%d tables: a permutation has %d leading bits, want %v", tables, p.leading, leading)
			}
			f := Fingerprint(rng.Uint64())
			if inverted := p.invert(p.apply(f)); inverted != f {
				t.Errorf("%d tables: a permutation and its inverse change %v to %v, want no change", tables, f, inverted)
			}
		}
	}
	if len(masks()) != 43_745 {
		t.Errorf("%d masks of at most three bits, want 43,745", len(masks()))
	}
}

// BenchmarkDesigns times searches and measures the memory of each design.
func BenchmarkDesigns(b *testing.B) {
	for _, d := range designs() {
		b.Run(d.name, func(b *testing.B) {
			stored, queries := randomSet(max(*designSize/d.part, 1), 1000)
			before := heap()
			search := d.build(stored)
			bytes := float64(heap()-before) / float64(len(stored))
			if d.name == "scan" {
				bytes = 8 // the list itself
			}
			i, candidates := 0, 0
			for b.Loop() {
				_, n := search(queries[(2*i+1)%len(queries)]) // a query for which randomSet made no neighbours
				candidates += n
				i++
			}
			b.ReportMetric(float64(d.lookups), "lookups")
			b.ReportMetric(float64(candidates)/float64(i), "candidates")
			b.ReportMetric(bytes, "B/fingerprint")
			runtime.KeepAlive(stored)
		})
	}
}

func heap() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
