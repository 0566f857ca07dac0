package boilerplate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A Finder that is used repeatedly, while programs come and go, returns the same as a new Finder.
func TestFinderEqualsNewFinder(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	templates, similar, changes := 0, 0, 0
	for range 40 {
		finder := NewFinder(length)
		var programs []Program
		before := SimilarProblems{}
		for range 30 {
			participant, problem := fmt.Sprint("p", random.IntN(4)), string(rune('A'+random.IntN(4)))
			// Some participants submit the same solution for A and B.
			solution := participant + problem
			if random.IntN(4) > 0 && problem < "C" {
				solution = participant + "AB"
			}
			blocks := []block{{solution, 40 + random.IntN(30)}} // names, and numbers of tokens
			if random.IntN(2) == 0 {
				blocks = append(blocks, block{participant + "lib", 60})
			}
			at, minute := random.IntN(len(programs)+1), random.IntN(40)
			programs = slices.Insert(programs, at, program(participant, problem, minute, blocks...))
			programs = slices.DeleteFunc(programs, func(Program) bool { return random.IntN(80) == 0 })
			if random.IntN(3) == 0 {
				continue
			}
			want, got := NewFinder(length).Find(programs), finder.Find(programs)
			if diff := cmp.Diff(want.Passages, got.Passages); diff != "" {
				t.Fatalf("%d programs (-want +got):\n%s", len(programs), diff)
			}
			for _, problem := range []string{"A", "B", "C", "D"} {
				if group := got.Similar.Root(problem); group != want.Similar.Root(problem) {
					t.Fatalf("problem %s has the root %s, want %s", problem, group, want.Similar.Root(problem))
				} else if group != problem {
					similar++
				}
			}
			for _, passages := range got.Passages {
				templates += len(passages)
			}
			if !got.Similar.equal(before) {
				changes++
			}
			before = got.Similar
		}
	}
	if templates < 500 || similar < 50 || changes < 20 {
		t.Errorf("found %d passages, %d similar problems and %d changes: too few for this test", templates, similar, changes)
	}
}
