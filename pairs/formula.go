package pairs

import "slices"

// Part is a part of the suspicion that Options.Without leaves out, to measure
// what it is worth.
type Part struct {
	Name string // short and stable: "rarity"
	Doc  string // what it does, in a line
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
