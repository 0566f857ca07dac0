package pairs

import "math/bits"

const (
	// maxFrequent bounds the number of frequent shingles.
	maxFrequent = 512
	// frequentShare is the least share of a pool's programs, as a divisor, that
	// have such a shingle.
	frequentShare = 8
	// minHolders is the number of holders below which a list is short
	// whatever the pool.
	minHolders = 8
)

// minFrequentHolders returns the least number of holders of a frequent shingle, such
// that there are no more than mostFrequent of these.
func minFrequentHolders(list []*shardIndex, programs int) int32 {
	counts := make([]int, programs+2)
	for _, part := range list {
		for _, p := range part.postings {
			if p.frequent(0) {
				counts[p.end-p.start]++
			}
		}
	}
	least, total := programs+1, 0
	for least > max(programs/frequentShare, minHolders) && total+counts[least-1] <= maxFrequent {
		least--
		total += counts[least]
	}
	return int32(least)
}

// frequent reports whether a shingle of a part has at least so many holders, and
// is template of none: rows of bits cannot tell templates.
func (p *posting) frequent(least int32) bool { return !p.template && p.end-p.start >= least }

// frequent holds the frequent shingles of each program, as bits.
type frequent struct {
	words int      // of 64 bits, for each program
	bits  []uint64 // of all programs, one after another
	most  []sums   // for each word: the most that a shingle of it counts
	total []sums   // for each program: what its frequent shingles count, if another program had all of them
}

// setFrequent makes the rows of bits for the first so many shingles.
func (x *index) setFrequent(shingles int) {
	f := frequent{words: (shingles + 63) / 64, total: make([]sums, len(x.total))}
	f.bits = make([]uint64, f.words*len(x.total))
	f.most = make([]sums, f.words)
	for i, p := range x.postings[:shingles] {
		most := &f.most[i/64]
		*most = sums{max(most.weight, p.both), max(most.own, p.one), 1}
	}
	for program := range x.total {
		row := f.row(program)
		for _, shingle := range x.shared(program) {
			n := shingle.number()
			if n >= shingles {
				break
			}
			row[n/64] |= 1 << (n % 64)
			f.total[program].add(&x.postings[n])
		}
	}
	x.frequent = f
}

func (f *frequent) row(program int) []uint64 {
	return f.bits[program*f.words : (program+1)*f.words]
}

// addFrequent adds the frequent shingles that two programs share.
func (x *index) addFrequent(to *sums, a, b int) {
	right := x.frequent.row(b)
	for w, word := range x.frequent.row(a) {
		for word &= right[w]; word != 0; word &= word - 1 {
			to.add(&x.postings[64*w+bits.TrailingZeros64(word)])
		}
	}
}

// atMost returns the most that two programs can share, given what they share of the
// rarer shingles: by what each has of the frequent ones.
func (f *frequent) atMost(rarer *sums, a, b int) sums {
	left, right := &f.total[a], &f.total[b]
	return sums{
		weight:   rarer.weight + min(left.weight, right.weight),
		own:      rarer.own + min(left.own, right.own),
		shingles: rarer.shingles + min(left.shingles, right.shingles),
	}
}

// nearly returns a little more than two programs share, given what they share of the
// rarer shingles: by how many of the frequent ones they share.
func (f *frequent) nearly(rarer *sums, a, b int) sums {
	most := *rarer
	right := f.row(b)
	for w, word := range f.row(a) {
		n := uint32(bits.OnesCount64(word & right[w]))
		most.weight += n * f.most[w].weight
		most.own += n * f.most[w].own
		most.shingles += n
	}
	return most
}
