package contest

import "github.com/ojcheck/ojcheck/internal/text"

// Contents counts what is kept of a contest, and so what goes when it is
// deleted.
type Contents struct {
	ID           int64
	Name         string
	Participants int
	Problems     int
	Submissions  int // in every way in which they were read, so perhaps more than Contest has
	Checks       int // in any state
	Pairs        int // of all checks
	Decisions    int // of each reviewer, also those of other contests on pairs with its participants
	// Elsewhere counts the pairs of other contests' checks that name its
	// submissions as earlier ones. They hold its code, and go with it.
	CrossContestPairs int
}

// String says it in words: "150 submissions of 45 participants, 2 checks with
// 1,204 pairs, 3 decisions".
func (c Contents) String() string {
	s := text.Count(c.Submissions, "submission") + " of " + text.Count(c.Participants, "participant") + ", " +
		text.Count(c.Checks, "check") + " with " + text.Count(c.Pairs, "pair") + ", " +
		text.Count(c.Decisions, "decision")
	if c.CrossContestPairs > 0 {
		s += ", " + text.Count(c.CrossContestPairs, "pair") + " in checks of other contests"
	}
	return s
}
