package simhash

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Radii spreads a distance over the blocks: if two fingerprints are within the distance, then in at
// least one block they differ by at most the radius of that block.
func TestRadii(t *testing.T) {
	t.Parallel()
	want := [][]int{
		{0, -1, -1}, {0, 0, -1}, {0, 0, 0},
		{1, 0, 0}, {1, 1, 0}, {1, 1, 1},
		{2, 1, 1}, {2, 2, 1}, {2, 2, 2},
		{3, 2, 2}, {3, 3, 2}, {3, 3, 3},
	}
	for k := range MaxDistance + 1 {
		got, err := Thirds().Radii(k)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[k], got); diff != "" {
			t.Errorf("k=%d (-want +got):\n%s", k, diff)
		}
	}
}

// probe is one value of one block to look up.
type probe struct {
	block int
	value uint32
}

// probesOf returns what a search for distance k looks up.
func probesOf(t testing.TB, l Layout, f Fingerprint, k int) (probes []probe) {
	t.Helper()
	radii, err := l.Radii(k)
	if err != nil {
		t.Fatal(err)
	}
	for block, radius := range radii {
		for _, value := range l.Neighbours(f, block, radius) {
			probes = append(probes, probe{block, value})
		}
	}
	if len(probes) != l.probeCount(radii) {
		t.Errorf("k=%d: %d probes, want %d as counted", k, len(probes), l.probeCount(radii))
	}
	return probes
}

// A search takes the expected number of probes, each once.
func TestProbesCount(t *testing.T) {
	t.Parallel()
	tests := []struct {
		layout Layout
		want   []int // for each distance from 0
	}{
		{Thirds(), []int{1, 2, 3, 25, 46, 67, 298, 508, 718, 2258, 3588, 4918}},
		{layout(t, 16, 16, 16, 16), []int{1, 2, 3, 4, 20, 36, 52, 68, 188, 308, 428, 548}},
		{layout(t, 32, 32), []int{1, 2, 34, 66, 562, 1058, 6018}},
	}
	for _, tt := range tests {
		for k, n := range tt.want {
			t.Run(fmt.Sprintf("%v/k=%d", tt.layout.Widths(), k), func(t *testing.T) {
				t.Parallel()
				probes := probesOf(t, tt.layout, 0x0123_4567_89ab_cdef, k)
				if len(probes) != n {
					t.Errorf("got %d probes, want %d", len(probes), n)
				}
				seen := make(map[probe]bool)
				for _, p := range probes {
					if seen[p] {
						t.Errorf("%v occurs twice", p)
					}
					seen[p] = true
				}
			})
		}
	}
}

var layouts = [][]int{{22, 21, 21}, {16, 16, 16, 16}, {13, 13, 13, 13, 12}, {7, 9, 23, 25}}

// If any k bits of a fingerprint are flipped, one of the probes for distance k still finds the
// fingerprint, however these bits are spread over the blocks.
func TestProbesReachEverySpread(t *testing.T) {
	t.Parallel()
	for _, widths := range layouts {
		t.Run(fmt.Sprint(widths), func(t *testing.T) {
			t.Parallel()
			l := layout(t, widths...)
			rng := rand.New(rand.NewPCG(1, 2))
			for k := range MaxDistance + 1 {
				f := Fingerprint(rng.Uint64())
				probes := probesOf(t, l, f, k)
				for _, counts := range spreads(k, widths) {
					blocks := l.Blocks(f)
					for i, n := range counts {
						for _, bit := range rng.Perm(widths[i])[:n] {
							blocks[i] ^= 1 << bit
						}
					}
					if !isHit(probes, blocks) {
						t.Errorf("k=%d: no probe of %v finds the blocks %x with %v different bits", k, f, blocks, counts)
					}
				}
			}
		})
	}
}

// spreads returns all ways to spread k bits over blocks.
func spreads(k int, widths []int) (all [][]int) {
	if len(widths) == 1 {
		if k > widths[0] {
			return nil
		}
		return [][]int{{k}}
	}
	for n := range min(k, widths[0]) + 1 {
		for _, rest := range spreads(k-n, widths[1:]) {
			all = append(all, append([]int{n}, rest...))
		}
	}
	return all
}

// Radii and Search refuse distances that are negative or too large.
func TestProbesOutOfRange(t *testing.T) {
	t.Parallel()
	for _, k := range []int{-1, MaxDistance + 1, 64} {
		if _, err := Thirds().Radii(k); !errors.Is(err, ErrDistance) {
			t.Errorf("Radii(%d): got error %v, want ErrDistance", k, err)
		}
		if _, err := NewIndex().Search(0, k); !errors.Is(err, ErrDistance) {
			t.Errorf("Search(0, %d): got error %v, want ErrDistance", k, err)
		}
	}
}

// isHit reports whether one of the probes finds a fingerprint with these blocks.
func isHit(probes []probe, blocks []uint32) bool {
	for _, p := range probes {
		if blocks[p.block] == p.value {
			return true
		}
	}
	return false
}

// flip returns f with n random bits flipped.
func flip(rng *rand.Rand, f Fingerprint, n int) Fingerprint {
	var mask Fingerprint
	for bits.OnesCount64(uint64(mask)) < n {
		mask |= 1 << rng.IntN(64)
	}
	return f ^ mask
}
