package pairs

import (
	"math/rand/v2"
	"testing"
)

// Suspicion is 0 to 1, it never falls when one more shingle of either program
// is found in the other, and it never rises when the problem is simpler.
func TestSuspicionIsMonotone(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	full := newFormula(nil)
	// share counts one more shingle of both programs as shared. It weighs more
	// there than in one program alone, where one more participant has it.
	share := func(o *common, one uint32) {
		o.shared.shingles++
		o.shared.own += one
		o.shared.weight += one + one/8
	}
	for range 200 {
		size := 1 + random.IntN(400)
		weights := make([]uint32, size)
		structure, wording := new(common), new(common)
		for _, o := range []*common{structure, wording} {
			for side := range o.totals {
				o.counts[side] = size + random.IntN(200)
				o.totals[side] = uint64(random.IntN(5000))
			}
		}
		for i := range weights {
			weights[i] = 16 + uint32(random.IntN(9000))
			for side := range structure.totals {
				structure.totals[side] += uint64(weights[i])
				wording.totals[side] += uint64(weights[i])
			}
		}
		simplicity := random.Float64()
		var before score
		for i, weight := range weights {
			share(structure, weight)
			if i%2 == 0 {
				share(wording, weight)
			}
			now := full.suspicion(structure, wording, simplicity)
			if now < before || now.float() > 1 {
				t.Fatalf("%d of %d shingles shared: suspicion %v after %v", i+1, size, now.float(), before.float())
			}
			if simpler := full.suspicion(structure, wording, (1+simplicity)/2); simpler > now {
				t.Fatalf("%d of %d shingles shared: suspicion %v, and %v where the problem is simpler", i+1, size, now.float(), simpler.float())
			}
			before = now
		}
	}
}
