package pairs

import "slices"

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
