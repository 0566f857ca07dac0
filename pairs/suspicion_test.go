package pairs

import (
	"math/rand/v2"
	"testing"
)

// Suspicion is from 0 to 1. It never falls if the programs share one more shingle, and never
// rises if the problem is simpler.
func TestSuspicionIsMonotone(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	full := newFormula(Options{}, 100)
	// share counts one more shingle as shared. A shared shingle weighs more than the same shingle in one
	// program, because there one more participant has it.
	share := func(o *common, one uint32) {
		o.shared.add(newSums(one+one/8, one, 1<<weightBits))
	}
	for range 200 {
		size := 1 + random.IntN(400)
		weights := make([]uint32, size)
		structure, wording, variables := new(common), new(common), new(common)
		for _, o := range []*common{structure, wording, variables} {
			for side := range o.sizes {
				shingles := size + random.IntN(200)
				o.sizes[side] = codeSize{uint64(random.IntN(5000)), uint64(shingles) << weightBits, shingles}
			}
		}
		for i := range weights {
			weights[i] = 16 + uint32(random.IntN(9000))
			for side := range structure.sizes {
				structure.sizes[side].weight += uint64(weights[i])
				wording.sizes[side].weight += uint64(weights[i])
				variables.sizes[side].weight += uint64(weights[i])
			}
		}
		simplicity := random.Float64()
		var before score
		for i, weight := range weights {
			share(structure, weight)
			if i%2 == 0 {
				share(wording, weight)
			}
			if i%3 == 0 {
				share(variables, weight)
			}
			now := full.suspicion(structure, wording, variables, simplicity)
			if now < before || now.float() > 1 {
				t.Fatalf("%d of %d shingles shared: suspicion %v after %v", i+1, size, now.float(), before.float())
			}
			if simpler := full.suspicion(structure, wording, variables, (1+simplicity)/2); simpler > now {
				t.Fatalf("%d of %d shingles shared: suspicion %v, and %v if the problem is simpler", i+1, size, now.float(), simpler.float())
			}
			before = now
		}
	}
}

// Code that many others have counts in a small pool. In a large pool, only rare code counts.
func TestCommonCodeCountsInSmallPools(t *testing.T) {
	t.Parallel()
	suspicion := func(participants int, without ...string) float64 {
		c := newClassroom()
		// All code that the first two share is in a third of the other programs too.
		common := c.fresh(100)
		var pool []Program
		for i := range participants {
			program := Program{Participant: i, Structure: c.fresh(30)}
			for j, shingle := range common {
				if i < 2 || (i+j)%3 == 0 {
					program.Structure = append(program.Structure, shingle)
				}
			}
			pool = append(pool, program)
		}
		return suspicionOfFirst(t, pool, Options{Keep: 0.01, OmitParts: without})
	}
	for _, test := range []struct {
		participants int
		least, most  float64 // suspicion that the part "common-code" adds
	}{
		{20, 0.2, 0.4},
		{smallPool, 0.2, 0.45}, // the programs are also alike as a whole
		{(smallPool + largePool) / 2, 0.05, 0.2},
		{largePool, 0, 0},
	} {
		gain := suspicion(test.participants, "plain-coverage") - suspicion(test.participants, "plain-coverage", "common-code")
		if gain < test.least || gain > test.most {
			t.Errorf("%d participants: common code adds %v to the suspicion, want %v to %v", test.participants, gain, test.least, test.most)
		}
	}
}

// Variables that both programs use in the same way raise the suspicion, others lower it. In a large
// pool variables only lower it. Identical programs keep a suspicion of 0.99 or more.
func TestVariablesRaiseAndLower(t *testing.T) {
	t.Parallel()
	suspicion := func(participants, copied, variables, sameVariables int) float64 {
		c := newClassroom()
		source, used := c.fresh(200), c.fresh(variables)
		var pool []Program
		for i := range participants {
			pool = append(pool, Program{Participant: i, Structure: c.honest(), Variables: c.fresh(variables)})
		}
		for i := range 2 {
			pool[i].Structure = append(c.fresh(200-copied), source[:copied]...)
			pool[i].Variables = append(c.fresh(variables-sameVariables), used[:sameVariables]...)
		}
		return suspicionOfFirst(t, pool, Options{})
	}
	pools := []int{20, largePool}
	if testing.Short() {
		pools = pools[:1]
	}
	for _, participants := range pools {
		without := suspicion(participants, 100, 0, 0)
		same, other := suspicion(participants, 100, 40, 40), suspicion(participants, 100, 40, 0)
		if other >= without || other < without*(1-largeLowering) || same < without || same > without && participants == largePool {
			t.Errorf("%d participants: suspicion %v without variables, %v with the same, %v with others; want the last lowest", participants, without, same, other)
		}
		if participants == 20 && same <= without {
			t.Errorf("suspicion %v without variables, %v with the same; want it higher with the same", without, same)
		}
		if identical := suspicion(participants, 200, 40, 0); identical < 0.99 {
			t.Errorf("%d participants: identical programs with other variables have suspicion %v, want 0.99 or more", participants, identical)
		}
	}
}
