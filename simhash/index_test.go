package simhash

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shapes are distributions of fingerprints, like those of real programs or worse.
var shapes = []struct {
	name string
	next func(*rand.Rand) Fingerprint
}{
	{"random", func(rng *rand.Rand) Fingerprint { return Fingerprint(rng.Uint64()) }},
	{"problems", func(rng *rand.Rand) Fingerprint {
		// There are 20 problems, and the programs of a problem differ in at most 24 bits.
		problem := Fingerprint(uint64(rng.IntN(20)) * 0x9e3779b97f4a7c15)
		return flip(rng, problem, rng.IntN(13))
	}},
	{"biased bits", func(rng *rand.Rand) Fingerprint {
		return Fingerprint(rng.Uint64() & rng.Uint64() & rng.Uint64())
	}},
	{"one block constant", func(rng *rand.Rand) Fingerprint {
		return Fingerprint(rng.Uint64()<<16 | 0xbeef)
	}},
	{"few distinct", func(rng *rand.Rand) Fingerprint { return Fingerprint(rng.IntN(8)) }},
}

// newEntries returns n fingerprints as a list and as an index. Every second fingerprint differs
// from an earlier one in at most MaxDistance+2 bits.
func newEntries(rng *rand.Rand, n int, next func(*rand.Rand) Fingerprint) ([]Entry, *Index) {
	x := NewIndex()
	entries := make([]Entry, n)
	for i := range entries {
		f := next(rng)
		if i%2 == 1 {
			f = flip(rng, entries[rng.IntN(i)].Fingerprint, rng.IntN(MaxDistance+3))
		}
		entries[i] = Entry{ID: rng.Int64N(int64(n)), Fingerprint: f}
		x.Add(entries[i].ID, f)
	}
	return entries, x
}

// For every distance, Search finds exactly what Scan finds, whether it scans the fingerprints or
// probes the blocks.
func TestIndexFindsWhatScanFinds(t *testing.T) {
	t.Parallel()
	for i, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(i), 99))
			entries, x := newEntries(rng, 1500, shape.next)
			found := 0
			for range 40 {
				f := flip(rng, entries[rng.IntN(len(entries))].Fingerprint, rng.IntN(4))
				for k := range MaxDistance + 1 {
					got, err := x.Search(f, k)
					if err != nil {
						t.Fatal(err)
					}
					want := Scan(entries, f, k)
					if !reflect.DeepEqual(want, got) {
						t.Fatalf("Search(%v, %d) differs from Scan (-want +got):\n%s", f, k, cmp.Diff(want, got))
					}
					for way, neighbours := range map[string][]Match{"scan": x.scan(f, k), "probe": x.searchBlocks(f, k, radii(t, k))} {
						sortNeighbours(neighbours)
						if !reflect.DeepEqual(want, neighbours) {
							t.Fatalf("%s(%v, %d) differs from Scan (-want +got):\n%s", way, f, k, cmp.Diff(want, neighbours))
						}
					}
					found += len(got)
				}
			}
			if found == 0 {
				t.Error("no search found anything, want neighbours for a test")
			}
		})
	}
}

// radii returns the radius of each block of an index in a search within distance k.
func radii(t *testing.T, k int) []int {
	t.Helper()
	radii, err := Thirds().Radii(k)
	if err != nil {
		t.Fatal(err)
	}
	return radii
}

// Search returns neighbours by distance and then by ID. An entry that was added twice is found twice.
func TestIndex(t *testing.T) {
	t.Parallel()
	x := NewIndex()
	for _, e := range []Entry{{7, 0b1}, {3, 0b1}, {5, 0}, {9, 0b111}, {8, 0b1111}, {2, 1 << 63}, {7, 0b1}} {
		x.Add(e.ID, e.Fingerprint)
	}
	tests := []struct {
		name string
		f    Fingerprint
		k    int
		want []Match
	}{
		{"equal fingerprints by ID, one of them added twice", 0b1, 0, []Match{{3, 0}, {7, 0}, {7, 0}}},
		{"the nearest first", 0, 3, []Match{{5, 0}, {2, 1}, {3, 1}, {7, 1}, {7, 1}, {9, 3}}},
		{"nothing near", 0x5555_5555_5555_5555, 3, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := x.Search(tt.f, tt.k)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("neighbours (-want +got):\n%s", diff)
			}
		})
	}
	if got, err := NewIndex().Search(0, MaxDistance); err != nil || got != nil {
		t.Errorf("an empty index gives %v and error %v, want nothing", got, err)
	}
}

// Scan accepts any distance, even one that Search refuses.
func TestScanTakesAnyDistance(t *testing.T) {
	t.Parallel()
	entries := []Entry{{1, 0}, {2, ^Fingerprint(0)}}
	for k, want := range map[int]int{-1: 0, 0: 1, 63: 1, 64: 2, 100: 2} {
		if got := len(Scan(entries, 0, k)); got != want {
			t.Errorf("k=%d: %d fingerprints found, want %d", k, got, want)
		}
	}
}

// BenchmarkSearch compares index and scan. The index must be faster to justify the memory of its
// maps.
func BenchmarkSearch(b *testing.B) {
	for _, shape := range shapes[:2] {
		for _, n := range []int{10_000, 200_000} {
			rng := rand.New(rand.NewPCG(1, 2))
			entries, x := newEntries(rng, n, shape.next)
			for _, k := range []int{3, 7, 11} {
				f := entries[n/2].Fingerprint
				name := fmt.Sprintf("%s/n=%d/k=%d/", shape.name, n, k)
				b.Run(name+"index", func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						if _, err := x.Search(f, k); err != nil {
							b.Fatal(err)
						}
					}
				})
				b.Run(name+"scan", func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						Scan(entries, f, k)
					}
				})
			}
		}
	}
}

// BenchmarkAdd measures adding 10,000 fingerprints to an empty index.
func BenchmarkAdd(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	entries, _ := newEntries(rng, 10_000, shapes[1].next)
	b.ReportAllocs()
	for b.Loop() {
		x := NewIndex()
		for _, e := range entries {
			x.Add(e.ID, e.Fingerprint)
		}
	}
}
