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

// count counts all anew, unless all is counted.
func (l *Live) count() {
	if l.counted {
		return
	}
	l.weighAmong()
	for kind := range kinds {
		filter := newPoolFilter(l.list, kind)
		for _, pool := range l.list {
			l.countAll(pool, kind, filter)
		}
	}
	for _, pool := range l.list {
		pool.bound = false
	}
	l.counted = true
}

// countAll counts the shingles of one kind in a pool.
func (l *Live) countAll(pool *livePool, kind int, filter poolFilter) {
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
			l.room = l.room[:0]
			if filter.several(shingle) {
				l.room = l.find(l.room, nil, pool, kind, shingle)
			}
			l.recount(pool, kind, p, l.room)
		}
	}
}
