package ui

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// caseView is what the page of a pair shows of its case.
type caseView struct {
	access.Case
	Viewer  access.Viewer
	Reviews []reviewView
	People  []review.Person // whom it can be assigned to
}

// reviewView is a review plus which programs changed since it was written.
type reviewView struct {
	review.Review
	Changed string // "" where both are the same
}

// loadCase returns the case of a pair of a check.
func (rd loader) loadCase(ctx context.Context, p contest.Pair, check contest.Check) (caseView, error) {
	c, err := rd.Case(ctx, p, check)
	if err != nil {
		return caseView{}, err
	}
	v := caseView{Case: c, Viewer: rd.Viewer()}
	for i, r := range c.Reviews {
		v.Reviews = append(v.Reviews, reviewView{r, c.Changed[i].String()})
	}
	if v.Viewer.May(account.Reviewer) {
		v.People, err = rd.Reviewers(ctx, check.ContestID, v.Assigned)
	}
	return v, err
}

// isRuling reports whether a decision of the viewer would be meant to settle the
// case: it is in conflict and they are no party of that, or they settled it.
func (v caseView) isRuling() bool {
	return v.State == review.Conflict && v.Own.Decision == "" || v.Own.Ruling
}

// statusText says in words where the case stands.
func (v caseView) statusText() string {
	var confirmed, dismissed, unclear []string
	for _, r := range v.Reviews {
		switch r.Decision {
		case review.Confirmed:
			confirmed = append(confirmed, r.Reviewer.Name)
		case review.Dismissed:
			dismissed = append(dismissed, r.Reviewer.Name)
		case review.Unclear:
			unclear = append(unclear, r.Reviewer.Name)
		}
	}
	for _, r := range slices.Backward(v.Reviews) {
		if r.Ruling {
			return text.Capitalize(string(r.Decision)) + " by ruling of " + r.Reviewer.Name
		}
	}
	switch v.State {
	case review.Pending:
		missing := "another reviewer must agree"
		if n := v.Agreement - len(confirmed); n > 1 {
			missing = text.Thousands(n) + " more reviewers must agree"
		}
		return "Confirmed by " + text.Thousands(len(confirmed)) + " of " + text.Thousands(v.Agreement) + ": " + missing
	case review.Conflict:
		return "Conflict: confirmed by " + text.Join(confirmed) + ", dismissed by " + text.Join(dismissed) + "; it waits for a chief judge"
	case review.CaseConfirmed:
		return "Confirmed by " + text.Join(confirmed)
	case review.CaseDismissed:
		return "Dismissed by " + text.Join(dismissed)
	case review.CaseUnclear:
		return "Unclear to " + text.Join(unclear)
	}
	return "Nobody has decided yet"
}
