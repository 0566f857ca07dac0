package evidence

import (
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Earlier names the earlier contest that a side of a pair is of, and the problem
// there: "earlier: Spring, problem A". It is "" for a side of the contest itself.
func EarlierContest(s contest.Side) string {
	if s.Contest == "" {
		return ""
	}
	return "earlier: " + text.Visible(s.Contest) + ", problem " + text.Visible(s.Problem)
}
