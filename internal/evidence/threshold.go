package evidence

import (
	"math"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/pairs"
)

// Threshold returns a sentence that says which pairs a check lists, how many honest pairs are among them by
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
	if estimates == 0 {
		return p.T("Pairs are listed %s.", conditions)
	}
	listed := p.T("Pairs are listed %s: expect up to %s honest pairs among them by chance", conditions, twoDigits(p, expected))
	if expected == 1 {
		listed = p.T("Pairs are listed %s: expect up to 1 honest pair among them by chance", conditions)
	}
	if estimates > 1 {
		listed = p.T("%s, at most %s for each language of each problem (there are %d)",
			listed, twoDigits(p, parameters.MaxChance), estimates)
	}
	switch {
	case roughEstimates == 0 && estimates == 1:
		return p.T("%s, estimated from %d pairs.", listed, fewest)
	case roughEstimates == 0:
		return p.T("%s, each estimated from %d pairs or more.", listed, fewest)
	case roughEstimates == estimates:
		return p.T("%s; this may be wrong by several times, because fewer than %d pairs are too few for a good estimate.",
			listed, pairs.RoughTailPairs)
	}
	return p.T("%s; this may be wrong by several times for %d of them, which have fewer than %d pairs.",
		listed, roughEstimates, pairs.RoughTailPairs)
}
