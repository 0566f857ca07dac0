package pairs

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// inside compares distributions.
var inside = cmp.AllowUnexported(Distribution{})

// compareAll is Find without an index: it scores all pairs of programs, with
// frequencies counted for each pair from the other participants alone.
func compareAll(programs []Program, opts Options) Result {
	type entry struct{ participant, problem int }
	entryOf := func(i int) entry { return entry{programs[i].Participant, programs[i].Problem} }
	var all []Pair
	for b := range programs {
		for a := range b {
			if programs[a].Participant != programs[b].Participant {
				all = append(all, Pair{a, b, overlapOf(programs, a, b).suspicion()})
			}
		}
	}
	slices.SortFunc(all, byRank)
	var result Result
	var counts tally
	taken := make(map[[2]entry]bool)
	kept := make(map[entry]int)
	for _, pair := range all {
		left, right := entryOf(pair.Left), entryOf(pair.Right)
		if taken[[2]entry{left, right}] || taken[[2]entry{right, left}] {
			continue // a better pair of attempts stands for the two
		}
		taken[[2]entry{left, right}] = true
		counts.add(pair.Suspicion)
		limit := opts.KeepPerParticipant
		if pair.Suspicion == 0 || pair.Suspicion < opts.Keep {
			continue
		}
		if limit > 0 && kept[left] >= limit && kept[right] >= limit {
			result.Beyond++
			result.Highest = max(result.Highest, pair.Suspicion)
			continue
		}
		kept[left]++
		kept[right]++
		result.Pairs = append(result.Pairs, pair)
	}
	result.Distribution = newDistribution(&counts)
	longest := make(map[entry]int)
	participants := make(map[int]bool)
	for i, program := range programs {
		distinct := make(map[uint64]bool)
		for _, s := range program.Shingles {
			distinct[s] = s != 0
		}
		maps.DeleteFunc(distinct, func(_ uint64, own bool) bool { return !own })
		longest[entryOf(i)] = max(longest[entryOf(i)], len(distinct))
		participants[program.Participant] = true
	}
	result.TypicalSize = TypicalSize(slices.Collect(maps.Values(longest)))
	result.Participants = len(participants)
	return result
}

// overlapOf compares two programs after the definition: a shingle's weight is
// that of the number of participants, besides the two, who have it.
func overlapOf(programs []Program, a, b int) *overlap {
	sets := make([]map[uint64]bool, len(programs))
	holders := make(map[uint64]map[int]bool)
	for i, program := range programs {
		sets[i] = make(map[uint64]bool)
		for _, s := range program.Shingles {
			if s == 0 {
				continue
			}
			sets[i][s] = true
			if holders[s] == nil {
				holders[s] = make(map[int]bool)
			}
			holders[s][program.Participant] = true
		}
	}
	participants := make(map[int]bool)
	for _, program := range programs {
		participants[program.Participant] = true
	}
	weights := newWeights(len(participants))
	others := func(s uint64, besides ...int) int32 {
		n := len(holders[s])
		for _, i := range besides {
			if holders[s][programs[i].Participant] {
				n--
			}
		}
		return int32(n)
	}
	o := &overlap{counts: [2]int{len(sets[a]), len(sets[b])}}
	for side, i := range []int{a, b} {
		for s := range sets[i] {
			// Frequencies leave out the program's own participant; the other
			// side is left out where the shingle is shared.
			o.totals[side] += uint64(weights[others(s, i)])
		}
	}
	for s := range sets[a] {
		if sets[b][s] {
			o.shared.shingles++
			o.shared.weight += weights[others(s, a, b)]
			o.shared.own += weights[others(s, a, b)+1]
		}
	}
	return o
}

// randomPool makes programs of shingles drawn from a small pool, as honest
// ones of a simple problem are, and copies some of them.
func randomPool(random *rand.Rand) []Program {
	programs := make([]Program, 2+random.IntN(20))
	vocabulary := 5 + random.IntN(200)
	for i := range programs {
		programs[i].Participant = random.IntN(len(programs))
		programs[i].Problem = random.IntN(1 + random.IntN(2))
		shingles := make([]uint64, random.IntN(100))
		for j := range shingles {
			shingles[j] = uint64(random.IntN(vocabulary))
		}
		if i > 0 && random.IntN(3) == 0 {
			source := programs[random.IntN(i)].Shingles
			shingles = append(shingles[:len(shingles)/4], source[random.IntN(len(source)+1)/3:]...)
		}
		programs[i].Shingles = shingles
	}
	return programs
}

func TestFindEqualsComparingAll(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	kept := 0
	for round := range 600 {
		programs := randomPool(random)
		opts := Options{Keep: 0.02 + 0.7*random.Float64(), KeepPerParticipant: random.IntN(4)}
		got, err := Find(context.Background(), programs, opts)
		if err != nil {
			t.Fatal(err)
		}
		want := compareAll(programs, opts)
		if diff := cmp.Diff(want, got, inside); diff != "" {
			t.Fatalf("round %d, %d programs, %+v (-want +got):\n%s", round, len(programs), opts, diff)
		}
		kept += len(got.Pairs)
	}
	if kept < 1000 {
		t.Errorf("only %d pairs were found in all rounds: the test says too little", kept)
	}
}

// A pool in which all is common to all is the worst for an inverted index.
func TestFindWhereAllIsCommon(t *testing.T) {
	t.Parallel()
	programs := make([]Program, 30)
	for i := range programs {
		programs[i].Participant = i
		for s := range 100 {
			programs[i].Shingles = append(programs[i].Shingles, uint64(s+1))
		}
		if i%2 == 0 {
			programs[i].Shingles = append(programs[i].Shingles, uint64(1000+i))
		}
	}
	opts := Options{Keep: 0.3}
	got, err := Find(context.Background(), programs, opts)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(compareAll(programs, opts), got, inside); diff != "" {
		t.Error(diff)
	}
	if want := 30 * 29 / 2; len(got.Pairs) != want {
		t.Errorf("%d pairs of 30 equal programs, want %d", len(got.Pairs), want)
	}
}

func TestFindCounts(t *testing.T) {
	t.Parallel()
	same := []uint64{}
	for s := range 80 {
		same = append(same, uint64(s+1))
	}
	other := []uint64{201, 202, 203, 204, 205, 206}
	programs := []Program{
		{Participant: 0, Shingles: other},
		{Participant: 0, Shingles: same}, // a second attempt
		{Participant: 1, Shingles: same},
		{Participant: 1, Shingles: same},
		{Participant: 2, Shingles: []uint64{301, 302, 303}},
	}
	got, err := Find(context.Background(), programs, Options{Keep: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Pairs) != 1 || got.Pairs[0].Left != 1 || got.Pairs[0].Right != 2 {
		t.Errorf("pairs = %+v, want the second attempt of 0 with the first of 1", got.Pairs)
	}
	if n := got.Distribution.Pairs(); n != 3 {
		t.Errorf("compared %d pairs of 3 participants, want 3", n)
	}
	if bins := got.Distribution.Histogram(); bins[0] != 2 {
		t.Errorf("histogram %v does not count the two pairs below keep", bins)
	}
}

func TestFindSmallPools(t *testing.T) {
	t.Parallel()
	shingles := make([]uint64, 100)
	for i := range shingles {
		shingles[i] = uint64(i + 1)
	}
	for n := range 5 {
		programs := make([]Program, n)
		for i := range programs {
			programs[i] = Program{Participant: i, Shingles: shingles}
		}
		got, err := Find(context.Background(), programs, Options{Keep: 0.2})
		if err != nil {
			t.Fatal(err)
		}
		if want := n * (n - 1) / 2; len(got.Pairs) != want {
			t.Errorf("%d equal programs give %d pairs, want %d", n, len(got.Pairs), want)
		}
		for _, pair := range got.Pairs {
			if pair.Suspicion < 0.7 {
				t.Errorf("%d equal programs have suspicion %v", n, pair.Suspicion)
			}
		}
	}
}

func TestFindEndsWithContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Find(ctx, make([]Program, 100), Options{Keep: 0.2}); err == nil {
		t.Error("no error although the context has ended")
	}
}

// A ring of copies that most of a pool belongs to has no rare code left. It
// still stands above the honest pairs, whose common code is a template.
func TestFindLargeRing(t *testing.T) {
	t.Parallel()
	for _, ring := range []int{2, 10, 60, 100} {
		next := uint64(1)
		fresh := func(n int) []uint64 {
			list := make([]uint64, n)
			for i := range list {
				list[i] = next
				next++
			}
			return list
		}
		copied, template := fresh(200), fresh(100)
		programs := make([]Program, 100)
		for i := range programs {
			programs[i].Participant = i
			if i < ring {
				programs[i].Shingles = slices.Concat(copied, fresh(20))
			} else {
				programs[i].Shingles = slices.Concat(template, fresh(120))
			}
		}
		got, err := Find(context.Background(), programs, Options{Keep: 0.2})
		if err != nil {
			t.Fatal(err)
		}
		if want := ring * (ring - 1) / 2; len(got.Pairs) < want {
			t.Fatalf("ring of %d: %d pairs, want %d at least", ring, len(got.Pairs), want)
		}
		for i, pair := range got.Pairs {
			copies := pair.Right < ring
			if copies != (i < ring*(ring-1)/2) {
				t.Fatalf("ring of %d: pair %d of the ranking is %+v", ring, i+1, pair)
			}
			if copies && pair.Suspicion < 0.5 {
				t.Fatalf("ring of %d: suspicion is %v", ring, pair.Suspicion)
			}
		}
	}
}

func TestWeights(t *testing.T) {
	t.Parallel()
	for _, participants := range []int{0, 1, 2, 3, 20, 200, 20000} {
		w := newWeights(participants)
		for n := 1; n < len(w); n++ {
			if w[n] > w[n-1] {
				t.Fatalf("%d participants: weight of %d others is %d, of %d it is %d", participants, n, w[n], n-1, w[n-1])
			}
			if w[n] == 0 {
				t.Fatalf("%d participants: a shingle of %d others weighs nothing", participants, n)
			}
		}
	}
}

func TestLog2(t *testing.T) {
	t.Parallel()
	for x, want := range map[uint64]int{1: 0, 2: 256, 3: 405, 4: 512, 10: 850, 1 << 40: 40 * 256} {
		if got := log2(x); got != want {
			t.Errorf("log2(%d) = %d/256, want %d/256", x, got, want)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(5, 6))
			programs := make([]Program, n)
			for i := range programs {
				programs[i].Participant = i
				for range 300 {
					// Some shingles are very frequent, most are rare.
					rank := uint64(1 / (random.Float64()*0.2 + 1e-6))
					programs[i].Shingles = append(programs[i].Shingles, rank)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Find(context.Background(), programs, Options{Keep: 0.3, KeepPerParticipant: 100}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
