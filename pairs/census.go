package pairs

// census counts the pairs of a pool by suspicion: all that reach what is to be
// kept, and of the others those of the sample.
type census struct {
	pairs            int64 // all of them
	reached, sampled tally
}

// add takes in a pair that was scored.
func (c *census) add(suspicion score, reached, sampled bool) {
	switch {
	case reached:
		c.reached.add(suspicion)
	case sampled:
		c.sampled.add(suspicion)
	}
}

// move adds the counts of another census and clears that.
func (c *census) move(from *census) {
	c.reached.move(&from.reached)
	c.sampled.move(&from.sampled)
	c.pairs += from.pairs
	from.pairs = 0
}

// all counts all pairs, those that are not in the sample as if they were like
// it.
func (c *census) all() *tally {
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

// stride says which pairs of entries are in the sample: every so many, counted
// row by row.
type stride int64

// sampleSize is about the number of pairs in a sample, from which the median of
// millions is had to a ten-thousandth.
const sampleSize = 250_000

// stride samples a pool that has more pairs than are all to be counted, unless
// all are scored anyway. Where the pairs of some programs are wanted, none is in
// the sample.
func (p *Pool) stride(countAll int64, reach *reach) stride {
	pairs := int64(len(p.entries)) * int64(len(p.entries)-1) / 2
	if p.wanted != nil {
		return stride(pairs + 1)
	}
	if countAll <= 0 || pairs <= countAll || reach.all {
		return 1
	}
	return stride(max(pairs/sampleSize, 2))
}

// first returns the first of the entries before one that it is sampled with.
func (s stride) first(e int) int {
	row := int64(e) * int64(e-1) / 2
	return int((int64(s) - row%int64(s)) % int64(s))
}

func (s stride) has(e, earlier int) bool {
	return s == 1 || (int64(e)*int64(e-1)/2+int64(earlier))%int64(s) == 0
}
