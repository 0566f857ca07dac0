package evaluate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// almostEqual reports whether two figures are equal except for rounding. NaN equals NaN.
func almostEqual(a, b float64) bool {
	return a == b || math.Abs(a-b) < 1e-9 || math.IsNaN(a) && math.IsNaN(b)
}

// The figures of a curve equal the figures computed by hand.
func TestCurveByHand(t *testing.T) {
	t.Parallel()
	nan, inf := math.NaN(), math.Inf(1)
	tests := []struct {
		name                 string
		scores               []float64
		copied               string // c for a copy, h for an honest pair
		auc, ap              float64
		r1, rp               float64 // recall at 1% of false positives, R-precision
		f1, f1At, f15, f15At float64 // best F1 and F1.5, each with its threshold
	}{
		{"all copies above all honest pairs", []float64{.9, .8, .3, .2}, "cchh", 1, 1, 1, 1, 1, .55, 1, .55},
		{"all honest pairs above all copies", []float64{.1, .2, .8, .9}, "cchh", 0, (1./3 + 2./4) / 2, 0, 0, 2. / 3, .1, 6.5 / 8.5, .1},
		// AUC: of six (copy, honest) pairs, .9 is above both, .7 above one, .5 above one: 4 of 6.
		{"copies and honest pairs mixed", []float64{.9, .8, .7, .5, .4}, "chcch", 4. / 6, (1 + 2./3 + 3./4) / 3, 1. / 3, 2. / 3, 6. / 7, .45, 9.75 / 10.75, .45},
		// A copy and an honest pair tie at the top: AUC counts half.
		{"a copy and an honest pair with equal scores", []float64{.5, .5, .1}, "chh", .75, .5, 0, .5, 2. / 3, .3, 3.25 / 4.25, .3},
		{"all scores equal", []float64{0, 0, 0, 0}, "chhh", .5, .25, 0, .25, .4, 0, 3.25 / 6.25, 0},
		{"copies only", []float64{.7, .6}, "cc", nan, 1, nan, 1, 1, .6, 1, .6},
		{"honest pairs only", []float64{.7, .6}, "hh", nan, nan, nan, nan, nan, inf, nan, inf},
		{"no pairs", nil, "", nan, nan, nan, nan, nan, inf, nan, inf},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			copied := make([]bool, len(test.copied))
			for i, c := range test.copied {
				copied[i] = c == 'c'
			}
			c := NewCurve(test.scores, copied, nil)
			f1, f1At := c.BestF(1)
			f15, f15At := c.BestF(1.5)
			for _, figure := range []struct {
				name      string
				got, want float64
			}{
				{"AUC", c.AUC(), test.auc}, {"average precision", c.AveragePrecision(), test.ap},
				{"recall at 1%", c.RecallAt(0.01), test.r1}, {"R-precision", c.RPrecision(), test.rp},
				{"best F1", f1, test.f1}, {"its threshold", f1At, test.f1At},
				{"best F1.5", f15, test.f15}, {"its threshold", f15At, test.f15At},
			} {
				if !almostEqual(figure.got, figure.want) {
					t.Errorf("%s is %v, want %v", figure.name, figure.got, figure.want)
				}
			}
		})
	}
}

// slowCurve computes all figures by their definitions.
type slowCurve struct {
	scores []float64
	copied []bool
}

func (p slowCurve) at(threshold float64) (o outcome) {
	for i, score := range p.scores {
		o.add(1, p.copied[i], score >= threshold)
	}
	return o
}

func (p slowCurve) count() (copies, honest float64) {
	o := p.at(math.Inf(-1))
	return float64(o.TP), float64(o.FP)
}

func (p slowCurve) auc() float64 {
	copies, honest := p.count()
	sum := 0.0
	for i, a := range p.scores {
		for j, b := range p.scores {
			if p.copied[i] && !p.copied[j] {
				switch {
				case a > b:
					sum++
				case a == b:
					sum += 0.5
				}
			}
		}
	}
	return sum / (copies * honest)
}

// precision returns the share of copies among the pairs called copied.
func precision(o outcome) float64 { return float64(o.TP) / float64(o.TP+o.FP) }

// averagePrecision returns the mean precision over the copies, each at the highest threshold that includes
// it.
func (p slowCurve) averagePrecision() float64 {
	copies, _ := p.count()
	sum := 0.0
	for i, score := range p.scores {
		if p.copied[i] {
			sum += precision(p.at(score))
		}
	}
	return sum / copies
}

func (p slowCurve) recallAt(rate float64) float64 {
	copies, honest := p.count()
	best := 0.0
	for _, score := range p.scores {
		if o := p.at(score); float64(o.FP) <= rate*honest {
			best = max(best, float64(o.TP)/copies)
		}
	}
	return best
}

func (p slowCurve) best(beta float64) float64 {
	best := 0.0
	for _, score := range p.scores {
		o := p.at(score)
		precision, recall := precision(o), float64(o.TP)/float64(o.TP+o.FN)
		if o.TP > 0 {
			best = max(best, (1+beta*beta)*precision*recall/(beta*beta*precision+recall))
		}
	}
	return best
}

// rPrecision returns the mean of the R-precision over many random orders of equal scores.
func (p slowCurve) rPrecision(random *rand.Rand) float64 {
	copies, _ := p.count()
	const rounds = 3000
	sum := 0.0
	for range rounds {
		order := random.Perm(len(p.scores))
		for n := range int(copies) { // select the highest, the first of equal ones
			for m := n + 1; m < len(order); m++ {
				if p.scores[order[m]] > p.scores[order[n]] {
					order[n], order[m] = order[m], order[n]
				}
			}
			if p.copied[order[n]] {
				sum++
			}
		}
	}
	return sum / rounds / copies
}

// curveOfCounts returns the curve of the same pairs, given as counts of equal pairs.
func curveOfCounts(p slowCurve) Curve {
	type kind struct {
		score  float64
		copied bool
	}
	counts := make(map[kind]int)
	for i, score := range p.scores {
		counts[kind{score, p.copied[i]}]++
	}
	var scores []float64
	var copied []bool
	var pairs []int
	for k, n := range counts {
		scores, copied, pairs = append(scores, k.score), append(copied, k.copied), append(pairs, n)
	}
	return NewCurve(scores, copied, pairs)
}

// For random scores, the figures of a curve agree with their definitions, and counts of pairs
// give the same curve.
func TestCurveAgreesWithDefinitions(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		n := 2 + random.IntN(40)
		levels := 1 + random.IntN(12) // few levels make many ties
		p := slowCurve{make([]float64, n), make([]bool, n)}
		for i := range n {
			p.scores[i] = float64(random.IntN(levels)) / float64(levels)
			p.copied[i] = random.IntN(3) == 0
		}
		p.copied[0], p.copied[1] = true, false
		c := NewCurve(p.scores, p.copied, nil)
		check := func(name string, got, want float64) {
			t.Helper()
			if !almostEqual(got, want) {
				t.Errorf("round %d: %s is %v, want %v", round, name, got, want)
			}
		}
		if diff := cmp.Diff(c, curveOfCounts(p), cmp.AllowUnexported(Curve{}, point{})); diff != "" {
			t.Errorf("round %d: curve (-of pairs +of counts):\n%s", round, diff)
		}
		check("AUC", c.AUC(), p.auc())
		check("average precision", c.AveragePrecision(), p.averagePrecision())
		for _, rate := range []float64{0, 0.001, 0.01, 0.1, 0.5, 1} {
			check("recall", c.RecallAt(rate), p.recallAt(rate))
		}
		for _, beta := range []float64{0.5, 1, 1.5} {
			f, threshold := c.BestF(beta)
			check("best F", f, p.best(beta))
			check("F at its threshold", p.at(threshold).f(beta), f)
		}
		if round < 20 {
			if got, want := c.RPrecision(), p.rPrecision(random); math.Abs(got-want) > 0.05 {
				t.Errorf("round %d: precision at positives is %v, want about %v", round, got, want)
			}
		}
	}
}

// thresholdBetween returns a number that is above the lower score, at most the upper one, and has few digits.
func TestThresholdsAreShort(t *testing.T) {
	t.Parallel()
	next := math.Nextafter(0.3, 1)
	tests := []struct{ lower, upper, want float64 }{
		{0.2, 0.4, 0.3},
		{0.31, 0.32, 0.32},
		{0.311, 0.312, 0.3115},
		{-13, -12, -12.5},
		{0, 1e-12, 1e-12},
		{math.Inf(-1), -3, -3},
		{0.3, next, next},
	}
	for _, test := range tests {
		got := thresholdBetween(test.lower, test.upper)
		if got != test.want || got <= test.lower || got > test.upper {
			t.Errorf("threshold between %v and %v: %v, want %v", test.lower, test.upper, got, test.want)
		}
	}
}
