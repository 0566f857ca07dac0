package pairs

import (
	"cmp"
	"math/bits"
	"slices"
)

// earlierIndex holds the shingles, of one kind, of earlier programs with their weights
// in a pool.
type earlierIndex struct {
	index    *index           // of the pool
	numbers  *shingleNumbers  // of the earlier programs
	postings []earlierPosting // by shingle
	// For each program of the pool, and for each earlier one: the numbers of the postings of its shingles,
	// ascending. The number of a repeated shingle comes up to times times, see newEarlierIndex.
	pool, earlier [][]ref
	totals        []codeSize // the size of each earlier program if the pool's program shares none of its shingles
}

// earlierPosting is a shingle of an earlier program.
type earlierPosting struct {
	posting         // its weights for a program of the pool that has it
	absent  uint32  // its weight for a program of the pool that does not have it
	ofTwo   posting // its weights for two programs of the pool that have it, see index
}

// newEarlierIndex makes an index of the shingles of earlier programs. x is the pool's index of the
// same kind of shingles. A repeated shingle of a program counts up to the given number of times.
func newEarlierIndex(x *index, p *Pool, earlier []Program, shingles func(Program) []uint64, times int) *earlierIndex {
	numbers := numberShingles(earlier, shingles)
	index := &earlierIndex{
		index:    x,
		numbers:  numbers,
		postings: make([]earlierPosting, len(numbers.shingles)),
		pool:     make([][]ref, len(p.programs)),
		earlier:  make([][]ref, len(earlier)),
		totals:   make([]codeSize, len(earlier)),
	}
	uncalled := make([][]ref, len(p.places)) // for each program of the pool
	inParallel(len(p.places), func(i int) {
		program := p.programs[p.places[i]]
		index.pool[i], uncalled[i] = numbers.find(shingles(program), program, times)
	})
	inParallel(len(earlier), func(i int) { index.earlier[i], _ = numbers.find(shingles(earlier[i]), earlier[i], times) })
	index.weigh(numbers, p, uncalled)
	for i, list := range index.earlier {
		for j, shingle := range list {
			posting := index.postings[shingle.number()].posting
			posting.ifOne = index.postings[shingle.number()].absent
			if repeats(list, j) {
				posting = posting.repetition()
			}
			index.totals[i].add(posting.size())
		}
	}
	return index
}

// weigh counts the participants who have each shingle, and computes its weights.
func (x *earlierIndex) weigh(numbers *shingleNumbers, p *Pool, uncalled [][]ref) {
	// The programs are sorted by participant, so the participants of each shingle are ascending.
	starts := make([]int, len(x.postings)+1) // for each shingle, and one more: where its participants start
	for i := range p.places {
		for _, list := range [][]ref{x.pool[i], uncalled[i]} {
			for _, shingle := range list {
				starts[shingle.number()+1]++
			}
		}
	}
	for i := range x.postings {
		starts[i+1] += starts[i]
	}
	next := slices.Clone(starts) // for each shingle: the place of its next participant
	participants := make([]int, starts[len(x.postings)])
	for i, place := range p.places {
		participant := p.programs[place].Participant
		for _, list := range [][]ref{x.pool[i], uncalled[i]} {
			for _, shingle := range list {
				n := shingle.number()
				if next[n] == starts[n] || participants[next[n]-1] != participant {
					participants[next[n]] = participant
					next[n]++
				}
			}
		}
	}
	var outside *outsideCounter
	for i := range x.postings {
		shard := shardOf(numbers.shingles[i])
		if i == 0 || shard != shardOf(numbers.shingles[i-1]) {
			outside = p.opts.Corpus.outsideCounter(shard, p.problems)
		}
		holders := participants[starts[i]:next[i]]
		others := outside.count(numbers.shingles[i], holders)
		posting := &x.postings[i]
		posting.absent, posting.plain = x.index.rarity.weight(len(holders), others), x.index.rarity.plainWeight(others)
		if len(holders) > 0 {
			posting.ifOne = x.index.rarity.weight(len(holders)-1, others)
			posting.ifBoth = posting.ifOne // the earlier program has no participant in the pool
			posting.others = int32(len(holders) - 1 + others.participants)
		}
		if len(holders) > 1 {
			posting.ofTwo.ifBoth, posting.ofTwo.ifOne = x.index.rarity.weight(len(holders)-2, others), posting.ifOne
			posting.ofTwo.plain, posting.ofTwo.others = posting.plain, posting.others-1
		}
	}
}

// common returns the shared shingles of a program of the pool and an earlier one.
func (x *earlierIndex) common(program, earlier int) common {
	c := common{overlap: overlap{sizes: [2]codeSize{x.index.own[program], x.totals[earlier]}}}
	if x.index.templates != nil {
		c.templateSums = new(templateSums)
		c.templates[0] = x.index.templates[program]
	}
	last := -1
	for shingle := range inBoth(x.pool[program], x.earlier[earlier]) {
		posting := x.postings[shingle.number()].posting
		if shingle.number() == last {
			posting = posting.repetition()
		} else {
			c.sizes[1].weight += uint64(posting.ifOne - x.postings[shingle.number()].absent)
		}
		last = shingle.number()
		if shingle.template() != 0 {
			c.templateSums.oneSided[0].add(&posting)
		} else {
			c.shared.add(&posting)
		}
	}
	return c
}

// shared counts the shingles that a program of the pool and an earlier one share.
func (x *earlierIndex) shared(program, earlier int) (c sharedCount) {
	last := -1
	for shingle := range inBoth(x.pool[program], x.earlier[earlier]) {
		if shingle.number() != last {
			c.add(&x.postings[shingle.number()].posting, x.index.rarity)
		}
		last = shingle.number()
	}
	return c
}

// shingleNumbers numbers shingles in ascending order.
type shingleNumbers struct {
	shingles []uint64 // distinct, ascending
	starts   []int32  // for each value of the upper bits, and one more: the number of the first shingle
	shift    int      // a shift to the right by this number of bits leaves the upper bits of a shingle
}

// numberShingles numbers the shingles of programs, except 0.
func numberShingles(programs []Program, shingles func(Program) []uint64) *shingleNumbers {
	n := &shingleNumbers{}
	for _, program := range programs {
		n.shingles = append(n.shingles, shingles(program)...)
	}
	slices.Sort(n.shingles)
	n.shingles = slices.Compact(n.shingles)
	if len(n.shingles) > 0 && n.shingles[0] == 0 {
		n.shingles = n.shingles[1:]
	}
	upperBits := bits.Len(uint(len(n.shingles)))
	n.shift = 64 - upperBits
	n.starts = make([]int32, 1<<upperBits+1)
	for _, shingle := range n.shingles {
		n.starts[shingle>>n.shift+1]++
	}
	for i := range 1 << upperBits {
		n.starts[i+1] += n.starts[i]
	}
	return n
}

// find returns the numbers of the shingles of a program, ascending, each at most the given number of times.
// It skips shingles that have no number, returns those of uncalled code separately, and marks those of the
// template.
func (n *shingleNumbers) find(shingles []uint64, program Program, times int) (called, uncalled []ref) {
	for _, shingle := range shingles {
		bin := shingle >> n.shift
		start := n.starts[bin]
		if i, ok := slices.BinarySearch(n.shingles[start:n.starts[bin+1]], shingle); ok {
			called = append(called, newRef(int(start)+i, false))
		}
	}
	slices.Sort(called)
	called = atMost(called, times)
	compare := func(r ref, shingle uint64) int { return cmp.Compare(n.shingles[r.number()], shingle) }
	for _, shingle := range program.Uncalled {
		if i, ok := slices.BinarySearchFunc(called, shingle, compare); ok {
			end := i + 1
			for end < len(called) && repeats(called, end) {
				end++
			}
			uncalled = append(uncalled, called[i])
			called = slices.Delete(called, i, end)
		}
	}
	for _, shingle := range program.Template {
		i, _ := slices.BinarySearchFunc(called, shingle, compare)
		for ; i < len(called) && n.shingles[called[i].number()] == shingle; i++ {
			called[i] |= 1
		}
	}
	return called, uncalled
}

// repeats reports whether the shingle at i of an ascending list is the same as the one before it.
func repeats(list []ref, i int) bool { return i > 0 && list[i-1].number() == list[i].number() }

// atMost shortens each run of equal values in an ascending list to the given length.
func atMost(list []ref, times int) []ref {
	rest := list[:0]
	for _, r := range list {
		if n := len(rest); n < times || rest[n-times] != r {
			rest = append(rest, r)
		}
	}
	return rest
}
