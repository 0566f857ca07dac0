package web

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// checkView is what the page of a check shows: its ranking.
type checkView struct {
	Check     contest.Check
	Ranking   ranking
	Pairs     []contest.Pair // of this page
	Total     int            // pairs on all pages
	Problems  []string
	Languages []string
	Histogram histogram
	Usual     []contest.Histogram // what is usual in each problem and language
	Skipped   []contest.Skipped   // the first of them
}

// check shows the ranking of a check.
func (s *Server) check(w http.ResponseWriter, r *http.Request) error {
	ctx, rd := r.Context(), s.read(r)
	check, err := s.findCheck(r)
	if err != nil {
		return err
	}
	view := checkView{Check: check, Ranking: parseRanking(r.URL.Query(), check.Parameters.Threshold)}
	if check.State == contest.Complete {
		if view.Pairs, view.Total, err = rd.pairs(ctx, check.ID, view.Ranking.filter()); err != nil {
			return err
		}
		histograms, err := s.Store.Histograms(ctx, check.ID)
		if err != nil {
			return err
		}
		if view.Skipped, _, err = rd.skipped(ctx, check, 0, shownSkipped); err != nil {
			return err
		}
		view.Problems, view.Languages = facets(histograms)
		view.Usual = histograms
		view.Histogram = newHistogram(histograms, view.Ranking, check.Parameters.Keep, check.Summary.PrivateCount > 0, check.Summary.Earlier != nil && check.Summary.Earlier.Pairs > 0)
	}
	return s.show(w, r, http.StatusOK, checkPage(view))
}

// findCheck reads the check that the address names.
func (s *Server) findCheck(r *http.Request) (contest.Check, error) {
	id, err := pathID(r)
	if err != nil {
		return contest.Check{}, err
	}
	return s.read(r).check(r.Context(), id)
}

// completeCheck is findCheck for what only a complete check has.
func (s *Server) completeCheck(r *http.Request) (contest.Check, error) {
	check, err := s.findCheck(r)
	if err == nil && check.State != contest.Complete {
		err = &pageError{
			Status: http.StatusConflict, Title: "No result",
			Message: "This check has no result: it is " + string(check.State) + ".",
			Advice:  "Wait for its end, or check the contest again.",
		}
	}
	return check, err
}

// facets lists the problems and languages by which the pairs can be filtered.
func facets(histograms []contest.Histogram) (problems, languages []string) {
	for _, h := range histograms {
		if h.Problem != "" { // which stands for all, compared across
			problems = append(problems, h.Problem)
		}
		languages = append(languages, h.Language)
	}
	return distinct(problems), distinct(languages)
}

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// nothing says why nothing was compared; "" where something was.
func (v checkView) nothing() string { return v.Check.Summary.Nothing() }

// notes tells what else one must know to read this ranking, beside the inputs
// that were not read to their end, which stand out.
func (v checkView) notes() []string {
	p := v.Check.Parameters
	p.Threshold = v.Ranking.Threshold
	return v.Check.Summary.Notes(p)[len(v.Check.Summary.Incomplete):]
}

// usual tells what is usual among the pairs of a pair's problem and language.
func (v checkView) usual(p contest.Pair) contest.Histogram {
	h, _ := contest.HistogramOf(p, v.Usual)
	return h
}

// noneReaches says that the ranking is empty.
func (v checkView) noneReaches() string {
	text := "No pair reaches a suspicion of " + formatShare(v.Ranking.Threshold)
	if v.Ranking.filtered() {
		text += " with these filters"
	}
	return text + "."
}

// pages is how many pages the ranking has; at least one.
func (v checkView) pages() int { return max(1, (v.Total+pageSize-1)/pageSize) }

// position is the place of the i-th pair of this page among all pages, from 1.
func (v checkView) position(i int) int { return (v.Ranking.Page-1)*pageSize + i + 1 }

// shown says which pairs are on this page.
func (v checkView) shown() string {
	if len(v.Pairs) == 0 {
		return ""
	}
	return integer(v.position(0)) + "–" + integer(v.position(len(v.Pairs)-1)) + " of " + counted(v.Total, "pair", "pairs")
}

// shortPath is what a path says beside the problem and the participant, which
// stand in the same row: the part below the participant's folder, or the last
// element.
func shortPath(side contest.Side) string {
	if i := strings.LastIndex("/"+side.Path, "/"+side.Participant+"/"); i >= 0 {
		return side.Path[i+len(side.Participant)+1:]
	}
	return path.Base(side.Path)
}

// shortcut is a line of the help on the keyboard.
type shortcut struct{ Keys, Does string }
