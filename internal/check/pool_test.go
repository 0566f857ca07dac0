package check

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// countCompared agrees with a count over all pairs.
func TestCountCompared(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		var solutions []*solution
		for range random.IntN(30) {
			solutions = append(solutions, &solution{
				submission: contest.Submission{
					Participant: strconv.Itoa(random.IntN(8)),
					Problem:     strconv.Itoa(random.IntN(3)),
				},
				family: strconv.Itoa(random.IntN(3)),
			})
		}
		for _, across := range []bool{false, true} {
			seen := make(map[[2]participantProblem]bool)
			for _, a := range solutions {
				for _, b := range solutions {
					x, y := a.participantProblem(), b.participantProblem()
					if x.participant < y.participant && a.family == b.family && (across || x.problem == y.problem) {
						seen[[2]participantProblem{x, y}] = true
					}
				}
			}
			if got := countCompared(solutions, across); got != int64(len(seen)) {
				t.Fatalf("%d pairs are counted, there are %d (across problems: %v)", got, len(seen), across)
			}
		}
	}
}
