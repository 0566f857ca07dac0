package pairs

// overlap is what two programs of a pool share, as sums over their distinct
// shingles.
type overlap struct {
	weight    uint64 // of the shared shingles, by how many others have them
	own       uint64 // of the same shingles, had the other side not had them
	shingles  int    // shared ones
	exclusive uint64 // weight of a shingle that nobody else has
	totals    [2]uint64
	counts    [2]int
}

// overlap compares programs a and b of the pool.
func (p *pool) overlap(a, b int) overlap {
	o := overlap{
		exclusive: p.weights.of(0),
		totals:    [2]uint64{p.total[a], p.total[b]},
		counts:    [2]int{p.count[a], p.count[b]},
	}
	left, right := p.shared[a], p.shared[b]
	for i, j := 0, 0; i < len(left) && j < len(right); {
		switch {
		case left[i] < right[j]:
			i++
		case left[i] > right[j]:
			j++
		default:
			others := p.others[left[i]]
			o.weight += p.weights.of(others)
			o.own += p.weights.of(others + 1)
			o.shingles++
			i++
			j++
		}
	}
	return o
}

// coverages returns the rarity-weighted share of each program that the other
// has, the smaller first.
func (o overlap) coverages() (low, high float64) {
	return inOrder(ratio(o.weight, o.weight+o.totals[0]-o.own), ratio(o.weight, o.weight+o.totals[1]-o.own))
}

// plainCoverages returns the share of each program's distinct shingles that
// the other has, rare or not, the smaller first.
func (o overlap) plainCoverages() (low, high float64) {
	return inOrder(share(o.shingles, o.counts[0]), share(o.shingles, o.counts[1]))
}

// rareShingles tells how much rare code the two share, counted in shingles
// that nobody else has.
func (o overlap) rareShingles() float64 {
	return ratio(o.weight, o.exclusive)
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
