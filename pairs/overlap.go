package pairs

// overlap describes the shingles of one kind that two programs of a pool share.
type overlap struct {
	shared sums
	sizes  [2]codeSize // of each program
}

// sums add up the distinct shingles that two programs share.
type sums struct {
	ifBoth   uint32 // the sum of their weights
	ifOne    uint32 // the same, if only one of the two had them
	plain    uint32 // the same, if all were equally rare
	shingles uint32 // their number
}

func (s *sums) add(p *posting) { s.addAll(sums{p.ifBoth, p.ifOne, p.plain, p.shingles()}) }

func (s *sums) subtract(p *posting) {
	s.ifBoth -= p.ifBoth
	s.ifOne -= p.ifOne
	s.plain -= p.plain
	s.shingles -= p.shingles()
}

func (s *sums) addAll(other sums) {
	s.ifBoth += other.ifBoth
	s.ifOne += other.ifOne
	s.plain += other.plain
	s.shingles += other.shingles
}

// coverages returns the rarity-weighted share of each program that the other
// has, the smaller first.
func (o *overlap) coverages() (low, high float64) {
	a, b := o.coverage(0), o.coverage(1)
	return min(a, b), max(a, b)
}

func (o *overlap) coverage(side int) float64 {
	weight := uint64(o.shared.ifBoth)
	return share(weight, weight+o.sizes[side].weight-uint64(o.shared.ifOne))
}

// plainCoverage returns the smaller of the two programs' shares of distinct shingles,
// rare or not, that the other has.
func (o *overlap) plainCoverage() float64 {
	return share(int(o.shared.shingles), max(o.sizes[0].shingles, o.sizes[1].shingles))
}

// common describes the shingles of one kind that two programs share. It counts shingles in own
// templates separately.
//
// Template of both sides does not count. Template of one side counts completely, as if it were own
// code, or not at all, whichever gives more suspicion. So a template hides nothing: if one
// participant repeats code in all problems and the other has it only here, the other copied it. And
// an honest program that shares only idioms with a large template does not look like a copy,
// because the whole template counts.
type common struct {
	overlap                    // without the templates of both sides
	templateSums *templateSums // nil where no program of the pool has a template
	templates    [2]codeSize
}

// templateSums sum up the shared shingles that are template.
type templateSums struct {
	oneSided [2]sums // for each program: those that are its template and the other's own code
	both     sums    // those that are template of both
}

// add adds a shared shingle that is template of the later program, the earlier one, or
// both. later and earlier are 1 if it is template of that program, else 0.
func (e *templateSums) add(later, earlier ref, p *posting) {
	if later&earlier != 0 {
		e.both.add(p)
		return
	}
	e.oneSided[later].add(p)
}

// empty reports whether the two share nothing.
func (c *common) empty() bool {
	return c.shared.shingles == 0 && (c.templateSums == nil || *c.templateSums == templateSums{})
}

// largest returns the largest of up to four shares. One is computed from the overlap without
// templates. If the two share code that is template of one side, there are three more: with
// all such template of the one side, of the other, and of both.
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
				o.sizes[side].weight += c.templates[side].weight - uint64(both.ifOne)
				o.sizes[side].plain += c.templates[side].plain - uint64(both.plain)
				o.sizes[side].shingles += c.templates[side].shingles - int(both.shingles)
			}
		}
		largest = max(largest, share(o))
	}
	return largest
}
