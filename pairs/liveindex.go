package pairs

import "slices"

// liveIndex is an inverted index over one kind of shingles of a pool's programs,
// which grows with them. Of the shingles that a single program has, most of all, it
// keeps little more than that.
type liveIndex struct {
	table    shingleTable
	postings []livePosting
	rest     [][]marked // the holders but the first, for postings that have more
	outsides []liveOutside
	least    []leastTotal // by slot of the program: of its shingles
}

// livePosting is a shingle of a liveIndex.
type livePosting struct {
	first        marked // its first holder; nobody where it has none
	rest         int32  // where the others are in liveIndex.rest; 0 where there are none
	outside      int32  // where it is told who has it elsewhere; 0 where nobody was found to
	participants int32  // of the pool, who have it
	weight       uint32 // where one of two programs has it: no more than it is now
}

// nobody stands where there is no holder.
const nobody marked = -1

// liveOutside is who has a shingle elsewhere, and not in the pool.
type liveOutside struct {
	participants int
	problems     []int // versions
}

// leastTotal is the least that a program's shingles weigh: those that are not its
// template, and those that are.
type leastTotal struct{ own, template uint64 }

func (t *leastTotal) add(template marked, weight uint64) {
	if template != 0 {
		t.template += weight
	} else {
		t.own += weight
	}
}

// liveCode is the shingles of one kind of a program.
type liveCode struct {
	shingles []marked // by their numbers, ascending
	count    int      // of those that are not template
}

func newLiveIndex() liveIndex {
	return liveIndex{rest: make([][]marked, 1), outsides: make([]liveOutside, 1)}
}

// put files the distinct shingles of a program.
func (x *liveIndex) put(slot int, shingles []uint64, template map[uint64]struct{}) liveCode {
	for len(x.least) <= slot {
		x.least = append(x.least, leastTotal{})
	}
	x.least[slot] = leastTotal{}
	code := liveCode{shingles: make([]marked, 0, len(shingles))}
	for _, shingle := range shingles {
		n, added := x.table.number(shingle)
		if added {
			x.postings = append(x.postings, livePosting{first: nobody})
		}
		_, inTemplate := template[shingle]
		m := mark(n, inTemplate)
		code.shingles = append(code.shingles, m)
		if !inTemplate {
			code.count++
		}
		x.hold(&x.postings[n], mark(slot, inTemplate))
		x.least[slot].add(m.template(), uint64(x.postings[n].weight))
	}
	slices.Sort(code.shingles)
	return code
}

func (x *liveIndex) hold(p *livePosting, holder marked) {
	switch {
	case p.first == nobody:
		p.first = holder
	case p.rest == 0:
		p.rest = int32(len(x.rest))
		x.rest = append(x.rest, []marked{holder})
	default:
		x.rest[p.rest] = append(x.rest[p.rest], holder)
	}
}

// drop takes a program out of the lists of holders.
func (x *liveIndex) drop(slot int, shingles []marked) {
	for _, m := range shingles {
		p := &x.postings[m.number()]
		rest := x.rest[p.rest]
		holder := mark(slot, m.template() != 0)
		switch {
		case p.first != holder:
			at := slices.Index(rest, holder)
			x.rest[p.rest] = slices.Delete(rest, at, at+1)
		case len(rest) > 0:
			p.first = rest[len(rest)-1]
			x.rest[p.rest] = rest[:len(rest)-1]
		default:
			p.first = nobody
		}
	}
}

// setTemplate marks those shingles of a program that are template, and no others.
func (x *liveIndex) setTemplate(slot int, code *liveCode, template map[uint64]struct{}) {
	marks := make(map[int]struct{}, len(template))
	for shingle := range template {
		if n, ok := x.table.find(shingle); ok {
			marks[n] = struct{}{}
		}
	}
	code.count = 0
	for i, m := range code.shingles {
		_, inTemplate := marks[m.number()]
		now := mark(m.number(), inTemplate)
		if now != m {
			code.shingles[i] = now
			p := &x.postings[m.number()]
			before, after := mark(slot, !inTemplate), mark(slot, inTemplate)
			if p.first == before {
				p.first = after
			} else {
				rest := x.rest[p.rest]
				rest[slices.Index(rest, before)] = after
			}
			x.least[slot].add(m.template(), -uint64(p.weight))
			x.least[slot].add(now.template(), uint64(p.weight))
		}
		if !inTemplate {
			code.count++
		}
	}
}

// others returns the holders of a shingle but the first.
func (x *liveIndex) others(p *livePosting) []marked {
	return x.rest[p.rest]
}

// outside returns who has a shingle elsewhere.
func (x *liveIndex) outside(p *livePosting) outside {
	o := &x.outsides[p.outside]
	return outside{o.participants, len(o.problems)}
}

// setOutside notes who has it elsewhere.
func (x *liveIndex) setOutside(p *livePosting, away liveOutside) {
	if p.outside == 0 {
		if away.participants == 0 {
			return
		}
		p.outside = int32(len(x.outsides))
		x.outsides = append(x.outsides, liveOutside{})
	}
	o := &x.outsides[p.outside]
	o.participants, o.problems = away.participants, append(o.problems[:0], away.problems...)
}

// one returns what a shingle weighs where one of two programs has it.
func (x *liveIndex) one(p *livePosting, r *rarity) uint32 {
	return r.weight(int(p.participants)-1, x.outside(p))
}

// weigh brings the weight that is kept of a shingle, and the least that those
// programs weigh that have it, up to date.
func (x *liveIndex) weigh(p *livePosting, r *rarity) {
	if p.participants == 0 {
		return
	}
	now := x.one(p, r)
	more := uint64(now) - uint64(p.weight)
	if more == 0 {
		return
	}
	p.weight = now
	x.least[p.first.number()].add(p.first.template(), more)
	for _, holder := range x.others(p) {
		x.least[holder.number()].add(holder.template(), more)
	}
}

// total returns what a program's shingles weigh: those that are not its template,
// and those that are.
func (x *liveIndex) total(code *liveCode, r *rarity) (own uint64, template ownTemplate) {
	for _, m := range code.shingles {
		weight := uint64(x.one(&x.postings[m.number()], r))
		if m.template() == 0 {
			own += weight
		} else {
			template.total += weight
			template.count++
		}
	}
	return own, template
}

// bound weighs all anew: what is kept of weights is no more than they are now.
func (x *liveIndex) bound(programs []*liveProgram, kind int, r *rarity) {
	for i := range x.postings {
		if p := &x.postings[i]; p.participants > 0 {
			p.weight = x.one(p, r)
		}
	}
	for slot, program := range programs {
		x.least[slot] = leastTotal{}
		if program == nil {
			continue
		}
		for _, m := range program.code[kind].shingles {
			x.least[slot].add(m.template(), uint64(x.postings[m.number()].weight))
		}
	}
}
