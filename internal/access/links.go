package access

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Links lists the links to the case of a pair, the newest first. Only chief judges may see them.
func (r *Reader) Links(ctx context.Context, p contest.Pair, check contest.Check) ([]review.Link, error) {
	if err := r.require(check.ContestID, account.Chief); err != nil {
		return nil, err
	}
	list, err := r.store.Links(ctx, review.KeyOf(check.ContestID, p))
	for i := range list {
		list[i].Statement = "" // Case has it, masked
	}
	return list, err
}

// NewLink is a link to add.
type NewLink struct {
	Side      string // "left" or "right" for a statement of this participant; "" for an outsider
	Recipient string // the outsider
	Hides     review.Hiding
	Once      bool
	LastDay   string // the last day, in UTC, on which the link can be opened: "2026-12-03"
}

// AddLink stores a link to the case of a pair. It returns the link and its token, which is not stored. Only chief judges may do so.
func (r *Reader) AddLink(ctx context.Context, p contest.Pair, check contest.Check, n NewLink) (review.Link, string, error) {
	if err := r.require(check.ContestID, account.Chief); err != nil {
		return review.Link{}, "", err
	}
	l := review.Link{
		Key: review.KeyOf(check.ContestID, p), PairID: p.ID, By: r.viewer.Person(),
		Recipient: strings.Join(strings.Fields(n.Recipient), " "), Hides: n.Hides, OneTime: n.Once,
	}
	switch n.Side {
	case "left":
		l.ParticipantID = p.Left.ParticipantID
	case "right":
		l.ParticipantID = p.Right.ParticipantID
	case "":
	default:
		return l, "", httperr.NotStored(i18n.Errorf("A pair has a left and a right side."))
	}
	var err error
	if l.EndsAt, err = review.EndOfDay(n.LastDay); err != nil {
		return l, "", explainAs(err, httperr.NotStored)
	}
	token, hash := account.NewLinkToken()
	l.ID, err = r.store.AddLink(ctx, r.viewer.Person(), l, hash)
	l.CreatedAt = time.Now()
	return l, token, explainAs(err, httperr.NotStored)
}

// Letter returns the letter to the participant for whom a link is. It reads the pair again, because the texts that replace names
// are in the language of the context.
func (r *Reader) Letter(ctx context.Context, l review.Link, address string) (report.Letter, error) {
	p, err := r.Pair(ctx, l.PairID)
	if err != nil {
		return report.Letter{}, err
	}
	c, err := r.Case(ctx, p.Pair, p.Check)
	return report.LetterTo(l, p.Pair, p.Check, c.Case, address), err
}

// WithdrawLink ends a link to the case of a pair. Only chief judges may do so.
func (r *Reader) WithdrawLink(ctx context.Context, p contest.Pair, check contest.Check, id int64) error {
	if err := r.require(check.ContestID, account.Chief); err != nil {
		return err
	}
	return r.store.WithdrawLink(ctx, r.viewer.Person(), review.KeyOf(check.ContestID, p), id)
}

// MarkStatementRead marks the statement of a link to a pair's case as read. Only reviewers who may see the case may do so.
func (r *Reader) MarkStatementRead(ctx context.Context, p contest.Pair, check contest.Check, link int64) error {
	if err := r.require(check.ContestID, account.Reviewer); err != nil {
		return err
	}
	c, err := r.Case(ctx, p, check)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(c.Statements, func(s review.Statement) bool { return s.LinkID == link }) {
		return contest.ErrNotFound
	}
	return r.store.MarkStatementRead(ctx, r.viewer.Person(), c.Key, link)
}

// ClosedLinkError says why a link shows nothing.
type ClosedLinkError struct {
	State review.LinkState // "" if there is no such link
	Link  review.Link
}

func (e *ClosedLinkError) Error() string { return "the link is closed: " + string(e.State) }

// Visit is an open link with the pair that the link shows.
type Visit struct {
	review.Link
	CheckedPair // masked by blind review
	// Reader reads as a viewer of both sides' contests. It may read more than the pair; show only the pair.
	Reader *Reader
	hash   account.TokenHash
}

// Visit returns the open link of a token, or a *ClosedLinkError. It does not count as opening the link, unlike Visit.Open.
func (a *Archive) Visit(ctx context.Context, token string) (Visit, error) {
	hash, ok := account.HashLinkToken(token)
	if !ok {
		return Visit{}, &ClosedLinkError{}
	}
	l, err := a.parts.Store.Link(ctx, hash)
	if err := requireOpen(l, err); err != nil {
		return Visit{}, err
	}
	// Ignore the viewer of ctx: a link shows everybody the same.
	r := &Reader{a.parts.Store, &a.parts, &a.limits, Viewer{Role: account.Viewer}, newCache()}
	stored, err := r.storedPair(ctx, l.PairID)
	if errors.Is(err, contest.ErrNotFound) {
		err = &ClosedLinkError{} // the check was deleted
	}
	if err != nil {
		return Visit{}, err
	}
	r.viewer.Roles = map[int64]account.Role{stored.Left.ContestID: account.Viewer, stored.Right.ContestID: account.Viewer}
	v := Visit{Link: l, Reader: r, hash: hash}
	v.CheckedPair, err = r.Pair(ctx, l.PairID)
	return v, err
}

// Open logs that the link was opened, or returns a *ClosedLinkError. It ends a link that works only once.
func (v Visit) Open(ctx context.Context) error {
	return requireOpen(v.Reader.store.OpenLink(ctx, v.hash))
}

// StoreStatement stores the statement of the participant, and ends the link.
func (v Visit) StoreStatement(ctx context.Context, statement string) error {
	if !v.ForStatement() {
		return &ClosedLinkError{}
	}
	return explainAs(requireOpen(v.Reader.store.AddStatement(ctx, v.hash, statement)), httperr.NotStored)
}

// requireOpen takes the result of reading a link. It returns a *ClosedLinkError unless the link exists and is open.
func requireOpen(l review.Link, err error) error {
	if errors.Is(err, contest.ErrNotFound) {
		return &ClosedLinkError{}
	}
	if err != nil {
		return err
	}
	if state := l.State(time.Now()); state != review.LinkOpen {
		return &ClosedLinkError{state, l}
	}
	return nil
}
