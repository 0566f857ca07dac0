package ui

import (
	"errors"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// compareView is what the page shows of a program that was searched for, beside
// one that was found.
type compareView struct {
	Found    contest.Side
	Evidence evidence.View
}

// searchCompare puts the program of a search beside one that was found. It is
// sent again for that, as nothing of it is kept.
func (s *Site) SearchCompare(w http.ResponseWriter, r *http.Request) error {
	rd := s.read(r)
	contests, err := rd.Contests(r.Context())
	if err != nil {
		return err
	}
	search, err := readSearch(w, r, contests)
	if err == nil {
		view := compareView{}
		if view.Found, view.Evidence, err = rd.OpenFinding(r.Context(), search); err == nil {
			return s.show(w, r, http.StatusOK, comparePage(view))
		}
	}
	form := searchView{Search: search, Contests: contests}
	if !errors.As(err, &form.Failure) {
		return err
	}
	return s.show(w, r, http.StatusUnprocessableEntity, searchPage(form))
}
