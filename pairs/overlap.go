package pairs

// overlap is what two programs of a pool share of one kind of shingles, as sums
// over the distinct ones.
type overlap struct {
	shared sums
	totals [2]uint64 // of each program: weight of its shingles, had the other side none of them
	counts [2]int    // of each program: its shingles
}

// sums add up the shingles that two programs share.
type sums struct {
	weight   uint32 // by how many others have them
	own      uint32 // the same, had the other side not had them
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

// plainCoverage returns the share of the distinct shingles, rare or not, that
// the other has, for the program of which it is the smaller.
func (o *overlap) plainCoverage() float64 {
	return share(int(o.shared.shingles), max(o.counts[0], o.counts[1]))
}
