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

// suspicion returns the score that ranks pairs: the largest share, adjusted by the common code and the variables.
func (f formula) suspicion(structure, wording, variables *common, simplicity float64) score {
	return f.adjusted(f.shares(structure, wording, simplicity), variables, simplicity)
}

// shares has the largest of four shares of a pair, and the plain share.
type shares struct {
	largest, plain float64
	alike          float64 // how alike the programs are as a whole, 0 to 1; 0 in tiny and in large pools
}

// shares returns the shares of a pair, which the package comment describes. simplicity is that of the problem, 0 to 1.
func (f formula) shares(structure, wording *common, simplicity float64) (s shares) {
	scale := f.scale(simplicity)
	if f.plain && !structure.ofFile {
		s.plain = structure.largest(func(o overlap) float64 { return o.plainShare(plainHalf * scale) })
	}
	s.largest = structure.largest(func(o overlap) float64 {
		share := max(s.plain, o.rareShare(f.structureHigh, structureHalf*scale))
		if f.commonFactor > 0 && !structure.ofFile {
			share = max(share, f.commonFactor*o.commonShare(commonFloor, commonHalf*scale))
			s.alike = max(s.alike, f.midSize*min(alikeSlope*o.commonShare(alikeFloor, alikeHalf*scale), 1))
		}
		return share
	})
	if f.names {
		s.largest = max(s.largest, wording.largest(func(o overlap) float64 { return o.rareShare(f.wordingHigh, wordingHalf*scale) }))
	}
	return s
}

// adjusted returns the suspicion from the largest share. Code that is alike as a whole, and variables that both
// programs use in the same way, raise the suspicion. Other variables lower it, but not below the plain share, and less
// if the code is alike.
func (f formula) adjusted(s shares, variables *common, simplicity float64) score {
	most := f.raised(s.largest) - s.largest
	switch {
	case f.across:
		return scoreOf(s.largest + most)
	case !f.variables:
		return scoreOf(s.largest + float64(most*s.alike))
	}
	half := variableHalf * f.scale(simplicity)
	return scoreOf(variables.largest(func(o overlap) float64 {
		low, high := o.coverages()
		covered := (low + high) / 2
		fewer := float64(min(o.sizes[0].shingles, o.sizes[1].shingles))
		different := 1 - float64(covered*saturate(float64(o.shared.shingles()), half))
		raise := most * (1 - float64(different*(1-s.alike)))
		lowering := f.maxLowering * (s.largest - s.plain) * (1 - covered) * (1 - s.alike) * saturate(fewer, fewVariables)
		return s.largest + float64(raise) - float64(lowering)
	}))
}

// raised returns the highest suspicion to which variables and common code can raise a share.
func (f formula) raised(share float64) float64 {
	return share + float64(f.maxRaise*share*(1-share))
}

// minShareFor is the inverse of raised: it returns the lowest share that variables can raise to a suspicion.
func (f formula) minShareFor(suspicion float64) float64 {
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
	highShare       = 0.7  // weight of the larger coverage in a rare share, in tiny and large pools
	structureHigh   = 0.3  // highShare of the structure share in pools of smallPool participants
	wordingHigh     = 0.5  // highShare of the wording share in pools of smallPool participants
	structureHalf   = 40   // shared shingles that halve the structure share
	wordingHalf     = 40   // shared shingles that halve the wording share
	plainHalf       = 45   // shared shingles that halve the plain share
	plainFloor      = 0.5  // plain coverage up to which the plain share is 0
	commonHalf      = 10   // shared shingles that halve the common share
	commonFloor     = 0.05 // Dice coefficient up to which the common share is 0
	alikeHalf       = 40   // shared shingles at which programs count half as alike
	alikeFloor      = 0.5  // Dice coefficient up to which programs do not count as alike
	alikeSlope      = 2    // programs are alike as a whole from alikeFloor + (1-alikeFloor)/alikeSlope on
	variableHalf    = 20   // shared variables at which the raise is half of the largest one
	fewVariables    = 5    // variables, in the program with fewer, at which the lowering is half of the largest one
	smallLowering   = 0.25 // variables in small pools lower at most this much of the share above the plain share
	largeLowering   = 0.4  // smallLowering for large pools
	maxRaise        = 0.5  // variables and common code in small pools raise a share s by at most this times s(1-s)
	acrossRaise     = 1    // pairs of different families are raised by this times s(1-s)
	maxCommonFactor = 0.6  // factor of the common share in small pools
	tinyPool        = 25   // participants up to which a pool is tiny
	smallPool       = 250  // participants up to which a pool is small
	largePool       = 500  // participants from which on a pool is large: maxRaise and maxCommonFactor do not apply
	// simplicityScale says how much structureHalf and the other halves grow for the simplest
	// problems: 1 doubles them.
	simplicityScale = 1
)

// rareShare returns the weighted coverage of the two programs, times the amount factor. The larger
// coverage has the given weight, since a copy may hide in a larger program. The smaller one counts too,
// since a long program may contain a short one by chance.
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

// commonShare returns the share of all code of the two programs that both have, above the floor. It does not
// matter who else in the pool has the shared code.
func (o *overlap) commonShare(floor, half float64) float64 {
	dice := share(2*uint64(o.shared.plain()), o.sizes[0].plain+o.sizes[1].plain)
	covered := max(0, dice-floor) / (1 - floor)
	return covered * saturate(float64(o.shared.shingles()), half)
}

// smallness returns how small a pool is, 0 to 1. Among few participants nobody knows what is rare:
// if three of eighty participants share some code, they may have copied it. Among hundreds it is known
// what is rare. So many pairs of hundreds are alike by chance that only rare code counts.
func smallness(participants int) float64 {
	return min(max(float64(largePool-participants)/(largePool-smallPool), 0), 1)
}

// midSize returns 1 for a pool of smallPool participants, and less, down to 0, for a smaller or a larger one. It weighs
// that a long program may contain a short one by chance. A tiny pool has hardly any pairs for which this may happen; more
// participants make more pairs. A large pool shows well which code is rare, so
// code contained by chance has little weight.
func midSize(participants int) float64 {
	tiny := log2(tinyPool)
	grown := float64(log2(uint64(max(participants, tinyPool)))-tiny) / float64(log2(smallPool)-tiny)
	return min(grown, smallness(participants))
}

// saturate returns a factor that grows from 0 to 1 with x, slowly at first, and is 0.5
// where x is half.
func saturate(x, half float64) float64 {
	if x == 0 {
		return 0
	}
	return x * x / (float64(x*x) + float64(half*half))
}

// Parts returns the names of the parts of the suspicion that Options.OmitParts can leave out.
func Parts() []string {
	return []string{
		"rarity",         // code that few participants have counts more
		"elsewhere",      // code that others have for other problems, but not for this one, counts less
		"names",          // shingles with the names that are in the source count too
		"variables",      // variables that both programs use in the same way raise the suspicion, others lower it
		"amount",         // a small amount of shared code counts less
		"plain-coverage", // programs that are nearly the same are found even if many participants have them
		"common-code",    // in small pools, shared code counts even if many participants have it
		"repetition",     // common code counts as often as both programs repeat it
		"simplicity",     // shared code counts less in simple problems
		"identical",      // identical programs are above all other pairs of their problem
		"files",          // a single file of a program of several files counts too
	}
}

// formula says which parts the suspicion has.
type formula struct {
	rarity, elsewhere, names, variables, amount, plain, repeats, simplicity, identical bool

	across        bool    // the pairs are of different families of languages
	midSize       float64 // see midSize
	structureHigh float64 // weight of the larger coverage in the structure share
	wordingHigh   float64 // weight of the larger coverage in the wording share
	commonFactor  float64 // factor of the common share; 0 leaves it out
	maxRaise      float64 // of a share, by variables and common code; or of the shares of pairs of different families
	maxLowering   float64 // by variables
}

// newFormula returns the formula for a pool with these options and number of participants.
func newFormula(opts Options, participants int) formula {
	has := func(name string) bool { return !slices.Contains(opts.OmitParts, name) }
	f := formula{
		across: opts.Across,
		rarity: has("rarity"), elsewhere: has("elsewhere"), names: has("names"), variables: has("variables"),
		amount: has("amount"), plain: has("plain-coverage"), simplicity: has("simplicity"),
		identical: has("identical") && !opts.Across,
	}
	small := smallness(participants)
	f.midSize = midSize(participants)
	f.structureHigh = highShare - float64((highShare-structureHigh)*f.midSize)
	f.wordingHigh = highShare - float64((highShare-wordingHigh)*f.midSize)
	if has("common-code") {
		f.commonFactor = maxCommonFactor * small
		f.repeats = f.commonFactor > 0 && has("repetition")
	}
	switch {
	case f.across:
		f.maxRaise = acrossRaise
	case f.variables || f.commonFactor > 0:
		f.maxRaise = maxRaise * small
		f.maxLowering = largeLowering - float64((largeLowering-smallLowering)*small)
	}
	return f
}

// MinSharedTemplate is the least Pair.SharedTemplate of a template that few others have.
const MinSharedTemplate = 0.5

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
	covered := float64(both.weightIfBoth()) / (float64(r.byOthers[0]) * float64(smaller))
	return scoreOf(covered * saturate(float64(both.shingles()), structureHalf))
}
