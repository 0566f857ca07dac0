package evidence_test

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

func TestThreshold(t *testing.T) {
	t.Parallel()
	pool := func(pairs int64) contest.Histogram {
		var h contest.Histogram
		h.Bins[3] = pairs
		return h
	}
	byBoth := contest.Parameters{Threshold: 0.3, MaxChance: 1}
	for _, test := range []struct {
		name       string
		parameters contest.Parameters
		pools      []contest.Histogram
		want       string
	}{
		{"no threshold", contest.Parameters{}, []contest.Histogram{pool(5000)}, "All stored pairs are listed, most of them honest."},
		{"suspicion only", contest.Parameters{Threshold: 0.5}, []contest.Histogram{pool(5000)},
			"Pairs are listed with a suspicion of at least 0.5; nothing limits how many of them are honest, because no chance is given."},
		{"nothing compared", byBoth, []contest.Histogram{pool(0)}, "Pairs are listed with a suspicion of at least 0.3 and a chance of at most 1."},
		{"one large pool", byBoth, []contest.Histogram{pool(31125), pool(0)},
			"Pairs are listed with a suspicion of at least 0.3 and a chance of at most 1. Honest pairs expected by chance: up to 1. Estimated from 31,125 pairs."},
		{"large pools", contest.Parameters{MaxChance: 0.01}, []contest.Histogram{pool(31125), pool(2000), pool(9000)},
			"Pairs are listed with a chance of at most 0.01. Honest pairs expected by chance: up to 0.03, at most 0.01 for each language of each problem (there are 3). Each estimate is from 2,000 pairs or more."},
		{"small pools", byBoth, []contest.Histogram{pool(190), pool(45)},
			"Pairs are listed with a suspicion of at least 0.3 and a chance of at most 1. Honest pairs expected by chance: up to 1.4, at most 1 for each language of each problem (there are 2). " +
				"This may be wrong by several times: fewer than 1,000 pairs are too few for a good estimate."},
		{"one small pool of two", byBoth, []contest.Histogram{pool(190), pool(1000)},
			"Pairs are listed with a suspicion of at least 0.3 and a chance of at most 1. Honest pairs expected by chance: up to 2, at most 1 for each language of each problem (there are 2). " +
				"For 1 of them, with fewer than 1,000 pairs, it may be wrong by several times."},
	} {
		if got := evidence.Threshold(i18n.English(), test.parameters, test.pools); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, got, test.want)
		}
	}
}
