package check

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// countCompared counts the same pairs as a loop over all pairs of submissions.
func TestCountCompared(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		var submissions []*submission
		for range random.IntN(30) {
			submissions = append(submissions, &submission{
				Submission: contest.Submission{
					Participant: strconv.Itoa(random.IntN(8)),
					Problem:     strconv.Itoa(random.IntN(3)),
				},
				family: strconv.Itoa(random.IntN(3)),
			})
		}
		for _, across := range []bool{false, true} {
			seen := make(map[[2]participantProblem]bool)
			for _, a := range submissions {
				for _, b := range submissions {
					x, y := a.participantProblem(), b.participantProblem()
					if x.participant < y.participant && a.family == b.family && (across || x.problem == y.problem) {
						seen[[2]participantProblem{x, y}] = true
					}
				}
			}
			if got := countCompared(submissions, across); got != int64(len(seen)) {
				t.Fatalf("%d pairs are counted, want %d (across problems: %v)", got, len(seen), across)
			}
		}
	}
}
