package pairs

import "slices"

// known is a pool that a shingle is known in.
type known struct {
	pool    *livePool
	posting *livePosting
	has     bool // the participant whose program is counted had it there before
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
