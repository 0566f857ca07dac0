package ui

import (
	"context"
	"maps"
	"net/url"
	"strconv"

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

// list reads at most limit pairs of a ranking of a complete check.
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

// pairCase returns the case of a pair of the list: an open one where there is none.
func (v listView) pairCase(p contest.Pair) review.Case {
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

// nothingText says why nothing was compared; "" where something was.
func (v listView) nothingText() string { return v.Check.Summary.EmptyReason() }

// notes are what else to know of this ranking, beside the inputs that were cut off.
func (v listView) notes() []string {
	p := v.Check.Parameters
	p.Threshold = v.Ranking.Threshold
	return v.Check.Summary.Notes(p)[len(v.Check.Summary.Incomplete):]
}

// baseline is the histogram of a pair's problem and language.
func (v listView) baseline(p contest.Pair) contest.Histogram {
	h, _ := contest.HistogramFor(p, v.Baselines)
	return h
}

// emptyText says that the ranking is empty.
func (v listView) emptyText() string {
	words := "No pair reaches a suspicion of " + text.Share(v.Ranking.Threshold)
	if v.Ranking.IsFiltered() {
		words += " with these filters"
	}
	return words + "."
}

// pageCount is how many pages the ranking has; at least one.
func (v listView) pageCount() int { return pageCount(v.Total, request.PageSize) }

// position is the place of the i-th pair of this page among all pages, from 1.
func (v listView) position(i int) int { return (v.Ranking.Page-1)*request.PageSize + i + 1 }

// rangeText says which pairs are on this page.
func (v listView) rangeText() string {
	if len(v.Pairs) == 0 {
		return ""
	}
	return text.Thousands(v.position(0)) + "–" + text.Thousands(v.position(len(v.Pairs)-1)) + " of " + text.Count(v.Total, "pair")
}

// rankGapsText explains why the ranks of this page are not the positions in the list; "" where they are.
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

// rankingPath is the address of a ranking; below is what follows the check's address, "" for its page.
func rankingPath(r request.PairQuery, checkID int64, below string) string {
	return withQuery(CheckPath(checkID)+below, r.Values())
}

// exportPath is the address of an export of the pairs of a ranking.
func exportPath(r request.PairQuery, checkID int64, format string) string {
	r.Page, r.Sort, r.Descending = 1, contest.SortRank, false
	return rankingPath(r, checkID, "/pairs."+format)
}

// hiddenFields lists the parameters of a ranking that have no field in the form of its filters.
func hiddenFields(r request.PairQuery) []link {
	var list []link
	q := r.Values()
	for _, name := range []string{"problem", "number", "of", "sort", "order"} {
		if q.Has(name) {
			list = append(list, link{name, q.Get(name)})
		}
	}
	return list
}

// sides are the choices of ranking.Sides.
var sides = []request.Choice{
	{Value: string(contest.AllSides), Text: "All"},
	{Value: string(contest.OwnSides), Text: "Of this contest"},
	{Value: string(contest.EarlierSides), Text: "With earlier contests"},
}

// sortedBy is a ranking sorted by a column: the usual way, or reversed if it is sorted by it already.
func sortedBy(r request.PairQuery, c column) request.PairQuery {
	if r.Sort == c.Sort {
		r.Descending = !r.Descending
	} else {
		r.Sort, r.Descending = c.Sort, c.Descending
	}
	return r.WithPage(1)
}

// column is a column of the ranking.
type column struct {
	Title      string
	Explain    string
	Sort       contest.PairSort // "" where it cannot be sorted by
	Descending bool             // large values first
	Class      string
}

var columns = []column{
	{"#", "Rank by suspicion among all pairs of the check", contest.SortRank, false, "num rank"},
	{"Problem", "", "", false, "problem"},
	{"Left", "", "", false, "side"},
	{"Right", "", "", false, "side"},
	{"Decision", "Where the jury's decision stands", "", false, "decision"},
	{"Suspicion", "Rare code that both share, from 0 to 1; the ranking sorts by it", contest.SortSuspicion, true, "num"},
	{"Percentile", "Share of the other pairs of the problem and language that are less suspicious", contest.SortPercentile, true, "num"},
	{"Similarity", "Share of both programs that lies in matches", contest.SortSimilarity, true, "num"},
	{"Max. similarity", "The larger of both coverages: shows a small program hidden in a large one", contest.SortMaxSimilarity, true, "num"},
	{"Longest", "Tokens of the longest match", contest.SortLongestMatch, true, "num"},
	{"Matched", "Tokens of all matches", contest.SortMatchedTokens, true, "num"},
	{"Hamming", "Bits of 64 in which the fingerprints differ", contest.SortHamming, false, "num"},
}

// ariaSort tells screen readers how the table is sorted by a column.
func ariaSort(r request.PairQuery, c column) string {
	switch {
	case c.Sort == "" || r.Sort != c.Sort:
		return "none"
	case r.Descending:
		return "descending"
	}
	return "ascending"
}

// pagination is where a list that is shown page by page stands.
type pagination struct {
	Page, Size, Total int // Page is from 1
	path              string
	query             url.Values
}

// parsePagination reads the page from an address; the first page where it makes no sense.
func parsePagination(u *url.URL, size int) pagination {
	return pagination{Page: request.PageNumber(u.Query()), Size: size, path: u.Path, query: u.Query()}
}

func (p pagination) offset() int { return (p.Page - 1) * p.Size }

// pages is how many pages there are; at least one.
func (p pagination) pages() int { return pageCount(p.Total, p.Size) }

// to is the address of a page.
func (p pagination) to(page int) string {
	q := maps.Clone(p.query)
	q.Del("page")
	if page > 1 {
		q.Set("page", strconv.Itoa(page))
	}
	return withQuery(p.path, q)
}
