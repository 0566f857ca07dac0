package ui

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// listView is a page of a check's pairs, with what is needed to read it.
type listView struct {
	Check     contest.Check
	Ranking   request.PairQuery
	Pairs     []contest.Pair // of this page
	Total     int            // pairs on all pages
	Histogram histogram
	Baselines []contest.Histogram // what is usual in each problem and language
	Cases     map[review.Key]review.Case
	Titles    titles          // of the problems
	Assign    []review.Person // to whom the pairs can be assigned; nil where the viewer may not
}

// list reads the pairs of a complete check that a ranking asks for, at most limit
// of them.
func (rd loader) list(ctx context.Context, check contest.Check, r request.PairQuery, limit int) (listView, error) {
	v := listView{Check: check, Ranking: r}
	var err error
	filter := r.PageFilter()
	filter.Limit = limit
	if v.Pairs, v.Total, err = rd.Pairs(ctx, check.ID, filter); err != nil {
		return v, err
	}
	if v.Baselines, err = rd.Histograms(ctx, check); err != nil {
		return v, err
	}
	if v.Cases, err = rd.States(ctx, check.ContestID, v.Pairs); err != nil {
		return v, err
	}
	if v.Titles, err = rd.Titles(ctx, check.ContestID); err != nil {
		return v, err
	}
	earlier := check.Summary.Earlier != nil && (check.Summary.Earlier.Pairs > 0 || check.Summary.Earlier.Redacted)
	v.Histogram = newHistogram(v.Baselines, r, check.Parameters.Keep, check.Summary.PrivateCount > 0, earlier)
	if r.Problem == "" && r.Language == "" {
		v.Histogram.setParticipants(check.Summary.Participants)
	}
	return v, nil
}

// caseOf returns the case of a pair of the list: an open one where there is none.
func (v listView) caseOf(p contest.Pair) review.Case {
	key := review.KeyOf(v.Check.ContestID, p)
	if c, ok := v.Cases[key]; ok {
		return c
	}
	return review.Case{Key: key, State: review.Open}
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

// nothing says why nothing was compared; "" where something was.
func (v listView) nothingText() string { return v.Check.Summary.EmptyReason() }

// notes tells what else one must know to read this ranking, beside the inputs
// that were not read to their end, which stand out.
func (v listView) notes() []string {
	p := v.Check.Parameters
	p.Threshold = v.Ranking.Threshold
	return v.Check.Summary.Notes(p)[len(v.Check.Summary.Incomplete):]
}

// usual tells what is usual among the pairs of a pair's problem and language.
func (v listView) baseline(p contest.Pair) contest.Histogram {
	h, _ := contest.HistogramFor(p, v.Baselines)
	return h
}

// noneReaches says that the ranking is empty.
func (v listView) emptyText() string {
	words := "No pair reaches a suspicion of " + text.Share(v.Ranking.Threshold)
	if v.Ranking.IsFiltered() {
		words += " with these filters"
	}
	return words + "."
}

// pages is how many pages the ranking has; at least one.
func (v listView) pageCount() int { return max(1, (v.Total+request.PageSize-1)/request.PageSize) }

// position is the place of the i-th pair of this page among all pages, from 1.
func (v listView) position(i int) int { return (v.Ranking.Page-1)*request.PageSize + i + 1 }

// shown says which pairs are on this page.
func (v listView) rangeText() string {
	if len(v.Pairs) == 0 {
		return ""
	}
	return text.Thousands(v.position(0)) + "–" + text.Thousands(v.position(len(v.Pairs)-1)) + " of " + text.Count(v.Total, "pair")
}

// gaps explains why the ranks of this page are not the places in the list; ""
// where they are.
func (v listView) rankGapsText() string {
	r := v.Ranking
	if r.Sort != contest.SortRank || r.Descending || len(v.Pairs) == 0 {
		return ""
	}
	last := len(v.Pairs) - 1
	switch {
	case v.Pairs[last].Rank == v.position(last):
		return ""
	case r.IsFiltered():
		return "Ranks count all pairs of the check, so there are gaps where the filters leave some out."
	}
	return "Ranks count all pairs that the check found. There are gaps where pairs are gone with a contest that was deleted, or are with a contest that you are no member of."
}
