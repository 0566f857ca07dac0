package ui

import (
	"net/http"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/request"
)

// skippedPageSize is how many skipped files one page lists.
const skippedPageSize = 200

// skippedView is what the list of skipped files shows.
type skippedView struct {
	Check contest.Check
	Files []contest.SkippedItem // of this page
	Total int
	Page  int // from 1
}

func (v skippedView) pageCount() int {
	return max(1, (v.Total+skippedPageSize-1)/skippedPageSize)
}

func (v skippedView) path(page int) string {
	return CheckPath(v.Check.ID) + "/skipped?page=" + strconv.Itoa(page)
}

// skipped lists all that a check did not compare, and why.
func (s *Site) Skipped(w http.ResponseWriter, r *http.Request) error {
	check, err := request.ByID(r, s.read(r).CompleteCheck)
	if err != nil {
		return err
	}
	view := skippedView{Check: check, Total: check.Summary.Skipped, Page: 1}
	if page, err := strconv.Atoi(r.URL.Query().Get("page")); err == nil {
		view.Page = min(max(page, 1), view.pageCount())
	}
	view.Files, view.Total, err = s.read(r).Skipped(r.Context(), check, (view.Page-1)*skippedPageSize, skippedPageSize)
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, skippedPage(view))
}
