package pairs

import (
	"math"
	"math/rand/v2"
	"testing"
)

// honestPool returns honest programs for one problem. Half of each consists of idioms, some far more
// popular than others, and the rest is its own.
func honestPool(random *rand.Rand, participants int) []Program {
	programs := make([]Program, participants)
	next := uint64(1 << 40)
	for i := range programs {
		p := &programs[i]
		p.Participant = i
		for len(p.Structure) < 200 {
			if random.IntN(2) == 0 {
				idiom := uint64(random.ExpFloat64() * 60)
				for j := range uint64(12) {
					p.Structure = append(p.Structure, 1+idiom*100+j)
				}
			} else {
				p.Structure = append(p.Structure, next)
				next++
			}
		}
	}
	spread(programs)
	return programs
}

// chances returns the chance of each pair that shares anything.
func chances(t testing.TB, programs []Program) map[[2]int]float64 {
	t.Helper()
	result := find(t, programs, Options{})
	byPair := make(map[[2]int]float64)
	for _, pair := range result.Pairs {
		byPair[[2]int{pair.Left, pair.Right}] = result.Tail.Chance(pair.Suspicion, pair.Evidence)
	}
	return byPair
}

// Of honest pairs, at most two on average are so unusual that one or fewer are expected by chance,
// however many participants there are.
func TestChanceOfHonestPairs(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for _, participants := range []int{3, 10, 40, 200} {
		rounds := max(2, 400/participants)
		below := 0
		for range rounds {
			for _, chance := range chances(t, honestPool(random, participants)) {
				if chance <= 1 {
					below++
				}
			}
		}
		if mean := float64(below) / float64(rounds); mean > 2 {
			t.Errorf("%d participants: %.1f honest pairs have a chance of at most 1, want at most 2", participants, mean)
		}
	}
}

// The pairs of a ring of copies have a low chance, even if a third of the pool is in the ring. So a
// large ring does not hide itself.
func TestChanceOfRing(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for _, size := range []int{2, 5, 10, 20} {
		programs := honestPool(random, 60)
		for i := 1; i < size; i++ {
			copied := programs[0].Structure[20:] // the copy changes a tenth
			programs[i].Structure = append(programs[i].Structure[:20:20], copied...)
		}
		byPair := chances(t, programs)
		for right := range size {
			for left := range right {
				if chance := byPair[[2]int{left, right}]; chance > 1 {
					t.Errorf("ring of %d among 60: pair %d, %d has the chance %v, want at most 1", size, left, right, chance)
				}
			}
		}
	}
}

// The tail of a pool that is so large that only some pairs are compared for it is the same if the
// participants have other numbers.
func TestTailDoesNotDependOnNumbers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	programs := honestPool(random, 250)
	for i := range programs {
		programs[i].Wording = programs[i].Structure
	}
	for i := range 125 { // programs that differ only in their names
		programs[2*i+1].Structure = programs[2*i].Structure
	}
	want := NewPool(programs, Options{}).Tail()
	random.Shuffle(len(programs), func(i, j int) { programs[i], programs[j] = programs[j], programs[i] })
	for i := range programs {
		programs[i].Participant = i
	}
	if got := NewPool(programs, Options{}).Tail(); got != want {
		t.Errorf("tail %+v, want %+v as before the participants were numbered anew", got, want)
	}
}

// A pair that is more suspicious or shares more rare code has a lower chance.
func TestTailChance(t *testing.T) {
	t.Parallel()
	tail := newTail(1000, make([]sampledPair, 1000))
	last := math.Inf(1)
	for rare := 1.0; rare < 1000; rare *= 2 {
		chance := tail.Chance(0, Evidence{Rare: rare})
		if chance > last || chance == last && chance > 1e-6 && rare > 2 || chance < 0 {
			t.Errorf("with %v of rare code the chance is %v, with half of that %v; want it lower with more", rare, chance, last)
		}
		last = chance
	}
	if low, high := tail.Chance(0.2, Evidence{}), tail.Chance(0.9, Evidence{}); low <= high {
		t.Errorf("suspicion 0.2 has the chance %v, 0.9 has %v; want a lower one", low, high)
	}
	if few, hundred := newTail(1, nil), newTail(100, nil); few.Chance(0.5, Evidence{}) != hundred.Chance(0.5, Evidence{}) {
		t.Error("a pool of one pair gives another chance than a pool of 100 pairs, want the same")
	}
}

// Among the pairs of a few participants with thousands outside, much rare code alone makes a chance low, and more of it the
// fewer pairs the pool has. In a pool of MinTailPairs pairs, ChanceAmong counts as Chance does.
func TestChanceAmong(t *testing.T) {
	t.Parallel()
	const among = 25_000
	last := math.Inf(1)
	for _, pairs := range []int64{0, 1, 10, 45, 99} {
		tail := newTail(pairs, nil)
		little, much := tail.ChanceAmong(0.5, Evidence{Rare: 80}, among), tail.ChanceAmong(0.5, Evidence{Rare: 400}, among)
		if much > 1 || little <= 1 || little > among {
			t.Errorf("%d pairs: much rare code has the chance %v, little has %v; want at most 1 and more", pairs, much, little)
		}
		if much >= last {
			t.Errorf("%d pairs: the chance is %v, want less than %v, which it is with fewer pairs", pairs, much, last)
		}
		last = much
	}
	tail := newTail(MinTailPairs, nil)
	if own, outside := tail.Chance(0.5, Evidence{Rare: 50}), tail.ChanceAmong(0.5, Evidence{Rare: 50}, MinTailPairs); own != outside {
		t.Errorf("of %d pairs, %v are expected in the pool and %v outside, want the same", MinTailPairs, own, outside)
	}
}
