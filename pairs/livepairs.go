package pairs

import (
	"cmp"
	"maps"
	"slices"
)

// Pairs returns the pairs of a program whose suspicion reaches keep, above 0, as Find
// would score them in the pool and the contest as they are now; no more than most of
// them, unless that is 0. Left is the program, Right another one, both by their
// numbers. Of another participant's attempts at a problem the most suspicious stands
// for all. They are ranked as Result.Pairs are.
func (l *Live) Pairs(number int, keep float64, most int) []Pair {
	l.count()
	x := l.program[number]
	x.pool.weigh()
	a := asked{formula: l.formula, pool: x.pool, simplicity: x.pool.simplicity(), program: x}
	for kind := range a.totals {
		x.pool.addUp(x, kind)
		a.totals[kind] = x.pool.weighed(x, kind)
	}
	type entry struct {
		owner   *person
		problem int
	}
	best := make(map[entry]candidate)
	var first ranks
	for _, rival := range a.rivals(keep) {
		if most > 0 && len(first) == most && rival.suspicion <= first[most-1] {
			break // so many are more suspicious than all that follow can be
		}
		other := l.program[rival.right]
		c := a.candidate(other, x.pool.weighed)
		if c.suspicion == 0 || c.suspicion.float() < keep {
			continue
		}
		e := entry{other.owner, other.problem}
		before, ok := best[e]
		if !ok {
			first.add(c.suspicion, most)
		}
		if !ok || byRank(c, before) < 0 {
			best[e] = c
		}
	}
	list := slices.SortedFunc(maps.Values(best), byRank)
	if most > 0 && len(list) > most {
		list = list[:most]
	}
	pairs := make([]Pair, len(list))
	for i, c := range list {
		pairs[i] = Pair{number, int(c.right), c.suspicion.float(), c.sharedTemplate.float(), l.evidence(x, l.program[c.right])}
	}
	return pairs
}

// ranks are the highest of some suspicions, the highest first.
type ranks []score

// add takes in a suspicion, and keeps no more than most.
func (r *ranks) add(s score, most int) {
	at, _ := slices.BinarySearchFunc(*r, s, func(a, b score) int { return cmp.Compare(b, a) })
	if *r = slices.Insert(*r, at, s); len(*r) > most {
		*r = (*r)[:most]
	}
}

// asked is a program that is compared with the others of its pool, with which it
// has been added up.
type asked struct {
	formula    formula
	pool       *livePool
	simplicity float64
	program    *liveProgram
	totals     [kinds]weighed
	others     [kinds]weighed // the same of the one that it is compared with
}

// rivals returns the programs with which the suspicion may reach keep, those first
// with which it may be the highest: by the least that their shingles weigh, which
// tells most of them.
func (a *asked) rivals(keep float64) []candidate {
	var list []candidate
	for _, other := range a.pool.programs {
		if other == nil || other.owner == a.program.owner || !a.shares(other) {
			continue
		}
		if c := a.candidate(other, a.pool.least); c.suspicion > 0 && c.suspicion.float() >= keep {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, byRank)
	return list
}

// shares reports whether the program shares any structure with another one.
func (a *asked) shares(other *liveProgram) bool {
	return a.pool.sums[structureKind][other.slot].shingles > 0 || a.pool.extras[structureKind][other.slot] != extras{}
}

// candidate scores the program with another one, given what the shingles of that
// weigh: with less than they do the suspicion comes out no lower.
func (a *asked) candidate(other *liveProgram, weigh func(x *liveProgram, kind int) weighed) candidate {
	var both [kinds]common
	for kind := range both {
		a.others[kind] = weigh(other, kind)
		both[kind] = a.pool.common(kind, other, a.program, &a.others[kind], &a.totals[kind])
	}
	return candidate{
		left:           int32(a.program.number),
		right:          int32(other.number),
		suspicion:      a.formula.suspicion(&both[structureKind], &both[wordingKind], a.simplicity),
		sharedTemplate: sharedTemplate(&both[structureKind], a.pool.rarity),
	}
}

// evidence collects the evidence for two programs of a pool.
func (l *Live) evidence(x, y *liveProgram) Evidence {
	var e Evidence
	index := &x.pool.kinds[structureKind]
	inBoth(x.code[structureKind].shingles, y.code[structureKind].shingles, func(a, b marked) {
		if (a & b).template() != 0 {
			return
		}
		e.Shared++
		p := &index.postings[a.number()]
		if int(p.participants)-2+index.outside(p).participants == 0 {
			e.Unique++
		}
	})
	inBoth(x.code[wordingKind].shingles, y.code[wordingKind].shingles, func(a, b marked) {
		if (a & b).template() == 0 {
			e.Wording++
		}
	})
	return e
}
