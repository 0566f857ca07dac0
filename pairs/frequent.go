package pairs

import "math/bits"

const (
	maxFrequent   = 512 // frequent shingles of a pool
	frequentShare = 6   // a frequent shingle is in at least a sixth of the programs
	fewHolders    = 8   // a shingle with fewer holders is not frequent in any pool
)

// minFrequentHolders returns the least number of holders of a frequent shingle, so that at most
// maxFrequent shingles are frequent.
func minFrequentHolders(parts []shardIndex, programs int) int {
	counts := make([]int, programs+2) // for each number of holders: how many shingles have this number
	for _, part := range parts {
		for _, list := range part.lists {
			if !list.inTemplate {
				counts[len(list.holders)]++
			}
		}
	}
	least, total := programs+1, 0
	for least > max(programs/frequentShare, fewHolders) && total+counts[least-1] <= maxFrequent {
		least--
		total += counts[least]
	}
	return least
}

// isFrequent reports whether a shingle has at least minHolders holders and is in no holder's
// template. A bit of frequentRows has no room to say that a shingle belongs to a template.
func (l *postingList) isFrequent(minHolders int) bool {
	return !l.inTemplate && len(l.holders) >= minHolders
}

// frequentRows holds the frequent shingles of each program, as bits.
type frequentRows struct {
	words      int        // of 64 bits, for each program
	bits       []uint64   // the rows of all programs
	sums       []wordSums // for each word of a row
	maxWeights []sums     // for each word: the highest weights of its 64 shingles
	totals     []sums     // for each program: the sums of its frequent shingles, the most of them that it can share
}

// wordSums is a table for a word of a row: for each byte of the word, and each value of the byte, it has the sums of the
// shingles whose bits are set. Adding up bytes takes half of the time of adding up bits.
type wordSums [8][256]sums

// setFrequent makes the rows of bits. The frequent shingles have the numbers 0 to shingles-1.
func (x *index) setFrequent(shingles int) {
	words := (shingles + 63) / 64
	f := frequentRows{words, make([]uint64, words*len(x.own)), make([]wordSums, words), make([]sums, words), make([]sums, len(x.own))}
	for i, p := range x.postings[:shingles] {
		values := &f.sums[i/64][i/8%8]
		for value := range 1 << (i % 8) {
			values[1<<(i%8)|value] = values[value]
			values[1<<(i%8)|value].add(p.sums)
		}
		most := &f.maxWeights[i/64]
		*most = newSums(max(most.weightIfBoth(), p.weightIfBoth()), max(most.weightIfOne(), p.weightIfOne()), max(most.plain(), p.plain()))
	}
	for program := range x.own {
		row := f.row(program)
		for _, shingle := range x.shared(program) {
			n := shingle.number()
			if n >= shingles {
				break
			}
			row[n/64] |= 1 << (n % 64)
			f.totals[program].add(x.postings[n].sums)
		}
	}
	x.frequent = f
}

func (f *frequentRows) row(program int) []uint64 {
	return f.bits[program*f.words : (program+1)*f.words]
}

// withFrequent returns rarer plus the frequent shingles that two programs share.
func (x *index) withFrequent(rarer sums, a, b int) sums {
	right := x.frequent.row(b)
	weights, counts := rarer.weights, rarer.counts // in registers
	for w, word := range x.frequent.row(a) {
		word &= right[w]
		bytes := &x.frequent.sums[w]
		for i := range bytes {
			shared := &bytes[i][byte(word)]
			weights += shared.weights
			counts += shared.counts
			word >>= 8
		}
	}
	return sums{weights, counts}
}

// looseBound returns an upper bound of what two programs share. rarer is what they share of the rarer
// shingles. Of the frequent shingles, looseBound uses only the totals.
func (f *frequentRows) looseBound(rarer sums, a, b int) sums {
	left, right := f.totals[a], f.totals[b]
	rarer.add(sums{
		weights: uint64(min(left.weightIfOne(), right.weightIfOne()))<<32 | uint64(min(left.weightIfBoth(), right.weightIfBoth())),
		counts:  uint64(min(left.shingles(), right.shingles()))<<32 | uint64(min(left.plain(), right.plain())),
	})
	return rarer
}

// tightBound returns a closer upper bound than looseBound, but is slower. It counts the frequent
// shingles that both programs have, and gives each shingle the highest weight in its word.
func (f *frequentRows) tightBound(rarer sums, a, b int) sums {
	right := f.row(b)
	for w, word := range f.row(a) {
		n := uint64(bits.OnesCount64(word & right[w]))
		rarer.add(sums{n * f.maxWeights[w].weights, n * f.maxWeights[w].counts})
	}
	return rarer
}
