package pairs

import (
	"context"
	"iter"
	"slices"
)

// scratch is the memory of a worker that scores entries. Its size does not grow with the square of
// the pool.
type scratch struct {
	structure, wording accumulators
	best               []candidate     // for each entry: the most suspicious pair of attempts with the current one
	scored             []int32         // the entries with a candidate in best
	found              []candidate     // pairs with the entries compared so far that reach Options.Keep
	counts             suspicionCounts // of all pairs with the entries compared so far
}

// candidate is a pair of programs, by their places, with its scores. A candidate takes few bytes, since
// large pools have millions of candidates.
type candidate struct {
	left, right               int32
	suspicion, sharedTemplate score
}

// accumulators hold what a program shares with each other program, without the frequent
// shingles.
type accumulators struct {
	sums      []sums
	templates []templateSums // empty where no program has a template
}

func (p *Pool) newScratch() *scratch {
	return &scratch{
		structure: p.structure.newAccumulators(),
		wording:   p.wording.newAccumulators(),
		best:      make([]candidate, len(p.entries)),
	}
}

func (x *index) newAccumulators() accumulators {
	return accumulators{make([]sums, len(x.own)), make([]templateSums, len(x.templates))}
}

// score compares an entry with the entries before it, and puts the best pair of attempts with each into
// s.best. It skips pairs that cannot reach Options.Keep and are not in the sample. If only some programs
// are wanted, it also compares the entry with later entries without wanted programs, since score
// is not called for such entries. With Options.Across it compares the entry with all entries
// of larger families, before or after it. So the programs of the largest family look up nothing.
func (p *Pool) score(e int, s *scratch, bound *upperBound, step sampleStep) {
	for _, i := range s.scored {
		s.best[i] = candidate{}
	}
	s.scored = s.scored[:0]
	current := p.entries[e]
	if p.opts.Across && p.wanted == nil && current.family == 0 {
		return
	}
	for program := current.start; program < current.end; program++ {
		limit, others, wanted := current.start, p.entries[:e], true
		if p.opts.Across {
			limit, others = len(p.places), p.entries
		}
		if p.wanted != nil {
			limit, others, wanted = len(p.places), p.entries, p.wanted[program]
		}
		p.structure.addUp(program, limit, s.structure)
		if p.formula.names {
			p.wording.addUp(program, limit, s.wording)
		}
		sample := step.first(e)
		for i, otherEntry := range others {
			sampled := i == sample
			if sampled {
				sample += int(step)
			}
			before := i < e
			if p.opts.Across {
				if otherEntry.family == current.family {
					continue
				}
				before = otherEntry.family < current.family
			}
			if !before && (i == e || otherEntry.wanted) {
				continue
			}
			for other := otherEntry.start; other < otherEntry.end; other++ {
				if !wanted && !p.wanted[other] {
					continue
				}
				if !sampled && !p.identical(other, program) && !bound.mayReach(other, program, &s.structure.sums[other], &s.wording.sums[other]) {
					continue
				}
				s.scored = append(s.scored, int32(i))
				structure := p.structure.common(other, program, s.structure)
				if structure.empty() {
					continue
				}
				wording := p.wording.common(other, program, s.wording)
				// Variables cannot raise a lower share to the suspicion of the best pair of attempts so far.
				atLeast := p.formula.notRaised(s.best[i].suspicion.float()) - rounding
				if !sampled && !bound.all && !p.identical(other, program) {
					atLeast = max(atLeast, bound.keep)
				}
				if c := p.candidate(other, program, &structure, &wording, atLeast); byRank(c, s.best[i]) < 0 {
					s.best[i] = c
				}
			}
		}
	}
	slices.Sort(s.scored) // an entry with several attempts may be several times in s.scored
	s.scored = slices.Compact(s.scored)
}

// candidate makes a candidate of two programs of the pool. It compares the variables only if
// the largest share is at least atLeast; otherwise the suspicion is that share.
func (p *Pool) candidate(a, b int, structure, wording *common, atLeast float64) candidate {
	largest, plain := p.formula.shares(structure, wording, p.simplicity)
	suspicion := scoreOf(largest)
	if largest >= atLeast {
		variables := p.variables.compare(a, b)
		suspicion = p.formula.adjusted(largest, plain, &variables, p.simplicity)
	}
	left, right := int32(p.places[a]), int32(p.places[b])
	c := candidate{left: min(left, right), right: max(left, right), suspicion: suspicion}
	if !p.opts.Across {
		c.sharedTemplate = sharedTemplate(structure, p.structure.rarity)
	}
	return c
}

// pair makes a pair of a candidate.
func (p *Pool) pair(c candidate) Pair {
	evidence := p.evidence(p.numbers[c.left], p.numbers[c.right])
	suspicion := c.suspicion.float()
	return Pair{int(c.left), int(c.right), suspicion, suspicion, c.sharedTemplate.float(), evidence}
}

// Score returns the pairs of the programs at the given places of the pool, in the given order. It
// also scores pairs that Find omits.
func (p *Pool) Score(ctx context.Context, places [][2]int) ([]Pair, error) {
	scored := make([]Pair, len(places))
	err := inChunks(ctx, len(places), 100, func(start, end int) {
		for i := start; i < end; i++ {
			a, b := p.numbers[places[i][0]], p.numbers[places[i][1]]
			scored[i] = p.pair(p.compare(min(a, b), max(a, b)))
		}
	})
	return scored, err
}

// addUp sums up what a program shares with each program before limit, without the
// frequent shingles.
func (x *index) addUp(program, limit int, a accumulators) {
	clear(a.sums[:limit])
	clear(a.templates[:min(limit, len(a.templates))])
	if len(a.templates) > 0 {
		x.addUpTemplates(program, limit, a)
		return
	}
	sums := a.sums[:limit]
	for _, shingle := range x.shared(program) {
		posting := &x.postings[shingle.number()]
		weightInBoth, weightInOne, plain, shingles := posting.weightInBoth, posting.weightInOne, posting.plain, posting.shingles()
		for _, holder := range x.holders[posting.start:posting.end] {
			other := holder.number()
			if other >= len(sums) {
				break
			}
			s := &sums[other]
			s.weightInBoth += weightInBoth
			s.weightInOne += weightInOne
			s.plain += plain
			s.shingles += shingles
		}
	}
}

// addUpTemplates is addUp for pools with templates.
func (x *index) addUpTemplates(program, limit int, a accumulators) {
	for _, shingle := range x.shared(program) {
		posting := &x.postings[shingle.number()]
		for _, holder := range x.holders[posting.start:posting.end] {
			other := holder.number()
			if other >= limit {
				break
			}
			if (holder | shingle).template() != 0 {
				a.templates[other].add(shingle.template(), holder.template(), posting)
			} else {
				a.sums[other].add(posting)
			}
		}
	}
}

// common returns what a program shares with an earlier program, after addUp.
func (x *index) common(earlier, program int, a accumulators) common {
	shared := x.withFrequent(a.sums[earlier], earlier, program)
	c := common{overlap: overlap{shared, [2]codeSize{x.own[earlier], x.own[program]}}}
	if x.templates != nil {
		c.templateSums = &a.templates[earlier]
		c.templates = [2]codeSize{x.templates[earlier], x.templates[program]}
	}
	return c
}

// collect counts the pairs of an entry with the entries before it, and appends the pairs
// that reach Options.Keep, or are identical, to s.found.
func (p *Pool) collect(e int, s *scratch, step sampleStep) {
	current := p.entries[e]
	s.counts.pairs += int64(current.othersBefore - current.excluded)
	for _, i := range s.scored {
		if p.entries[i].participant == current.participant {
			continue
		}
		best := s.best[i]
		identical := best.suspicion > 0 && p.identical(p.numbers[best.left], p.numbers[best.right])
		s.counts.add(best.suspicion, identical || best.suspicion.float() >= p.opts.Keep, step.has(e, int(i)))
		if worth := max(best.suspicion, best.sharedTemplate); identical || worth > 0 && worth.float() >= p.opts.Keep {
			s.found = append(s.found, best)
		}
	}
}

// Evidence counts the distinct shingles behind a suspicion, without base code and
// without own template of both programs.
type Evidence struct {
	Shared  int // shingles that both programs have
	Unique  int // shared shingles that no other participant of the contest has
	Wording int // shingles that both programs have with the same names
	// Rare adds up the shared shingles of both kinds by their rarity. A shingle that no other
	// participant of the contest has counts 1, a shingle that all have nearly 0. Unlike in the suspicion,
	// code that is rare among thousands counts more than code that is rare among a hundred. A whole
	// library, which approximately the same number of others have, counts little more than a part
	// of the library.
	Rare float64
}

// evidence returns the evidence of two programs of the pool.
func (p *Pool) evidence(left, right int) Evidence {
	return newEvidence(p.structure.sharedOwn(left, right), p.wording.sharedOwn(left, right))
}

func newEvidence(structure, wording sharedCount) Evidence {
	return Evidence{structure.shingles, structure.unique, wording.shingles, structure.rare.sum() + wording.rare.sum()}
}

// sharedCount counts the shingles of one kind that two programs share.
type sharedCount struct {
	shingles int
	unique   int // shared shingles that no other participant of the contest has
	rare     rareSums
}

func (c *sharedCount) add(shingle *posting, r *rarity) {
	if shingle.shingles() == 0 {
		return
	}
	c.shingles++
	if shingle.others == 0 {
		c.unique++
	}
	c.rare.add(shingle, r)
}

// subtract undoes add.
func (c *sharedCount) subtract(shingle *posting, r *rarity) {
	if shingle.shingles() == 0 {
		return
	}
	c.shingles--
	if shingle.others == 0 {
		c.unique--
	}
	c.rare.subtract(shingle, r)
}

// sharedOwn counts the shingles that two programs share, except shingles that are template of both.
func (x *index) sharedOwn(a, b int) (c sharedCount) {
	for left, right := range inBoth(x.shared(a), x.shared(b)) {
		if (left & right).template() == 0 {
			c.add(&x.postings[left.number()], x.rarity)
		}
	}
	return c
}

// inBoth yields the refs of two ascending lists that have the same number.
func inBoth(left, right []ref) iter.Seq2[ref, ref] {
	return func(yield func(left, right ref) bool) {
		for i, j := 0, 0; i < len(left) && j < len(right); {
			switch l, r := left[i], right[j]; {
			case l.number() < r.number():
				i++
			case l.number() > r.number():
				j++
			case !yield(l, r):
				return
			default:
				i++
				j++
			}
		}
	}
}
