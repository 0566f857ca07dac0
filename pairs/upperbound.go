package pairs

import "math"

// upperBound finds pairs that cannot reach Options.Keep, so that Find need not compare their
// frequent shingles. It knows what two programs share of the rarer shingles, and which frequent
// shingles each program has. It excludes no pair that reaches Options.Keep.
type upperBound struct {
	structure kindBound
	wording   kindBound
	all       bool        // every pair may reach Options.Keep
	minShared []minShared // for each program; nil if all pairs are scored, or if the common share may reach Options.Keep
}

// kindBound is the upper bound for one kind of shingles.
type kindBound struct {
	index   *index
	keep    float64   // the least share that variables can raise to Options.Keep, less rounding
	high    float64   // weight of the larger coverage in a rare share
	factors []float64 // amount factors by the number of shared shingles; the last factor also for larger numbers
	plain   float64   // the least plain coverage that reaches keep
	common  float64   // the least share of the plain weights of both programs that reaches keep
}

// minShared says how much of the rarer shingles the pairs of a program must share. A pair may reach Options.Keep only if it shares
// at least the smaller structure or the smaller wording of its two programs, or at least the larger number of shingles.
type minShared struct {
	structure, wording uint32 // weights of shingles in both programs
	shingles           uint32 // of the structure
	// A mask: -1, which has all bits, if the program is stored as changes, otherwise 0.
	structureChanges, wordingChanges int32
}

// rounding is larger than any change of a suspicion by rounding to millionths.
const rounding = 2e-6

// manyShared is the number of shared shingles from which the amount factor counts as 1.
const manyShared = 2000

func (p *Pool) newUpperBound() *upperBound {
	keep := p.formula.minShareFor(p.opts.Keep) - rounding
	scale := p.formula.scale(p.simplicity)
	bound := &upperBound{
		structure: kindBound{
			index:   p.structure,
			keep:    keep,
			high:    p.formula.structureHigh,
			factors: amountFactors(structureHalf * scale),
			plain:   plainFloor + float64((1-plainFloor)*keep),
			common:  (commonFloor + (1-commonFloor)*keep/p.formula.commonFactor) / 2, // may be infinite
		},
		wording: kindBound{p.wording, keep, p.formula.wordingHigh, amountFactors(wordingHalf * scale), math.Inf(1), math.Inf(1)},
		// There is no bound for templates: only contests of several problems have templates, and
		// their pools are smaller.
		all: p.structure.templates != nil || p.wording.templates != nil || p.opts.Keep <= 0,
	}
	if !p.formula.names {
		clear(bound.wording.factors)
	}
	if !p.formula.plain {
		bound.structure.plain = math.Inf(1)
	}
	if !bound.all && math.IsInf(bound.structure.common, 1) {
		bound.setMinShared()
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

// setMinShared sets u.minShared. It assumes that a pair shares all frequent shingles of one of its programs, and that
// all amount factors are 1.
func (u *upperBound) setMinShared() {
	x, y := u.structure.index, u.wording.index
	u.minShared = make([]minShared, len(x.own))
	changes := map[bool]int32{true: -1}
	for i := range u.minShared {
		u.minShared[i] = minShared{
			structure:        difference(u.structure.keep*float64(x.own[i].weight), x.frequent.totals[i].weightIfBoth()),
			shingles:         difference(u.structure.plain*float64(x.own[i].shingles), x.frequent.totals[i].shingles()),
			wording:          difference(u.wording.keep*float64(y.own[i].weight), y.frequent.totals[i].weightIfBoth()),
			structureChanges: changes[x.isDelta[i]],
			wordingChanges:   changes[y.isDelta[i]],
		}
	}
}

// difference returns a-b, rounded down; 0 if that is below 0 or no number.
func difference(a float64, b uint32) uint32 {
	if !(a > float64(b)) {
		return 0
	}
	return uint32(min(a-float64(b), math.MaxUint32))
}

// listOthers appends to s.others the programs from start to end-1 that may reach Options.Keep with a program, or are identical
// to it. A few of the listed programs cannot: mayReach, which is slower, then checks them more exactly.
func (u *upperBound) listOthers(program, start, end int, s *scratch) {
	if u.minShared == nil {
		for other := start; other < end; other++ {
			s.others = append(s.others, int32(other))
		}
		return
	}
	own := u.minShared[program]
	var structure sums
	wording := uint64(0) // as sums.weights
	structures, wordings := s.structure.sums[:end], s.wording.sums[:end]
	for other := start; other < end; other++ {
		l, x, y := &u.minShared[other], &structures[other], &wordings[other]
		structure.weights = structure.weights&uint64(l.structureChanges) + x.weights
		structure.counts = structure.counts&uint64(l.structureChanges) + x.counts
		wording = wording&uint64(l.wordingChanges) + y.weights
		if structure.weightIfBoth() >= min(l.structure, own.structure) || structure.shingles() >= max(l.shingles, own.shingles) ||
			uint32(wording) >= min(l.wording, own.wording) {
			s.others = append(s.others, int32(other))
		}
	}
}

// mayReach reports whether two programs may reach Options.Keep by what they share of one kind, given what they
// share of the rarer shingles. The loose bound is faster, and excludes most pairs.
func (k *kindBound) mayReach(a, b int, rarer sums) bool {
	f := &k.index.frequent
	return k.reaches(a, b, f.looseBound(rarer, a, b)) && k.reaches(a, b, f.tightBound(rarer, a, b))
}

// reaches reports whether two programs that share the given sums reach Options.Keep. It first assumes that both
// programs have the coverage of the lighter program. This check needs no division, and excludes most pairs.
func (k *kindBound) reaches(a, b int, shared sums) bool {
	left, right := &k.index.own[a], &k.index.own[b]
	weight := float64(shared.weightIfBoth())
	factor := k.factors[min(shared.shingles(), manyShared)]
	// shared is an upper bound: it may be more than a program has.
	lighter := weight + float64(max(int64(min(left.weight, right.weight))-int64(shared.weightIfOne()), 0))
	if weight*factor >= k.keep*lighter {
		heavier := weight + float64(max(int64(max(left.weight, right.weight))-int64(shared.weightIfOne()), 0))
		if weight*factor*(k.high*heavier+(1-k.high)*lighter) >= k.keep*lighter*heavier {
			return true
		}
	}
	return float64(shared.shingles()) >= k.plain*float64(max(left.shingles, right.shingles)) ||
		float64(shared.plain()) >= k.common*float64(left.plain+right.plain)
}
