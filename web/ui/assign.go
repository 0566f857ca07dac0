package ui

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// assignPairs gives the pairs that were ticked in a ranking to somebody, and
// leads back to it.
func (s *Site) AssignPairs(w http.ResponseWriter, r *http.Request) error {
	check, err := request.ByID(r, s.read(r).CompleteCheck)
	if err != nil {
		return err
	}
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	to, err := strconv.ParseInt(r.PostFormValue("to"), 10, 64)
	if err != nil || to < 0 {
		return httperr.BadRequest("The form names nobody to assign the pairs to.", "Go back and choose one.")
	}
	rd := s.read(r)
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
	http.Redirect(w, r, rankingPath(request.ParsePairQuery(back, check.Parameters.Threshold), check.ID, ""), http.StatusSeeOther)
	return nil
}

// pairsOfCheck returns pairs of a check by their IDs, which a form has sent.
func (rd loader) pairsOfCheck(ctx context.Context, check contest.Check, ids []string) ([]contest.Pair, error) {
	var pairs []contest.Pair
	for _, words := range ids {
		id, err := strconv.ParseInt(words, 10, 64)
		if err != nil {
			return nil, httperr.BadRequest("The form names a pair that there is not.", "Reload the page and try again.")
		}
		p, _, err := rd.Pair(ctx, id)
		if err != nil {
			return nil, err
		}
		if p.CheckID != check.ID {
			return nil, contest.ErrNotFound
		}
		pairs = append(pairs, p)
	}
	return pairs, nil
}
