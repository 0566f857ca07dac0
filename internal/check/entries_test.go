package check

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The count is that of a walk over all pairs.
func TestCountCompared(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		var entrants []*entrant
		for range random.IntN(30) {
			entrants = append(entrants, &entrant{
				submission: contest.Submission{
					Participant: strconv.Itoa(random.IntN(8)),
					Problem:     strconv.Itoa(random.IntN(3)),
				},
				family: strconv.Itoa(random.IntN(3)),
			})
		}
		for _, across := range []bool{false, true} {
			seen := make(map[[2]entry]bool)
			for _, a := range entrants {
				for _, b := range entrants {
					x, y := a.entry(), b.entry()
					if x.participant < y.participant && a.family == b.family && (across || x.problem == y.problem) {
						seen[[2]entry{x, y}] = true
					}
				}
			}
			if got := countCompared(entrants, across); got != int64(len(seen)) {
				t.Fatalf("%d pairs are counted, there are %d (across problems: %v)", got, len(seen), across)
			}
		}
	}
}
