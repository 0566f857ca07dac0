package pairs

// overlap is what two programs of a pool share, as sums over their distinct
// shingles.
type overlap struct {
	shared sums
	totals [2]uint64 // of each program: weight of all its shingles when the other side has none
	counts [2]int    // of each program: its shingles
}

// sums add up the shingles that two programs share.
type sums struct {
	weight   uint32 // by how many others have them
	own      uint32 // the same, had the other side not had them
	shingles uint32 // their number
}

// coverages returns the rarity-weighted share of each program that the other
// has, the smaller first.
func (o *overlap) coverages() (low, high float64) {
	weight, own := uint64(o.shared.weight), uint64(o.shared.own)
	a, b := ratio(weight, weight+o.totals[0]-own), ratio(weight, weight+o.totals[1]-own)
	return min(a, b), max(a, b)
}

// plainCoverage returns the share of the distinct shingles, rare or not, that
// the other has, for the program of which it is the smaller.
func (o *overlap) plainCoverage() float64 {
	return share(int(o.shared.shingles), max(o.counts[0], o.counts[1]))
}

func ratio(part, whole uint64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
