package ui

import (
	"context"
	"errors"
	"fmt"
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

// isRuling reports whether a decision of the viewer would be a ruling: on a conflict of others, or after their own.
func (v caseView) isRuling() bool {
	return v.State == review.Conflict && v.Own.Decision == "" || v.Own.Ruling
}

// statusText describes the state of the case.
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

// lastDecision is what a session stores of the viewer's last decision, to offer Undo. The review itself is
// read again, so that an old session shows nothing outdated.
type lastDecision struct {
	PairID   int64
	At       int  // position in the ranking
	Last     bool // no other pair of the ranking needs a review by the viewer
	Restored bool // it was undone, which restored an earlier review
}

// The keys of a session.
const (
	decisionKey = "decision" // a lastDecision
	noticeKey   = "notice"   // whether the next page shows it
)

// rememberDecision keeps a decision in the session. Tokens have none.
func (s *Site) rememberDecision(ctx context.Context, by access.Viewer, d lastDecision) {
	if by.Scope == "" {
		s.sessions.Put(ctx, decisionKey, fmt.Sprint(d.PairID, d.At, d.Last, d.Restored))
		s.sessions.Put(ctx, noticeKey, true)
	}
}

// undoNotice describes the viewer's last decision so that the next page can confirm it and offer Undo.
type undoNotice struct {
	lastDecision
	Pair      contest.Pair
	Case      caseView
	Own       review.Review // without a decision where it was withdrawn
	Withdrawn review.Review // decision, reason and note of what was withdrawn; may be empty
}

// loadNotice returns what to say of the viewer's last decision on the page of a pair: notice right after it
// and on its own pair, pending on other pairs while it can be undone.
func (s *Site) loadNotice(ctx context.Context, rd loader, pairID int64, check contest.Check) (notice, pending *undoNotice, err error) {
	if rd.Viewer().Scope != "" {
		return nil, nil, nil
	}
	var d undoNotice
	if _, err := fmt.Sscan(s.sessions.GetString(ctx, decisionKey), &d.PairID, &d.At, &d.Last, &d.Restored); err != nil {
		return nil, nil, nil
	}
	if d.Pair, _, err = rd.Pair(ctx, d.PairID); errors.Is(err, contest.ErrNotFound) || err == nil && d.Pair.CheckID != check.ID {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if d.Case, err = rd.loadCase(ctx, d.Pair, check); err != nil {
		return nil, nil, err
	}
	d.Own = d.Case.Own
	fresh := s.sessions.PopBool(ctx, noticeKey)
	d.Last, d.Restored = d.Last && fresh, d.Restored && fresh
	switch {
	case fresh && d.Own.Decision == "":
		reviews, err := rd.OwnReviews(ctx, d.Pair, check.ContestID)
		if err == nil && len(reviews) > 1 && reviews[0].Decision == "" {
			d.Withdrawn = reviews[1]
		}
		return &d, nil, err
	case d.Own.Decision == "":
		return nil, nil, nil
	case fresh, d.PairID == pairID:
		return &d, nil, nil
	}
	return nil, &d, nil
}

// text is the notice: "You confirmed pair 12, ann and ben."
func (d undoNotice) text() string {
	pair := "pair " + text.Thousands(d.Pair.Rank) + ", " + d.Pair.Left.Participant + " and " + d.Pair.Right.Participant
	message := "You " + string(d.Own.Decision) + " "
	switch {
	case d.Own.Decision == "":
		return "Withdrawn: your decision on " + pair + "."
	case d.Restored:
		message = "Undone. Your decision is " + string(d.Own.Decision) + " again: "
	case d.Own.Ruling:
		message = "You settled as " + string(d.Own.Decision) + ": "
	case d.Own.Decision == review.Unclear:
		message = "You left unclear: "
	}
	if d.Own.Reason != "" {
		pair += ", as " + string(d.Own.Reason)
	}
	if d.Own.Note != "" {
		pair += ", with a note"
	}
	return message + pair + "."
}
