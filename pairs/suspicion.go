package pairs

import (
	"math"
	"slices"
)

// score is a score from 0 to 1, in millionths. Rounding makes it the same on all
// machines.
type score uint32

func scoreOf(x float64) score { return score(math.Round(x * 1e6)) }

func (s score) float() float64 { return float64(s) / 1e6 }

// suspicion returns the score that ranks pairs: the largest share, adjusted by the variables.
func (f formula) suspicion(structure, wording, variables *common, simplicity float64) score {
	largest, plain := f.shares(structure, wording, simplicity)
	return f.adjusted(largest, plain, variables, simplicity)
}

// shares returns the largest of four shares, and the plain share. One high share is enough for
// suspicion.
//
//   - The structure share is the rarity-weighted coverage of the two programs' code
//     without names.
//   - The wording share is the same with names. People who copy and rewrite a program may
//     leave half of the names.
//   - The plain share is the unweighted coverage of the program that is covered less, above
//     plainFloor. It finds large rings of copies, of which the code is no longer rare. In any pool
//     it gives identical programs that are long enough the highest suspicion.
//   - The common share is the Dice coefficient of the two programs' shingles, above commonFloor,
//     times commonPrice. A shingle counts as often as a program repeats it, up to MaxTimes. In a small
//     pool the share finds copies of code that several people there have.
//
// Each share is multiplied by a factor below 1 that grows with the amount of code shared, because
// short programs may be alike by chance. The factor is lower for a simpler problem; simplicity is
// from 0 to 1.
func (f formula) shares(structure, wording *common, simplicity float64) (largest, plain float64) {
	scale := f.scale(simplicity)
	if f.plain {
		plain = structure.largest(func(o overlap) float64 { return o.plainShare(plainHalf * scale) })
	}
	largest = structure.largest(func(o overlap) float64 {
		share := max(plain, o.rareShare(f.structureHigh, structureHalf*scale))
		if f.commonPrice > 0 {
			share = max(share, f.commonPrice*o.commonShare(commonHalf*scale))
		}
		return share
	})
	if f.names {
		largest = max(largest, wording.largest(func(o overlap) float64 { return o.rareShare(f.wordingHigh, wordingHalf*scale) }))
	}
	return largest, plain
}

// adjusted returns the suspicion from the largest share. Variables that both programs use in the
// same way raise the suspicion; other variables lower it, but not below the plain share.
func (f formula) adjusted(largest, plain float64, variables *common, simplicity float64) score {
	if f.across {
		return scoreOf(f.raised(largest))
	}
	if !f.variables {
		return scoreOf(largest)
	}
	half := variableHalf * f.scale(simplicity)
	return scoreOf(variables.largest(func(o overlap) float64 {
		low, high := o.coverages()
		covered := (low + high) / 2
		fewer := float64(min(o.sizes[0].shingles, o.sizes[1].shingles))
		raise := (f.raised(largest) - largest) * covered * saturate(float64(o.shared.shingles()), half)
		lowering := f.maxLowering * (largest - plain) * (1 - covered) * saturate(fewer, fewVariables)
		return largest + float64(raise) - float64(lowering)
	}))
}

// raised returns the highest suspicion to which variables can raise a share.
func (f formula) raised(share float64) float64 {
	return share + float64(f.maxRaise*share*(1-share))
}

// notRaised is the inverse of raised: it returns the lowest share that variables can raise to a
// suspicion.
func (f formula) notRaised(suspicion float64) float64 {
	if f.maxRaise == 0 {
		return suspicion
	}
	b := (1 + f.maxRaise) / 2
	return (b - math.Sqrt(float64(b*b)-float64(f.maxRaise*suspicion))) / f.maxRaise
}

// scale returns the factor for the numbers of shared shingles that halve a share. It grows with the
// problem's simplicity.
func (f formula) scale(simplicity float64) float64 {
	switch {
	case !f.amount:
		return 0
	case !f.simplicity:
		return 1
	}
	return 1 + float64(simplicityScale*simplicity)
}

const (
	highShare     = 0.7  // weight of the larger coverage in a rare share, in large pools
	structureHigh = 0.5  // highShare of the structure share in small pools
	wordingHigh   = 0.6  // highShare of the wording share in small pools
	structureHalf = 40   // shared shingles that halve the structure share
	wordingHalf   = 40   // shared shingles that halve the wording share
	plainHalf     = 45   // shared shingles that halve the plain share
	plainFloor    = 0.5  // plain coverage up to which the plain share is 0
	commonHalf    = 10   // shared shingles that halve the common share
	commonFloor   = 0.05 // Dice coefficient up to which the common share is 0
	variableHalf  = 20   // shared variables at which the raise is half of the largest one
	fewVariables  = 5    // variables, in the program with fewer, at which the lowering is half of the largest one
	smallLowering = 0.25 // variables in small pools lower at most this much of the share above the plain share
	largeLowering = 0.4  // smallLowering for large pools
	maxRaise      = 0.5  // variables in small pools raise a share s by at most this times s(1-s)
	acrossRaise   = 1    // pairs of different families are raised by this times s(1-s)
	maxPrice      = 0.6  // factor of the common share in small pools
	smallPool     = 250  // participants up to which a pool is small
	largePool     = 500  // participants from which on a pool is large: maxRaise and maxPrice do not apply
	// simplicityScale says how much structureHalf and the other halves grow for the simplest
	// problems: 1 doubles them.
	simplicityScale = 1
)

// rareShare returns the weighted coverage of the two programs, times the amount factor. The larger
// coverage has the given weight, since a copy may hide in a larger program. The smaller one counts too,
// since a long program may contain a short one by chance. It counts more in a small pool, which
// does not show well what is rare.
func (o *overlap) rareShare(weight, half float64) float64 {
	low, high := o.coverages()
	// The conversions keep compilers from fusing a product with a sum, which rounds differently on
	// some machines.
	covered := float64(weight*high) + float64((1-weight)*low)
	return covered * saturate(float64(o.shared.shingles()), half)
}

// plainShare returns the plain share. It grows faster with the amount shared than the
// rare shares, so that identical programs of 142 shingles, and of 284 in the simplest
// problem, have 0.99.
func (o *overlap) plainShare(half float64) float64 {
	covered := max(0, o.plainCoverage()-plainFloor) / (1 - plainFloor)
	amount := float64(o.shared.shingles())
	return covered * saturate(amount*amount, half*half)
}

// commonShare returns the share of all code of the two programs that both have. It does not matter
// who else in the pool has the shared code.
func (o *overlap) commonShare(half float64) float64 {
	dice := share(2*uint64(o.shared.plain()), o.sizes[0].plain+o.sizes[1].plain)
	covered := max(0, dice-commonFloor) / (1 - commonFloor)
	return covered * saturate(float64(o.shared.shingles()), half)
}

// smallness returns how small a pool is, 0 to 1. Among few participants nobody knows what is rare:
// if three of eighty participants share some code, they may have copied it. Among hundreds it is known
// what is rare. So many pairs of hundreds are alike by chance that only rare code counts.
func smallness(participants int) float64 {
	return min(max(float64(largePool-participants)/(largePool-smallPool), 0), 1)
}

// saturate returns a factor that grows from 0 to 1 with x, slowly at first, and is 0.5
// where x is half.
func saturate(x, half float64) float64 {
	if x == 0 {
		return 0
	}
	return x * x / (float64(x*x) + float64(half*half))
}

// Part is a part of the suspicion that Options.Without can leave out.
type Part struct {
	Name string // short and stable: "rarity"
	Doc  string // one line: what it does
}

// Parts returns the parts of the suspicion that can be left out.
func Parts() []Part {
	return []Part{
		{"rarity", "code that few participants have counts more"},
		{"elsewhere", "code that others have for other problems, but not for this one, counts less"},
		{"names", "shingles with the names that are in the source count too"},
		{"variables", "variables that both programs use in the same way raise the suspicion, others lower it"},
		{"amount", "a small amount of shared code counts less"},
		{"plain-coverage", "programs that are nearly the same are found even if many participants have them"},
		{"common-code", "in small pools, shared code counts even if many participants have it"},
		{"repetition", "common code counts as often as both programs repeat it"},
		{"simplicity", "shared code counts less in simple problems"},
		{"identical", "identical programs are above all other pairs of their problem"},
	}
}

// formula says which parts the suspicion has.
type formula struct {
	rarity, elsewhere, names, variables, amount, plain, repeats, simplicity, identical bool

	across        bool    // the pairs are of different families of languages
	structureHigh float64 // weight of the larger coverage in the structure share
	wordingHigh   float64 // weight of the larger coverage in the wording share
	commonPrice   float64 // factor of the common share; 0 leaves it out
	maxRaise      float64 // of a share, by variables; or of the shares of pairs of different families
	maxLowering   float64 // by variables
}

// newFormula returns the formula for a pool with these options and number of participants.
func newFormula(opts Options, participants int) formula {
	has := func(name string) bool { return !slices.Contains(opts.Without, name) }
	f := formula{
		across: opts.Across,
		rarity: has("rarity"), elsewhere: has("elsewhere"), names: has("names"), variables: has("variables"),
		amount: has("amount"), plain: has("plain-coverage"), simplicity: has("simplicity"),
		identical: has("identical") && !opts.Across,
	}
	small := smallness(participants)
	f.structureHigh = highShare - float64((highShare-structureHigh)*small)
	f.wordingHigh = highShare - float64((highShare-wordingHigh)*small)
	if has("common-code") {
		f.commonPrice = maxPrice * small
		f.repeats = f.commonPrice > 0 && has("repetition")
	}
	switch {
	case f.across:
		f.maxRaise = acrossRaise
	case f.variables:
		f.maxRaise = maxRaise * small
		f.maxLowering = largeLowering - float64((largeLowering-smallLowering)*small)
	}
	return f
}

// PrivateTemplate is the least Pair.SharedTemplate of a template that is private to two people.
const PrivateTemplate = 0.5

// sharedTemplate returns how much two people share of the code that each of them repeats in other
// problems. The result is near 1 if the larger template contains the smaller one and nobody else has it.
// The result is low if many have the template, such as a published library. It does not count in the
// suspicion, because friends may share a template before the contest.
func sharedTemplate(c *common, r *rarity) score {
	if c.templateSums == nil || c.templateSums.both.shingles() == 0 {
		return 0
	}
	both := c.templateSums.both
	smaller := min(c.templates[0].shingles, c.templates[1].shingles)
	covered := float64(both.weightInBoth()) / (float64(r.byOthers[0]) * float64(smaller))
	return scoreOf(covered * saturate(float64(both.shingles()), structureHalf))
}
