package ui

import (
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/request"
)

// rankingPath is the address of a ranking; below is "" for its page, or what
// follows the check's address.
func rankingPath(r request.PairQuery, checkID int64, below string) string {
	path := CheckPath(checkID) + below
	if q := r.Values().Encode(); q != "" {
		path += "?" + q
	}
	return path
}

// exportPath is the address of an export of the pairs of a ranking.
func exportPath(r request.PairQuery, checkID int64, format string) string {
	r.Page, r.Sort, r.Descending = 1, contest.SortRank, false
	return rankingPath(r, checkID, "/pairs."+format)
}

// hiddenFields lists the parameters of a ranking that the form of its filters has no
// field for.
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

// sortedBy is a ranking sorted by a column: the way that column is usually read,
// or the other way round if it is sorted by it already.
func sortedBy(r request.PairQuery, c column) request.PairQuery {
	if r.Sort == c.Sort {
		r.Descending = !r.Descending
	} else {
		r.Sort, r.Descending = c.Sort, c.Descending
	}
	return r.OnPage(1)
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
