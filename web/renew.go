package web

import (
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// renewPath is where the viewer can have a contest checked anew, one of whose
// checks was made by another algorithm than today's; "" where it was not, or where
// that is not for them to say.
func (rd reader) renewPath(check contest.Check) string {
	outdated := rd.Algorithm != "" && check.State == contest.Complete && check.AlgorithmVersion != rd.Algorithm
	if !outdated || !rd.viewer.may(account.Chief) {
		return ""
	}
	return contestPath(contest.Contest{ID: check.ContestID}) + "/checks"
}
