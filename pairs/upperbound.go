package pairs

import "math"

// upperBound finds pairs that cannot reach Options.Keep, so that Find need not compare their
// frequent shingles. It knows what two programs share of the rarer shingles, and which frequent
// shingles each program has. It excludes no pair that reaches Options.Keep.
type upperBound struct {
	pool               *Pool
	keep               float64   // a little below the share that variables may raise to Options.Keep
	structure, wording []float64 // amount factors by the number of shared shingles; the last factor also for larger numbers
	plain              float64   // the least plain coverage that reaches keep
	common             float64   // the least share of the plain weights of both programs that reaches keep
	all                bool      // every pair may reach Options.Keep
}

// rounding is larger than any change of a suspicion by rounding to millionths.
const rounding = 2e-6

// manyShared is the number of shared shingles from which the amount factor counts as 1.
const manyShared = 2000

func (p *Pool) newUpperBound() *upperBound {
	keep := p.formula.notRaised(p.opts.Keep) - rounding
	scale := p.formula.scale(p.simplicity)
	bound := &upperBound{
		pool:      p,
		keep:      keep,
		structure: amountFactors(structureHalf * scale),
		wording:   amountFactors(wordingHalf * scale),
		plain:     plainFloor + float64((1-plainFloor)*keep),
		common:    (commonFloor + (1-commonFloor)*keep/p.formula.commonPrice) / 2, // may be infinite
		// There is no bound for templates: only contests of several problems have templates, and
		// their pools are smaller.
		all: p.structure.templates != nil || p.wording.templates != nil || p.opts.Keep <= 0,
	}
	if !p.formula.names {
		clear(bound.wording)
	}
	if !p.formula.plain {
		bound.plain = math.Inf(1)
	}
	return bound
}

// amountFactors returns the amount factors for 0 to manyShared shared shingles.
func amountFactors(half float64) []float64 {
	factors := make([]float64, manyShared+1)
	for i := range factors {
		factors[i] = saturate(float64(i), half)
	}
	factors[manyShared] = 1
	return factors
}

// mayReach reports whether two programs may reach Options.Keep, given what they share of the rarer
// shingles. The loose bound is faster, and excludes most pairs.
func (u *upperBound) mayReach(a, b int, structure, wording *sums) bool {
	if u.all {
		return true
	}
	x, y := &u.pool.structure.frequent, &u.pool.wording.frequent
	return (u.structureMayReach(a, b, x.looseBound(structure, a, b)) || u.wordingMayReach(a, b, y.looseBound(wording, a, b))) &&
		(u.structureMayReach(a, b, x.tightBound(structure, a, b)) || u.wordingMayReach(a, b, y.tightBound(wording, a, b)))
}

// structureMayReach reports whether the structure, the plain or the common share may reach
// Options.Keep.
func (u *upperBound) structureMayReach(a, b int, shared sums) bool {
	left, right := &u.pool.structure.own[a], &u.pool.structure.own[b]
	return shared.mayReach(left.weight, right.weight, u.keep, u.pool.formula.structureHigh, u.structure) ||
		float64(shared.shingles) >= u.plain*float64(max(left.shingles, right.shingles)) ||
		float64(shared.plain) >= u.common*float64(left.plain+right.plain)
}

// wordingMayReach reports whether the wording share may reach Options.Keep.
func (u *upperBound) wordingMayReach(a, b int, shared sums) bool {
	own := u.pool.wording.own
	return shared.mayReach(own[a].weight, own[b].weight, u.keep, u.pool.formula.wordingHigh, u.wording)
}

// mayReach reports whether a rare share may reach keep, given the total weights of the two programs and the weight
// high of the larger coverage. It first assumes that both programs have the coverage of the lighter program. This
// check needs no division, and excludes most pairs.
func (s *sums) mayReach(left, right uint64, keep, high float64, factors []float64) bool {
	weight := float64(s.weightInBoth)
	factor := factors[min(s.shingles, manyShared)]
	// A difference is below 0 if the frequent shingles differ.
	lighter := weight + float64(max(int64(min(left, right))-int64(s.weightInOne), 0))
	if weight*factor < keep*lighter {
		return false
	}
	heavier := weight + float64(max(int64(max(left, right))-int64(s.weightInOne), 0))
	return weight*factor*(high*heavier+(1-high)*lighter) >= keep*lighter*heavier
}
