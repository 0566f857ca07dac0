package pairs

// overlap sums up the distinct shingles, of one kind, that two programs of a pool share.
type overlap struct {
	shared sums
	totals [2]uint64 // of each program: weight of its shingles, if the other side had none
	counts [2]int    // of each program: its shingles
}

// sums add up the shingles that two programs share.
type sums struct {
	weight   uint32 // by how many others have them
	own      uint32 // the same, if the other side did not have them
	shingles uint32 // their number
}

func (s *sums) add(p *posting) {
	s.weight += p.both
	s.own += p.one
	s.shingles++
}

func (s *sums) addAll(other sums) {
	s.weight += other.weight
	s.own += other.own
	s.shingles += other.shingles
}

// coverages returns the rarity-weighted share of each program that the other
// has, the smaller first.
func (o *overlap) coverages() (low, high float64) {
	a, b := o.coverage(0), o.coverage(1)
	return min(a, b), max(a, b)
}

func (o *overlap) coverage(side int) float64 {
	weight := uint64(o.shared.weight)
	return share(weight, weight+o.totals[side]-uint64(o.shared.own))
}

// plainCoverage returns the smaller of the two programs' shares of distinct shingles,
// rare or not, that the other has.
func (o *overlap) plainCoverage() float64 {
	return share(int(o.shared.shingles), max(o.counts[0], o.counts[1]))
}

// common is what two programs have in common of one kind of shingles, with own
// templates counted apart.
//
// What is template of both does not count. What is template of one alone counts with
// all of that template, as if it were none, or not at all, whichever gives more
// suspicion. So a template hides nothing: what one repeats in all problems and the
// other has only here was taken over. And an honest program that has idioms in common
// with a large template is no copy of the small program beside it.
type common struct {
	overlap                 // without the templates of both sides
	extras    *templateSums // nil where no program of the pool has a template
	templates [2]*ownTemplate
}

// templateSums sum up the shared shingles that are template.
type templateSums struct {
	oneSided [2]sums // of each program: those that are its template, and the other side's own code
	both     sums    // those that are template of both
}

// ownTemplate is the shingles of a program that are its participant's own template.
type ownTemplate struct {
	total uint64 // their weight, if the other side had none
	count int    // their number
}

// add adds a shared shingle that is template of the later or the earlier program, or
// of both: 1 where it is, else 0.
func (e *templateSums) add(later, earlier ref, p *posting) {
	if later&earlier != 0 {
		e.both.add(p)
		return
	}
	e.oneSided[later].add(p)
}

// empty reports whether the two share nothing.
func (c *common) empty() bool {
	return c.shared.shingles == 0 && (c.extras == nil || *c.extras == templateSums{})
}

// withTemplates returns the overlaps with the template of the one side, of the other,
// and of both counted; none where the two share nothing in their templates.
func (c *common) withTemplates() []overlap {
	if c.extras == nil || c.extras.oneSided == [2]sums{} {
		return nil
	}
	var ways []overlap
	for counted := 1; counted < 4; counted++ { // a bit for each side
		o := c.overlap
		for side, shared := range c.extras.oneSided {
			if counted>>side&1 != 0 {
				o.shared.addAll(shared)
				o.totals[side] += c.templates[side].total - uint64(c.extras.both.own)
				o.counts[side] += c.templates[side].count - int(c.extras.both.shingles)
			}
		}
		ways = append(ways, o)
	}
	return ways
}
