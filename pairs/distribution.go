package pairs

import "math"

// Distribution is the distribution of the suspicion of all pairs of a pool, including
// those that share nothing: it answers how unusual a pair is. In pools of millions of
// pairs it has a sample of those below Options.Keep. It counts in ten-thousandths, so
// suspicions that agree in four decimals are equal to it, and it stays small however
// large the pool.
//
// It includes copies, so it says how common a suspicion is, not whether a pair is honest:
// if a tenth of the participants share one program, one pair in a hundred is a copy and
// no copy is above the 99th percentile; if most of them share it, copies are the typical
// pairs.
type Distribution struct {
	below  []int64 // below[i] counts the pairs in bins before i; nil where there are none
	median float64
	mad    float64
}

const (
	// MinPairs is the number of pairs from which a Distribution is good for a
	// Percentile or ZScore: that of five participants.
	MinPairs = 10

	// MinMAD bounds from below the MAD that ZScore divides by. Where most
	// pairs share next to nothing the MAD is 0 or close to it, and honest pairs
	// with a common idiom would be outliers: with this bound a pair has to be a
	// tenth above the typical one for the 3.5 from which Iglewicz and Hoaglin
	// speak of an outlier.
	MinMAD = 0.02

	fineSteps = 10_000 // from a suspicion of 0 to one of 1
)

// tally counts pairs by the bins of their suspicions.
type tally [fineSteps + 1]int64

func (t *tally) add(suspicion score) { t[suspicion.bin()]++ }

// sum returns the number of pairs counted.
func (t *tally) sum() int64 {
	sum := int64(0)
	for _, n := range t {
		sum += n
	}
	return sum
}

// move adds the counts of another tally and clears it.
func (t *tally) move(from *tally) {
	for i, n := range from {
		t[i] += n
	}
	clear(from[:])
}

// bin returns the bin of a score: its ten-thousandths, rounded down.
func (s score) bin() int { return int(s) * fineSteps / 1e6 }

// fineBin returns the bin of a suspicion. It counts in millionths first, since
// 0.58 * 50 is below 29 in floating point.
func fineBin(suspicion float64) int { return scoreOf(suspicion).bin() }

func newDistribution(counts *tally) Distribution {
	d := Distribution{below: make([]int64, len(counts)+1)}
	for i, n := range counts {
		d.below[i+1] = d.below[i] + n
	}
	if d.Pairs() == 0 {
		return Distribution{}
	}
	middle := (d.Pairs() + 1) / 2
	centre := 0
	for d.below[centre+1] < middle {
		centre++
	}
	spread := 0
	for d.below[min(centre+spread+1, len(counts))]-d.below[max(centre-spread, 0)] < middle {
		spread++
	}
	d.median = float64(centre) / fineSteps
	d.mad = float64(spread) / fineSteps
	return d
}

// Pairs returns the number of pairs.
func (d Distribution) Pairs() int64 {
	if d.below == nil {
		return 0
	}
	return d.below[len(d.below)-1]
}

// Median returns the suspicion of the typical pair, 0 to 1; of two middle ones, the
// lower. It is 0 without pairs.
func (d Distribution) Median() float64 { return d.median }

// MAD returns the median of the distances of all suspicions from their median,
// 0 to 1: how far the typical pair is from typical (Hampel 1974).
func (d Distribution) MAD() float64 { return d.mad }

// Percentile returns the share, 0 to 1, of the other pairs that are less
// suspicious than one of the pool's pairs with the given suspicion. Pairs of equal
// suspicion do not count, so a pair among many equal ones is no outlier. ok is false
// if there are fewer than MinPairs.
func (d Distribution) Percentile(suspicion float64) (share float64, ok bool) {
	if d.Pairs() < MinPairs {
		return 0, false
	}
	return float64(d.below[fineBin(suspicion)]) / float64(d.Pairs()-1), true
}

// PercentileOfOther is Percentile for a pair outside the pool: the share of all the
// pool's pairs that are less suspicious.
func (d Distribution) PercentileOfOther(suspicion float64) (share float64, ok bool) {
	if d.Pairs() < MinPairs {
		return 0, false
	}
	return float64(d.below[fineBin(suspicion)]) / float64(d.Pairs()), true
}

// ZScore returns the modified z-score of a suspicion, rounded to three
// decimals: 0.6745 of its distance from the median, in MADs or LeastMAD,
// whichever is larger (Iglewicz and Hoaglin 1993). It does not move where less
// than half of the pairs are copies. It tells nothing, and ok is false, where
// there are fewer than MinPairs.
func (d Distribution) ZScore(suspicion float64) (z float64, ok bool) {
	if d.Pairs() < MinPairs {
		return 0, false
	}
	distance := float64(fineBin(suspicion))/fineSteps - d.median
	z = 0.6745 * distance / max(d.mad, MinMAD)
	return math.Round(z*1e3) / 1e3, true
}

// Histogram counts the pairs in HistogramBins equal bins of suspicion: bin i
// from i/HistogramBins up to, not including, the next; the last holds 1 too.
func (d Distribution) Histogram() [HistogramBins]int64 {
	var bins [HistogramBins]int64
	if d.below == nil {
		return bins
	}
	const width = fineSteps / HistogramBins
	for i := range bins {
		bins[i] = d.below[(i+1)*width] - d.below[i*width]
	}
	bins[HistogramBins-1] += d.below[fineSteps+1] - d.below[fineSteps] // those of 1
	return bins
}

// HistogramBins is the number of equal bins of a histogram.
const HistogramBins = 50

// Bin returns the bin of a histogram that a suspicion, 0 to 1, falls into.
func Bin(suspicion float64) int {
	return min(fineBin(suspicion)*HistogramBins/fineSteps, HistogramBins-1)
}

// suspicionCounts counts the pairs of a pool by suspicion: all that reach
// Options.Keep, and a sample of the others.
type suspicionCounts struct {
	pairs            int64 // all of them
	reached, sampled tally
}

// add counts a pair that was scored.
func (c *suspicionCounts) add(suspicion score, reached, sampled bool) {
	switch {
	case reached:
		c.reached.add(suspicion)
	case sampled:
		c.sampled.add(suspicion)
	}
}

// move adds other counts and clears them.
func (c *suspicionCounts) move(from *suspicionCounts) {
	c.reached.move(&from.reached)
	c.sampled.move(&from.sampled)
	c.pairs += from.pairs
	from.pairs = 0
}

// all returns the counts of all pairs, with the sample scaled up to all others.
func (c *suspicionCounts) all() *tally {
	counts := c.reached
	below := c.pairs - counts.sum()
	sampled := c.sampled.sum()
	if sampled == 0 {
		counts[0] += below // too few for a sample: they share next to nothing
		return &counts
	}
	seen, given := int64(0), int64(0)
	for i, n := range c.sampled {
		if seen += n; n > 0 {
			// Rounded as a running sum, so that the last one makes up for all.
			upTo := below / sampled * seen
			upTo += below % sampled * seen / sampled
			counts[i] += upTo - given
			given = upTo
		}
	}
	return &counts
}

// sampleStep is the step from one pair of entries in the sample to the next, counted
// row by row.
type sampleStep int64

// sampleSize is the approximate size of a sample. It gives the median of millions of
// pairs to a ten-thousandth.
const sampleSize = 250_000

// sampleStep returns 1 where all pairs are scored. Where only the pairs of some
// programs are wanted, the sample is empty.
func (p *Pool) sampleStep(countAll int64, bound *upperBound) sampleStep {
	pairs := int64(len(p.entries)) * int64(len(p.entries)-1) / 2
	if p.wanted != nil {
		return sampleStep(pairs + 1)
	}
	if countAll <= 0 || pairs <= countAll || bound.all {
		return 1
	}
	return sampleStep(max(pairs/sampleSize, 2))
}

// first returns the first entry that is in the sample with a later one.
func (s sampleStep) first(e int) int {
	row := int64(e) * int64(e-1) / 2
	return int((int64(s) - row%int64(s)) % int64(s))
}

func (s sampleStep) has(e, earlier int) bool {
	return s == 1 || (int64(e)*int64(e-1)/2+int64(earlier))%int64(s) == 0
}
