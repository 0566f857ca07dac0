package check

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// countCompared counts the same pairs as a loop over all pairs of submissions, with and without those across
// problems and those across languages.
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
		for n := range 4 {
			p := Defaults()
			if p.AcrossProblems = n%2 > 0; n < 2 {
				p.Omitted = []string{omitAcrossLanguages}
			}
			seen := make(map[[2]participantProblem]bool)
			for _, a := range submissions {
				for _, b := range submissions {
					x, y := a.participantProblem(), b.participantProblem()
					sameFamily, sameProblem := a.family == b.family, x.problem == y.problem
					if x.participant < y.participant && (sameFamily || n >= 2) && (sameProblem || p.AcrossProblems) {
						seen[[2]participantProblem{x, y}] = true
					}
				}
			}
			if got := countCompared(submissions, p); got != int64(len(seen)) {
				t.Fatalf("%d pairs are counted, want %d (across problems: %v, without %v)", got, len(seen), p.AcrossProblems, p.Omitted)
			}
		}
	}
}
