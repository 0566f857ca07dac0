package evidence

import (
	"math"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/pairs"
)

// Threshold says in one sentence which pairs a check lists, how many honest ones chance
// brings into the list, and how sure that number is. It counts one estimate for each
// histogram with pairs.
func Threshold(p contest.Parameters, histograms []contest.Histogram) string {
	if p.Threshold == 0 && p.MaxChance == 0 {
		return "All stored pairs are listed, most of them honest."
	}
	listed := "Pairs are listed " + p.ListedText()
	if p.MaxChance == 0 {
		return listed + "; nothing limits how many of them are honest, because no chance is given."
	}
	estimates, rough, fewest, expected := 0, 0, int64(math.MaxInt64), 0.0
	for _, h := range histograms {
		if n := h.Pairs(); n > 0 {
			estimates++
			expected += p.MaxChance * min(1, float64(n)/pairs.MinTailPairs) // a smaller pool counts as so many pairs
			fewest = min(fewest, n)
			if n < pairs.RoughTailPairs {
				rough++
			}
		}
	}
	if estimates == 0 {
		return listed + "."
	}
	noun := "honest pairs"
	if expected == 1 {
		noun = "honest pair"
	}
	listed += ": expect up to " + twoDigits(expected) + " " + noun + " among them by chance"
	if estimates > 1 {
		listed += ", at most " + twoDigits(p.MaxChance) + " for each of " + text.Thousands(estimates) + " problems and languages"
	}
	switch {
	case rough == 0 && estimates == 1:
		return listed + ", estimated from " + text.Thousands(fewest) + " pairs."
	case rough == 0:
		return listed + ", each estimated from " + text.Thousands(fewest) + " pairs or more."
	case rough == estimates:
		return listed + "; this may be wrong by several times, because fewer than " +
			text.Thousands(pairs.RoughTailPairs) + " pairs are too few for a good estimate."
	}
	return listed + "; this may be wrong by several times for " + text.Thousands(rough) +
		" of them, which have fewer than " + text.Thousands(pairs.RoughTailPairs) + " pairs."
}
