package main

import "testing"

// The heap grows to the wanted size before the first collection, and then by a quarter before each further one.
func TestGrowthTo(t *testing.T) {
	t.Parallel()
	const mb = 1 << 20
	for _, test := range []struct {
		name       string
		size, live int64
		want       int
	}{
		{"nothing is collected yet", 40 * mb, 0, 1000},
		{"a heap below 4 MB", 40 * mb, 1 * mb, 975},
		{"half of the size", 300 * mb, 150 * mb, 100},
		{"nearly the size", 300 * mb, 290 * mb, minGrowth},
		{"above the size", 300 * mb, 500 * mb, minGrowth},
	} {
		if got := growthTo(test.size, test.live); got != test.want {
			t.Errorf("%s: %d percent, want %d", test.name, got, test.want)
		}
	}
}
