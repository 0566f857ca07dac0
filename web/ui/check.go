package ui

import (
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// checkView is what the page of a check shows: its ranking.
type checkView struct {
	listView
	Problems  []string
	Languages []string
	Earlier   []contest.Contest // that the contest was compared with
	People    []review.Person   // who has decided in the contest, or is to
	Blind     bool              // whether the contest is reviewed blind
	Viewer    access.Viewer
	Recheck   string // where the contest can be checked anew, if it should be
}

// Check shows the ranking of a check.
func (s *Site) Check(w http.ResponseWriter, r *http.Request, rd loader, check contest.Check) error {
	ctx := r.Context()
	view := checkView{listView: listView{Check: check, Ranking: request.ParsePairQuery(r.URL.Query(), check.Parameters.Threshold)}}
	view.Recheck = s.recheckPath(rd.Viewer(), check)
	if check.State == contest.Complete {
		var err error
		if view.listView, err = rd.list(ctx, check, view.Ranking, request.PageSize); err != nil {
			return err
		}
		view.Problems, view.Languages = facets(view.Baselines)
		if view.People, err = rd.Deciders(ctx, check.ContestID, view.Ranking.Reviewer, view.Ranking.Assigned); err != nil {
			return err
		}
		if view.Earlier, err = rd.Against(ctx, check); err != nil {
			return err
		}
		if view.Viewer = rd.Viewer(); view.Viewer.May(account.Reviewer) {
			if view.Assign, err = rd.Reviewers(ctx, check.ContestID, review.Person{}); err != nil {
				return err
			}
		}
		of, err := rd.Contest(ctx, check.ContestID)
		if err != nil {
			return err
		}
		view.Blind = of.Blind
	}
	return s.show(w, r, http.StatusOK, checkPage(view))
}

// placeholder is the hint in the participant's field.
func (v checkView) placeholder() string {
	if v.Blind {
		return "number, or name"
	}
	return "name"
}

// onlyPath is the address of the participant whose pairs alone are listed.
func (v checkView) onlyPath() string {
	of := v.Ranking.NumberOf
	if of == 0 {
		of = v.Check.ContestID
	}
	return participantPath(contest.Participant{ContestID: of, Number: v.Ranking.Number})
}

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// shortPath is the part of a path below the participant's folder, or its last element.
func shortPath(side contest.Side) string {
	if i := strings.LastIndex("/"+side.Path, "/"+side.Participant+"/"); i >= 0 {
		return side.Path[i+len(side.Participant)+1:]
	}
	return path.Base(side.Path)
}

// rowID names the row of a pair in a list.
func rowID(p contest.Pair) string { return "pair-" + strconv.FormatInt(p.ID, 10) }

// content is where the content of the page begins, for who skips to it.
func (v checkView) content() string {
	if v.Check.State == contest.Complete && v.nothingText() == "" {
		return "pairs"
	}
	return ""
}

// shortcut is a line of the help on the keyboard.
type shortcut struct{ Keys, Does string }

// rowKeys are the keys of every list.
func rowKeys() []shortcut {
	return []shortcut{{"j k", "next and previous row"}, {"Enter", "open the row"}, {"?", "show these keys"}}
}

// recheckPath returns the URL for re-running a check made by an outdated algorithm,
// or "" if it is current or the viewer may not.
func (s *Site) recheckPath(v access.Viewer, check contest.Check) string {
	outdated := s.algorithm != "" && check.State == contest.Complete && check.AlgorithmVersion != s.algorithm
	if !outdated || !v.May(account.Chief) {
		return ""
	}
	return contestPath(contest.Contest{ID: check.ContestID}) + "/checks"
}

// skippedPageSize is how many skipped files one page lists.
const skippedPageSize = 200

// skippedView is what the list of skipped files shows.
type skippedView struct {
	Check contest.Check
	Files []contest.SkippedItem // of this page
	Total int
	Page  int // from 1
}

func (v skippedView) pageCount() int { return pageCount(v.Total, skippedPageSize) }

func (v skippedView) path(page int) string {
	return CheckPath(v.Check.ID) + "/skipped?page=" + strconv.Itoa(page)
}

// Skipped lists all that a check did not compare, and why.
func (s *Site) Skipped(w http.ResponseWriter, r *http.Request, rd loader, check contest.Check) error {
	view := skippedView{Check: check, Total: check.Summary.Skipped, Page: 1}
	if page, err := strconv.Atoi(r.URL.Query().Get("page")); err == nil {
		view.Page = min(max(page, 1), view.pageCount())
	}
	var err error
	if view.Files, view.Total, err = rd.Skipped(r.Context(), check, (view.Page-1)*skippedPageSize, skippedPageSize); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, skippedPage(view))
}
