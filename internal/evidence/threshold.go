package evidence

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/pairs"
)

// Threshold says which pairs a check lists, how many honest pairs are among them by chance, and how sure that number is. For
// each pool, the highest chance of its listed pairs bounds how many of them are honest.
func Threshold(p *i18n.Printer, parameters contest.Parameters, histograms []contest.Histogram, listed []contest.ListedPool) string {
	if parameters.Threshold == 0 && parameters.MaxChance == 0 {
		return p.T("All stored pairs are listed, most of them honest.")
	}
	conditions := parameters.ListedText(p)
	if parameters.MaxChance == 0 {
		return p.T("Pairs are listed %s; nothing limits how many of them are honest, because no chance is given.", conditions)
	}
	which := p.T("Pairs are listed %s.", conditions)
	if len(listed) == 0 {
		return which
	}
	type pool struct {
		problem, language string // of the histogram; "" for all problems
		earlierContest    int64
		earlierProblem    string
	}
	type estimate struct {
		honest float64 // expected honest pairs
		pairs  int64   // from which this was estimated
	}
	byPool := make(map[pool]estimate)
	for _, l := range listed {
		h, _ := contest.HistogramFor(contest.Pair{Problem: l.Problem, Language: l.Language}, histograms)
		k := pool{h.Problem, l.Language, l.EarlierContest, l.EarlierProblem}
		byPool[k] = estimate{max(byPool[k].honest, l.HighestChance), h.Pairs()}
	}
	expected, estimates, roughEstimates, fewest := 0.0, len(byPool), 0, int64(math.MaxInt64)
	for _, e := range slices.SortedFunc(maps.Values(byPool), func(a, b estimate) int { return cmp.Compare(a.honest, b.honest) }) {
		expected += e.honest // in one order, so that the sum is always the same
		fewest = min(fewest, e.pairs)
		if e.pairs < pairs.RoughTailPairs {
			roughEstimates++
		}
	}
	honest := p.T("Honest pairs expected among them by chance: up to %s.", twoDigits(p, expected))
	if expected < minShownChance {
		honest = p.T("Honest pairs expected among them by chance: fewer than %s.", p.Decimal(minShownChance))
	}
	if estimates > 1 {
		honest = p.Sentences(honest, p.T("The number is a sum over %s groups of compared programs.", i18n.Number(p, estimates)))
	}
	var sureness string
	switch {
	case roughEstimates == 0 && estimates == 1:
		sureness = p.T("Estimated from %s pairs.", i18n.Number(p, fewest))
	case roughEstimates == 0:
		sureness = p.T("The smallest group has %s pairs.", i18n.Number(p, fewest))
	case roughEstimates == estimates:
		sureness = p.T("This may be wrong by several times: fewer than %s pairs are too few for a good estimate.", i18n.Number(p, pairs.RoughTailPairs))
	default:
		sureness = p.T("For %s of them, with fewer than %s pairs, it may be wrong by several times.",
			i18n.Number(p, roughEstimates), i18n.Number(p, pairs.RoughTailPairs))
	}
	return p.Sentences(which, honest, sureness)
}
