package pairs

import "cmp"

// scratch is what a worker needs to score an entry: nothing in it grows with
// the square of the pool.
type scratch struct {
	structure, wording accounts
	best               []Pair // for each entry before the current one: the most suspicious pair of attempts
	counts             tally  // of the pairs collected
}

// accounts are what a program shares with each one before it.
type accounts struct {
	sums   []sums
	extras []extras // nil where no program has a template
}

func (p *pool) newScratch() *scratch {
	return &scratch{
		structure: p.structure.newAccounts(),
		wording:   p.wording.newAccounts(),
		best:      make([]Pair, len(p.entries)),
	}
}

func (x *index) newAccounts() accounts {
	a := accounts{sums: make([]sums, len(x.shared))}
	if x.templates != nil {
		a.extras = make([]extras, len(x.shared))
	}
	return a
}

// score compares an entry with all before it, and leaves the best pair of
// attempts for each of them in s.best.
func (p *pool) score(e int, s *scratch) {
	clear(s.best[:e])
	current := p.entries[e]
	for program := current.start; program < current.end; program++ {
		p.structure.addUp(program, current.start, s.structure)
		p.wording.addUp(program, current.start, s.wording)
		for i, earlier := range p.entries[:e] {
			best := &s.best[i]
			for other := earlier.start; other < earlier.end; other++ {
				structure := p.structure.overlap(other, program, s.structure)
				if structure.empty() {
					continue
				}
				wording := p.wording.overlap(other, program, s.wording)
				if pair := p.pair(other, program, &structure, &wording); byRank(pair, *best) < 0 {
					*best = pair
				}
			}
		}
	}
}

// pair makes a pair of two programs of the pool, in terms of the set that Find
// was given.
func (p *pool) pair(a, b int, structure, wording *overlap) Pair {
	left, right := p.places[a], p.places[b]
	return Pair{
		Left:           min(left, right),
		Right:          max(left, right),
		Suspicion:      suspicion(structure, wording, p.simplicity),
		SharedTemplate: sharedTemplate(structure, p.structure.rarity),
	}
}

// addUp sums what a program shares with each one before limit.
func (x *index) addUp(program, limit int, a accounts) {
	clear(a.sums[:limit])
	if a.extras != nil {
		clear(a.extras[:limit])
	}
	for _, number := range x.shared[program] {
		posting := &x.postings[number>>1]
		mark := number & 1
		for _, other := range posting.programs {
			if int(other>>1) >= limit {
				break
			}
			if (other|mark)&1 != 0 && a.extras[other>>1].add(mark, other&1, posting) {
				continue
			}
			sum := &a.sums[other>>1]
			sum.weight += posting.both
			sum.own += posting.one
			sum.shingles++
		}
	}
}

// overlap returns what a program shares with an earlier one, once it has been
// added up.
func (x *index) overlap(earlier, program int, a accounts) overlap {
	o := overlap{
		shared: a.sums[earlier],
		totals: [2]uint64{x.total[earlier], x.total[program]},
		counts: [2]int{x.count[earlier], x.count[program]},
	}
	if a.extras != nil {
		o.extra = a.extras[earlier]
		o.templates = [2]int{x.templates[earlier], x.templates[program]}
	}
	return o
}

// collect counts the pairs of an entry with those before it, and appends to
// found those that reach keep.
func (p *pool) collect(found []Pair, e int, s *scratch, keep float64) []Pair {
	for i, earlier := range p.entries[:e] {
		if earlier.participant == p.entries[e].participant {
			continue
		}
		best := s.best[i]
		s.counts.add(best.Suspicion)
		if worth := max(best.Suspicion, best.SharedTemplate); worth > 0 && worth >= keep {
			best.Evidence = p.evidence(best)
			found = append(found, best)
		}
	}
	return found
}

// bound drops the ranked pairs that are beyond the first limit of both their
// entries.
func (p *pool) bound(r *Result, limit int) {
	if limit <= 0 {
		return
	}
	entryOf := make([]int, len(p.places))
	for i, e := range p.entries {
		for program := e.start; program < e.end; program++ {
			entryOf[p.places[program]] = i
		}
	}
	kept := r.Pairs[:0]
	taken := make([]int, len(p.entries))
	for _, pair := range r.Pairs {
		left, right := entryOf[pair.Left], entryOf[pair.Right]
		if taken[left] >= limit && taken[right] >= limit {
			r.Beyond++
			r.Highest = max(r.Highest, pair.Suspicion)
			continue
		}
		taken[left]++
		taken[right]++
		kept = append(kept, pair)
	}
	r.Pairs = kept
}

// byRank orders pairs by suspicion, the highest first, then by the template that
// they share, then by place.
func byRank(a, b Pair) int {
	return cmp.Or(
		cmp.Compare(b.Suspicion, a.Suspicion),
		cmp.Compare(b.SharedTemplate, a.SharedTemplate),
		cmp.Compare(a.Left, b.Left),
		cmp.Compare(a.Right, b.Right),
	)
}
