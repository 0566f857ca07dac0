package ui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// maxNoteLength is the maximum length of a note in characters. MaxNote counts bytes; a character has at most 4.
const maxNoteLength = review.MaxNote / 4

// pairForm is a parsed form of a pair's page.
type pairForm struct {
	reader loader
	access.CheckedPair
	query    request.PairQuery // of the ranking that the pair was opened from
	position int
	view     codeView
}

// OfPairForm returns a handler that reads a form of a pair's page, and calls handle with it.
func (s *Site) OfPairForm(handle func(http.ResponseWriter, *http.Request, pairForm) error) handler {
	return s.OfPair(func(w http.ResponseWriter, r *http.Request, reader loader, p access.CheckedPair) error {
		if err := parseReviewForm(w, r); err != nil {
			return err
		}
		q := r.URL.Query()
		return handle(w, r, pairForm{reader, p, request.ParsePairQuery(q, p.Check.Parameters), positionOf(q, p.Pair), parseCodeView(q)})
	})
}

// parseReviewForm reads the body of a form, which may have a note.
func parseReviewForm(w http.ResponseWriter, r *http.Request) error {
	err := request.ParseLongForm(w, r, request.MaxDecision)
	if errors.As(err, new(*http.MaxBytesError)) {
		return httperr.InvalidReview(i18n.Errorf("The note is too long."))
	}
	return err
}

// parseReview returns the review of a parsed form, without Basis, which Decide fills in. The pressed button says whether it
// is a ruling.
func parseReview(r *http.Request, by access.Viewer) (review.Review, error) {
	ruled := r.PostFormValue("ruling") // the decision of a ruling; "" if it is none
	newReview := review.Review{
		Decision: review.Decision(cmp.Or(ruled, r.PostFormValue("decision"))),
		Reason:   review.Reason(r.PostFormValue("reason")),
		Note:     request.CleanText(r.PostFormValue("note")),
		Ruling:   ruled != "",
	}
	if newReview.Ruling && !by.May(account.Chief) {
		return newReview, httperr.ErrForbidden
	}
	return newReview, nil
}

// redirect redirects to a pair of the form's ranking, in the form's view.
func (f pairForm) redirect(w http.ResponseWriter, r *http.Request, id int64, at int) error {
	return seeOther(w, r, pairView{Query: f.query, View: f.view}.path(id, at))
}

// back redirects to the pair of the form, or returns err.
func (f pairForm) back(err error, w http.ResponseWriter, r *http.Request) error {
	if err != nil {
		return err
	}
	return f.redirect(w, r, f.Pair.ID, f.position)
}

// Decide stores the viewer's review of a pair, and leads to the next pair of the ranking that needs a review.
func (s *Site) Decide(w http.ResponseWriter, r *http.Request, f pairForm) error {
	ctx := r.Context()
	newReview, err := parseReview(r, f.reader.Viewer())
	if err != nil {
		return err
	}
	if err := f.reader.Decide(ctx, f.Pair, f.Check, newReview); err != nil {
		return err
	}
	next, at, err := f.reader.NextToReview(ctx, f.Pair, f.query.Filter(), f.position)
	if err != nil {
		return err
	}
	d := lastDecision{PairID: f.Pair.ID, At: f.position, NoneLeft: next == 0}
	if d.NoneLeft {
		next, at = f.Pair.ID, f.position
	}
	s.rememberDecision(ctx, f.reader.Viewer(), d)
	return f.redirect(w, r, next, at)
}

// Withdraw removes the viewer's review of a pair, and leads back to the pair.
func (s *Site) Withdraw(w http.ResponseWriter, r *http.Request, f pairForm) error {
	return s.revertDecision(w, r, f, f.reader.Withdraw, false)
}

// Undo restores the viewer's review before the last review, and leads back to the pair.
func (s *Site) Undo(w http.ResponseWriter, r *http.Request, f pairForm) error {
	return s.revertDecision(w, r, f, f.reader.Undo, true)
}

func (s *Site) revertDecision(
	w http.ResponseWriter, r *http.Request, f pairForm,
	revert func(context.Context, contest.Pair, contest.Check) error, restores bool,
) error {
	if err := revert(r.Context(), f.Pair, f.Check); err != nil {
		return err
	}
	s.rememberDecision(r.Context(), f.reader.Viewer(), lastDecision{PairID: f.Pair.ID, At: f.position, Restored: restores})
	return f.redirect(w, r, f.Pair.ID, f.position)
}

// Appeal reopens a settled pair, and leads back to the pair.
func (s *Site) Appeal(w http.ResponseWriter, r *http.Request, f pairForm) error {
	return f.back(f.reader.Appeal(r.Context(), f.Pair, f.Check, request.CleanText(r.PostFormValue("grounds"))), w, r)
}

// Assign assigns a pair to a reviewer, or to nobody.
func (s *Site) Assign(w http.ResponseWriter, r *http.Request, f pairForm) error {
	_, err := f.reader.assign(r, f.Check, []contest.Pair{f.Pair})
	return f.back(err, w, r)
}

// assign assigns pairs of a check to the reviewer whom the form names, and returns the reviewer's ID; 0 is nobody.
func (reader loader) assign(r *http.Request, check contest.Check, pairs []contest.Pair) (to int64, err error) {
	to, err = strconv.ParseInt(r.PostFormValue("to"), 10, 64)
	if err != nil || to < 0 {
		return 0, httperr.BadRequest("The form names nobody to assign the pairs to.", "Go back and choose one.")
	}
	err = reader.Assign(r.Context(), check, pairs, to)
	if errors.Is(err, access.ErrNotReviewer) {
		err = httperr.BadRequest("Pairs can be assigned to reviewers of the contest alone.", "Reload the page and choose one of them.")
	}
	return to, err
}

// Reveal shows the name of one side to all members of the side's contest. Only chief judges of that contest may do so.
func (s *Site) Reveal(w http.ResponseWriter, r *http.Request, f pairForm) error {
	side := f.Pair.Left
	switch r.PostFormValue("side") {
	case "left":
	case "right":
		side = f.Pair.Right
	default:
		return httperr.BadRequest("The form names no side.", "Choose one on the page of the pair.")
	}
	return f.back(f.reader.SetRevealed(r.Context(), side.ContestID, side.Number, true), w, r)
}

// AssignPairs assigns the selected pairs of a ranking, and leads back to the ranking, which says so if none is selected.
func (s *Site) AssignPairs(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	pairs, err := reader.pairsOfCheck(r.Context(), check, r.PostForm["pair"])
	if err != nil {
		return err
	}
	q, err := url.ParseQuery(r.PostFormValue("ranking"))
	if err != nil {
		q = nil
	}
	q = request.ParsePairQuery(q, check.Parameters).Values()
	q.Set("done", strconv.Itoa(len(pairs)))
	if len(pairs) > 0 {
		to, err := reader.assign(r, check, pairs)
		if err != nil {
			return err
		}
		q.Set("to", strconv.FormatInt(to, 10))
	}
	return seeOther(w, r, withQuery(CheckPath(check.ID), q))
}

// pairsOfCheck returns the pairs of a check with IDs from a form.
func (reader loader) pairsOfCheck(ctx context.Context, check contest.Check, ids []string) ([]contest.Pair, error) {
	var numbers []int64
	for _, word := range ids {
		id, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return nil, httperr.BadRequest("The form names a pair that there is not.", "Reload the page and try again.")
		}
		numbers = append(numbers, id)
	}
	return reader.PairsOfCheck(ctx, check, numbers)
}

// caseView is the view model of a pair's case.
type caseView struct {
	access.Case
	Viewer access.Viewer
}

// loadCase returns the case of a pair of a check.
func (reader loader) loadCase(ctx context.Context, pair contest.Pair, check contest.Check) (caseView, error) {
	c, err := reader.Case(ctx, pair, check)
	return caseView{c, reader.Viewer()}, err
}

// statusText describes the state of the case.
func (v caseView) statusText(p *i18n.Printer) string {
	reviewers := make(map[review.Decision][]string)
	for _, r := range review.Counting(v.Reviews, v.Appeal) {
		if r.Ruling {
			return p.T("Ruled: %s by %s (chief judge)", r.Decision.Name(p), r.Reviewer.Name)
		}
		reviewers[r.Decision] = append(reviewers[r.Decision], r.Reviewer.Name)
	}
	confirmed, dismissed := p.Join(reviewers[review.Confirmed]), p.Join(reviewers[review.Dismissed])
	switch v.State {
	case review.Pending:
		return p.T("Needs a second reviewer: confirmed by %s, %s of %s", confirmed,
			i18n.Number(p, len(reviewers[review.Confirmed])), i18n.Number(p, v.Agreement))
	case review.Conflict:
		return p.T("Conflict: confirmed by %s, dismissed by %s; needs a chief judge", confirmed, dismissed)
	case review.Appealed:
		return p.T("Appealed: needs a reviewer who has not decided it")
	case review.CaseConfirmed:
		return p.T("Confirmed by %s", confirmed)
	case review.CaseDismissed:
		return p.T("Dismissed by %s", dismissed)
	case review.CaseUnclear:
		return p.T("Unclear to %s", p.Join(reviewers[review.Unclear]))
	}
	return stateName(p, v.State)
}

// nobodyIsLeft reports whether the case waits for a reviewer who has not decided it, and the contest has none. Only reviewers
// learn it.
func (v pairView) nobodyIsLeft() bool {
	return v.Case.State == review.Appealed && len(v.Assignees) == 0 && v.Case.Viewer.May(account.Reviewer)
}

// decisionText names a decision with its reason: "confirmed as copied".
func decisionText(p *i18n.Printer, d review.Decision, reason review.Reason) string {
	if reason == "" {
		return d.Name(p)
	}
	return p.T("%s as %s", d.Name(p), reason.Name(p))
}

// lastDecision is the viewer's last decision, which their session stores so that pages can offer Undo. The
// session does not store the review, because pages read the current review.
type lastDecision struct {
	PairID   int64
	At       int  // position in the ranking
	NoneLeft bool // no other pair of the ranking needs a review by the viewer
	Restored bool // the decision was undone, which restored an earlier review
}

// The keys of the data in a session.
const (
	decisionKey = "decision" // a lastDecision
	noticeKey   = "notice"   // whether the next page shows the decision
)

// rememberDecision stores a decision in the session. Requests with a token have no session.
func (s *Site) rememberDecision(ctx context.Context, by access.Viewer, d lastDecision) {
	if by.Scope == "" {
		s.Auth.Sessions.Put(ctx, decisionKey, fmt.Sprint(d.PairID, d.At, d.NoneLeft, d.Restored))
		s.Auth.Sessions.Put(ctx, noticeKey, true)
	}
}

// undoNotice describes the viewer's last decision, so that the next page can show the decision and offer Undo.
type undoNotice struct {
	lastDecision
	Pair            contest.Pair
	Case            caseView      // its Own.Decision is "" if the viewer withdrew the review
	WithdrawnReview review.Review // decision, reason and note of the withdrawn review, if known
}

// loadNotice returns the notice of the viewer's last decision for the page of a pair: as shown on the page right after the
// decision and on the page of the decided pair; as toUndo on other pages, which only link back to it. Both are nil if there is
// nothing to undo.
func (s *Site) loadNotice(ctx context.Context, reader loader, pairID int64, check contest.Check) (shown, toUndo *undoNotice, err error) {
	if reader.Viewer().Scope != "" {
		return nil, nil, nil
	}
	var d undoNotice
	if _, err := fmt.Sscan(s.Auth.Sessions.GetString(ctx, decisionKey), &d.PairID, &d.At, &d.NoneLeft, &d.Restored); err != nil {
		return nil, nil, nil
	}
	decided, err := reader.Pair(ctx, d.PairID)
	if errors.Is(err, contest.ErrNotFound) || err == nil && decided.Check.ID != check.ID {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	d.Pair = decided.Pair
	if d.Case, err = reader.loadCase(ctx, d.Pair, check); err != nil || d.Case.DecidedBeforeAppeal {
		return nil, nil, err
	}
	isFirst := s.Auth.Sessions.PopBool(ctx, noticeKey)
	d.NoneLeft, d.Restored = d.NoneLeft && isFirst, d.Restored && isFirst
	switch {
	case isFirst && d.Case.Own.Decision == "":
		reviews, err := reader.OwnReviews(ctx, d.Pair, check.ContestID)
		if err == nil && len(reviews) > 1 && reviews[0].Decision == "" {
			d.WithdrawnReview = reviews[1]
		}
		return &d, nil, err
	case d.Case.Own.Decision == "":
		return nil, nil, nil
	case isFirst, d.PairID == pairID:
		return &d, nil, nil
	}
	return nil, &d, nil
}

// text returns the notice: "You confirmed pair 12, ann and ben."
func (d undoNotice) text(p *i18n.Printer) string {
	pair := p.T("pair %s, %s and %s", i18n.Number(p, d.Pair.Rank), evidence.ParticipantName(p, d.Pair.Left), evidence.ParticipantName(p, d.Pair.Right))
	if d.Case.Own.Decision == "" {
		return p.T("Withdrawn: your decision on %s.", pair)
	}
	if d.Case.Own.Reason != "" {
		pair = p.T("%s, as %s", pair, d.Case.Own.Reason.Name(p))
	}
	if d.Case.Own.Note != "" {
		pair = p.T("%s, with a note", pair)
	}
	switch {
	case d.Restored:
		return p.T("Undone. Your decision is %s again: %s.", d.Case.Own.Decision.Name(p), pair)
	case d.Case.Own.Ruling:
		return p.T("You ruled: %s, %s.", d.Case.Own.Decision.Name(p), pair)
	case d.Case.Own.Decision == review.Confirmed:
		return p.T("You confirmed %s.", pair)
	case d.Case.Own.Decision == review.Dismissed:
		return p.T("You dismissed %s.", pair)
	}
	return p.T("You marked unclear: %s.", pair)
}
