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
	postings []earlierPosting // by shingle
	// For each program of the pool, and for each earlier one: the numbers of the
	// postings of its distinct shingles, ascending.
	pool, earlier [][]ref
	totals        []codeSize // for each earlier program: its shingles, weighed as if the pool's program had none
}

// earlierPosting is a shingle of an earlier program.
type earlierPosting struct {
	posting        // its weights for a program of the pool that has it
	absent  uint32 // its weight for a program of the pool that does not have it
}

// newEarlierIndex makes an index of the shingles of earlier programs. x is the pool's index of the
// same kind of shingles.
func newEarlierIndex(x *index, p *Pool, earlier []Program, shingles func(Program) []uint64) *earlierIndex {
	numbers := numberShingles(earlier, shingles)
	index := &earlierIndex{
		index:    x,
		postings: make([]earlierPosting, len(numbers.shingles)),
		pool:     make([][]ref, len(p.programs)),
		earlier:  make([][]ref, len(earlier)),
		totals:   make([]codeSize, len(earlier)),
	}
	uncalled := make([][]ref, len(p.places)) // for each program of the pool
	inParallel(len(p.places), func(i int) {
		program := p.programs[p.places[i]]
		index.pool[i], uncalled[i] = numbers.find(shingles(program), program)
	})
	inParallel(len(earlier), func(i int) { index.earlier[i], _ = numbers.find(shingles(earlier[i]), earlier[i]) })
	index.weigh(numbers, p, uncalled)
	for i, list := range index.earlier {
		for _, shingle := range list {
			posting := &index.postings[shingle.number()]
			index.totals[i].add(codeSize{uint64(posting.absent), uint64(posting.plain), 1})
		}
	}
	return index
}

// weigh counts the participants who have each shingle, and computes its weights.
func (x *earlierIndex) weigh(numbers *shingleNumbers, p *Pool, uncalled [][]ref) {
	var uses []uint64 // a shingle's number, and in the lower 32 bits a participant who has it
	for i, place := range p.places {
		for _, shingle := range slices.Concat(x.pool[i], uncalled[i]) {
			uses = append(uses, uint64(shingle.number())<<32|uint64(uint32(p.programs[place].Participant)))
		}
	}
	slices.Sort(uses)
	uses = slices.Compact(uses)
	var outside *outsideCounter
	var holders []int
	for i := range x.postings {
		shard := shardOf(numbers.shingles[i])
		if i == 0 || shard != shardOf(numbers.shingles[i-1]) {
			outside = p.opts.Corpus.outsideCounter(shard, p.problems)
		}
		for holders = holders[:0]; len(uses) > 0 && uses[0]>>32 == uint64(i); uses = uses[1:] {
			holders = append(holders, int(int32(uses[0])))
		}
		others := outside.count(numbers.shingles[i], holders)
		posting := &x.postings[i]
		posting.absent, posting.plain = x.index.rarity.weight(len(holders), others), x.index.rarity.plainWeight(others)
		if len(holders) > 0 {
			posting.ifOne = x.index.rarity.weight(len(holders)-1, others)
			posting.ifBoth = posting.ifOne // the earlier program has no participant in the pool
			posting.others = int32(len(holders) - 1 + others.participants)
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
	for shingle := range inBoth(x.pool[program], x.earlier[earlier]) {
		posting := &x.postings[shingle.number()]
		c.sizes[1].weight += uint64(posting.ifOne - posting.absent)
		if shingle.template() != 0 {
			c.templateSums.oneSided[0].add(&posting.posting)
		} else {
			c.shared.add(&posting.posting)
		}
	}
	return c
}

// shared counts the shingles that a program of the pool and an earlier one share.
func (x *earlierIndex) shared(program, earlier int) (c sharedCount) {
	for shingle := range inBoth(x.pool[program], x.earlier[earlier]) {
		c.add(&x.postings[shingle.number()].posting, x.index.rarity)
	}
	return c
}

// shingleNumbers numbers shingles in ascending order.
type shingleNumbers struct {
	shingles []uint64 // distinct, ascending
	starts   []int32  // for each value of the upper bits, and one more: the number of the first shingle
	shift    int      // a shingle shifted right by this is its upper bits
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

// find returns the numbers of the distinct shingles of a program, ascending, without shingles that
// have no number. It returns shingles of uncalled code separately, and marks those of the template.
func (n *shingleNumbers) find(shingles []uint64, program Program) (called, uncalled []ref) {
	for _, shingle := range shingles {
		bin := shingle >> n.shift
		start := n.starts[bin]
		if i, ok := slices.BinarySearch(n.shingles[start:n.starts[bin+1]], shingle); ok {
			called = append(called, newRef(int(start)+i, false))
		}
	}
	slices.Sort(called)
	called = slices.Compact(called)
	compare := func(r ref, shingle uint64) int { return cmp.Compare(n.shingles[r.number()], shingle) }
	for _, shingle := range program.Uncalled {
		if i, ok := slices.BinarySearchFunc(called, shingle, compare); ok {
			uncalled = append(uncalled, called[i])
			called = slices.Delete(called, i, i+1)
		}
	}
	for _, shingle := range program.Template {
		if i, ok := slices.BinarySearchFunc(called, shingle, compare); ok {
			called[i] |= 1
		}
	}
	return called, uncalled
}
