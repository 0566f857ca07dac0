package ui

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// pairForm is a parsed form from a pair page: the pair, its check, and the list it was opened from.
type pairForm struct {
	rd      loader
	pair    contest.Pair
	check   contest.Check
	ranking request.PairQuery
	at      int
	view    codeView
}

// parsePairForm reads the address and the body of a form of a pair's page.
func (s *Site) parsePairForm(w http.ResponseWriter, r *http.Request) (pairForm, error) {
	id, err := request.PathID(r)
	if err != nil {
		return pairForm{}, err
	}
	f := pairForm{rd: s.read(r)}
	if f.pair, f.check, err = f.rd.Pair(r.Context(), id); err != nil {
		return pairForm{}, err
	}
	if err := parseReviewForm(w, r); err != nil {
		return pairForm{}, err
	}
	q := r.URL.Query()
	f.ranking = request.ParsePairQuery(q, f.check.Parameters.Threshold)
	f.at = positionOf(q, f.pair)
	f.view = parseCodeView(q)
	return f, nil
}

// parseReviewForm reads a form in which the viewer may decide one pair or several.
func parseReviewForm(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, request.MaxDecision)
	err := r.ParseForm()
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return httperr.InvalidReview("The note is too long.")
	}
	if err != nil {
		return httperr.BadRequest("The form could not be read.", "Send it again from its page.")
	}
	return nil
}

// parseReview returns the review of a parsed form, without its basis.
func parseReview(r *http.Request, by access.Viewer) (review.Review, error) {
	newReview := review.Review{
		Decision: review.Decision(r.PostFormValue("decision")),
		Reason:   review.Reason(r.PostFormValue("reason")),
		Note:     strings.TrimSpace(strings.ReplaceAll(r.PostFormValue("note"), "\r\n", "\n")),
		Ruling:   r.PostFormValue("ruling") != "",
	}
	if newReview.Ruling && !by.May(account.Chief) {
		return newReview, httperr.ErrForbidden
	}
	return newReview, nil
}

// redirect leads to a pair of the same ranking, in the same view.
func (f pairForm) redirect(w http.ResponseWriter, r *http.Request, id int64, at int) error {
	return seeOther(w, r, pairView{Ranking: f.ranking, View: f.view}.path(id, at))
}

// Decide stores the viewer's review of a pair, and leads to the next one to review in the same ranking.
func (s *Site) Decide(w http.ResponseWriter, r *http.Request) error {
	f, err := s.parsePairForm(w, r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	newReview, err := parseReview(r, f.rd.Viewer())
	if err != nil {
		return err
	}
	if err := f.rd.Decide(ctx, f.pair, f.check, newReview); err != nil {
		return err
	}
	next, at, err := f.rd.nextUnreviewed(ctx, f.pair, f.check.ContestID, f.ranking, f.at)
	if err != nil {
		return err
	}
	d := lastDecision{PairID: f.pair.ID, At: f.at, Last: next == 0}
	if d.Last {
		next, at = f.pair.ID, f.at
	}
	s.rememberDecision(ctx, f.rd.Viewer(), d)
	return f.redirect(w, r, next, at)
}

// Withdraw removes the viewer's review of a pair, and leads back to it.
func (s *Site) Withdraw(w http.ResponseWriter, r *http.Request) error {
	return s.revertDecision(w, r, (*access.Reader).Withdraw, false)
}

// Undo restores the viewer's review before the last one, and leads back to the pair.
func (s *Site) Undo(w http.ResponseWriter, r *http.Request) error {
	return s.revertDecision(w, r, (*access.Reader).Undo, true)
}

func (s *Site) revertDecision(w http.ResponseWriter, r *http.Request, revert func(*access.Reader, context.Context, contest.Pair, contest.Check) error, restores bool) error {
	f, err := s.parsePairForm(w, r)
	if err != nil {
		return err
	}
	if err := revert(f.rd.Reader, r.Context(), f.pair, f.check); err != nil {
		return err
	}
	s.rememberDecision(r.Context(), f.rd.Viewer(), lastDecision{PairID: f.pair.ID, At: f.at, Restored: restores})
	return f.redirect(w, r, f.pair.ID, f.at)
}

// Assign assigns a pair to a reviewer, or to nobody.
func (s *Site) Assign(w http.ResponseWriter, r *http.Request) error {
	f, err := s.parsePairForm(w, r)
	if err != nil {
		return err
	}
	to, err := strconv.ParseInt(r.PostFormValue("to"), 10, 64)
	if err != nil {
		return httperr.BadRequest("Nobody was named.", "Choose somebody on the page of the pair.")
	}
	err = f.rd.Assign(r.Context(), f.check, []contest.Pair{f.pair}, to)
	if errors.Is(err, access.ErrNoReviewer) {
		return httperr.BadRequest("They are no reviewer of this contest.", "Choose somebody on the page of the pair.")
	}
	if err != nil {
		return err
	}
	return f.redirect(w, r, f.pair.ID, f.at)
}

// Reveal shows the name of one side to all members of its contest. Its chief judges may.
func (s *Site) Reveal(w http.ResponseWriter, r *http.Request) error {
	f, err := s.parsePairForm(w, r)
	if err != nil {
		return err
	}
	side := f.pair.Left
	switch r.PostFormValue("side") {
	case "left":
	case "right":
		side = f.pair.Right
	default:
		return httperr.BadRequest("No side was named.", "Choose one on the page of the pair.")
	}
	if err := f.rd.Reveal(r.Context(), side.ContestID, side.Number); err != nil {
		return err
	}
	return f.redirect(w, r, f.pair.ID, f.at)
}

// AssignPairs assigns the ticked pairs of a ranking, and leads back to it.
func (s *Site) AssignPairs(w http.ResponseWriter, r *http.Request, rd loader, check contest.Check) error {
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	to, err := strconv.ParseInt(r.PostFormValue("to"), 10, 64)
	if err != nil || to < 0 {
		return httperr.BadRequest("The form names nobody to assign the pairs to.", "Go back and choose one.")
	}
	pairs, err := rd.pairsOfCheck(r.Context(), check, r.PostForm["pair"])
	if err != nil {
		return err
	}
	if len(pairs) == 0 {
		return httperr.BadRequest("No pair was ticked.", "Go back and tick the pairs that are to be assigned.")
	}
	err = rd.Assign(r.Context(), check, pairs, to)
	if errors.Is(err, access.ErrNoReviewer) {
		return httperr.BadRequest("Pairs can be assigned to reviewers of the contest alone.", "Reload the page and choose one of them.")
	}
	if err != nil {
		return err
	}
	back, err := url.ParseQuery(r.PostFormValue("ranking"))
	if err != nil {
		back = nil
	}
	return seeOther(w, r, rankingPath(request.ParsePairQuery(back, check.Parameters.Threshold), check.ID, ""))
}

// pairsOfCheck returns pairs of a check by their IDs, which a form has sent.
func (rd loader) pairsOfCheck(ctx context.Context, check contest.Check, ids []string) ([]contest.Pair, error) {
	var numbers []int64
	for _, words := range ids {
		id, err := strconv.ParseInt(words, 10, 64)
		if err != nil {
			return nil, httperr.BadRequest("The form names a pair that there is not.", "Reload the page and try again.")
		}
		numbers = append(numbers, id)
	}
	return rd.PairsOfCheck(ctx, check, numbers)
}
