package web

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
func (s *Server) searchCompare(w http.ResponseWriter, r *http.Request) error {
	rd := s.read(r)
	contests, err := rd.contests(r.Context())
	if err != nil {
		return err
	}
	search, err := readSearch(w, r, contests)
	if err == nil {
		view := compareView{}
		if view.Found, _, err = rd.submission(r.Context(), search.With); err != nil {
			return err
		}
		names, wrong := rd.namesOf(r.Context(), view.Found)
		if wrong != nil {
			return wrong
		}
		if view.Evidence, err = s.Searcher.Open(r.Context(), search, view.Found, names); err == nil {
			return s.show(w, r, http.StatusOK, comparePage(view))
		}
	}
	form := searchView{Search: search, Contests: contests}
	if !errors.As(err, &form.Failure) {
		return err
	}
	return s.show(w, r, http.StatusUnprocessableEntity, searchPage(form))
}
