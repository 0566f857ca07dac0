package pairs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ScoreWithout returns what a pool returns that has the shingles that are excluded as template, and is
// otherwise as simple.
func TestWithoutEqualsTemplates(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 8))
	scored, changed, templates := 0, 0, 0
	for round := range 200 {
		contest := randomContest(random)
		programs := slices.DeleteFunc(slices.Clone(contest), func(p Program) bool { return p.Problem != 0 })
		if len(programs) < 2 {
			continue
		}
		earlier := EarlierPrograms{Programs: randomEarlier(random, programs).Programs}
		spread(contest, earlier.Programs)
		opts := Options{Corpus: (*Corpus)(nil).Extend(contest)}
		known := make(map[uint64]bool)
		for _, e := range earlier.Programs {
			for _, shingle := range slices.Concat(e.Structure, e.Wording, e.Variables) {
				known[shingle] = true
			}
		}
		excluded, marked := make([][]uint64, len(programs)), slices.Clone(programs)
		for i, p := range programs {
			marked[i].Template = slices.Clone(p.Template)
			for _, shingle := range slices.Concat(p.Structure, p.Wording, p.Variables) {
				if random.IntN(2) == 0 {
					excluded[i] = append(excluded[i], shingle)
					if known[shingle] {
						marked[i].Template = append(marked[i].Template, shingle)
					}
				}
			}
		}
		var places [][2]int
		for a := range programs {
			for b := range a {
				if programs[a].Participant != programs[b].Participant {
					places = append(places, [2]int{b, a})
				}
			}
		}
		pool, want := NewPool(programs, opts), NewPool(marked, opts)
		want.simplicity = pool.simplicity
		wanted := scorePairs(t, want, places)
		before := scorePairs(t, pool, places)
		got, err := pool.NewEarlierSearch(earlier).ScoreWithout(t.Context(), places, excluded)
		if err != nil {
			t.Fatal(err)
		}
		for i := range wanted {
			wanted[i].SharedTemplate = 0
			if wanted[i].Suspicion != before[i].Suspicion {
				changed++
			}
			if len(programs[places[i][0]].Template) > 0 {
				templates++
			}
		}
		if diff := cmp.Diff(wanted, got); diff != "" {
			t.Fatalf("round %d, %d programs (-want +got):\n%s", round, len(programs), diff)
		}
		scored += len(places)
	}
	if scored < 1000 || changed < 500 || templates < 100 {
		t.Errorf("%d pairs, %d of them changed, %d with a template: too few to test anything", scored, changed, templates)
	}
}
