package pairs

import "slices"

// weighAmong tells all pools among how many participants it is counted who has a
// shingle: those of the contest, or, as Find has it for a pool that stands alone,
// those of the pool.
func (l *Live) weighAmong() {
	contest := l.several()
	for _, pool := range l.list {
		among := len(pool.participants)
		if contest {
			among = len(l.people)
		}
		pool.weighAmong(among, l.formula)
	}
}

// several reports whether the programs are for problems that are no versions of
// one another.
func (l *Live) several() bool {
	var first *livePool
	for _, pool := range l.list {
		switch {
		case len(pool.participants) == 0:
		case first == nil:
			first = pool
		case pool.version != first.version:
			return true
		}
	}
	return false
}

// known is a pool that a shingle is known in.
type known struct {
	pool    *livePool
	posting *livePosting
	has     bool // the participant whose program is counted had it there before
}

// countIn counts a program that was filed and has no number yet, where all others
// are counted.
func (l *Live) countIn(x *liveProgram, shingles [kinds][]uint64) {
	l.weighAmong()
	own := x.pool
	for kind, list := range shingles {
		index := &own.kinds[kind]
		for _, shingle := range list {
			n, _ := index.table.find(shingle)
			if l.has(x.owner, own, kind, n) {
				continue // another attempt, which changes nothing
			}
			posting := &index.postings[n]
			posting.participants++
			l.room = l.find(l.room[:0], x.owner, own, kind, shingle)
			others := l.room
			inOther := slices.ContainsFunc(others, func(k known) bool { return k.has && k.pool.version != own.version })
			if inOther || posting.participants == 1 {
				l.recount(own, kind, posting, others)
			}
			index.weigh(posting, own.rarity)
			for _, k := range others {
				if !k.has && k.posting.participants > 0 && k.pool.version != own.version {
					k.pool.kinds[kind].meet(k, own.version, others)
					k.pool.kinds[kind].weigh(k.posting, k.pool.rarity)
				}
			}
		}
	}
}

// countOut counts what leaves with a program that was taken from all lists.
func (l *Live) countOut(x *liveProgram) {
	l.weighAmong()
	own := x.pool
	for kind, code := range x.code {
		index := &own.kinds[kind]
		for _, m := range code.shingles {
			n := m.number()
			if l.has(x.owner, own, kind, n) {
				continue // in another attempt
			}
			posting := &index.postings[n]
			posting.participants--
			l.room = l.find(l.room[:0], x.owner, own, kind, index.table.shingles[n])
			l.recount(own, kind, posting, l.room)
			index.weigh(posting, own.rarity)
			all := append(l.room, known{own, posting, false})
			for _, k := range l.room {
				if !k.has && k.posting.participants > 0 && k.pool.version != own.version {
					l.recount(k.pool, kind, k.posting, all)
					k.pool.kinds[kind].weigh(k.posting, k.pool.rarity)
				}
			}
			l.room = all
		}
	}
}

// meet notes for a shingle that somebody who has it not in the pool has it in a
// program for a problem that is no version of the pool's. The others are where it is
// known.
func (x *liveIndex) meet(k known, problem int, others []known) {
	away := x.outsides[k.posting.outside]
	again := slices.ContainsFunc(others, func(o known) bool { return o.has && o.pool.version != k.pool.version })
	if !again {
		away.participants++
	}
	if !slices.Contains(away.problems, problem) {
		away.problems = append(slices.Clip(away.problems), problem)
	}
	x.setOutside(k.posting, away)
}

// has reports whether a participant has a numbered program with a shingle in a
// pool.
func (l *Live) has(owner *person, pool *livePool, kind, n int) bool {
	for _, number := range owner.programs {
		x := l.program[number]
		if x.pool != pool {
			continue
		}
		list := x.code[kind].shingles
		// A mark sorts right after its number.
		if i, ok := slices.BinarySearch(list, mark(n, false)); ok || i < len(list) && list[i].number() == n {
			return true
		}
	}
	return false
}

// find appends to a list the other pools that a shingle is known in.
func (l *Live) find(list []known, owner *person, own *livePool, kind int, shingle uint64) []known {
	for _, pool := range l.list {
		if pool == own {
			continue
		}
		index := &pool.kinds[kind]
		if n, ok := index.table.find(shingle); ok {
			has := owner != nil && l.has(owner, pool, kind, n)
			list = append(list, known{pool, &index.postings[n], has})
		}
	}
	return list
}

// recount counts who has a shingle elsewhere than in a pool. The others are the
// pools that it is known in, which may be the same among them.
func (l *Live) recount(pool *livePool, kind int, p *livePosting, others []known) {
	away := l.away(pool, kind, p, others)
	pool.kinds[kind].setOutside(p, away)
}

// away returns who has a shingle elsewhere than in a pool, until it is called again.
// Where nobody has it in the pool, p may be nil.
func (l *Live) away(pool *livePool, kind int, p *livePosting, others []known) liveOutside {
	if !slices.ContainsFunc(others, func(k known) bool { return k.pool.version != pool.version }) {
		return liveOutside{}
	}
	l.stamp += 2
	here, away := l.stamp, l.stamp+1
	if p != nil {
		pool.visitOwners(kind, p, func(owner int32) { l.marks[owner] = here })
	}
	found := liveOutside{problems: l.problems[:0]}
	for _, k := range others {
		if k.pool.version == pool.version {
			continue
		}
		any := false
		k.pool.visitOwners(kind, k.posting, func(owner int32) {
			mark := &l.marks[owner]
			any = any || *mark != here
			if *mark < here {
				*mark = away
				found.participants++
			}
		})
		if any && !slices.Contains(found.problems, k.pool.version) {
			found.problems = append(found.problems, k.pool.version)
		}
	}
	l.problems = found.problems
	return found
}

// visitOwners visits the participants who have a shingle, by their numbers, some
// more than once.
func (p *livePool) visitOwners(kind int, posting *livePosting, visit func(owner int32)) {
	if posting.first == nobody {
		return
	}
	visit(p.owners[posting.first.number()])
	for _, holder := range p.kinds[kind].others(posting) {
		visit(p.owners[holder.number()])
	}
}

// count counts all anew, unless all is counted.
func (l *Live) count() {
	if l.counted {
		return
	}
	l.weighAmong()
	for _, pool := range l.list {
		for kind := range pool.kinds {
			l.countAll(pool, kind)
		}
		pool.bound = false
	}
	l.counted = true
}

// countAll counts the shingles of one kind in a pool.
func (l *Live) countAll(pool *livePool, kind int) {
	index := &pool.kinds[kind]
	for n, shingle := range index.table.shingles {
		p := &index.postings[n]
		l.stamp += 2
		p.participants = 0
		pool.visitOwners(kind, p, func(owner int32) {
			if mark := &l.marks[owner]; *mark != l.stamp {
				*mark = l.stamp
				p.participants++
			}
		})
		if p.participants > 0 {
			l.room = l.find(l.room[:0], nil, pool, kind, shingle)
			l.recount(pool, kind, p, l.room)
		}
	}
}
