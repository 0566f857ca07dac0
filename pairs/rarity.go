package pairs

import "math/bits"

// rarity computes the weight of a shingle, in fixed point. What nobody else has
// counts most; what all have counts little, but never nothing.
//
// The weight is the square of the inverse document frequency (Spärck Jones 1972),
// log2((others+2)/(n+1)), with others the number of participants of the contest
// besides the two compared, n of whom have the shingle for any problem, and 2
// for 1 to smooth it. (Where one program has a shingle and the other has not, n
// is all participants but the one that has it: another attempt of the other one
// may have it too.) It is bounded above, since rarity among thousands says no more
// than rarity among a hundred, and below.
//
// Code that participants have in programs for other problems, and not here, is no
// solution of this problem: a published library, the template of a team, an idiom.
// Its weight is divided by 1 plus the number of these problems; in large contests,
// where one of thousands may have it by chance, by no more than 1 plus the number of
// these participants among manyParticipants. This does not weaken a ring of copies,
// however large: its members have the code here. Nor does it help to have others
// submit a copy for another problem: however many they are, that is one problem.
type rarity struct {
	byOthers     []uint32 // element n is the weight when n others have it
	participants int
	elsewhere    bool // whether code in programs for other problems counts less
}

const (
	fractionBits     = 12                      // of a rarity
	weightBits       = 8                       // behind the point of a weight: the sum over MaxShingles fits into 32 bits
	maxRarity        = 6 << fractionBits       // bits
	minRarity        = (1 << fractionBits) / 4 // bits
	manyParticipants = 400                     // from which a contest is large
	maxElsewhere     = 10                      // the most that a weight is divided by
)

// newRarity makes the table for the number of participants of a pool, or of its contest.
func newRarity(participants int, corpus *Corpus, f formula) *rarity {
	if corpus != nil {
		participants = max(participants, len(corpus.participants))
	}
	others := max(participants-2, 0)
	table := make([]uint32, others+3) // up to all, who may have what an earlier program has
	for n := range table {
		if !f.rarity {
			table[n] = 1 << weightBits
			continue
		}
		rarity := min(max(log2(uint64(others+2))-log2(uint64(n+1)), minRarity), maxRarity)
		table[n] = uint32(rarity * rarity >> (2*fractionBits - weightBits))
	}
	return &rarity{table, participants, f.elsewhere}
}

// weight returns the weight of a shingle that so many others have here, and others
// outside of the pool.
func (r *rarity) weight(here int, elsewhere outsideCount) uint32 {
	weight := r.byOthers[here+elsewhere.participants]
	if elsewhere.participants == 0 || !r.elsewhere {
		return weight
	}
	scale := uint64(max(r.participants, manyParticipants))
	times := min(uint64(elsewhere.problems)*scale, uint64(elsewhere.participants)*manyParticipants)
	divided := uint64(weight) * scale / (scale + times)
	return max(uint32(divided), weight/maxElsewhere)
}

// log2 returns the binary logarithm of x > 0 with fractionBits bits after the
// point, rounded down. It computes only with integers, so that every machine gets
// the same bits.
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
