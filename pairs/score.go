package pairs

import "cmp"

// scratch is what a worker needs to score an entry: nothing in it grows with
// the square of the pool.
type scratch struct {
	sums   []sums // for each program before the entry
	best   []Pair // for each entry before it: the most suspicious pair of attempts
	counts tally  // of the pairs collected
}

func (p *pool) newScratch() *scratch {
	return &scratch{sums: make([]sums, len(p.places)), best: make([]Pair, len(p.entries))}
}

// score compares an entry with all before it, and leaves the best pair of
// attempts for each of them in s.best.
func (p *pool) score(e int, s *scratch) {
	clear(s.best[:e])
	current := p.entries[e]
	for program := current.start; program < current.end; program++ {
		p.addUp(program, current.start, s.sums)
		o := overlap{
			totals: [2]uint64{1: p.total[program]},
			counts: [2]int{1: p.count[program]},
		}
		for i, earlier := range p.entries[:e] {
			best := &s.best[i]
			for other := earlier.start; other < earlier.end; other++ {
				o.shared = s.sums[other]
				if o.shared.shingles == 0 {
					continue
				}
				o.totals[0], o.counts[0] = p.total[other], p.count[other]
				if pair := p.pair(other, program, o.suspicion()); pair.Suspicion > 0 && byRank(pair, *best) < 0 {
					*best = pair
				}
			}
		}
	}
}

// pair makes a pair of two programs of the pool, in terms of the set that Find
// was given.
func (p *pool) pair(a, b int, suspicion float64) Pair {
	left, right := p.places[a], p.places[b]
	return Pair{min(left, right), max(left, right), suspicion}
}

// addUp sums what a program shares with each one before limit.
func (p *pool) addUp(program, limit int, shared []sums) {
	clear(shared[:limit])
	for _, number := range p.shared[program] {
		posting := &p.index[number]
		weight, own := p.weights[posting.others], p.weights[posting.others+1]
		for _, other := range posting.programs {
			if int(other) >= limit {
				break
			}
			sum := &shared[other]
			sum.weight += weight
			sum.own += own
			sum.shingles++
		}
	}
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
		if best.Suspicion > 0 && best.Suspicion >= keep {
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

// byRank orders pairs by suspicion, the highest first, then by place.
func byRank(a, b Pair) int {
	return cmp.Or(
		cmp.Compare(b.Suspicion, a.Suspicion),
		cmp.Compare(a.Left, b.Left),
		cmp.Compare(a.Right, b.Right),
	)
}
