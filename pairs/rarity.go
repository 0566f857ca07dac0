package pairs

import "math/bits"

// rarity computes the weight of a shingle, in fixed point. A shingle that nobody else has counts
// most. A shingle that all have counts little, but never nothing.
//
// The weight is the square of the inverse document frequency (Spärck Jones 1972),
// log2((others+2)/(n+1)): others is the number of participants of the contest besides the two
// participants compared. n of the others have the shingle in a program for any problem. The 2 instead
// of 1 smooths the value. (If only one of the two programs has a shingle, n leaves out only the participant
// of that program: another attempt of the second participant may have the shingle.) The weight
// has a lower bound. It also has an upper bound, since rarity among thousands says no more than rarity among a hundred.
//
// Code that participants have only in programs for other problems is no solution of this problem: it is
// a published library, the template of a team, an idiom. Its weight is divided by 1 plus the number of
// these other problems. In a large contest one participant of thousands may have such code by chance. So
// the divisor is at most 1 plus the number of these participants; in a contest of more than manyParticipants,
// 1 plus their share of all participants times manyParticipants. This does not weaken a ring of copies,
// however large: its members have the code in this problem. A ring cannot hide either by submitting its copy
// for another problem: however many members do so, they add only one problem.
type rarity struct {
	byOthers     []uint32 // element n is the weight if n others have it
	shares       []uint32 // element n is the weight without upper bound, in millionths of the weight for n = 0
	participants int
	elsewhere    bool // code in programs for other problems counts less
}

const (
	fractionBits     = 12                      // of a rarity
	weightBits       = 8                       // of the fraction of a weight: the sum over MaxShingles fits into 32 bits
	maxRarity        = 6 << fractionBits       // bits
	minRarity        = (1 << fractionBits) / 4 // bits
	manyParticipants = 400                     // participants of the smallest large contest
	maxElsewhere     = 10                      // largest divisor of a weight
)

// newRarity makes the weights for the participants of a pool, or of its contest.
func newRarity(participants int, corpus *Corpus, f formula) *rarity {
	if corpus != nil {
		participants = max(participants, len(corpus.participants))
	}
	others := max(participants-2, 0)
	weights := make([]uint32, others+3) // n may be all participants, for a shingle of an earlier program
	shares := make([]uint32, len(weights))
	for n := range weights {
		weights[n], shares[n] = 1<<weightBits, 1e6
		if f.rarity {
			rarity := max(log2(uint64(others+2))-log2(uint64(n+1)), minRarity)
			highest := log2(uint64(others + 2))
			shares[n] = uint32(1e6 * rarity * rarity / (highest * highest))
			rarity = min(rarity, maxRarity)
			weights[n] = uint32(rarity * rarity >> (2*fractionBits - weightBits))
		}
	}
	return &rarity{weights, shares, participants, f.elsewhere}
}

// posting returns the posting of a shingle that the given number of participants have in the pool, 1 or more. elsewhere is as in
// weight.
func (r *rarity) posting(participants int, elsewhere outsideCount) posting {
	var p posting
	inBoth := uint32(0) // two programs of one participant are no pair
	if participants > 1 {
		inBoth = r.weight(participants-2, elsewhere)
		p.others = int32(participants - 2 + elsewhere.participants)
	}
	p.sums = newSums(inBoth, r.weight(participants-1, elsewhere), r.plainWeight(elsewhere))
	return p
}

// size returns the size of a shingle in a program. In a file it is at least that of a shingle that only the two participants of
// a pair have. So what many have covers little of a file, even if it is all of the file.
func (r *rarity) size(p *posting, inFile bool) codeSize {
	size := p.size()
	if inFile {
		size.weight = max(size.weight, uint64(size.shingles)*uint64(r.byOthers[1]))
	}
	return size
}

// unbounded returns the weight of a shingle that two programs share, without the upper bound, in
// millionths of the weight of a shingle that nobody else has.
func (r *rarity) unbounded(p *posting) uint64 {
	if p.weightIfBoth() == r.byOthers[p.others] { // not discounted, as in all contests of one problem: no division
		return uint64(r.shares[p.others])
	}
	return uint64(r.shares[p.others]) * uint64(p.weightIfBoth()) / uint64(r.byOthers[p.others])
}

// weight returns the weight of a shingle. here is how many other participants have the shingle in the
// pool; elsewhere counts the participants who have it only outside of the pool.
func (r *rarity) weight(here int, elsewhere outsideCount) uint32 {
	return r.discount(r.byOthers[here+elsewhere.participants], elsewhere)
}

// plainWeight returns the weight of a shingle if it were as rare as all others.
func (r *rarity) plainWeight(elsewhere outsideCount) uint32 {
	return r.discount(1<<weightBits, elsewhere)
}

// discount lowers the weight of a shingle that participants have only outside of the pool.
func (r *rarity) discount(weight uint32, elsewhere outsideCount) uint32 {
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
	// The mantissa is from 1 to below 2, with 31 bits after the point. It is squared for
	// each bit of the result: the bit is 1 if the square is 2 or more.
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
