package pairs

import "slices"

// scratch is the memory that a worker scores entries with. It does not grow with the
// square of the pool.
type scratch struct {
	structure, wording accumulators
	best               []candidate     // for each entry: the most suspicious pair of attempts with the current one
	scored             []int32         // the entries with a candidate in best
	found              []candidate     // those that reach Options.Keep
	counts             suspicionCounts // of all collected
}

// candidate is a pair of programs, by their places, with its scores. It is small,
// since large pools have millions.
type candidate struct {
	left, right               int32
	suspicion, sharedTemplate score
}

// accumulators sum up what a program shares with each other one, without the frequent
// shingles.
type accumulators struct {
	sums   []sums
	extras []templateSums // nil where no program has a template
}

func (p *Pool) newScratch() *scratch {
	return &scratch{
		structure: p.structure.newAccumulators(),
		wording:   p.wording.newAccumulators(),
		best:      make([]candidate, len(p.entries)),
	}
}

func (x *index) newAccumulators() accumulators {
	a := accumulators{sums: make([]sums, len(x.total))}
	if x.templates != nil {
		a.extras = make([]templateSums, len(x.total))
	}
	return a
}

// score compares an entry with those before it, and puts the best pair of attempts
// with each into s.best. It skips pairs that cannot reach Options.Keep and are not in
// the sample. Where only some programs are wanted, it also compares the entry with
// later ones without a wanted program, which are not scored themselves.
func (p *Pool) score(e int, s *scratch, bound *upperBound, step sampleStep) {
	for _, i := range s.scored {
		s.best[i] = candidate{}
	}
	s.scored = s.scored[:0]
	current := p.entries[e]
	for program := current.start; program < current.end; program++ {
		limit, others, wanted := current.start, p.entries[:e], true
		if p.wanted != nil {
			limit, others, wanted = len(p.places), p.entries, p.wanted[program]
		}
		p.structure.addUp(program, limit, s.structure)
		if p.formula.names {
			p.wording.addUp(program, limit, s.wording)
		}
		sample := step.first(e)
		for i, earlier := range others {
			if i >= e && (i == e || earlier.wanted) {
				continue
			}
			sampled := i == sample
			if sampled {
				sample += int(step)
			}
			for other := earlier.start; other < earlier.end; other++ {
				if !wanted && !p.wanted[other] {
					continue
				}
				if !sampled && !bound.mayReach(other, program, &s.structure.sums[other], &s.wording.sums[other]) {
					continue
				}
				s.scored = append(s.scored, int32(i))
				structure := p.structure.common(other, program, s.structure)
				if structure.empty() {
					continue
				}
				wording := p.wording.common(other, program, s.wording)
				if c := p.candidate(other, program, &structure, &wording); byRank(c, s.best[i]) < 0 {
					s.best[i] = c
				}
			}
		}
	}
	slices.Sort(s.scored) // an entry has several attempts
	s.scored = slices.Compact(s.scored)
}

// candidate makes a candidate of two programs of the pool.
func (p *Pool) candidate(a, b int, structure, wording *common) candidate {
	left, right := int32(p.places[a]), int32(p.places[b])
	return candidate{
		left:           min(left, right),
		right:          max(left, right),
		suspicion:      p.formula.suspicion(structure, wording, p.simplicity),
		sharedTemplate: sharedTemplate(structure, p.structure.rarity),
	}
}

// pair makes a pair of a candidate.
func (p *Pool) pair(c candidate) Pair {
	left, right := int(c.left), int(c.right)
	return Pair{left, right, c.suspicion.float(), c.sharedTemplate.float(), p.evidence(left, right)}
}

// addUp sums up what a program shares with each one before limit, without the
// frequent shingles.
func (x *index) addUp(program, limit int, a accumulators) {
	clear(a.sums[:limit])
	if a.extras != nil {
		clear(a.extras[:limit])
		x.addUpTemplates(program, limit, a)
		return
	}
	sums := a.sums[:limit]
	for _, shingle := range x.shared(program) {
		posting := &x.postings[shingle.number()]
		both, one := posting.both, posting.one
		for _, other := range x.holders[posting.start:posting.end] {
			earlier := other.number()
			if earlier >= len(sums) {
				break
			}
			s := &sums[earlier]
			s.weight += both
			s.own += one
			s.shingles++
		}
	}
}

// addUpTemplates is addUp for pools with templates.
func (x *index) addUpTemplates(program, limit int, a accumulators) {
	for _, shingle := range x.shared(program) {
		posting := &x.postings[shingle.number()]
		for _, other := range x.holders[posting.start:posting.end] {
			earlier := other.number()
			if earlier >= limit {
				break
			}
			if (other | shingle).template() != 0 {
				a.extras[earlier].add(shingle.template(), other.template(), posting)
				continue
			}
			a.sums[earlier].add(posting)
		}
	}
}

// common returns what a program shares with an earlier one, after addUp.
func (x *index) common(earlier, program int, a accumulators) common {
	c := common{overlap: overlap{
		shared: a.sums[earlier],
		totals: [2]uint64{x.total[earlier], x.total[program]},
		counts: [2]int{int(x.count[earlier]), int(x.count[program])},
	}}
	x.addFrequent(&c.shared, earlier, program)
	if a.extras != nil {
		c.extras = &a.extras[earlier]
		c.templates = [2]*ownTemplate{&x.templates[earlier], &x.templates[program]}
	}
	return c
}

// collect counts the pairs of an entry with those before it, and appends those
// that reach keep to s.found.
func (p *Pool) collect(e int, s *scratch, keep float64, step sampleStep) {
	participant := p.entries[e].participant
	s.counts.pairs += int64(p.countOthers(e))
	for _, i := range s.scored {
		if p.entries[i].participant == participant {
			continue
		}
		best := s.best[i]
		s.counts.add(best.suspicion, best.suspicion.float() >= keep, step.has(e, int(i)))
		if worth := max(best.suspicion, best.sharedTemplate); worth > 0 && worth.float() >= keep {
			s.found = append(s.found, best)
		}
	}
}

// countOthers counts the entries of other participants before an entry.
func (p *Pool) countOthers(e int) int {
	n := e
	for n > 0 && p.entries[n-1].participant == p.entries[e].participant {
		n--
	}
	return n
}

// Evidence counts the distinct shingles behind a suspicion, without base code and
// without own template of both.
type Evidence struct {
	Shared  int // shingles that both programs have
	Unique  int // shared shingles that no other participant of the contest has
	Wording int // shingles that both have with the same names in them
}

// evidence collects the evidence for two programs, by their places.
func (p *Pool) evidence(left, right int) Evidence {
	var e Evidence
	a, b := p.ranks[left], p.ranks[right]
	p.structure.visitShared(a, b, func(posting *posting, template bool) {
		if template {
			return
		}
		e.Shared++
		if posting.others == 0 {
			e.Unique++
		}
	})
	p.wording.visitShared(a, b, func(_ *posting, template bool) {
		if !template {
			e.Wording++
		}
	})
	return e
}

// visitShared calls visit for the shingles that two programs share; template is set
// for those that are template of both.
func (x *index) visitShared(a, b int, visit func(p *posting, template bool)) {
	inBoth(x.shared(a), x.shared(b), func(l, r ref) {
		visit(&x.postings[l.number()], (l&r).template() != 0)
	})
}

// inBoth calls visit for the numbers that two ascending lists have in common.
func inBoth(left, right []ref, visit func(l, r ref)) {
	for len(left) > 0 && len(right) > 0 {
		switch l, r := left[0].number(), right[0].number(); {
		case l < r:
			left = left[1:]
		case l > r:
			right = right[1:]
		default:
			visit(left[0], right[0])
			left, right = left[1:], right[1:]
		}
	}
}
