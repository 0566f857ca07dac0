package pairs

import "math"

// upperBound finds pairs that cannot reach Options.Keep, by what they share of the
// rarer shingles and what each program has of the frequent ones, so that the latter
// need not be compared. It excludes no pair that reaches it.
type upperBound struct {
	pool               *Pool
	keep               float64   // a little below Options.Keep, for rounding
	structure, wording []float64 // amount factors by the number of shared shingles; the last is for all above
	plain              float64   // the least plain coverage that reaches keep
	all                bool      // every pair may reach it
}

// manyShared is the number of shared shingles from which the amount factor counts as 1.
const manyShared = 2000

func (p *Pool) newUpperBound(keep float64) *upperBound {
	r := &upperBound{
		pool:  p,
		keep:  keep - 2e-6, // suspicions are rounded to millionths
		plain: plainFloor + float64((1-plainFloor)*(keep-2e-6)),
		// What templates change is not worth a bound of its own: contests of
		// several problems have smaller pools.
		all: p.structure.templates != nil || p.wording.templates != nil || keep <= 0,
	}
	scale := p.formula.scale(p.simplicity)
	r.structure = amountFactors(structureHalf * scale)
	r.wording = amountFactors(wordingHalf * scale)
	if !p.formula.names {
		clear(r.wording)
	}
	if !p.formula.plain {
		r.plain = math.Inf(1)
	}
	return r
}

func amountFactors(half float64) []float64 {
	factors := make([]float64, manyShared+1)
	for i := range factors {
		factors[i] = saturate(float64(i), half)
	}
	factors[manyShared] = 1
	return factors
}

// mayReach reports whether two programs may reach the suspicion, given what they
// share of the rarer shingles. The sums alone exclude most pairs.
func (r *upperBound) mayReach(a, b int, structure, wording *sums) bool {
	if r.all {
		return true
	}
	x, y := r.pool.structure, r.pool.wording
	code, names := x.frequent.atMost(structure, a, b), y.frequent.atMost(wording, a, b)
	if !r.structural(a, b, &code) && !r.worded(a, b, &names) {
		return false
	}
	code = x.frequent.nearly(structure, a, b)
	if r.structural(a, b, &code) {
		return true
	}
	names = y.frequent.nearly(wording, a, b)
	return r.worded(a, b, &names)
}

// structural reports whether the structure or the plain share may reach it.
func (r *upperBound) structural(a, b int, shared *sums) bool {
	x := r.pool.structure
	return shared.covers(min(x.total[a], x.total[b]), r.keep, r.structure) ||
		float64(shared.shingles) >= r.plain*float64(max(x.count[a], x.count[b]))
}

// worded reports whether the wording share may reach it.
func (r *upperBound) worded(a, b int, shared *sums) bool {
	x := r.pool.wording
	return shared.covers(min(x.total[a], x.total[b]), r.keep, r.wording)
}

// covers reports whether a share may reach keep, given the total of the lighter
// program. It compares the coverage of that program times the amount factor, without
// a division.
func (s *sums) covers(total uint64, keep float64, factors []float64) bool {
	weight := float64(s.weight)
	rest := float64(int64(total) - int64(s.own)) // below 0 where the frequent ones differ
	return weight*factors[min(s.shingles, manyShared)] >= keep*(weight+max(rest, 0))
}
