package pairs

// overlap describes the shingles of one kind that two programs of a pool share.
type overlap struct {
	shared sums
	sizes  [2]codeSize // of each program
}

// sums add up the distinct shingles that two programs share.
type sums struct {
	weightInBoth uint32 // the sum of posting.weightInBoth
	weightInOne  uint32 // the sum of posting.weightInOne
	plain        uint32 // the sum of posting.plain
	shingles     uint32 // the number of shingles
}

func (s *sums) add(p *posting) { s.addAll(sums{p.weightInBoth, p.weightInOne, p.plain, p.shingles()}) }

func (s *sums) subtract(p *posting) {
	s.weightInBoth -= p.weightInBoth
	s.weightInOne -= p.weightInOne
	s.plain -= p.plain
	s.shingles -= p.shingles()
}

func (s *sums) addAll(other sums) {
	s.weightInBoth += other.weightInBoth
	s.weightInOne += other.weightInOne
	s.plain += other.plain
	s.shingles += other.shingles
}

// coverages returns, for each program, the share of its code, weighted by rarity, that the
// other program has: first the smaller share.
func (o *overlap) coverages() (low, high float64) {
	a, b := o.coverage(0), o.coverage(1)
	return min(a, b), max(a, b)
}

func (o *overlap) coverage(side int) float64 {
	weight := uint64(o.shared.weightInBoth)
	return share(weight, weight+o.sizes[side].weight-uint64(o.shared.weightInOne))
}

// plainCoverage returns, for the two programs, the smaller share of distinct shingles, rare or
// not, that the other program has.
func (o *overlap) plainCoverage() float64 {
	return share(int(o.shared.shingles), max(o.sizes[0].shingles, o.sizes[1].shingles))
}

// common describes the shingles of one kind that two programs share. It counts shingles in own
// templates separately.
//
// Template of both sides does not count. Template of one side counts completely, as if it were own
// code, or not at all, whichever gives more suspicion. So a template hides nothing: if one
// participant repeats code in all problems and a second participant has this code only here, the second
// one copied it. An honest program that shares only idioms with a large template does not look like a
// copy, because the whole template counts.
type common struct {
	overlap                    // without the templates of both sides
	templateSums *templateSums // nil where no program of the pool has a template
	templates    [2]codeSize
}

// templateSums sum up the shared shingles that are template.
type templateSums struct {
	oneSided [2]sums // for each program: shingles that are its template and own code of the other program
	both     sums    // shingles that are template of both programs
}

// add adds a shared shingle that is template of at least one of the two programs. later is 1 if the
// shingle is template of the later program, else 0; earlier is the same for the earlier program.
func (e *templateSums) add(later, earlier ref, p *posting) {
	if later&earlier != 0 {
		e.both.add(p)
		return
	}
	e.oneSided[later].add(p)
}

// empty reports whether the two programs share nothing.
func (c *common) empty() bool {
	return c.shared.shingles == 0 && (c.templateSums == nil || *c.templateSums == templateSums{})
}

// largest returns the largest of up to four shares. One share is computed from the overlap without
// templates. If the two programs share code that is template of one side only, there are three more
// shares: such template counts on the first side, on the second side, or on both sides.
func (c *common) largest(share func(overlap) float64) float64 {
	largest := share(c.overlap)
	if c.templateSums == nil || c.templateSums.oneSided == [2]sums{} {
		return largest
	}
	both := c.templateSums.both
	for counted := 1; counted < 4; counted++ { // a bit for each side
		o := c.overlap
		for side, shared := range c.templateSums.oneSided {
			if counted>>side&1 != 0 {
				o.shared.addAll(shared)
				o.sizes[side].weight += c.templates[side].weight - uint64(both.weightInOne)
				o.sizes[side].plain += c.templates[side].plain - uint64(both.plain)
				o.sizes[side].shingles += c.templates[side].shingles - int(both.shingles)
			}
		}
		largest = max(largest, share(o))
	}
	return largest
}
