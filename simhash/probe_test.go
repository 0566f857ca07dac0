package simhash

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
)

func TestProbesCount(t *testing.T) {
	t.Parallel()
	want := []int{4, 4, 4, 4, 20, 36, 52, 68, 188, 308, 428, 548}
	if len(want) != MaxDistance+1 {
		t.Fatalf("counts for %d distances, want %d", len(want), MaxDistance+1)
	}
	for k, n := range want {
		t.Run(fmt.Sprintf("k=%d", k), func(t *testing.T) {
			t.Parallel()
			probes, err := Probes(0x0123_4567_89ab_cdef, k)
			if err != nil {
				t.Fatal(err)
			}
			if len(probes) != n {
				t.Errorf("got %d probes, want %d", len(probes), n)
			}
			seen := make(map[Probe]bool)
			for _, p := range probes {
				if seen[p] {
					t.Errorf("%v is there twice", p)
				}
				seen[p] = true
			}
		})
	}
}

// Exact: whatever k bits are flipped, a probe hits a block of the result.
func TestProbesReachEverythingWithin(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for k := range MaxDistance + 1 {
		for range 400 {
			f := Fingerprint(rng.Uint64())
			probes, err := Probes(f, k)
			if err != nil {
				t.Fatal(err)
			}
			neighbour := flip(rng, f, k)
			if blocks := neighbour.Blocks(); !hits(probes, blocks) {
				t.Fatalf("k=%d: no probe of %v leads to %v", k, f, neighbour)
			}
		}
	}
}

// Worst case: the differing bits are spread over the blocks as evenly as can
// be, in every way.
func TestProbesReachEvenSpreads(t *testing.T) {
	t.Parallel()
	for k := range MaxDistance + 1 {
		probes, err := Probes(0, k)
		if err != nil {
			t.Fatal(err)
		}
		for spread := range 5 * 5 * 5 * 5 {
			counts := [4]int{spread % 5, spread / 5 % 5, spread / 25 % 5, spread / 125}
			if counts[0]+counts[1]+counts[2]+counts[3] != k {
				continue
			}
			var blocks [4]uint16
			for i, n := range counts {
				blocks[i] = 1<<n - 1
			}
			if !hits(probes, blocks) {
				t.Errorf("k=%d: no probe leads to %v differing bits per block", k, counts)
			}
		}
	}
}

func TestProbesOutOfRange(t *testing.T) {
	t.Parallel()
	for _, k := range []int{-1, MaxDistance + 1, 64} {
		if _, err := Probes(0, k); !errors.Is(err, ErrDistance) {
			t.Errorf("Probes(0, %d): got error %v, want ErrDistance", k, err)
		}
		if _, err := NewIndex().Search(0, k); !errors.Is(err, ErrDistance) {
			t.Errorf("Search(0, %d): got error %v, want ErrDistance", k, err)
		}
	}
}

func hits(probes []Probe, blocks [4]uint16) bool {
	for _, p := range probes {
		if blocks[p.Block] == p.Value {
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
