package pairs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// following is a contest that comes in, and what is known of it.
type following struct {
	live     *Live
	across   bool
	without  []string
	programs map[int]Program // by number
	versions map[int]int     // of problems
}

// pool returns the programs that are paired with one, and those of the contest, nil
// where the pool stands alone, as Find takes them, with their numbers.
func (f *following) pool(number int) (numbers []int, pool, contest []Program) {
	version := func(problem int) int {
		if v, ok := f.versions[problem]; ok {
			return v
		}
		return problem
	}
	all := make([]int, 0, len(f.programs))
	for n := range f.programs {
		all = append(all, n)
	}
	slices.Sort(all)
	several := make(map[int]bool)
	for _, n := range all {
		p := f.programs[n]
		if f.across || p.Problem == f.programs[number].Problem {
			numbers = append(numbers, n)
			pool = append(pool, p)
			if !f.across {
				pool[len(pool)-1].Problem = version(p.Problem)
			}
		}
		p.Problem = version(p.Problem)
		contest = append(contest, p)
		several[p.Problem] = true
	}
	if f.across || len(several) == 1 {
		contest = nil
	}
	return numbers, pool, contest
}

// expected returns what Pairs is to return for a program and no suspicion, by
// comparing it with all others of its pool.
func (f *following) expected(number int) []Pair {
	numbers, pool, contest := f.pool(number)
	result := compareEach(pool, contest, f.without)
	at := slices.Index(numbers, number)
	var mine []candidate
	evidence := make(map[int32]Evidence)
	for _, r := range result {
		left, right := int(r.left), int(r.right)
		if right == at {
			left, right = right, left
		}
		if left != at || r.suspicion == 0 {
			continue
		}
		mine = append(mine, candidate{int32(number), int32(numbers[right]), r.suspicion, r.sharedTemplate})
		evidence[int32(numbers[right])] = r.evidence
	}
	slices.SortFunc(mine, byRank)
	taken := make(map[[2]int]bool)
	var list []Pair
	for _, c := range mine {
		other := f.programs[int(c.right)]
		entry := [2]int{other.Participant, other.Problem}
		if !taken[entry] {
			taken[entry] = true
			list = append(list, Pair{number, int(c.right), c.suspicion.float(), c.sharedTemplate.float(), evidence[c.right]})
		}
	}
	return list
}

// A program has the pairs that Find gives it in the contest as it is when it comes,
// whatever came before it, left, was found to be template, or to be for a version of
// another problem.
func TestLiveEqualsComparingAll(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(11, 12))
	seen := make(map[string]int)
	for round := range 120 {
		f := &following{
			across:   round%7 == 0,
			programs: make(map[int]Program),
			versions: make(map[int]int),
		}
		if round%5 == 0 {
			f.without = []string{Parts()[random.IntN(len(Parts()))].Name}
		}
		f.live = NewLive(f.across, f.without)
		coming := randomContest(random)
		known := random.IntN(3) * len(coming) / 4 // that are there at the start
		for i, n := range f.live.Load(coming[:known]) {
			f.programs[n] = coming[i]
		}
		for i, p := range coming[known:] {
			number := f.live.Add(p)
			f.programs[number] = p
			seen[f.change(random)]++
			if _, ok := f.programs[number]; !ok || random.IntN(4) == 0 {
				continue
			}
			all := f.expected(number)
			keep := 0.0
			if len(all) > 0 && random.IntN(3) > 0 {
				keep = all[random.IntN(len(all))].Suspicion
			}
			want := slices.DeleteFunc(all, func(p Pair) bool { return p.Suspicion < keep })
			got := f.live.Pairs(number, keep, 0)
			if len(got)+len(want) > 0 && !cmp.Equal(want, got) {
				t.Fatalf("round %d, program %d of %d, keep %v (-want +got):\n%s", round, known+i, len(coming), keep, cmp.Diff(want, got))
			}
			f.checkMost(t, got, number, keep, random)
			f.checkAgainst(t, number, coming[:i], keep, seen)
			for _, pair := range got {
				seen["pair"]++
				if pair.SharedTemplate > 0 {
					seen["shared template"]++
				}
			}
		}
		if got := f.live.Len(); got != len(f.programs) {
			t.Fatalf("%d programs are there, want %d", got, len(f.programs))
		}
	}
	for what, least := range map[string]int{"pair": 3000, "shared template": 50, "removed": 50, "template": 50, "version": 50, "earlier": 1500} {
		if seen[what] < least {
			t.Errorf("%s: %d times, the test says too little", what, seen[what])
		}
	}
}

// checkMost sees that of the pairs of a program the first ones are told where no more
// are asked for; of some that are as suspicious, any.
func (f *following) checkMost(t *testing.T, all []Pair, number int, keep float64, random *rand.Rand) {
	t.Helper()
	most := 1 + random.IntN(5)
	first := f.live.Pairs(number, keep, most)
	if len(first) != min(most, len(all)) {
		t.Fatalf("%d pairs where %d are asked for, of %d", len(first), most, len(all))
	}
	for i, pair := range first {
		if pair.Suspicion != all[i].Suspicion || !slices.ContainsFunc(all, func(p Pair) bool {
			return f.programs[p.Right].Participant == f.programs[pair.Right].Participant && p.Suspicion == pair.Suspicion
		}) {
			t.Fatalf("pair %d of %d: %+v, want %+v", i, most, pair, all[i])
		}
	}
}

// checkAgainst sees that a program is compared with others as if they were of an
// earlier contest, as the function Against does.
func (f *following) checkAgainst(t *testing.T, number int, earlier []Program, keep float64, seen map[string]int) {
	t.Helper()
	numbers, pool, contest := f.pool(number)
	at := slices.Index(numbers, number)
	most := number % 4 // 0 is no bound
	opts := Options{Keep: keep, KeepPerParticipant: most, Without: f.without}
	if contest != nil {
		opts.Corpus = NewCorpus(contest)
	}
	candidates := make([][]int32, len(pool))
	for i := range earlier {
		candidates[at] = append(candidates[at], int32(i))
	}
	result, err := Against(t.Context(), pool, Earlier{earlier, candidates}, opts)
	if err != nil {
		t.Fatal(err)
	}
	var want []Pair
	for _, pair := range result.Pairs {
		pair.Left = number
		want = append(want, pair)
		seen["earlier"]++
	}
	if got := f.live.Against(number, earlier, keep, most); len(got)+len(want) > 0 && !cmp.Equal(want, got) {
		t.Fatalf("program %d with %d earlier ones, keep %v (-want +got):\n%s", number, len(earlier), keep, cmp.Diff(want, got))
	}
}

// change changes something now and then, and says what.
func (f *following) change(random *rand.Rand) string {
	all := make([]int, 0, len(f.programs))
	for n := range f.programs {
		all = append(all, n)
	}
	slices.Sort(all)
	number := all[random.IntN(len(all))]
	switch p := f.programs[number]; random.IntN(10) {
	case 0:
		f.live.Remove(number)
		delete(f.programs, number)
		return "removed"
	case 1:
		p.Template = nil
		for _, s := range slices.Concat(p.Structure, p.Wording) {
			if s%7 == uint64(random.IntN(7)) {
				p.Template = append(p.Template, s)
			}
		}
		f.live.SetTemplate(number, p.Template)
		f.programs[number] = p
		return "template"
	case 2:
		version := random.IntN(3)
		f.live.Version(p.Problem, version)
		f.versions[p.Problem] = version
		return "version"
	}
	return ""
}

// What is there does not depend on the order in which it came.
func TestLiveInAnyOrder(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(13, 14))
	type two struct{ place, participant, problem int }
	found := 0
	for range 20 {
		contest := randomContest(random)
		var want map[two]float64
		for order := range 3 {
			live := NewLive(false, nil)
			places := make(map[int]int) // by number
			for _, place := range random.Perm(len(contest)) {
				places[live.Add(contest[place])] = place
			}
			got := make(map[two]float64)
			for number, place := range places {
				for _, pair := range live.Pairs(number, 0, 0) {
					other := contest[places[pair.Right]]
					got[two{place, other.Participant, other.Problem}] = pair.Suspicion
				}
			}
			if order == 0 {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("in another order (-first +other):\n%s", diff)
			}
			found += len(got)
		}
	}
	if found < 1000 {
		t.Errorf("%d pairs: the test says too little", found)
	}
}

// In a contest of very many problems a shingle is looked for in all of them.
func TestLiveManyProblems(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	f := &following{live: NewLive(false, nil), programs: make(map[int]Program), versions: make(map[int]int)}
	var programs []Program
	for i := range 700 {
		p := Program{Participant: i % 90, Problem: i % 350}
		for s := range 60 {
			p.Structure = append(p.Structure, uint64(1+i%350*100+s))
		}
		p.Structure = append(p.Structure, uint64(1_000_000+i%90), 2_000_000, uint64(3_000_000+i%350%256))
		programs = append(programs, p)
	}
	for i, number := range f.live.Load(programs) {
		f.programs[number] = programs[i]
	}
	found := 0
	for number := range f.programs {
		if number%10 > 0 {
			continue
		}
		got, want := f.live.Pairs(number, 0, 0), f.expected(number)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("program %d (-want +got):\n%s", number, diff)
		}
		found += len(got)
	}
	if found < 50 {
		t.Errorf("%d pairs: the test says too little", found)
	}
}
