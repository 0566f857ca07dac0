package pairs

import (
	"math/bits"
	"slices"
	"sync"
)

// earlierIndex holds the shingles of earlier programs. All are of one kind, and have the weights of
// a pool.
type earlierIndex struct {
	index    *index           // of the pool
	numbers  *shingleNumbers  // of the earlier programs
	postings []earlierPosting // by shingle
	// For each program of the pool, and for each earlier program: the numbers of the postings of its shingles,
	// ascending. The number of a repeated shingle is repeated too, see the parameter times of newEarlierIndex.
	pool, earlier [][]ref
	totals        []codeSize // the size of each earlier program if the pool's program shares none of its shingles
	starts        []int32    // for each posting, and one more: where its holders start; see listHolders
	holders       []holder   // of all postings, one after another
}

// holder is an earlier program that has a shingle.
type holder struct {
	program int32
	times   int32 // how often the shingle counts, see newEarlierIndex
}

// earlierPosting is a shingle of an earlier program.
type earlierPosting struct {
	posting                     // weights for a program of the pool that has the shingle
	weightIfOnlyOutside uint32  // weight if the program of the pool does not have the shingle
	ofTwo               posting // weights for two programs of the pool that have the shingle, see index
}

// newEarlierIndex makes an index of the shingles of earlier programs. x is the pool's index of the
// same kind of shingles. A repeated shingle of a program counts up to the given number of times.
func newEarlierIndex(x *index, p *Pool, earlier []Program, shingles func(Program) []uint64, times int) *earlierIndex {
	numbers := numberShingles(earlier, shingles)
	index := &earlierIndex{
		index:    x,
		numbers:  numbers,
		postings: make([]earlierPosting, len(numbers.shingles)),
		pool:     make([][]ref, len(p.places)),
		earlier:  make([][]ref, len(earlier)),
		totals:   make([]codeSize, len(earlier)),
	}
	uncalled := make([][]ref, len(p.places)) // for each program of the pool
	inParallel(len(p.places), func(i int) {
		program := p.program(i)
		index.pool[i], uncalled[i] = numbers.find(shingles(program), program, times)
	})
	inParallel(len(earlier), func(i int) { index.earlier[i], _ = numbers.find(shingles(earlier[i]), earlier[i], times) })
	index.weigh(p, uncalled)
	for i, list := range index.earlier {
		for j, shingle := range list {
			posting := index.postings[shingle.number()].posting
			posting.sums = newSums(posting.weightIfBoth(), index.postings[shingle.number()].weightIfOnlyOutside, posting.plain())
			if repeats(list, j) {
				posting = posting.repetition()
			}
			index.totals[i].add(posting.size())
		}
	}
	return index
}

// listHolders lists the earlier programs that have each shingle, for addUp.
func (x *earlierIndex) listHolders() {
	x.starts = make([]int32, len(x.postings)+1)
	eachHolder := func(do func(number int, h holder)) {
		for i, list := range x.earlier {
			for start, end := 0, 0; start < len(list); start = end {
				for end = start + 1; end < len(list) && repeats(list, end); end++ {
				}
				do(list[start].number(), holder{int32(i), int32(end - start)})
			}
		}
	}
	eachHolder(func(number int, _ holder) { x.starts[number+1]++ })
	accumulate(x.starts)
	x.holders = make([]holder, x.starts[len(x.postings)])
	next := slices.Clone(x.starts)
	eachHolder(func(number int, h holder) {
		x.holders[next[number]] = h
		next[number]++
	})
}

// weigh counts the participants who have each shingle, and computes its weights.
func (x *earlierIndex) weigh(p *Pool, uncalled [][]ref) {
	// The programs are sorted by participant, so the participants of each shingle are ascending.
	starts := make([]int, len(x.postings)+1) // for each shingle, and one more: where its participants start
	for i := range p.places {
		for _, list := range [][]ref{x.pool[i], uncalled[i]} {
			for _, shingle := range list {
				starts[shingle.number()+1]++
			}
		}
	}
	accumulate(starts)
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
		shingle := x.numbers.shingles[i]
		shard := shardOf(shingle)
		if i == 0 || shard != shardOf(x.numbers.shingles[i-1]) {
			outside = p.opts.Corpus.outsideCounter(shard, p.problems)
		}
		holders := participants[starts[i]:next[i]]
		others := outside.count(shingle, holders)
		e := &x.postings[i]
		inOne := uint32(0)
		e.weightIfOnlyOutside = x.index.rarity.weight(len(holders), others)
		if len(holders) > 0 {
			e.ofTwo = x.index.rarity.posting(len(holders), others)
			inOne = e.ofTwo.weightIfOne()
			e.others = int32(len(holders) - 1 + others.participants)
		}
		// The earlier program has no participant in the pool, so the weight is the same if both programs have the shingle.
		e.sums = newSums(inOne, inOne, x.index.rarity.plainWeight(others))
	}
}

// newCommons returns memory for addUp.
func (x *earlierIndex) newCommons() []common {
	commons := make([]common, len(x.earlier))
	if x.index.templates != nil {
		for i := range commons {
			commons[i].templateSums = new(templateSums)
		}
	}
	return commons
}

// reset sets c to a program of the pool and an earlier program that share nothing.
func (x *earlierIndex) reset(c *common, program, earlier int) {
	c.overlap = overlap{sizes: [2]codeSize{x.index.own[program], x.totals[earlier]}}
	if x.index.templates != nil {
		*c.templateSums = templateSums{}
		c.templates[0] = x.index.templates[program]
	}
}

// addUp sets commons to the shared shingles of a program of the pool and each earlier program.
func (x *earlierIndex) addUp(program int, commons []common) {
	for i := range commons {
		x.reset(&commons[i], program, i)
	}
	times := int32(0)
	for i, shingle := range x.pool[program] {
		n := shingle.number()
		if times++; !repeats(x.pool[program], i) {
			times = 1
		}
		for _, h := range x.holders[x.starts[n]:x.starts[n+1]] {
			if times <= h.times {
				x.add(&commons[h.program], shingle, times > 1)
			}
		}
	}
}

// common returns the shared shingles of a program of the pool and an earlier program.
func (x *earlierIndex) common(program, earlier int) (c common) {
	if x.index.templates != nil {
		c.templateSums = new(templateSums)
	}
	x.reset(&c, program, earlier)
	last := -1
	for shingle := range inBoth(x.pool[program], x.earlier[earlier]) {
		x.add(&c, shingle, shingle.number() == last)
		last = shingle.number()
	}
	return c
}

// add adds a shingle that both programs have to c. isRepetition says that c already has an equal shingle.
func (x *earlierIndex) add(c *common, shingle ref, isRepetition bool) {
	p := &x.postings[shingle.number()]
	posting := p.posting
	if isRepetition {
		posting = posting.repetition()
	} else {
		c.sizes[1].weight += uint64(posting.weightIfOne() - p.weightIfOnlyOutside)
	}
	if shingle.template() != 0 {
		c.templateSums.oneSided[0].add(posting.sums)
	} else {
		c.shared.add(posting.sums)
	}
}

// shared counts the shingles that a program of the pool and an earlier program share.
func (x *earlierIndex) shared(program, earlier int) (c sharedCount) {
	last := -1
	for shingle := range inBoth(x.pool[program], x.earlier[earlier]) {
		if shingle.number() != last {
			c.add(&x.postings[shingle.number()].posting, x.index.rarity, 1)
		}
		last = shingle.number()
	}
	return c
}

// shingleNumbers numbers shingles in ascending order.
type shingleNumbers struct {
	shingles []uint64  // distinct, ascending
	starts   []int32   // for each value of the upper bits, and one more: the number of the first shingle
	shift    int       // a shift to the right by this number of bits leaves the upper bits of a shingle
	sets     sync.Pool // of *numberSet, for find
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
	upperBits := bits.Len(uint(len(n.shingles))) + 2 // most shingles of a pool fall into an empty bin
	n.shift = 64 - upperBits
	n.sets.New = func() any { return newNumberSet(len(n.shingles)) }
	n.starts = make([]int32, 1<<upperBits+1)
	for _, shingle := range n.shingles {
		n.starts[shingle>>n.shift+1]++
	}
	accumulate(n.starts)
	return n
}

// number returns the number of a shingle; -1 if the shingle has no number.
func (n *shingleNumbers) number(shingle uint64) int {
	bin := shingle >> n.shift
	start, end := n.starts[bin], n.starts[bin+1]
	if start < end {
		if i, ok := slices.BinarySearch(n.shingles[start:end], shingle); ok {
			return int(start) + i
		}
	}
	return -1
}

// find returns the numbers of the shingles of a program, ascending, each number at most the given number of
// times. It skips shingles without a number, returns shingles of uncalled code separately, and marks shingles
// of the template.
func (n *shingleNumbers) find(shingles []uint64, program Program, times int) (called, uncalled []ref) {
	set := n.sets.Get().(*numberSet)
	defer n.sets.Put(set)
	var repetitions []int
	for _, shingle := range shingles {
		if number := n.number(shingle); number >= 0 && !set.add(number) && times > 1 {
			repetitions = append(repetitions, number)
		}
	}
	for _, shingle := range program.Uncalled {
		if number := n.number(shingle); number >= 0 && set.remove(number) {
			uncalled = append(uncalled, newRef(number, false))
		}
	}
	slices.Sort(repetitions)
	called = make([]ref, 0, set.size+len(repetitions))
	set.drain(func(number int) {
		n := 1 // how often the program has the shingle
		for ; len(repetitions) > 0 && repetitions[0] <= number; repetitions = repetitions[1:] {
			if repetitions[0] == number { // a smaller number is of uncalled code
				n++
			}
		}
		for range min(n, times) {
			called = append(called, newRef(number, false))
		}
	})
	for _, shingle := range program.Template {
		number := n.number(shingle)
		if i, ok := slices.BinarySearch(called, newRef(number, false)); ok {
			for ; i < len(called) && called[i].number() == number; i++ {
				called[i] |= 1
			}
		}
	}
	return called, uncalled
}

// repeats reports whether the shingle at i of an ascending list equals the shingle before it.
func repeats(list []ref, i int) bool { return i > 0 && list[i-1].number() == list[i].number() }

// numberSet is a set of numbers from 0 on. It lists them in ascending order in linear time, without sorting them.
type numberSet struct {
	size  int
	bits  []uint64 // a bit for each number
	words []uint64 // a bit for each element of bits that may not be 0
}

func newNumberSet(n int) *numberSet {
	words := n/64 + 1
	return &numberSet{bits: make([]uint64, words), words: make([]uint64, words/64+1)}
}

// add adds a number. It returns false if the set already has it.
func (s *numberSet) add(n int) bool {
	bit := uint64(1) << (n % 64)
	if s.bits[n/64]&bit != 0 {
		return false
	}
	s.bits[n/64] |= bit
	s.words[n/64/64] |= 1 << (n / 64 % 64)
	s.size++
	return true
}

// remove removes a number. It returns false if the set does not have it.
func (s *numberSet) remove(n int) bool {
	bit := uint64(1) << (n % 64)
	if s.bits[n/64]&bit == 0 {
		return false
	}
	s.bits[n/64] &^= bit
	s.size--
	return true
}

// drain removes all numbers, and calls do for each of them, in ascending order.
func (s *numberSet) drain(do func(n int)) {
	for i, words := range s.words {
		for ; words != 0; words &= words - 1 {
			word := 64*i + bits.TrailingZeros64(words)
			for rest := s.bits[word]; rest != 0; rest &= rest - 1 {
				do(64*word + bits.TrailingZeros64(rest))
			}
			s.bits[word] = 0
		}
		s.words[i] = 0
	}
	s.size = 0
}
