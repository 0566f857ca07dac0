package pairs

// Distribution says how frequent each suspicion is among all pairs of a pool, including
// pairs that share nothing: it shows how unusual a pair is. In pools of millions of
// pairs it estimates the pairs below Options.Keep from a sample. It counts in ten-thousandths, so
// suspicions that agree in four decimals are equal, and a Distribution stays small however
// large the pool is.
//
// A Distribution includes copies, so it says how frequent a suspicion is, not whether a pair
// is honest. If a tenth of the participants share one program, one pair in a hundred is a copy
// and no copy is above the 99th percentile. If most participants share one program, copies are
// the typical pairs.
type Distribution struct {
	below       []int64 // below[i] counts the pairs in bins before i; nil without pairs
	median, mad float64
}

const (
	// MinPairs is the least number of pairs for a Percentile: the pairs of five participants.
	MinPairs = 10

	// HistogramBins is the number of equal bins of a histogram.
	HistogramBins = 50

	fineSteps = 10_000 // bins of a Distribution below suspicion 1; suspicion 1 has one more bin
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

// move adds the counts of from, and clears from.
func (t *tally) move(from *tally) {
	for i, n := range from {
		t[i] += n
	}
	clear(from[:])
}

// bin returns the bin of a score: its ten-thousandths, rounded down.
func (s score) bin() int { return int(s) * fineSteps / 1e6 }

// fineBin returns the bin of a suspicion. It rounds to millionths first, since 0.58 * 50
// is below 29 in floating point.
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

// Median returns the suspicion of the typical pair, 0 to 1. If two pairs are in the middle,
// the lower suspicion counts. Median returns 0 without pairs.
func (d Distribution) Median() float64 { return d.median }

// MAD returns the median absolute deviation, 0 to 1: the median of the distances of all
// suspicions from their median (Hampel 1974).
func (d Distribution) MAD() float64 { return d.mad }

// Counts returns the number of pairs of each suspicion, which is rounded as by RoundDown. It
// omits suspicions without pairs.
func (d Distribution) Counts() map[float64]int64 {
	counts := make(map[float64]int64)
	for i := 1; i < len(d.below); i++ {
		if n := d.below[i] - d.below[i-1]; n > 0 {
			counts[float64(i-1)/fineSteps] = n
		}
	}
	return counts
}

// RoundDown returns a suspicion as a Distribution counts it, with four decimals.
func RoundDown(suspicion float64) float64 { return float64(fineBin(suspicion)) / fineSteps }

// Percentile takes the suspicion of a pair of the pool, and returns the share, 0 to 1, of
// the other pairs that are less suspicious. Pairs of equal suspicion do not count as less
// suspicious, so a pair among many equal pairs is no outlier. ok is false if there are fewer
// than MinPairs pairs.
func (d Distribution) Percentile(suspicion float64) (share float64, ok bool) {
	return d.percentile(suspicion, d.Pairs()-1)
}

// PercentileOfOther is Percentile for a pair outside the pool: the share of all the
// pool's pairs that are less suspicious.
func (d Distribution) PercentileOfOther(suspicion float64) (share float64, ok bool) {
	return d.percentile(suspicion, d.Pairs())
}

func (d Distribution) percentile(suspicion float64, total int64) (share float64, ok bool) {
	if d.Pairs() < MinPairs {
		return 0, false
	}
	return float64(d.below[fineBin(suspicion)]) / float64(total), true
}

// Histogram counts the pairs in equal bins of suspicion: bin i is from i/HistogramBins up
// to, not including, (i+1)/HistogramBins; the last bin includes 1.
func (d Distribution) Histogram() [HistogramBins]int64 {
	var bins [HistogramBins]int64
	if d.below == nil {
		return bins
	}
	const width = fineSteps / HistogramBins
	for i := range bins {
		bins[i] = d.below[(i+1)*width] - d.below[i*width]
	}
	bins[HistogramBins-1] += d.below[fineSteps+1] - d.below[fineSteps] // pairs with suspicion 1
	return bins
}

// Bin returns the histogram bin of a suspicion, 0 to 1.
func Bin(suspicion float64) int {
	return min(fineBin(suspicion)*HistogramBins/fineSteps, HistogramBins-1)
}

// suspicionCounts counts the pairs of a pool by suspicion: exactly those that reach Options.Keep or are identical, since
// raiseIdentical raises these, and a sample of the others.
type suspicionCounts struct {
	pairs          int64 // number of all pairs
	exact, sampled tally
}

// add counts a pair that was scored.
func (c *suspicionCounts) add(suspicion score, isExact, isInSample bool) {
	switch {
	case isExact:
		c.exact.add(suspicion)
	case isInSample:
		c.sampled.add(suspicion)
	}
}

// move adds other counts and clears them.
func (c *suspicionCounts) move(from *suspicionCounts) {
	c.exact.move(&from.exact)
	c.sampled.move(&from.sampled)
	c.pairs += from.pairs
	from.pairs = 0
}

// all returns the counts of all pairs. It scales the sample up to the number of pairs that are not counted exactly.
func (c *suspicionCounts) all() *tally {
	counts := c.exact
	notExact := c.pairs - counts.sum()
	sampled := c.sampled.sum()
	if sampled == 0 {
		counts[0] += notExact // no scored pair is in the sample, so these pairs share next to nothing
		return &counts
	}
	soFar, added := int64(0), int64(0)
	for i, n := range c.sampled {
		// The running sum is rounded down, not each count, so that the total is exact.
		soFar += n
		sum := notExact/sampled*soFar + notExact%sampled*soFar/sampled
		counts[i] += sum - added
		added = sum
	}
	return &counts
}

// sampleStep is the step from one pair of entries in the sample to the next pair. Pairs are
// sorted by their later entry, then by their earlier entry.
type sampleStep int64

// sampleSize is the approximate number of pairs in a sample. It is large enough to find the median
// of millions of pairs to three ten-thousandths.
const sampleSize = 100_000

// sampleStep returns the step of the pool's sample: 1 if all pairs are scored. If only some
// programs are wanted, there is no Distribution; then the step is more than the number of pairs, so that
// next to no pair is in the sample.
func (p *Pool) sampleStep(bound *upperBound) sampleStep {
	pairs := int64(len(p.entries)) * int64(len(p.entries)-1) / 2
	if p.wanted != nil {
		return sampleStep(pairs + 1)
	}
	if p.opts.SampleAbove <= 0 || pairs <= p.opts.SampleAbove || bound.all {
		return 1
	}
	return sampleStep(max(pairs/sampleSize, 2))
}

// first returns the first entry whose pair with the later entry e is in the sample.
func (s sampleStep) first(e int) int {
	pairsBefore := int64(e) * int64(e-1) / 2
	return int((int64(s) - pairsBefore%int64(s)) % int64(s))
}

// has reports whether a pair is in the sample.
func (s sampleStep) has(e, earlier int) bool {
	return s == 1 || earlier%int(s) == s.first(e)
}
