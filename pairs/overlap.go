package pairs

// overlap is what two programs of a pool share of one kind of shingles, as sums
// over the distinct ones.
type overlap struct {
	shared    sums
	extra     extras
	totals    [2]uint64 // of each program: weight of its shingles but its template, when the other side has none
	counts    [2]int    // of each program: its shingles but its template
	templates [2]int    // of each program: the shingles of its template
}

// sums add up the shingles that two programs share.
type sums struct {
	weight   uint32 // by how many others have them
	own      uint32 // the same, had the other side not had them
	shingles uint32 // their number
}

// extras add up what own templates change. Code that both have counts, unless
// it is template of both: what one repeats in all problems and the other has
// here only was taken over. Template that the other side does not have is not
// looked at.
type extras struct {
	// Of each program: weight and number of the shared shingles that are its
	// template, and so are not among its own.
	weights, counts [2]uint32
	// Of the shingles that are template of both: their weight and number.
	templateWeight, template uint32
}

// add takes in a shared shingle that is template of the later or the earlier
// program, or of both, and reports whether it counts for nothing else.
func (e *extras) add(later, earlier marked, p *posting) bool {
	if later&earlier != 0 {
		e.templateWeight += p.both
		e.template++
		return true
	}
	e.weights[later] += p.one
	e.counts[later]++
	return false
}

// empty reports whether the two share nothing.
func (o *overlap) empty() bool { return o.shared.shingles == 0 && o.extra.template == 0 }

// coverages returns the rarity-weighted share of each program that the other
// has, the smaller first.
func (o *overlap) coverages() (low, high float64) {
	a, b := o.coverage(0), o.coverage(1)
	return min(a, b), max(a, b)
}

func (o *overlap) coverage(side int) float64 {
	weight := uint64(o.shared.weight)
	return ratio(weight, weight+o.totals[side]+uint64(o.extra.weights[side])-uint64(o.shared.own))
}

// plainCoverage returns the share of the distinct shingles, rare or not, that
// the other has, for the program of which it is the smaller.
func (o *overlap) plainCoverage() float64 {
	return share(int(o.shared.shingles), max(o.counts[0]+int(o.extra.counts[0]), o.counts[1]+int(o.extra.counts[1])))
}

func ratio(part, whole uint64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
