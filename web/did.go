package web

import (
	"context"
	"errors"
	"net/url"
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
	Gone   review.Review // what was withdrawn: its decision, reason and note; without them nothing
	Undone bool          // Said is what was said before, and was put in its place again
	At     int           // its place in the ranking
	Last   bool          // no other pair of the ranking waits for the viewer
}

// didOf reads what the viewer has just done; nil where that is nothing.
func (rd reader) didOf(ctx context.Context, q url.Values, check contest.Check) (*did, error) {
	id, err := strconv.ParseInt(q.Get("did"), 10, 64)
	if err != nil {
		return nil, nil
	}
	d := did{Last: q.Get("last") != "", Undone: q.Get("undone") != ""}
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
	if d.Said.Decision != "" {
		return &d, nil
	}
	logged, err := rd.logged(ctx, d.Pair, check.ContestID)
	if err != nil {
		return nil, err
	}
	if len(logged) > 1 && logged[0].Decision == "" {
		d.Gone = logged[1]
	}
	return &d, nil
}

// recalled is how many entries of the log are looked through for what the viewer
// has just said; more than a cluster that is decided as a whole mostly makes.
const recalled = 200

// logged returns from the log what the viewer has said lately of the case of a
// pair, the latest first: decision, reason and note, without any where they
// withdrew. So no note has to stand in an address.
func (rd reader) logged(ctx context.Context, p contest.Pair, contestID int64) ([]review.Review, error) {
	entries, _, err := rd.Store.AuditLog(ctx, contestID, 0, recalled)
	if err != nil {
		return nil, err
	}
	key := review.KeyOf(contestID, p)
	first := review.ParticipantRef{ContestID: p.Left.ContestID, Number: p.Left.Number}
	second := review.ParticipantRef{ContestID: p.Right.ContestID, Number: p.Right.Number}
	if p.Left.ParticipantID != key.First {
		first, second = second, first
	}
	var list []review.Review
	for _, e := range entries {
		if e.Actor.ID != rd.viewer.ID || e.Problem != key.Problem || e.First != first || e.Second != second {
			continue
		}
		switch e.Action {
		case review.ActionDecide, review.ActionSettle, review.ActionWithdraw, review.ActionUndo:
			list = append(list, review.Review{Decision: e.Details.Decision, Reason: e.Details.Reason, Note: e.Note})
		}
	}
	return list, rd.mask(ctx, p, list)
}

// carried is what the pages that are paged to after a decision keep in their
// addresses, so that it can still be undone from them.
func (d did) carried() url.Values {
	return url.Values{"undo": {strconv.FormatInt(d.Pair.ID, 10)}, "from": {strconv.Itoa(d.At)}}
}

// told is carried as the address of the page has it that tells of it.
func (d did) told() url.Values {
	q := d.carried()
	q["did"] = q["undo"]
	q.Del("undo")
	return q
}

// undoable reads what the viewer did last, on a page that they have paged to
// since, and nil where nothing is left to be undone.
func (rd reader) undoable(ctx context.Context, q url.Values, check contest.Check) (*did, error) {
	told := url.Values{"did": q["undo"], "from": q["from"]}
	d, err := rd.didOf(ctx, told, check)
	if d == nil || d.Said.Decision == "" {
		return nil, err
	}
	return d, err
}

// text tells it: "You confirmed pair 12, ann and ben."
func (d did) text() string {
	pair := "pair " + integer(d.Pair.Rank) + ", " + d.Pair.Left.Participant + " and " + d.Pair.Right.Participant
	does := "You " + string(d.Said.Decision) + " "
	switch {
	case d.Said.Decision == "":
		return "Withdrawn: your decision on " + pair + "."
	case d.Undone:
		does = "Undone. Your decision is " + string(d.Said.Decision) + " again: "
	case d.Said.Ruling:
		does = "You settled as " + string(d.Said.Decision) + ": "
	case d.Said.Decision == review.Unclear:
		does = "You left unclear: "
	}
	if d.Said.Reason != "" {
		pair += ", as " + string(d.Said.Reason)
	}
	if d.Said.Note != "" {
		pair += ", with a note"
	}
	return does + pair + "."
}
