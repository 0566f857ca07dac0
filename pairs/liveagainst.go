package pairs

import (
	"cmp"
	"slices"
)

// Against scores a program with programs of earlier contests, and returns the
// pairs whose suspicion reaches keep, above 0, as the function Against would score
// them in the pool and the contest as they are now. Left is the program, Right a
// place in earlier, in which Participant and Problem say no more than which are
// attempts of one participant at one problem; the best of these stands for all.
// There are no more than most, unless that is 0.
func (l *Live) Against(number int, earlier []Program, keep float64, most int) []Pair {
	l.count()
	x := l.program[number]
	a := asked{formula: l.formula, pool: x.pool, simplicity: x.pool.simplicity(), program: x}
	for kind := range a.totals {
		a.totals[kind] = x.pool.weighed(x, kind)
	}
	var found []candidate
	evidence := make(map[int32]Evidence)
	for place, program := range earlier {
		structure, e := l.commonWith(&a, structureKind, program.Structure)
		if structure.empty() {
			continue
		}
		wording, named := l.commonWith(&a, wordingKind, program.Wording)
		e.Wording = named.Shared
		suspicion := a.formula.suspicion(&structure, &wording, a.simplicity)
		if suspicion > 0 && suspicion.float() >= keep {
			found = append(found, candidate{left: int32(number), right: int32(place), suspicion: suspicion})
			evidence[int32(place)] = e
		}
	}
	found = bestOfEach(found, earlier)
	slices.SortFunc(found, byRank)
	if most > 0 && len(found) > most {
		found = found[:most]
	}
	pairs := make([]Pair, len(found))
	for i, c := range found {
		pairs[i] = Pair{Left: number, Right: int(c.right), Suspicion: c.suspicion.float(), Evidence: evidence[c.right]}
	}
	return pairs
}

// commonWith returns what the program asked for and an earlier one, of the given
// shingles, have in common. Evidence.Shared and Unique are of these shingles.
func (l *Live) commonWith(a *asked, kind int, shingles []uint64) (common, Evidence) {
	pool, index, code := a.pool, &a.pool.kinds[kind], &a.program.code[kind]
	list := distinctOf(shingles)
	c := common{
		overlap: overlap{
			totals: [2]uint64{a.totals[kind].own, 0},
			counts: [2]int{code.count, len(list)},
		},
		extras:    new(extras),
		templates: [2]*ownTemplate{&a.totals[kind].template, new(ownTemplate)},
	}
	var e Evidence
	for _, shingle := range list {
		here, others := 0, outside{}
		n, ok := index.table.find(shingle)
		if ok && index.postings[n].participants > 0 {
			here, others = int(index.postings[n].participants), index.outside(&index.postings[n])
		} else {
			l.room = l.find(l.room[:0], nil, pool, kind, shingle)
			away := l.away(pool, kind, nil, l.room)
			others = outside{away.participants, len(away.problems)}
		}
		at, shared := -1, false
		if ok {
			at, shared = slices.BinarySearchFunc(code.shingles, n, func(m marked, n int) int { return cmp.Compare(m.number(), n) })
		}
		if !shared {
			c.totals[1] += uint64(pool.rarity.weight(here, others))
			continue
		}
		// The earlier program is nobody's.
		one := pool.rarity.weight(here-1, others)
		weights := posting{both: one, one: one}
		c.totals[1] += uint64(one)
		e.Shared++
		if here-1+others.participants == 0 {
			e.Unique++
		}
		if code.shingles[at].template() != 0 {
			c.extras.oneSided[0].add(&weights)
		} else {
			c.shared.add(&weights)
		}
	}
	return c, e
}
