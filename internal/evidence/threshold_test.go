package evidence_test

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

func TestThreshold(t *testing.T) {
	t.Parallel()
	pool := func(problem string, pairs int64) contest.Histogram {
		h := contest.Histogram{Problem: problem, Language: "c++"}
		h.Bins[3] = pairs
		return h
	}
	listed := func(problem string, chance float64) contest.ListedPool {
		return contest.ListedPool{Problem: problem, Language: "c++", HighestChance: chance}
	}
	earlier := listed("A", 0.5)
	earlier.EarlierContest, earlier.EarlierProblem = 7, "Q"
	byBoth := contest.Parameters{Threshold: 0.3, MaxChance: 1}
	for _, test := range []struct {
		name       string
		parameters contest.Parameters
		pools      []contest.Histogram
		listed     []contest.ListedPool
		want       string
	}{
		{"no threshold", contest.Parameters{}, []contest.Histogram{pool("A", 5000)}, nil, "All stored pairs are listed, most of them honest."},
		{"suspicion only", contest.Parameters{Threshold: 0.5}, []contest.Histogram{pool("A", 5000)}, []contest.ListedPool{listed("A", 3)},
			"Pairs are listed with a suspicion of at least 0.5; nothing limits how many of them are honest, because no chance is given."},
		{"nothing listed", byBoth, []contest.Histogram{pool("A", 5000)}, nil, "Pairs are listed with a suspicion of at least 0.3 and a chance of at most 1."},
		{"one large pool", byBoth, []contest.Histogram{pool("A", 31125), pool("B", 0)}, []contest.ListedPool{listed("A", 0.94)},
			"Pairs are listed with a suspicion of at least 0.3 and a chance of at most 1. Honest pairs expected among them by chance: up to 0.94. Estimated from 31,125 pairs."},
		{"only unlikely pairs", contest.Parameters{Threshold: 0.9, MaxChance: 1}, []contest.Histogram{pool("A", 31125)}, []contest.ListedPool{listed("A", 0.00002)},
			"Pairs are listed with a suspicion of at least 0.9 and a chance of at most 1. Honest pairs expected among them by chance: fewer than 0.001. Estimated from 31,125 pairs."},
		{"large pools", contest.Parameters{MaxChance: 0.01}, []contest.Histogram{pool("A", 31125), pool("B", 2000), pool("C", 9000)},
			[]contest.ListedPool{listed("A", 0.008), listed("B", 0.001)},
			"Pairs are listed with a chance of at most 0.01. Honest pairs expected among them by chance: up to 0.009. The number is a " +
				"sum over 2 groups of compared programs. The smallest group has 2,000 pairs."},
		{"small pools", byBoth, []contest.Histogram{pool("A", 190), pool("B", 45)}, []contest.ListedPool{listed("A", 0.9), listed("B", 0.1)},
			"Pairs are listed with a suspicion of at least 0.3 and a chance of at most 1. Honest pairs expected among them by chance: up to 1. The number is a " +
				"sum over 2 groups of compared programs. This may be wrong by several times: fewer than 1,000 pairs are too few for a good estimate."},
		{"a pool and an earlier contest", byBoth, []contest.Histogram{pool("A", 190), pool("B", 1000)}, []contest.ListedPool{earlier, listed("B", 0.3)},
			"Pairs are listed with a suspicion of at least 0.3 and a chance of at most 1. Honest pairs expected among them by chance: up to 0.8. The number is a " +
				"sum over 2 groups of compared programs. For 1 of them, with fewer than 1,000 pairs, it may be wrong by several times."},
		{"across problems", byBoth, []contest.Histogram{pool("", 5000)}, []contest.ListedPool{listed("A", 0.3), listed("A + B", 0.4)},
			"Pairs are listed with a suspicion of at least 0.3 and a chance of at most 1. Honest pairs expected among them by chance: up to 0.4. Estimated from 5,000 pairs."},
	} {
		if got := evidence.Threshold(i18n.English(), test.parameters, test.pools, test.listed); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, got, test.want)
		}
	}
}
