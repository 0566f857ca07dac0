package archivebench

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ojcheck/ojcheck/simhash"
)

func TestPermutedTables(t *testing.T) {
	t.Parallel()
	for tables, leading := range map[int]string{4: "16", 10: "25 to 26", 16: "28", 20: "31 to 33"} {
		t.Run(fmt.Sprint(tables), func(t *testing.T) {
			t.Parallel()
			p := permutedTables(tables)
			if len(p) != tables || p.leadingText() != leading {
				t.Fatalf("%d tables that lead by %s bits, want %d by %s", len(p), p.leadingText(), tables, leading)
			}
			rng := rand.New(rand.NewPCG(3, uint64(tables)))
			for range 2000 {
				a := simhash.Fingerprint(rng.Uint64())
				b := flip(rng, a, rng.IntN(4))
				together := false
				for _, permutation := range p {
					moved, other := permutation.of(a), permutation.of(b)
					if permutation.back(moved) != a {
						t.Fatalf("%v comes back as %v", a, permutation.back(moved))
					}
					if simhash.Distance(simhash.Fingerprint(moved), simhash.Fingerprint(other)) != simhash.Distance(a, b) {
						t.Fatalf("%v and %v are at another distance when moved", a, b)
					}
					low, high := permutation.between(moved)
					if inside := low <= int64(other) && int64(other) <= high; inside != (moved>>(64-permutation.leading) == other>>(64-permutation.leading)) {
						t.Fatalf("%016x is between %016x and %016x: %t", other, low, high, inside)
					} else if inside {
						together = true
					}
				}
				if !together {
					t.Fatalf("no table has %v beside %v", a, b)
				}
			}
		})
	}
}
