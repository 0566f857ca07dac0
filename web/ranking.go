package web

import (
	"net/url"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// pageSize is how many pairs one page of the ranking shows.
const pageSize = 50

// ranking says which pairs of a check are shown, and how. All of it stands in
// the address, so that a link to it can be sent.
type ranking struct {
	Problem, Language, Participant string // the last one is a part of the name, or what is shown of who is hidden
	Number                         int    // of a participant
	NumberOf                       int64  // the contest of Number; 0 for that of the check
	Verdict                        contest.Verdict
	Sides                          contest.PairSides
	Contest                        string // the earlier one
	Cluster                        int
	State                          string // as in contest.PairFilter
	Reviewer, Assigned             int64  // IDs of users
	Threshold                      float64
	Sort                           contest.PairSort
	Descending                     bool
	Page                           int // from 1

	usual float64 // the threshold of the check, which the address leaves out
}

// parseRanking reads a ranking from an address. What makes no sense is taken
// for the default, so that a mistyped address still shows something.
func parseRanking(q url.Values, usual float64) ranking {
	r := ranking{
		Problem:     q.Get("problem"),
		Language:    q.Get("language"),
		Participant: oneLine(q.Get("participant")),
		Number:      int(positive(q.Get("number"))),
		NumberOf:    positive(q.Get("of")),
		Verdict:     contest.Verdict(oneLine(q.Get("verdict"))),
		Contest:     oneLine(q.Get("contest")),
		Cluster:     int(positive(q.Get("cluster"))),
		Reviewer:    positive(q.Get("reviewer")),
		Assigned:    positive(q.Get("assigned")),
		Threshold:   usual,
		Sort:        contest.SortRank,
		Page:        1,
		usual:       usual,
	}
	if threshold, ok := parseShare(q.Get("threshold")); ok {
		r.Threshold = threshold
	}
	for _, c := range sides {
		if c.Value == q.Get("sides") {
			r.Sides = contest.PairSides(c.Value)
		}
	}
	for _, c := range stateChoices() {
		if c.Value == q.Get("state") {
			r.State = c.Value
		}
	}
	for _, c := range columns {
		if c.Sort != "" && string(c.Sort) == q.Get("sort") {
			r.Sort = c.Sort
			r.Descending = q.Get("order") == "desc"
		}
	}
	if q.Get("sort") == string(contest.SortSharedTemplate) { // which has no column
		r.Sort, r.Descending = contest.SortSharedTemplate, true
	}
	// Far beyond the last page of any check, and far from overflow.
	if page, err := strconv.Atoi(q.Get("page")); err == nil && page > 0 && page < 1e9 {
		r.Page = page
	}
	return r
}

// values writes the ranking as an address, without what is the default.
func (r ranking) values() url.Values {
	q := url.Values{}
	set := func(key, value string) {
		if value != "" {
			q.Set(key, value)
		}
	}
	set("problem", r.Problem)
	set("language", r.Language)
	set("participant", r.Participant)
	set("verdict", string(r.Verdict))
	set("sides", string(r.Sides))
	set("contest", r.Contest)
	set("state", r.State)
	for name, id := range map[string]int64{"number": int64(r.Number), "of": r.NumberOf, "cluster": int64(r.Cluster), "reviewer": r.Reviewer, "assigned": r.Assigned} {
		if id != 0 {
			q.Set(name, strconv.FormatInt(id, 10))
		}
	}
	if r.Threshold != r.usual {
		q.Set("threshold", formatShare(r.Threshold))
	}
	if r.Sort != contest.SortRank || r.Descending {
		q.Set("sort", string(r.Sort))
		if r.Descending {
			q.Set("order", "desc")
		}
	}
	if r.Page > 1 {
		q.Set("page", strconv.Itoa(r.Page))
	}
	return q
}

// path is the address of the ranking; below is "" for its page, or what
// follows the check's address.
func (r ranking) path(checkID int64, below string) string {
	path := checkPath(checkID) + below
	if q := r.values().Encode(); q != "" {
		path += "?" + q
	}
	return path
}

// exportPath is the address of an export of the pairs in this ranking.
func (r ranking) exportPath(checkID int64, format string) string {
	r.Page, r.Sort, r.Descending = 1, contest.SortRank, false
	return r.path(checkID, "/pairs."+format)
}

// filter asks the store for the page.
func (r ranking) filter() contest.PairFilter {
	f := r.all()
	f.Offset, f.Limit = (r.Page-1)*pageSize, pageSize
	return f
}

// all asks the store for all pages.
func (r ranking) all() contest.PairFilter {
	return contest.PairFilter{
		Problem:      r.Problem,
		Language:     r.Language,
		Participant:  r.Participant,
		Number:       r.Number,
		NumberOf:     r.NumberOf,
		Verdict:      r.Verdict,
		Sides:        r.Sides,
		Contest:      r.Contest,
		Cluster:      r.Cluster,
		State:        r.State,
		Reviewer:     r.Reviewer,
		Assigned:     r.Assigned,
		MinSuspicion: r.Threshold,
		Sort:         r.Sort,
		Descending:   r.Descending,
	}
}

// positive reads a number from 1 on, of those that a column of the database can
// have; 0 is what is none.
func positive(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil || n < 1 {
		return 0
	}
	return n
}

func (r ranking) onPage(page int) ranking          { r.Page = page; return r }
func (r ranking) ofProblem(problem string) ranking { r.Problem = problem; return r.onPage(1) }
func (r ranking) ofAnybody() ranking               { r.Number, r.NumberOf = 0, 0; return r.onPage(1) }
func (r ranking) above(threshold float64) ranking  { r.Threshold = threshold; return r.onPage(1) }

// byTemplate is the ranking of all that are stored by the template they share.
func (r ranking) byTemplate() ranking {
	return ranking{Sort: contest.SortSharedTemplate, Descending: true, Page: 1, usual: r.usual}
}

// chosen is the ranking with those filters alone that histograms have too, and its
// threshold.
func (r ranking) chosen() ranking {
	return ranking{Problem: r.Problem, Language: r.Language, Threshold: r.Threshold, Sort: contest.SortRank, Page: 1, usual: r.usual}
}

// mine is the ranking of the pairs that wait for the viewer, by the check's own
// threshold.
func (r ranking) mine() ranking {
	return ranking{State: contest.StateMine, Threshold: r.usual, Sort: contest.SortRank, Page: 1, usual: r.usual}
}

// kept lists what the form of the filters has no field for, and keeps.
func (r ranking) kept() []link {
	var list []link
	q := r.values()
	for _, name := range []string{"problem", "number", "of", "sort", "order"} {
		if q.Has(name) {
			list = append(list, link{name, q.Get(name)})
		}
	}
	return list
}

// filtered reports whether the ranking leaves out pairs above the threshold.
func (r ranking) filtered() bool {
	r.Threshold, r.Sort, r.Descending, r.Page = r.usual, contest.SortRank, false, 1
	return len(r.values()) > 0
}

// sides are the choices of ranking.Sides.
var sides = []choice{
	{Value: string(contest.AllSides), Text: "All"},
	{Value: string(contest.OwnSides), Text: "Of this contest"},
	{Value: string(contest.EarlierSides), Text: "With earlier contests"},
}

// by is the ranking sorted by a column: the way that column is usually read,
// or the other way round if it is sorted by it already.
func (r ranking) by(c column) ranking {
	if r.Sort == c.Sort {
		r.Descending = !r.Descending
	} else {
		r.Sort, r.Descending = c.Sort, c.Descending
	}
	return r.onPage(1)
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
func (r ranking) ariaSort(c column) string {
	switch {
	case c.Sort == "" || r.Sort != c.Sort:
		return "none"
	case r.Descending:
		return "descending"
	}
	return "ascending"
}
