package pairs

import (
	"context"
	"iter"
)

// scratch has what a worker needs to score entries: the bound and the sample of the search, and memory, which does not grow
// with the square of the pool.
type scratch struct {
	bound              *upperBound
	step               sampleStep
	structure, wording accumulators
	others             []int32         // programs to compare with the current one, ascending
	best               []candidate     // for each entry: the most suspicious pair of attempts with the current one
	scored             []int32         // the entries that were compared with the current one, each once, in no order
	isScored           []bool          // for each entry: it is in scored
	found              []candidate     // pairs with the entries compared so far that reach Options.Keep
	counts             suspicionCounts // of all pairs with the entries compared so far
}

// candidate is a scored pair of programs, by their places, that may become a Pair of the result. It takes few bytes,
// since large pools have millions of candidates.
type candidate struct {
	left, right               int32
	suspicion, sharedTemplate score
}

// worth is compared with Options.Keep.
func (c candidate) worth() score { return max(c.suspicion, c.sharedTemplate) }

// accumulators hold what a program shares with every other program, without the frequent
// shingles. If program n is stored as changes, sums[n] is the difference to program n-1: see rarer.
type accumulators struct {
	sums      []sums
	templates []templateSums // empty where no program has a template
}

func (p *Pool) newScratch(bound *upperBound, step sampleStep) *scratch {
	return &scratch{
		bound:     bound,
		step:      step,
		structure: p.structure.newAccumulators(),
		wording:   p.wording.newAccumulators(),
		best:      make([]candidate, len(p.entries)),
		isScored:  make([]bool, len(p.entries)),
	}
}

func (x *index) newAccumulators() accumulators {
	return accumulators{make([]sums, len(x.own)), make([]templateSums, len(x.templates))}
}

// score compares an entry with others (see isCompared), and puts the best pair of attempts with each into
// s.best. It skips pairs that cannot reach Options.Keep and are not in the sample.
func (p *Pool) score(e int, s *scratch) {
	for _, i := range s.scored {
		s.best[i], s.isScored[i] = candidate{}, false
	}
	s.scored = s.scored[:0]
	current := p.entries[e]
	if p.opts.Across && p.wanted == nil && current.family == 0 { // no family is larger
		return
	}
	for program := current.start; program < current.end; program++ {
		limit, wanted := current.start, true
		if p.opts.Across {
			limit = len(p.places)
		}
		if p.wanted != nil {
			limit, wanted = len(p.places), p.wanted[program]
		}
		p.structure.addUp(program, limit, s.structure)
		if p.formula.names {
			p.wording.addUp(program, limit, s.wording)
		}
		if p.isRepeat[program] { // after addUp: the next attempt may be stored as changes of this one
			continue
		}
		sample := s.step.first(e)
		p.listOthers(program, limit, sample, s)
		for _, n := range s.others {
			other := int(n)
			i := int(p.entryOf[other])
			if p.isRepeat[other] || !p.isCompared(e, i) || !wanted && !p.wanted[other] {
				continue
			}
			for sample < i {
				sample += int(s.step)
			}
			p.scoreOther(other, program, i, i == sample, s)
		}
	}
}

// scoreOther compares a program of entry i with the current program, and puts both into s.best if they are the best pair of
// attempts so far. If the entry is not sampled, it skips a pair that cannot reach Options.Keep.
func (p *Pool) scoreOther(other, program, i int, sampled bool, s *scratch) {
	identical := p.identical(other, program)
	rarer, rarerWording := p.structure.rarer(other, s.structure), p.wording.rarer(other, s.wording)
	byWording := sampled || s.bound.all || identical || s.bound.wording.mayReach(other, program, rarerWording)
	if !byWording && !s.bound.structure.mayReach(other, program, rarer) {
		return
	}
	if !s.isScored[i] {
		s.scored, s.isScored[i] = append(s.scored, int32(i)), true
	}
	structure := p.structure.common(other, program, rarer, s.structure)
	if structure.empty() {
		return
	}
	var wording common // left empty if it cannot reach Options.Keep: then the structure decides whether the pair reaches it
	if byWording {
		wording = p.wording.common(other, program, rarerWording, s.wording)
	}
	// With a share below atLeast, the pair stays below the best pair of attempts so far, whatever the variables.
	atLeast := p.formula.minShareFor(s.best[i].suspicion.float()) - rounding
	switch {
	case identical:
		atLeast = 0 // isBetter may prefer the pair to a more suspicious one
	case !sampled && !s.bound.all:
		atLeast = max(atLeast, s.bound.structure.keep)
	}
	if c := p.candidate(other, program, &structure, &wording, atLeast); p.isBetter(c, s.best[i]) {
		s.best[i] = c
	}
}

// isCompared reports whether score compares an entry with another one: with the entries before it; with
// Options.Across, with the entries of larger families. Entries without wanted programs are not scored themselves, so the others are compared with
// all of them.
func (p *Pool) isCompared(e, other int) bool {
	isBefore := other < e
	if p.opts.Across {
		family, otherFamily := p.entries[e].family, p.entries[other].family
		if family == otherFamily {
			return false
		}
		isBefore = otherFamily < family
	}
	return isBefore || other != e && !p.entries[other].wanted
}

// listOthers puts into s.others the programs before limit that may reach Options.Keep with a program. It also puts there
// all programs of the sampled entries: of entry sample, which is the first one, and of each step-th entry after it.
func (p *Pool) listOthers(program, limit, sample int, s *scratch) {
	s.others = s.others[:0]
	start := 0
	for ; sample < len(p.entries) && p.entries[sample].start < limit; sample += int(s.step) {
		sampled := p.entries[sample]
		s.bound.listOthers(program, start, sampled.start, s)
		for other := sampled.start; other < sampled.end; other++ {
			s.others = append(s.others, int32(other))
		}
		start = sampled.end
	}
	s.bound.listOthers(program, start, limit, s)
}

// candidate makes a candidate of two programs of the pool. It compares the variables only if
// the largest share is at least atLeast; otherwise the suspicion is that share.
func (p *Pool) candidate(a, b int, structure, wording *common, atLeast float64) candidate {
	structure.ofFile = p.isFile(a) || p.isFile(b)
	shares := p.formula.shares(structure, wording, p.simplicity)
	suspicion := scoreOf(shares.largest)
	if shares.largest >= atLeast {
		variables := p.variables.compare(a, b)
		suspicion = p.formula.adjusted(shares, &variables, p.simplicity)
	}
	left, right := int32(p.places[a]), int32(p.places[b])
	c := candidate{left: min(left, right), right: max(left, right), suspicion: suspicion}
	switch {
	case p.opts.Across:
	case !structure.ofFile:
		c.sharedTemplate = sharedTemplate(structure, p.structure.rarity)
	case p.structure.templates != nil && shares.largest >= atLeast:
		whole := p.structure.compare(p.numbers[p.places[a]], p.numbers[p.places[b]])
		c.sharedTemplate = sharedTemplate(&whole, p.structure.rarity)
	}
	return c
}

// compare makes the candidate of two programs, the program with the smaller number first. If the
// programs share no code, the scores of the candidate are 0.
func (p *Pool) compare(a, b int) candidate {
	structure, wording := p.structure.compare(a, b), p.wording.compare(a, b)
	c := p.candidate(a, b, &structure, &wording, 0)
	if structure.empty() {
		c.suspicion, c.sharedTemplate = 0, 0
	}
	return c
}

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
			var best candidate
			for a, b := range p.withFiles(places[i]) {
				c := p.compare(a, b)
				if !p.isFile(a) && !p.isFile(b) { // the first pair
					best = c
				}
				best.suspicion = max(best.suspicion, c.suspicion)
			}
			scored[i] = p.pair(best)
		}
	})
	return scored, err
}

// withFiles yields the numbers of the programs at two places, then those of each other pair of the programs and their
// files. The smaller number comes first.
func (p *Pool) withFiles(places [2]int) iter.Seq2[int, int] {
	a, b := p.numbers[places[0]], p.numbers[places[1]]
	a, b = min(a, b), max(a, b)
	return func(yield func(a, b int) bool) {
		for i := a; i < len(p.places) && p.places[i] == p.places[a]; i++ {
			for j := b; j < len(p.places) && p.places[j] == p.places[b]; j++ {
				if !yield(i, j) {
					return
				}
			}
		}
	}
}

// addUp sums up what a program shares with each program before limit, without the frequent
// shingles. If the program is stored as changes, a holds the sums of the program before it.
func (x *index) addUp(program, limit int, a accumulators) {
	if x.isDelta[program] {
		for shingle, isNew := range inOne(x.shared(program-1), x.shared(program)) {
			x.addHolders(shingle, isNew, a.sums[:limit])
		}
		return
	}
	clear(a.sums[:limit])
	clear(a.templates[:min(limit, len(a.templates))])
	if len(a.templates) > 0 {
		x.addUpTemplates(program, limit, a)
		return
	}
	for _, shingle := range x.shared(program) {
		x.addHolders(shingle, true, a.sums[:limit])
	}
}

// addHolders adds a shingle to the sums of the programs that have it, or subtracts it.
func (x *index) addHolders(shingle ref, add bool, to []sums) {
	p := &x.postings[shingle.number()]
	added, subtracted := p.sums, sums{-p.weights, -p.counts}
	if !add {
		added, subtracted = subtracted, added
	}
	addToEach(to, x.holders[p.start:p.removed], added)
	addToEach(to, x.holders[p.removed:p.end], subtracted)
}

// addToEach adds to the sums of each program of an ascending list.
func addToEach(to []sums, programs []ref, added sums) {
	for _, program := range programs {
		n := program.number()
		if n >= len(to) {
			break
		}
		to[n].add(added)
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
				a.sums[other].add(posting.sums)
			}
		}
	}
}

// rarer returns what a program shares with another one, after addUp, of the shingles that are rarer than the frequent ones.
func (x *index) rarer(other int, a accumulators) sums {
	shared := a.sums[other]
	for ; x.isDelta[other]; other-- {
		shared.add(a.sums[other-1])
	}
	return shared
}

// common returns what a program shares with another program, after addUp.
func (x *index) common(other, program int, rarer sums, a accumulators) common {
	shared := x.withFrequent(rarer, other, program)
	c := common{overlap: overlap{shared, [2]codeSize{x.own[other], x.own[program]}}}
	if x.templates != nil {
		c.templateSums = &a.templates[other]
		c.templates = [2]codeSize{x.templates[other], x.templates[program]}
	}
	return c
}

// compare returns what two programs share.
func (x *index) compare(a, b int) common {
	c := common{overlap: overlap{sizes: [2]codeSize{x.own[a], x.own[b]}}}
	if x.templates != nil {
		c.templateSums = new(templateSums)
		c.templates = [2]codeSize{x.templates[a], x.templates[b]}
	}
	for left, right := range inBoth(x.shared(a), x.shared(b)) {
		posting := &x.postings[left.number()]
		if left.template()|right.template() == 0 {
			c.shared.add(posting.sums)
		} else {
			c.templateSums.add(right.template(), left.template(), posting)
		}
	}
	return c
}

// collect counts the pairs of an entry with the entries before it, and appends the pairs
// that reach Options.Keep, or are identical, to s.found.
func (p *Pool) collect(e int, s *scratch) {
	current := p.entries[e]
	s.counts.pairs += int64(current.othersBefore - current.sameFamilyBefore)
	for _, i := range s.scored {
		if p.entries[i].participant == current.participant {
			continue
		}
		best := s.best[i]
		identical := p.isIdentical(best)
		s.counts.add(best.suspicion, identical || best.suspicion.float() >= p.opts.Keep, s.step.has(e, int(i)))
		if worth := best.worth(); identical || worth > 0 && worth.float() >= p.opts.Keep {
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
	// code that is rare among thousands counts more than code that is rare among a hundred. Shingles
	// that about equally many others have may be one library: many of them count little more than a few.
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

// add adds the shingle of a posting as often as times says; -1 undoes an addition. It ignores the posting of a repetition,
// which counts no shingle.
func (c *sharedCount) add(p *posting, r *rarity, times int) {
	if p.shingles() == 0 {
		return
	}
	c.shingles += times
	if p.others == 0 {
		c.unique += times
	}
	c.rare.add(p, r, times)
}

// sharedOwn counts the shingles that two programs share, except shingles that are template of both.
func (x *index) sharedOwn(a, b int) (c sharedCount) {
	for left, right := range inBoth(x.shared(a), x.shared(b)) {
		if (left & right).template() == 0 {
			c.add(&x.postings[left.number()], x.rarity, 1)
		}
	}
	return c
}

// inOne yields the refs that are in one of two ascending lists only, and whether it is the second list.
func inOne(left, right []ref) iter.Seq2[ref, bool] {
	return func(yield func(r ref, inSecond bool) bool) {
		for len(left) > 0 || len(right) > 0 {
			switch {
			case len(right) == 0 || len(left) > 0 && left[0] < right[0]:
				if !yield(left[0], false) {
					return
				}
				left = left[1:]
			case len(left) == 0 || right[0] < left[0]:
				if !yield(right[0], true) {
					return
				}
				right = right[1:]
			default:
				left, right = left[1:], right[1:]
			}
		}
	}
}

// inBoth yields the refs of two ascending lists that have the same number.
func inBoth(left, right []ref) iter.Seq2[ref, ref] {
	return func(yield func(left, right ref) bool) {
		for i, j := 0, 0; i < len(left) && j < len(right); {
			l, r := left[i], right[j]
			if l.number() == r.number() && !yield(l, r) {
				return
			}
			// Without a branch, since nobody can predict which list goes on.
			if l.number() <= r.number() {
				i++
			}
			if l.number() >= r.number() {
				j++
			}
		}
	}
}
