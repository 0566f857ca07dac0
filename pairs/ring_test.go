package pairs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// classroom makes programs as a contest has them. Each has 60 shingles that all
// have, 90 of the 300 that solutions of the problem are made of, the popular
// ones more often, and 50 that nobody else has.
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

// fresh makes shingles that nobody else has.
func (c *classroom) fresh(n int) []uint64 {
	list := make([]uint64, n)
	for i := range list {
		list[i] = c.next
		c.next++
	}
	return list
}

// copyOf replaces a fifth of a program by code of its own.
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

// Copies stand above all honest pairs, and above the default threshold, in
// rings up to the whole pool, each member of which has a fifth code of their
// own.
func TestRings(t *testing.T) {
	t.Parallel()
	for _, pool := range []int{20, 200} {
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
				got, err := Find(context.Background(), programs, Options{})
				if err != nil {
					t.Fatal(err)
				}
				for rank, pair := range got.Pairs {
					copies := pair.Right < ring
					if copies != (rank < ring*(ring-1)/2) {
						t.Fatalf("pair %d of the ranking is %+v", rank+1, pair)
					}
					if copies && pair.Suspicion < 0.5 {
						t.Fatalf("two members have suspicion %v", pair.Suspicion)
					}
				}
			})
		}
	}
}

// Where nobody copied, nothing is shown.
func TestQuietProblem(t *testing.T) {
	t.Parallel()
	for _, pool := range []int{2, 4, 20, 200} {
		c := newClassroom()
		programs := make([]Program, pool)
		for i := range programs {
			programs[i] = Program{Participant: i, Structure: c.honest()}
		}
		got, err := Find(context.Background(), programs, Options{Keep: 0.5})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Pairs) > 0 {
			t.Errorf("%d honest programs: %+v", pool, got.Pairs[0])
		}
	}
}

// Identical code that is long enough has 0.99 in every pool: a ring of all, a
// pool of two, a problem whose other solutions are short.
func TestIdenticalCode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                    string
		identical, pool, others int // shingles, programs, shingles of the other programs
	}{
		{"two alone", 142, 2, 0},
		{"two of four", 142, 4, 200},
		{"two of 200", 142, 200, 200},
		{"two beside short programs", 284, 20, 30},
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
			for _, ring := range []int{2, test.pool} {
				for i := range ring {
					programs[i].Structure = source
				}
				got, err := Find(context.Background(), programs, Options{Keep: 0.2})
				if err != nil {
					t.Fatal(err)
				}
				if len(got.Pairs) != ring*(ring-1)/2 {
					t.Fatalf("%d pairs in a ring of %d", len(got.Pairs), ring)
				}
				for _, pair := range got.Pairs {
					if pair.Suspicion < 0.99 {
						t.Fatalf("identical programs, %d of %d: suspicion %v", ring, test.pool, pair.Suspicion)
					}
				}
			}
		})
	}
}
