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

// PairQuery selects and orders the pairs of a check. The address of a page has the whole query, so that users can share it.
type PairQuery struct {
	contest.PairFilter // without MinSuspicion, Offset and Limit: see Filter and PageFilter
	Threshold          float64
	DefaultThreshold   float64 // the check's threshold, which the address leaves out
	DefaultMaxChance   float64 // the check's highest chance of a listed pair, which the address leaves out
	Page               int     // from 1
}

// sorts are the orders that can be reversed; contest.SortSharedTemplate cannot.
var sorts = []contest.PairSort{
	contest.SortRank, contest.SortSuspicion, contest.SortChance, contest.SortPercentile, contest.SortSimilarity, contest.SortMaxSimilarity,
	contest.SortLongestMatch, contest.SortMatchedTokens, contest.SortHamming, contest.SortWithoutSources,
}

// NewPairQuery returns the query of the pairs that a check lists by its parameters.
func NewPairQuery(p contest.Parameters) PairQuery {
	return PairQuery{
		Threshold: p.Threshold, DefaultThreshold: p.Threshold, DefaultMaxChance: p.MaxChance, Page: 1,
		PairFilter: contest.PairFilter{MaxChance: p.MaxChance, Sort: contest.SortRank},
	}
}

// ParsePairQuery reads an address. Invalid values become the defaults of the check's parameters.
func ParsePairQuery(q url.Values, p contest.Parameters) PairQuery {
	r := NewPairQuery(p)
	r.Page = PageNumber(q)
	r.PairFilter = contest.PairFilter{
		MaxChance:       p.MaxChance,
		Problem:         q.Get("problem"),
		Language:        q.Get("language"),
		Participant:     OneLine(q.Get("participant")),
		Number:          int(ParsePositive(q.Get("number"), 32)),
		NumberContestID: ParsePositive(q.Get("of"), 64),
		Verdict:         contest.Verdict(OneLine(q.Get("verdict"))),
		Contest:         OneLine(q.Get("contest")),
		Cluster:         int(ParsePositive(q.Get("cluster"), 32)),
		Reviewer:        ParsePositive(q.Get("reviewer"), 64),
		Assigned:        ParsePositive(q.Get("assigned"), 64),
		Sort:            contest.SortRank,
	}
	r.Threshold = parseThreshold(q, "threshold", settings.ParseShare, r.Threshold)
	r.MaxChance = parseThreshold(q, "max_chance", settings.ParsePairCount, r.MaxChance)
	if sides := contest.PairSides(q.Get("sides")); sides == contest.OwnSides || sides == contest.EarlierSides {
		r.Sides = sides
	}
	r.Explanation = ParseExplanation(q)
	switch state := q.Get("state"); {
	case state == contest.StateMine, state == contest.StateWaiting, state == contest.StateStatement, slices.Contains(review.States(), review.State(state)):
		r.State = state
	}
	switch sort := contest.PairSort(q.Get("sort")); {
	case slices.Contains(sorts, sort):
		r.Sort, r.Descending = sort, q.Get("order") == "desc"
	case sort == contest.SortSharedTemplate:
		r.Sort, r.Descending = sort, true
	}
	if size := ParsePositive(q.Get("sample"), 32); size > 0 {
		r = r.WithSample(contest.AuditSample{Size: int(min(size, contest.MaxAuditSample)), Seed: ParsePositive(q.Get("seed"), 32)})
	}
	return r
}

// WithSample returns the query with the same filters for a sample of the pairs that the check does not list.
func (r PairQuery) WithSample(sample contest.AuditSample) PairQuery {
	r.Audit, r.Threshold, r.MaxChance = sample, 0, 0
	return r
}

// parseThreshold returns the threshold in a field of a form. It returns 0 (no threshold) for an empty field, and byDefault for a
// missing or invalid one.
func parseThreshold[T ~float64](q url.Values, name string, parse func(string) (T, error), byDefault float64) float64 {
	if value, err := parse(q.Get(name)); err == nil {
		return float64(value)
	}
	if q.Has(name) && q.Get(name) == "" {
		return 0
	}
	return byDefault
}

// PageNumber reads the page of a list, from 1. No list has 1e9 pages; the limit prevents an overflow of the offset.
func PageNumber(q url.Values) int {
	if page, err := strconv.Atoi(q.Get("page")); err == nil && page > 0 && page < 1e9 {
		return page
	}
	return 1
}

// Values returns the query as parameters of an address, without defaults.
func (r PairQuery) Values() url.Values {
	q := url.Values{}
	for name, value := range map[string]string{
		"problem": r.Problem, "language": r.Language, "participant": r.Participant, "verdict": string(r.Verdict),
		"sides": string(r.Sides), "contest": r.Contest, "state": r.State, "sources": string(r.Explanation),
	} {
		if value != "" {
			q.Set(name, value)
		}
	}
	for name, id := range map[string]int64{
		"number": int64(r.Number), "of": r.NumberContestID, "cluster": int64(r.Cluster), "reviewer": r.Reviewer, "assigned": r.Assigned,
	} {
		if id != 0 {
			q.Set(name, strconv.FormatInt(id, 10))
		}
	}
	if r.Audit.Size > 0 {
		q.Set("sample", strconv.Itoa(r.Audit.Size))
		q.Set("seed", strconv.FormatInt(r.Audit.Seed, 10))
		r.Threshold, r.MaxChance = r.DefaultThreshold, r.DefaultMaxChance
	}
	if r.Threshold != r.DefaultThreshold {
		q.Set("threshold", text.Decimal(r.Threshold))
	}
	if r.MaxChance != r.DefaultMaxChance {
		q.Set("max_chance", text.Decimal(r.MaxChance))
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
	r.MinSuspicion = r.Threshold
	return r.PairFilter
}

func (r PairQuery) WithPage(page int) PairQuery          { r.Page = page; return r }
func (r PairQuery) WithProblem(problem string) PairQuery { r.Problem = problem; return r.WithPage(1) }

// WithoutNumber returns the query without the filter by participant number; Participant stays.
func (r PairQuery) WithoutNumber() PairQuery {
	r.Number, r.NumberContestID = 0, 0
	return r.WithPage(1)
}

// Thresholds returns a filter of the pairs of the query's problem and language that reach its thresholds, whatever its other
// filters.
func (r PairQuery) Thresholds() contest.PairFilter {
	return contest.PairFilter{Problem: r.Problem, Language: r.Language, MinSuspicion: r.Threshold, MaxChance: r.MaxChance}
}

// AllStored returns the query without thresholds.
func (r PairQuery) AllStored() PairQuery {
	r.Threshold, r.MaxChance = 0, 0
	return r.WithPage(1)
}

// SortByTemplate returns the query of all stored pairs, sorted by their shared template.
func (r PairQuery) SortByTemplate() PairQuery {
	return r.withFilter(contest.PairFilter{Sort: contest.SortSharedTemplate, Descending: true}, 0)
}

// Reset returns the query without filters, of the listed pairs or of the sample.
func (r PairQuery) Reset() PairQuery {
	sample := r.Audit
	r = r.withFilter(contest.PairFilter{MaxChance: r.DefaultMaxChance, Sort: contest.SortRank}, r.DefaultThreshold)
	if sample.Size > 0 {
		r = r.WithSample(sample)
	}
	return r
}

// ReviewQueue returns the query of the pairs that the viewer has to review: those of the sample if r has one, else those that
// reach the thresholds of r and, if r has an assignee, are assigned to them.
func (r PairQuery) ReviewQueue() PairQuery {
	queue := r.Reset()
	queue.State = contest.StateMine
	if r.Audit.Size == 0 {
		queue.Threshold, queue.MaxChance, queue.Assigned = r.Threshold, r.MaxChance, r.Assigned
	}
	return queue
}

// WithoutState returns the query of pairs in any state.
func (r PairQuery) WithoutState() PairQuery { r.State = ""; return r }

func (r PairQuery) withFilter(filter contest.PairFilter, threshold float64) PairQuery {
	r.PairFilter, r.Threshold = filter, threshold
	return r.WithPage(1)
}

// HasOtherPairs reports whether the query lists other pairs than the check, by its thresholds or its sample.
func (r PairQuery) HasOtherPairs() bool {
	return r.Audit.Size > 0 || r.Threshold != r.DefaultThreshold || r.MaxChance != r.DefaultMaxChance
}

// IsFiltered reports whether the query has a filter, apart from threshold, highest chance and sample.
func (r PairQuery) IsFiltered() bool {
	r.Audit = contest.AuditSample{}
	r.MaxChance = r.DefaultMaxChance
	r.Threshold, r.Sort, r.Descending, r.Page = r.DefaultThreshold, contest.SortRank, false, 1
	return len(r.Values()) > 0
}

// ParseExplanation reads from an address whether known sources explain pairs; other values become contest.AnyExplanation.
func ParseExplanation(q url.Values) contest.Explanation {
	if e := contest.Explanation(q.Get("sources")); e == contest.Explained || e == contest.NotExplained {
		return e
	}
	return contest.AnyExplanation
}
