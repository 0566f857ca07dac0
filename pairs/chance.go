package pairs

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// Tail describes how suspicious honest pairs of a pool are by chance, and how much rare code they
// share. From it, [Tail.Chance] computes how many honest pairs of the pool are expected to be like
// a given pair.
//
// Tail is a peaks-over-threshold estimate (Pickands 1975; Balkema and de Haan 1974). A Chance
// is the E-value of a search in sequences (Karlin and Altschul 1990). The log-odds of the suspicion
// and the cube root of Evidence.Rare fall off exponentially above a pool's 80th percentile, with
// scales that differ little from problem to problem. Copies would make a scale larger, and so hide
// themselves. Therefore a scale is fitted only below the 97th percentile, and bounded by the scales of
// honest pools.
type Tail struct {
	pairs           int64 // of two participants in the pool
	suspicion, rare exponential
}

// exponential is the tail of a measure. above is the share of the pairs that reach floor. The share
// that reaches floor + scale is smaller by the factor e.
type exponential struct{ above, floor, scale float64 }

// honestTail has the usual floor and scale of a measure in honest pools, and their bounds.
type honestTail struct{ minFloor, floor, maxFloor, minScale, scale, maxScale float64 }

var (
	honestSuspicion = honestTail{-3.5, -2.5, -1, 0.3, 0.55, 0.65} // of log-odds
	honestRare      = honestTail{1, 2.2, 6, 0.2, 0.28, 0.35}      // of cube roots
)

const (
	// MinTailPairs is the least number of pairs for a Chance: a pool with fewer pairs counts as if
	// it had MinTailPairs pairs. Few pairs hardly show which code is rare. So Chance makes the share of honest pairs
	// with as much rare code larger: it raises the share to the power of pairs / MinTailPairs. ChanceAmong multiplies the
	// share by thousands of pairs: after that power, no copy would have a low chance. So in place of the power, ChanceAmong
	// multiplies the share by the square of MinTailPairs / (pairs + 1).
	MinTailPairs = 100
	// RoughTailPairs is the number of pairs in a pool below which a Chance is rough: it may be
	// several times too high or too low.
	RoughTailPairs = 1000

	tailSample = 10_000 // in pools of more pairs, a tail is fitted to a sample of one to two times this size
	// fileTailSample is tailSample for pools with programs of several files: a pair of ten files each takes a hundred comparisons.
	fileTailSample = 2_000
	tailAttempts   = 3    // last attempts of a participant that are compared for a tail
	tailFloor      = 0.80 // quantile where a tail begins
	tailEnd        = 0.97 // quantile up to which a tail is fitted
	floorPrior     = 30   // pairs with the floor of honest pools that are added to the pairs of the pool
	scalePrior     = 50   // pairs with the scale of honest pools that are added to the pairs between the quantiles
)

// Chance returns how many honest pairs of the pool are expected by chance to be like a pair: as
// suspicious, or with as much shared rare code, whichever number is smaller. It rounds to six decimals. 1 is a
// fair threshold in a pool of any size. See MinTailPairs for small pools.
func (t Tail) Chance(suspicion float64, e Evidence) float64 {
	asRare := math.Pow(t.rare.share(math.Cbrt(e.Rare)), min(float64(t.pairs)/MinTailPairs, 1))
	return t.chance(suspicion, asRare, t.pairs)
}

// ChanceAmong is Chance for a program of the pool and a program outside. It returns how many of the given
// number of honest pairs are expected to be like this pair. It counts at least the pairs of the pool.
func (t Tail) ChanceAmong(suspicion float64, e Evidence, pairs int64) float64 {
	few := max(MinTailPairs/float64(t.pairs+1), 1)
	return t.chance(suspicion, t.rare.share(math.Cbrt(e.Rare))*few*few, max(pairs, t.pairs))
}

// chance returns how many of the given number of honest pairs are expected to be as suspicious, or to share as much rare
// code. asRare is the share of honest pairs that share as much.
func (t Tail) chance(suspicion, asRare float64, pairs int64) float64 {
	above := min(t.suspicion.share(logOdds(suspicion)), asRare)
	return math.Round(above*float64(max(pairs, MinTailPairs))*1e6) / 1e6
}

// share returns the share of honest pairs that reach x.
func (e exponential) share(x float64) float64 {
	return e.above * math.Exp(min((e.floor-x)/e.scale, 0))
}

// logOdds returns the logarithm of the odds of a share, within bounds for 0 and 1.
func logOdds(share float64) float64 {
	share = min(max(share, 1e-4), 1-1e-6)
	return math.Log(share / (1 - share))
}

// rareSums adds up the rarity of shared shingles for Evidence.Rare, in millionths. Element 0 is for
// shingles that nobody else has, element i for those that 2^(i-1) up to 2^i-1 others have.
type rareSums [33]uint64

const (
	// Code that a dozen other participants also have mostly comes from one source, such as a library
	// for input. A hundred shared shingles of a library are no more unlikely than twenty, so each
	// element is bounded. Among 13,000 programs for one problem, this bound leaves 68 of the 244 pairs
	// that were listed with a suspicion below 0.98. In pools of a hundred participants the bound
	// changes little.
	crowdBits = 4  // the elements from this index on, for 8 others and more, are bounded
	crowdRare = 20 // upper bound of an element; an element of 20 counts as 10
)

// add adds the shingle of a posting as often as times says; -1 undoes an addition.
func (s *rareSums) add(p *posting, r *rarity, times int) {
	s[bits.Len32(uint32(p.others))] += uint64(times) * r.unbounded(p)
}

func (s *rareSums) sum() float64 {
	sum := 0.0
	for i, millionths := range s {
		rare := float64(millionths) / 1e6
		if i >= crowdBits {
			rare = rare * crowdRare / (rare + crowdRare)
		}
		sum += rare
	}
	return sum
}

// sampledPair has the log-odds of the suspicion of a pair, and the cube root of its Evidence.Rare.
type sampledPair struct{ suspicion, rare float64 }

// fitTail fits a tail to a sample of the pool's pairs of participants.
func (p *Pool) fitTail() Tail {
	pairs := int64(0)
	for _, e := range p.entries {
		pairs += int64(e.othersBefore - e.sameFamilyBefore)
	}
	size := int64(tailSample)
	if len(p.places) > len(p.programs) {
		size = fileTailSample
	}
	return newTail(pairs, p.samplePairs(max(1, pairs/size)))
}

// newTail fits a tail to a sample of a pool's pairs.
func newTail(pairs int64, sample []sampledPair) Tail {
	suspicions, rare := make([]float64, len(sample)), make([]float64, len(sample))
	for i, s := range sample {
		suspicions[i], rare[i] = s.suspicion, s.rare
	}
	return Tail{pairs, honestSuspicion.fit(suspicions), honestRare.fit(rare)}
}

// fit fits a tail to values. It takes values above the quantile tailEnd as equal to that quantile.
func (h honestTail) fit(values []float64) exponential {
	slices.SortFunc(values, func(a, b float64) int { return cmp.Compare(b, a) })
	size := float64(len(values))
	inTail, beyondEnd := int((1-tailFloor)*size), int((1-tailEnd)*size) // how many of the largest values
	floor, sum := h.floor, 0.0
	if len(values) > 0 {
		floor = max(values[inTail], h.minFloor)
		for inTail > beyondEnd && values[inTail-1] <= floor {
			inTail--
		}
		for _, value := range values[:inTail] {
			sum += min(value, max(values[beyondEnd], floor)) - floor
		}
	}
	above := (float64(inTail) + (1-tailFloor)*floorPrior) / (size + floorPrior)
	floor = (float64(floor*size) + float64(h.floor*floorPrior)) / (size + floorPrior)
	scale := (sum + float64(h.scale*scalePrior)) / float64(inTail-beyondEnd+scalePrior)
	return exponential{above, min(floor, h.maxFloor), min(max(scale, h.minScale), h.maxScale)}
}

// samplePairs compares every step-th pair of entries. For each pair it returns the highest values among
// the last attempts of both participants. The sample does not depend on the numbers of the participants,
// so every server that checks the same contest fits the same tail.
func (p *Pool) samplePairs(step int64) []sampledPair {
	ordered := p.entriesByContent()
	var entries [][2]entry
	pairsBefore, next := int64(0), step/2 // pairs of which entry i and later ones are no part
	for i, e := range ordered {
		for ; next < pairsBefore+int64(i); next += step {
			other := ordered[next-pairsBefore]
			if other.participant != e.participant && (!p.opts.Across || other.family != e.family) {
				entries = append(entries, [2]entry{other, e})
			}
		}
		pairsBefore += int64(i)
	}
	sample := make([]sampledPair, len(entries))
	inParallel(len(entries), func(i int) {
		left, right := entries[i][0], entries[i][1]
		most := sampledPair{suspicion: logOdds(0)}
		for a := p.firstOfLastAttempts(left); a < left.end; a++ {
			for b := p.firstOfLastAttempts(right); b < right.end; b++ {
				if !p.isFile(a) && !p.isFile(b) {
					most.rare = max(most.rare, math.Cbrt(p.evidence(a, b).Rare))
				}
				most.suspicion = max(most.suspicion, logOdds(p.compare(min(a, b), max(a, b)).suspicion.float()))
			}
		}
		sample[i] = most
	})
	return sample
}

// firstOfLastAttempts returns the index of the program where the last tailAttempts attempts of an entry begin.
func (p *Pool) firstOfLastAttempts(e entry) int {
	first := e.end
	for n := 0; n < tailAttempts && first > e.start; n++ {
		first = p.numbers[p.places[first-1]]
	}
	return first
}

// entriesByContent returns the entries in an order that depends only on their programs.
func (p *Pool) entriesByContent() []entry {
	keys := make(map[int][3]uint64, len(p.entries)) // by entry.start
	for _, e := range p.entries {
		var key [3]uint64
		for i, x := range []*index{p.structure, p.wording, p.variables} {
			for _, program := range x.checksums[e.start:e.end] {
				key[i] += program.sum
			}
		}
		keys[e.start] = key
	}
	return slices.SortedFunc(slices.Values(p.entries), func(a, b entry) int {
		left, right := keys[a.start], keys[b.start]
		return slices.Compare(left[:], right[:])
	})
}
