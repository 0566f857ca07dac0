package pairs

import (
	"math"
	"math/rand/v2"
	"testing"
)

// If Find samples the pairs of a pool, the sample has the same median suspicion and the same median
// absolute deviation (MAD) from it as all pairs.
func TestSampleIsRepresentative(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 8))
	programs := make([]Program, 700)
	for i := range programs {
		programs[i].Participant = i
		for range 60 + random.IntN(60) {
			common, rare := random.IntN(100), 100+random.IntN(5000) // common: in many programs; rare: in few
			programs[i].Structure = append(programs[i].Structure, uint64(1+common), uint64(1+rare))
		}
	}
	all := find(t, programs, Options{Keep: 0.15})
	some := find(t, programs, Options{Keep: 0.15, SampleAbove: 1}) // Find samples a pool of more than one pair
	if all.Sampled || !some.Sampled {
		t.Fatalf("sampled: %v and %v, want only the second", all.Sampled, some.Sampled)
	}
	a, b := all.Distribution, some.Distribution
	if a.Median() == 0 || a.MAD() == 0 {
		t.Fatalf("median %v, MAD %v: too low to test anything", a.Median(), a.MAD())
	}
	if math.Abs(a.Median()-b.Median()) > 3e-4 || math.Abs(a.MAD()-b.MAD()) > 3e-4 {
		t.Errorf("median %v and MAD %v by a sample, want %v and %v", b.Median(), b.MAD(), a.Median(), a.MAD())
	}
}
