package pairs

import (
	"cmp"
	"slices"
)

// rank returns candidates in the order of byRank. Large pools have millions, so
// they are thrown into the bins of a tally first.
func rank(candidates []candidate) []candidate {
	bin := func(c candidate) int { return fineSteps - c.suspicion.bin() }
	var ends [fineSteps + 2]int
	for _, c := range candidates {
		ends[bin(c)+1]++
	}
	for i := range fineSteps + 1 {
		ends[i+1] += ends[i]
	}
	ranked := make([]candidate, len(candidates))
	for _, c := range candidates {
		ranked[ends[bin(c)]] = c
		ends[bin(c)]++
	}
	start := 0
	for _, end := range ends[:fineSteps+1] {
		slices.SortFunc(ranked[start:end], byRank)
		start = end
	}
	return ranked
}

// byRank orders pairs by suspicion, the highest first, then by the template that
// they share, then by place.
func byRank(a, b candidate) int {
	if a.suspicion != b.suspicion {
		return cmp.Compare(b.suspicion, a.suspicion)
	}
	return cmp.Or(
		cmp.Compare(b.sharedTemplate, a.sharedTemplate),
		cmp.Compare(a.left, b.left),
		cmp.Compare(a.right, b.right),
	)
}
