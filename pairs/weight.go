package pairs

import "math/bits"

// weights tells what a shingle counts by how many other participants have it:
// weights[n] is its weight, in fixed point, when n participants besides the
// two compared have it. (Where one program has a shingle and the other has
// not, n is all participants but the one that has it: another attempt of the
// other one may have it too.) What nobody else has counts most; what all have
// counts little, but never nothing, so that it is weighed down and not cut.
//
// The weight is the inverse document frequency (Spärck Jones 1972),
// log2((others+2)/(n+1)), with others the number of participants besides the
// two, and 2 for 1 to smooth it. It is bounded above, since a pool of
// thousands says no more of a copy than one of a hundred does, and below.
type weights []uint32

const (
	fractionBits = 8                       // of a weight
	maxRarity    = 6 << fractionBits       // bits
	minRarity    = (1 << fractionBits) / 4 // bits
)

// newWeights makes the table for a pool of so many participants.
func newWeights(participants int) weights {
	others := max(participants-2, 0)
	table := make(weights, others+2) // up to all but the program's own participant
	for n := range table {
		rarity := log2(uint64(others+2)) - log2(uint64(n+1))
		table[n] = uint32(min(max(rarity, minRarity), maxRarity))
	}
	return table
}

// log2 returns the binary logarithm of x > 0 with fractionBits bits after the
// point, rounded down. It is computed with integers alone, so that every
// machine gets the same bits.
func log2(x uint64) int {
	whole := bits.Len64(x) - 1
	result := whole << fractionBits
	// The mantissa, from 1 to below 2, with 31 bits after the point, is
	// squared again and again: each time it passes 2, the next bit is 1.
	mantissa := x << (63 - whole) >> 32
	for bit := fractionBits - 1; bit >= 0; bit-- {
		mantissa = mantissa * mantissa >> 31
		if mantissa >= 2<<31 {
			mantissa >>= 1
			result |= 1 << bit
		}
	}
	return result
}
