package archivebench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/simhash"
)

func TestPredicted(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		cost    cost
		n, k    int
		lookups int
		want    float64
	}{
		{"four of 16 bits", inBlocks(16, 16, 16, 16), 1 << 30, 3, 4, 4 << 14},
		{"four of 16 bits, a thousand million", inBlocks(16, 16, 16, 16), 1e9, 3, 4, 61035.15625},
		{"four of 16 bits, 2^34", inBlocks(16, 16, 16, 16), 1 << 34, 3, 4, 1 << 20},
		{"four of 16 bits, one bit flipped", inBlocks(16, 16, 16, 16), 1 << 16, 7, 68, 68},
		{"thirds", blocks{simhash.Thirds()}, 1 << 22, 3, 25, 23 + 2 + 2},
		{"halves", inBlocks(32, 32), 1 << 32, 3, 66, 66},
		{"a scan", scan{}, 1000, 3, 0, 1000},
		{"all values", values{}, 1 << 40, 3, 43_745, 43_745.0 / (1 << 24)},
		{"four permuted tables", permutedTables(4), 1 << 20, 3, 4, 4 * 16},
		{"sixteen permuted tables", permutedTables(16), 1 << 30, 3, 16, 16 * 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.cost.lookups(tt.k); got != tt.lookups {
				t.Errorf("%d lookups, want %d", got, tt.lookups)
			}
			if got := tt.cost.predicted(tt.n, tt.k); math.Abs(got-tt.want) > 1e-9*tt.want {
				t.Errorf("%v candidates, want %v", got, tt.want)
			}
		})
	}
}

// The values to look up are as many as foretold, distinct, and within the radii.
func TestValues(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range choices() {
		for k := range c.largest + 1 {
			f := simhash.Fingerprint(rng.Uint64())
			total := 0
			for i := range c.blocks.Widths() {
				values := c.blocks.values(f, i, k)
				total += len(values)
				slices.Sort(values)
				if distinct := slices.Compact(slices.Clone(values)); len(distinct) != len(values) {
					t.Errorf("%s, k = %d: a value comes twice", c.name, k)
				}
			}
			if total != c.lookups(k) {
				t.Errorf("%s, k = %d: %d values, %d foretold", c.name, k, total, c.lookups(k))
			}
		}
	}
}

func TestMasksWithin(t *testing.T) {
	t.Parallel()
	tests := []struct {
		width, radius int
		want          []uint64
	}{
		{8, -1, nil},
		{8, 0, []uint64{0}},
		{3, 1, []uint64{0, 1, 2, 4}},
		{3, 2, []uint64{0, 1, 2, 4, 3, 5, 6}},
		{3, 3, []uint64{0, 1, 2, 4, 3, 5, 6, 7}},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%d of %d", tt.radius, tt.width), func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, masksWithin(tt.width, tt.radius)); diff != "" {
				t.Error(diff)
			}
		})
	}
	all := masksWithin(64, 3)
	slices.Sort(all)
	if n := len(slices.Compact(all)); n != 43_745 {
		t.Errorf("%d values within distance 3 of one, want 43,745", n)
	}
}
