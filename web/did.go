package web

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// did is what the viewer has just done, told on the page that came next, with
// the way back. The address names the pair; what was said of it is read again,
// so that an old address tells nothing that is not so any more.
type did struct {
	Pair   contest.Pair
	Said   review.Review // without a decision where it was withdrawn
	Case   caseView
	Before review.Review // what Said replaced: its decision and reason; without them nothing
	At     int           // its place in the ranking
	Last   bool          // no other pair of the ranking waits for the viewer
}

// didOf reads what the viewer has just done; nil where that is nothing.
func (rd reader) didOf(ctx context.Context, q url.Values, check contest.Check) (*did, error) {
	id, err := strconv.ParseInt(q.Get("did"), 10, 64)
	if err != nil {
		return nil, nil
	}
	d := did{Last: q.Get("last") != ""}
	if d.Pair, _, err = rd.pair(ctx, id); errors.Is(err, contest.ErrNotFound) || err == nil && d.Pair.CheckID != check.ID {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	d.At = placeOf(url.Values{"at": {q.Get("from")}}, d.Pair)
	if d.Case, err = rd.caseOf(ctx, d.Pair, check); err != nil {
		return nil, err
	}
	d.Said = d.Case.Own
	was := review.Review{Decision: review.Decision(q.Get("was")), Reason: review.Reason(q.Get("why"))}
	if slices.Contains(review.Decisions(), was.Decision) && (was.Reason == "" || slices.Contains(review.Reasons(), was.Reason)) {
		d.Before = was
	}
	return &d, nil
}

// text tells it: "You confirmed pair 12, ann and ben."
func (d did) text() string {
	pair := "pair " + integer(d.Pair.Rank) + ", " + d.Pair.Left.Participant + " and " + d.Pair.Right.Participant
	does := "You " + string(d.Said.Decision) + " "
	switch {
	case d.Said.Decision == "":
		return "Withdrawn: your decision on " + pair + "."
	case d.Said.Ruling:
		does = "You settled as " + string(d.Said.Decision) + ": "
	case d.Said.Decision == review.Unclear:
		does = "You left unclear: "
	}
	return does + pair + "."
}
