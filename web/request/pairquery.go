package request

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
)

// PageSize is how many pairs one page of the ranking shows.
const PageSize = 50

// PairQuery selects and orders the pairs of a check. The address holds all of it, so that users can share it.
type PairQuery struct {
	Problem, Language, Participant string // Participant is a part of the name, or of a hidden participant's label
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

	DefaultThreshold float64 // the threshold of the check, which the address leaves out
}

// sorts are the orders that can be reversed; contest.SortSharedTemplate cannot.
var sorts = []contest.PairSort{
	contest.SortRank, contest.SortSuspicion, contest.SortPercentile, contest.SortSimilarity, contest.SortMaxSimilarity,
	contest.SortLongestMatch, contest.SortMatchedTokens, contest.SortHamming,
}

// ParsePairQuery reads an address. Invalid values become defaults.
func ParsePairQuery(q url.Values, defaultThreshold float64) PairQuery {
	r := PairQuery{
		Problem:          q.Get("problem"),
		Language:         q.Get("language"),
		Participant:      OneLine(q.Get("participant")),
		Number:           int(positive(q.Get("number"))),
		NumberOf:         positive(q.Get("of")),
		Verdict:          contest.Verdict(OneLine(q.Get("verdict"))),
		Contest:          OneLine(q.Get("contest")),
		Cluster:          int(positive(q.Get("cluster"))),
		Reviewer:         positive(q.Get("reviewer")),
		Assigned:         positive(q.Get("assigned")),
		Threshold:        defaultThreshold,
		Sort:             contest.SortRank,
		Page:             PageNumber(q),
		DefaultThreshold: defaultThreshold,
	}
	if share, err := settings.ParseShare(q.Get("threshold")); err == nil {
		r.Threshold = float64(share)
	}
	if sides := contest.PairSides(q.Get("sides")); sides == contest.OwnSides || sides == contest.EarlierSides {
		r.Sides = sides
	}
	if state := q.Get("state"); state == contest.StateMine || state == contest.StateWaiting || slices.Contains(review.States(), review.State(state)) {
		r.State = state
	}
	switch sort := contest.PairSort(q.Get("sort")); {
	case slices.Contains(sorts, sort):
		r.Sort, r.Descending = sort, q.Get("order") == "desc"
	case sort == contest.SortSharedTemplate:
		r.Sort, r.Descending = sort, true
	}
	return r
}

// PageNumber reads the page of a list, from 1. It is at most far beyond the last of any list, and far from overflow.
func PageNumber(q url.Values) int {
	if page, err := strconv.Atoi(q.Get("page")); err == nil && page > 0 && page < 1e9 {
		return page
	}
	return 1
}

// Values writes the query as an address, without defaults.
func (r PairQuery) Values() url.Values {
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
	if r.Threshold != r.DefaultThreshold {
		q.Set("threshold", text.Share(r.Threshold))
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

// PageFilter returns the filter for the page.
func (r PairQuery) PageFilter() contest.PairFilter {
	f := r.Filter()
	f.Offset, f.Limit = (r.Page-1)*PageSize, PageSize
	return f
}

// Filter returns the filter for all pages.
func (r PairQuery) Filter() contest.PairFilter {
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

// positive reads a number from 1 to 2^31-1, the largest that the database can store; 0
// for other text.
func positive(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil || n < 1 {
		return 0
	}
	return n
}

func (r PairQuery) WithPage(page int) PairQuery          { r.Page = page; return r }
func (r PairQuery) WithProblem(problem string) PairQuery { r.Problem = problem; return r.WithPage(1) }
func (r PairQuery) WithoutParticipant() PairQuery        { r.Number, r.NumberOf = 0, 0; return r.WithPage(1) }
func (r PairQuery) WithThreshold(threshold float64) PairQuery {
	r.Threshold = threshold
	return r.WithPage(1)
}

// SortByTemplate returns the query that sorts all stored pairs by their shared template.
func (r PairQuery) SortByTemplate() PairQuery {
	return PairQuery{Sort: contest.SortSharedTemplate, Descending: true, Page: 1, DefaultThreshold: r.DefaultThreshold}
}

// WithHistogramFilters returns the query with only the filters of histograms, and its threshold.
func (r PairQuery) WithHistogramFilters() PairQuery {
	return PairQuery{Problem: r.Problem, Language: r.Language, Threshold: r.Threshold, Sort: contest.SortRank, Page: 1, DefaultThreshold: r.DefaultThreshold}
}

// ToReview returns the query of the pairs that the viewer has to review.
func (r PairQuery) ToReview() PairQuery {
	return PairQuery{State: contest.StateMine, Threshold: r.DefaultThreshold, Sort: contest.SortRank, Page: 1, DefaultThreshold: r.DefaultThreshold}
}

// IsFiltered reports whether the query leaves out pairs above the threshold.
func (r PairQuery) IsFiltered() bool {
	r.Threshold, r.Sort, r.Descending, r.Page = r.DefaultThreshold, contest.SortRank, false, 1
	return len(r.Values()) > 0
}
