package evidence

import (
	"math"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/pairs"
)

// Threshold says which pairs a check lists, how many honest pairs are among them by
// chance, and how sure that number is. Each histogram with pairs is one estimate.
func Threshold(p *i18n.Printer, parameters contest.Parameters, histograms []contest.Histogram) string {
	if parameters.Threshold == 0 && parameters.MaxChance == 0 {
		return p.T("All stored pairs are listed, most of them honest.")
	}
	conditions := parameters.ListedText(p)
	if parameters.MaxChance == 0 {
		return p.T("Pairs are listed %s; nothing limits how many of them are honest, because no chance is given.", conditions)
	}
	estimates, roughEstimates, fewest, expected := 0, 0, int64(math.MaxInt64), 0.0
	for _, h := range histograms {
		n := h.Pairs()
		if n == 0 {
			continue
		}
		estimates++
		expected += parameters.MaxChance * min(1, float64(n)/pairs.MinTailPairs) // smaller pools count as MinTailPairs
		fewest = min(fewest, n)
		if n < pairs.RoughTailPairs {
			roughEstimates++
		}
	}
	listed := p.T("Pairs are listed %s.", conditions)
	if estimates == 0 {
		return listed
	}
	honest := p.T("Honest pairs expected by chance: up to %s.", twoDigits(p, expected))
	if estimates > 1 {
		honest = p.T("Honest pairs expected by chance: up to %s, at most %s for each language of each problem (there are %s).",
			twoDigits(p, expected), twoDigits(p, parameters.MaxChance), i18n.Number(p, estimates))
	}
	var sureness string
	switch {
	case roughEstimates == 0 && estimates == 1:
		sureness = p.T("Estimated from %s pairs.", i18n.Number(p, fewest))
	case roughEstimates == 0:
		sureness = p.T("Each estimate is from %s pairs or more.", i18n.Number(p, fewest))
	case roughEstimates == estimates:
		sureness = p.T("This may be wrong by several times: fewer than %s pairs are too few for a good estimate.", i18n.Number(p, pairs.RoughTailPairs))
	default:
		sureness = p.T("For %s of them, with fewer than %s pairs, it may be wrong by several times.",
			i18n.Number(p, roughEstimates), i18n.Number(p, pairs.RoughTailPairs))
	}
	return p.Sentences(listed, honest, sureness)
}
