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

// suspicion returns the score that pairs are ranked by: the largest of three shares,
// each of which is enough alone.
//
// The structure share is the rarity-weighted coverage of the two programs'
// code, names aside.
//
// The wording share is that of the same code with its names. People who copy and
// rewrite a program may leave half of the names.
//
// The plain share is the unweighted coverage of the one that is covered less,
// counted from plainFloor up. It finds rings of copies that are so large that their
// code is no longer rare, and gives identical programs that are long enough the
// highest suspicion in any pool.
//
// Each is multiplied by a factor below 1 that grows with the amount of code
// shared: what short programs share says little, the less the simpler the problem is,
// 0 to 1.
func (f formula) suspicion(structure, wording *common, simplicity float64) score {
	scale := f.scale(simplicity)
	highest := f.structureShare(&structure.overlap, scale)
	for _, way := range structure.withTemplates() {
		highest = max(highest, f.structureShare(&way, scale))
	}
	if f.names {
		highest = max(highest, wording.rareShare(wordingHalf*scale))
		for _, way := range wording.withTemplates() {
			highest = max(highest, way.rareShare(wordingHalf*scale))
		}
	}
	return scoreOf(highest)
}

// scale returns the factor that the problem's simplicity multiplies the amounts that
// halve a share by.
func (f formula) scale(simplicity float64) float64 {
	switch {
	case !f.amount:
		return 0
	case !f.simplicity:
		return 1
	}
	return 1 + float64(simplicityScale*simplicity)
}

// structureShare returns the larger of the structure and the plain share.
func (f formula) structureShare(o *overlap, scale float64) float64 {
	share := o.rareShare(structureHalf * scale)
	if f.plain {
		share = max(share, o.plainShare(plainHalf*scale))
	}
	return share
}

const (
	highShare     = 0.8 // of the larger coverage in a rare share
	structureHalf = 40  // shared shingles that halve the structure share
	wordingHalf   = 40  // shared shingles that halve the wording share
	plainFloor    = 0.5 // plain coverage that says nothing yet
	plainHalf     = 45  // shared shingles that halve the plain share
	// simplicityScale is by how much these three are larger for the simplest
	// problems.
	simplicityScale = 1
)

// rareShare returns the weighted coverage of the two programs: mostly of the one that
// is covered more, since a copy may hide in a larger program, but also of the other,
// since a long program may contain a short one by chance.
func (o *overlap) rareShare(half float64) float64 {
	low, high := o.coverages()
	// The conversions keep compilers from fusing a product with a sum, which
	// rounds in another way on some machines.
	covered := float64(highShare*high) + float64((1-highShare)*low)
	return covered * saturate(float64(o.shared.shingles), half)
}

// plainShare grows faster with the amount shared than the rare shares, so that
// identical programs of 142 shingles, and of 284 in the simplest problem, have
// 0.99.
func (o *overlap) plainShare(half float64) float64 {
	covered := max(0, o.plainCoverage()-plainFloor) / (1 - plainFloor)
	amount := float64(o.shared.shingles)
	return covered * saturate(amount*amount, half*half)
}

// saturate grows from 0 to 1 with x, slowly at first, and is one half at half.
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

// The parts of the suspicion.
var (
	partRarity     = Part{"rarity", "code that few participants have counts more"}
	partElsewhere  = Part{"elsewhere", "code that participants have for other problems, and not for this one, counts less"}
	partNames      = Part{"names", "code with the same names in it is looked at too"}
	partAmount     = Part{"amount", "little code shared counts less"}
	partPlain      = Part{"plain-coverage", "programs that are nearly the same are found however many have them"}
	partSimplicity = Part{"simplicity", "what is shared counts less in simple problems"}
)

// Parts returns the parts of the suspicion that can be left out.
func Parts() []Part {
	return []Part{partRarity, partElsewhere, partNames, partAmount, partPlain, partSimplicity}
}

// formula is the suspicion with the parts that it has.
type formula struct{ rarity, elsewhere, names, amount, plain, simplicity bool }

// newFormula returns the formula without the parts of the given names.
func newFormula(without []string) formula {
	has := func(p Part) bool { return !slices.Contains(without, p.Name) }
	return formula{has(partRarity), has(partElsewhere), has(partNames), has(partAmount), has(partPlain), has(partSimplicity)}
}

// PrivateTemplate is the Pair.SharedTemplate from which a template is private to
// two people.
const PrivateTemplate = 0.5

// sharedTemplate returns how much two people share of what each of them repeats in
// other problems: near 1 where the smaller template is part of the larger one and
// nobody else has it, low where many have it, as with a published library. It is no
// part of the suspicion: friends share a template before the contest.
func sharedTemplate(c *common, r *rarity) score {
	if c.extras == nil || c.extras.both.shingles == 0 {
		return 0
	}
	both := c.extras.both
	smaller := min(c.templates[0].count, c.templates[1].count)
	covered := float64(both.weight) / (float64(r.byOthers[0]) * float64(smaller))
	return scoreOf(covered * saturate(float64(both.shingles), structureHalf))
}
