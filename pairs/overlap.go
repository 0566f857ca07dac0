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
	return inOrder(ratio(weight, weight+o.totals[0]-own), ratio(weight, weight+o.totals[1]-own))
}

// plainCoverages returns the share of each program's distinct shingles that
// the other has, rare or not, the smaller first.
func (o *overlap) plainCoverages() (low, high float64) {
	shingles := int(o.shared.shingles)
	return inOrder(share(shingles, o.counts[0]), share(shingles, o.counts[1]))
}

func ratio(part, whole uint64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

func inOrder(a, b float64) (low, high float64) {
	return min(a, b), max(a, b)
}
