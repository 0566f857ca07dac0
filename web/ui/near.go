package ui

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// nearPageSize is how many programs near known sources one page lists.
const nearPageSize = 50

// nearView is the view model of one page of a check's programs near known sources.
type nearView struct {
	checkHead
	Problem string // "" for all
	Near    []contest.NearSources
	Titles  titles
	Pages   pagination
}

// NearSources lists the programs of a check that are near its known sources.
func (s *Site) NearSources(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	view := nearView{Problem: r.URL.Query().Get("problem"), Pages: parsePagination(r.URL, nearPageSize)}
	filter := contest.NearFilter{Problem: view.Problem, Offset: view.Pages.offset(), Limit: nearPageSize}
	var err error
	if view.checkHead, err = reader.checkHead(r.Context(), check); err != nil {
		return err
	}
	if view.Near, view.Pages.Total, err = reader.NearSources(r.Context(), check, filter); err != nil {
		return err
	}
	if view.Titles, err = reader.Titles(r.Context(), check.ContestID); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, nearPage(i18n.From(r.Context()), view))
}

// problems lists the problems that have programs near a source.
func (v nearView) problems() []string {
	var list []string
	for _, pool := range v.Check.Summary.Sources {
		if pool.Near > 0 && pool.Problem != "" {
			list = append(list, pool.Problem)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// canTell reports whether there is a problem for which the check can say which programs are near a source.
func (v nearView) canTell() bool {
	return slices.ContainsFunc(v.Check.Summary.Sources, contest.SourcePool.CanTell)
}

// problemPath returns the address of the programs for a problem, or for all problems if problem is "".
func (v nearView) problemPath(problem string) string {
	return withParameters(nearPath(v.Check.ID), map[string]string{"problem": problem})
}

// besideView is the view model of a program beside a known source.
type besideView struct {
	Check    contest.Check
	Near     contest.NearSources
	Source   contest.NearSource // that the page shows
	Evidence evidence.View
	Titles   titles
}

// ProgramBesideSource shows a program and a known source that it is near, side by side; by default the nearest source.
func (s *Site) ProgramBesideSource(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	submission, err := request.PathID(r, "submission")
	if err != nil {
		return err
	}
	number := 0
	if q := r.URL.Query(); q.Has("source") {
		if number, err = strconv.Atoi(q.Get("source")); err != nil || number < 1 {
			return httperr.NotFound("There is no such source.")
		}
	}
	view := besideView{Check: check}
	if view.Near, view.Source, view.Evidence, err = reader.NearSource(r.Context(), check, submission, number); err != nil {
		return err
	}
	if view.Titles, err = reader.Titles(r.Context(), check.ContestID); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, besidePage(i18n.From(r.Context()), view))
}

// hasSources reports whether a check compared programs with known sources.
func hasSources(c contest.Check) bool { return len(c.Summary.Sources) > 0 }

// sourceKindsOf names the kinds of the known sources that a check used.
func sourceKindsOf(p *i18n.Printer, c contest.Check) []string {
	var names []string
	for _, kind := range contest.SourceKinds {
		if slices.ContainsFunc(c.Summary.Sources, func(pool contest.SourcePool) bool { return pool.Sources[kind] > 0 }) {
			names = append(names, p.T(kind.Text()))
		}
	}
	return names
}

func nearPath(checkID int64) string { return CheckPath(checkID) + "/near" }

func besidePath(checkID int64, n contest.NearSources, number int) string {
	path := nearPath(checkID) + "/" + strconv.FormatInt(n.Side.SubmissionID, 10)
	if len(n.Sources) == 0 || number == n.Sources[0].Number {
		return path
	}
	return path + "?source=" + strconv.Itoa(number)
}

// sourceTitle names a source with its kind: "answer 2 (generated)".
func sourceTitle(p *i18n.Printer, s contest.NearSource) string {
	return p.T("%s (%s)", text.Visible(s.Name), p.T(s.Kind.Text()))
}

// explanationChoices returns the choices for PairQuery.Explanation.
func explanationChoices(p *i18n.Printer) []choice {
	return []choice{
		{Value: string(contest.NotExplained), Text: p.T("Not explained")},
		{Value: string(contest.Explained), Text: p.T("Explained")},
	}
}
