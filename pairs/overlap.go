package pairs

// overlap describes the shingles of one kind that two programs of a pool share.
type overlap struct {
	shared sums
	sizes  [2]codeSize // of each program
}

// sums add up four numbers for the distinct shingles that two programs share. Each field holds two numbers of 32 bits,
// so that one addition adds to both. Between additions a lower half may be below 0, and borrow from the upper half.
// Both are exact again when both are from 0 to below 2^32.
type sums struct {
	weights uint64 // the lower half is weightIfBoth, the upper half weightIfOne
	counts  uint64 // the lower half is plain, the upper half shingles
}

// newSums returns the sums for one shingle. A repetition of a shingle has only the plain weight.
func newSums(weightIfBoth, weightIfOne, plain uint32) sums {
	return sums{uint64(weightIfOne)<<32 | uint64(weightIfBoth), uint64(min(weightIfOne, 1))<<32 | uint64(plain)}
}

// weightIfBoth is the sum of the weights if both of two programs have the shingle.
func (s sums) weightIfBoth() uint32 { return uint32(s.weights) }

// weightIfOne is the sum of the weights if only one of two programs has the shingle.
func (s sums) weightIfOne() uint32 { return uint32(s.weights >> 32) }

// plain is the sum of the plain weights, which treat all shingles as equally rare.
func (s sums) plain() uint32 { return uint32(s.counts) }

// shingles is the number of shingles without repetitions.
func (s sums) shingles() uint32 { return uint32(s.counts >> 32) }

func (s *sums) add(other sums) {
	s.weights += other.weights
	s.counts += other.counts
}

func (s *sums) subtract(other sums) {
	s.weights -= other.weights
	s.counts -= other.counts
}

// coverages returns, for each program, the share of its code, weighted by rarity, that the
// other program has: first the smaller share.
func (o *overlap) coverages() (low, high float64) {
	a, b := o.coverage(0), o.coverage(1)
	return min(a, b), max(a, b)
}

func (o *overlap) coverage(side int) float64 {
	weight := uint64(o.shared.weightIfBoth())
	return share(weight, weight+o.sizes[side].weight-uint64(o.shared.weightIfOne()))
}

// plainCoverage returns, for the two programs, the smaller share of distinct shingles, rare or
// not, that the other program has.
func (o *overlap) plainCoverage() float64 {
	return share(int(o.shared.shingles()), max(o.sizes[0].shingles, o.sizes[1].shingles))
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
	ofFile       bool // one of the programs is a file of a larger program: only rare code counts
}

// templateSums sum up the shared shingles that are template.
type templateSums struct {
	oneSided [2]sums // for each program: shingles that are its template and own code of the other program
	both     sums    // shingles that are template of both programs
}

// add adds a shared shingle that is template of at least one of the two programs. later is 1 if the
// shingle is template of the program with the larger number, else 0; earlier is the same for the other program.
func (e *templateSums) add(later, earlier ref, p *posting) {
	if later&earlier != 0 {
		e.both.add(p.sums)
		return
	}
	e.oneSided[later].add(p.sums)
}

// empty reports whether the two programs share nothing.
func (c *common) empty() bool {
	return c.shared.shingles() == 0 && (c.templateSums == nil || *c.templateSums == templateSums{})
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
				o.shared.add(shared)
				o.sizes[side].weight += c.templates[side].weight - uint64(both.weightIfOne())
				o.sizes[side].plain += c.templates[side].plain - uint64(both.plain())
				o.sizes[side].shingles += c.templates[side].shingles - int(both.shingles())
			}
		}
		largest = max(largest, share(o))
	}
	return largest
}
