package pairs

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// classroom makes programs like those of a contest. Each has 60 shingles that all programs have, 90
// of the 300 shingles of the problem, and 50 that nobody else has. Some shingles of the problem are
// more popular than others.
type classroom struct {
	random *rand.Rand
	next   uint64
}

func newClassroom() *classroom {
	return &classroom{random: rand.New(rand.NewPCG(7, 8)), next: 1000}
}

func (c *classroom) honest() []uint64 {
	var shingles []uint64
	for s := range uint64(60) {
		shingles = append(shingles, 1+s)
	}
	for range 90 {
		popular := c.random.Float64()
		shingles = append(shingles, 100+uint64(300*popular*popular))
	}
	return append(shingles, c.fresh(50)...)
}

// fresh returns n shingles that no program has yet.
func (c *classroom) fresh(n int) []uint64 {
	list := make([]uint64, n)
	for i := range list {
		list[i] = c.next
		c.next++
	}
	return list
}

// copyOf returns a copy of a program in which a fifth is new code.
func (c *classroom) copyOf(shingles []uint64) []uint64 {
	fifth := len(shingles) / 5
	var list []uint64
	for i, s := range shingles {
		if i%5 != 0 {
			list = append(list, s)
		}
	}
	return append(list, c.fresh(fifth)...)
}

// Copies rank above all honest pairs, and above the default threshold, in rings of two up to the
// whole pool. A fifth of each copy is new code.
func TestRings(t *testing.T) {
	t.Parallel()
	pools := []int{20, 200}
	if testing.Short() {
		pools = pools[:1]
	}
	for _, pool := range pools {
		for _, ring := range []int{2, pool / 10, pool / 4, pool / 2, pool} {
			t.Run(fmt.Sprintf("%d of %d", ring, pool), func(t *testing.T) {
				t.Parallel()
				c := newClassroom()
				source := c.honest()
				programs := make([]Program, pool)
				for i := range programs {
					programs[i] = Program{Participant: i, Structure: c.honest()}
					if i < ring {
						programs[i].Structure = c.copyOf(source)
					}
				}
				got := find(t, programs, Options{})
				for rank, pair := range got.Pairs {
					copies := pair.Right < ring
					if copies != (rank < ring*(ring-1)/2) {
						t.Fatalf("rank %d has the pair %+v, want all copies before all honest pairs", rank+1, pair)
					}
					if copies && pair.Suspicion < 0.5 {
						t.Fatalf("two members of the ring have suspicion %v, want 0.5 or more", pair.Suspicion)
					}
				}
			})
		}
	}
}

// If nobody copied, Find returns no pair with the default threshold.
func TestHonestPool(t *testing.T) {
	t.Parallel()
	for _, pool := range []int{2, 4, 20, 200} {
		c := newClassroom()
		programs := make([]Program, pool)
		for i := range programs {
			programs[i] = Program{Participant: i, Structure: c.honest()}
		}
		got := find(t, programs, Options{Keep: 0.5})
		if len(got.Pairs) > 0 {
			t.Errorf("a pool of %d honest programs has the pair %+v, want none", pool, got.Pairs[0])
		}
	}
}

// Identical programs that are long enough have a suspicion of 0.99 or more in every pool: in a pool of
// two, if all programs are identical, and if the other programs are short. No program and one alone give no pair.
func TestIdenticalCode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                    string
		identical, pool, others int // shingles, programs, shingles of the other programs
	}{
		{"no program", 142, 0, 0},
		{"one alone", 142, 1, 0},
		{"two alone", 142, 2, 0},
		{"two of three", 142, 3, 200},
		{"two of four", 142, 4, 200},
		{"two of 200", 142, 200, 200},
		{"two among short programs", 284, 20, 30},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := newClassroom()
			source := c.fresh(test.identical)
			programs := make([]Program, test.pool)
			for i := range programs {
				programs[i] = Program{Participant: i, Structure: c.fresh(test.others)}
				if i < 2 {
					programs[i].Structure = source
				}
			}
			for _, ring := range []int{min(2, test.pool), test.pool} {
				for i := range ring {
					programs[i].Structure = source
				}
				got := find(t, programs, Options{Keep: 0.2})
				if len(got.Pairs) != ring*(ring-1)/2 {
					t.Fatalf("%d pairs in a ring of %d, want one for each two members", len(got.Pairs), ring)
				}
				for _, pair := range got.Pairs {
					if pair.Suspicion < 0.99 {
						t.Fatalf("%d of %d programs are identical: suspicion %v, want 0.99 or more", ring, test.pool, pair.Suspicion)
					}
				}
			}
		})
	}
}
