package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// assignPairs gives the pairs that were ticked in a ranking to somebody, and
// leads back to it.
func (s *Server) assignPairs(w http.ResponseWriter, r *http.Request) error {
	check, err := s.completeCheck(r)
	if err != nil {
		return err
	}
	if err := parseForm(w, r); err != nil {
		return err
	}
	to, err := strconv.ParseInt(r.PostFormValue("to"), 10, 64)
	if err != nil || to < 0 {
		return httperr.BadRequest("The form names nobody to assign the pairs to.", "Go back and choose one.")
	}
	rd := s.read(r)
	keys, err := rd.keysOf(r.Context(), check, r.PostForm["pair"])
	if err != nil {
		return err
	}
	if len(keys) == 0 {
		return httperr.BadRequest("No pair was ticked.", "Go back and tick the pairs that are to be assigned.")
	}
	if err := rd.mayReview(r.Context(), check.ContestID, to); err != nil {
		return err
	}
	if err := s.Store.Assign(r.Context(), rd.viewer.person(), keys, to); err != nil {
		return err
	}
	back, err := url.ParseQuery(r.PostFormValue("ranking"))
	if err != nil {
		back = nil
	}
	http.Redirect(w, r, parseRanking(back, check.Parameters.Threshold).path(check.ID, ""), http.StatusSeeOther)
	return nil
}

// keysOf returns the cases of pairs of a check, which are given by their IDs.
func (rd reader) keysOf(ctx context.Context, check contest.Check, ids []string) ([]review.Key, error) {
	var keys []review.Key
	seen := make(map[review.Key]bool)
	for _, text := range ids {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, httperr.BadRequest("The form names a pair that there is not.", "Reload the page and try again.")
		}
		p, _, err := rd.pair(ctx, id)
		if err != nil {
			return nil, err
		}
		if p.CheckID != check.ID {
			return nil, contest.ErrNotFound
		}
		if key := review.KeyOf(check.ContestID, p); !seen[key] {
			keys, seen[key] = append(keys, key), true
		}
	}
	return keys, nil
}

// mayReview returns an error unless cases of the contest can be assigned to a
// user; 0 is nobody.
func (rd reader) mayReview(ctx context.Context, contestID, userID int64) error {
	if userID == 0 {
		return nil
	}
	people, err := rd.reviewers(ctx, contestID, review.Person{})
	if err != nil {
		return err
	}
	for _, p := range people {
		if p.ID == userID {
			return nil
		}
	}
	return httperr.BadRequest("Pairs can be assigned to reviewers of the contest alone.", "Reload the page and choose one of them.")
}
