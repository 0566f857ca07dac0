package pairs

import (
	"cmp"
	"context"
	"slices"
)

// index is an inverted index over one kind of shingles of a pool's programs, in
// flat arrays. It leaves out shingles that only one participant has.
//
// The shingles are numbered, the frequent ones first. Frequent shingles have no lists of holders;
// each program has a row of bits for them instead. A list with half of the pool would take the most
// time, and its shingle has the least weight.
//
// Indexes of the arrays are int32, enough for 2^31 holders. 20,000 programs of 50,000
// shared shingles each have 10^9 holders.
type index struct {
	rarity      *rarity
	postings    []posting // for each shingle number
	holders     []ref     // of all shingles, one after another; none for the frequent ones
	starts      []int32   // for each program, and one more: where its shingles start
	shingles    []ref     // of all programs, one after another, ascending
	frequent    frequentRows
	isDelta     []bool      // for each program: it is stored as changes, see findChanges
	checksums   []checksums // of each program
	own         []codeSize  // of each program without its template
	templates   []codeSize  // of each program's template; nil if no program has any
	frequencies []Frequency // sorted by shingle; only of shingles that Options.MinFrequency participants have
}

// codeSize counts distinct shingles of a program.
type codeSize struct {
	weight   uint64 // the sum of the shingles' weights if the other program has none of these shingles
	plain    uint64 // the sum of the shingles' plain weights, see posting
	shingles int
}

func (s *codeSize) add(other codeSize) {
	s.weight += other.weight
	s.plain += other.plain
	s.shingles += other.shingles
}

func (s *codeSize) subtract(other codeSize) {
	s.weight -= other.weight
	s.plain -= other.plain
	s.shingles -= other.shingles
}

// posting is a shingle that more than one participant has.
type posting struct {
	sums         // of this shingle alone
	others int32 // number of participants of the contest who have the shingle, minus two
	// index.holders[start:removed] lists the holders, ascending. It omits a program that is stored as changes if the
	// program before it has the shingle, too. index.holders[removed:end] lists the programs that are stored as changes
	// and lack the shingle, while the program before has it.
	start, removed, end int32
}

// MaxTimes bounds how often a repeated shingle of a program counts. Without the bound, a program with a long list
// of constants would have thousands of postings.
const MaxTimes = 8

// repetition returns the posting for a repetition of the shingle in a program, which has only the plain weight.
func (p posting) repetition() posting { return posting{sums: newSums(0, 0, p.plain())} }

// size returns what the shingle adds to the size of a program if the other program does not have the shingle.
func (p *posting) size() codeSize {
	return codeSize{uint64(p.weightIfOne()), uint64(p.plain()), int(p.shingles())}
}

// ref is the number of a shingle in the list of a program's shingles, or the number of a program in the list of a
// shingle's holders. The number is doubled, plus 1 if the shingle is template of the program.
type ref int32

func newRef(n int, template bool) ref {
	if template {
		return ref(2*n + 1)
	}
	return ref(2 * n)
}

func (r ref) number() int { return int(uint32(r) >> 1) }

// template returns 1 for a template, else 0.
func (r ref) template() ref { return r & 1 }

// shared returns the shingles of a program that other participants also have.
func (x *index) shared(program int) []ref {
	return x.shingles[x.starts[program]:x.starts[program+1]]
}

// newIndex makes an index of programs, which must be in the order of their numbers in the pool. It
// lists the frequencies of shingles that at least minFrequency participants have; 0 lists none. With
// repeats, a shingle also has a posting for each repetition in a program, up to MaxTimes in all.
func (p *Pool) newIndex(programs []Program, shingles func(Program) []uint64, rarity *rarity, minFrequency int, repeats bool) *index {
	lists := make([][]uint64, len(programs))
	sums := make([]checksums, len(programs))
	templates, uncalled := make([][]uint64, len(programs)), make([][]uint64, len(programs))
	_ = inChunks(context.Background(), len(programs), 100, func(start, end int) { // only ctx could fail
		for i, program := range programs[start:end] {
			i += start
			lists[i], templates[i], uncalled[i] = shingles(program), ascending(program.Template), ascending(program.Uncalled)
			sums[i] = newChecksums(lists[i])
		}
	})
	newOccurrence := func(i int, shingle uint64) occurrence {
		return occurrence{shingle, newRef(i, isIn(templates[i], shingle)), isIn(uncalled[i], shingle)}
	}
	var parts [shards]shardIndex
	inShards(lists, newOccurrence, occurrence.compare, func(shard int, sorted []occurrence) {
		part := &parts[shard]
		part.own = make([]codeSize, len(programs))
		part.rarity, part.isFile = rarity, p.isFile
		if !repeats {
			sorted = slices.Compact(sorted)
		}
		part.build(sorted, programs, p.opts.Corpus.outsideCounter(shard, p.problems), minFrequency)
	})
	x := &index{rarity: rarity, starts: make([]int32, len(programs)+1), checksums: sums, own: make([]codeSize, len(programs))}
	for _, part := range parts {
		if x.templates == nil && part.templates != nil {
			x.templates = make([]codeSize, len(programs))
		}
		for i, size := range part.own {
			x.own[i].add(size)
		}
		for i, size := range part.templates {
			x.templates[i].add(size)
		}
		x.frequencies = append(x.frequencies, part.frequencies...)
	}
	x.join(parts[:], p.entryOf)
	return x
}

// isIn reports whether an ascending list, mostly an empty one, has a shingle.
func isIn(list []uint64, shingle uint64) bool {
	if len(list) == 0 {
		return false
	}
	_, found := slices.BinarySearch(list, shingle)
	return found
}

// ascending returns the list if it is in ascending order, else a sorted copy.
func ascending(list []uint64) []uint64 {
	if slices.IsSorted(list) {
		return list
	}
	return slices.Sorted(slices.Values(list))
}

// join numbers the shingles of all shards, and fills the arrays. The frequent shingles
// get the first numbers, sorted by weight.
func (x *index) join(parts []shardIndex, entryOf []int32) {
	minHolders := minFrequentHolders(parts, len(x.own))
	var frequent, rare []postingList
	rareHolders := 0
	for _, part := range parts {
		for _, list := range part.lists {
			if list.isFrequent(minHolders) {
				frequent = append(frequent, list)
			} else {
				rare = append(rare, list)
				rareHolders += len(list.holders)
			}
			for _, holder := range list.holders {
				x.starts[holder.number()+1]++
			}
		}
	}
	slices.SortStableFunc(frequent, func(a, b postingList) int { return cmp.Compare(a.weightIfBoth(), b.weightIfBoth()) })
	accumulate(x.starts)
	x.postings = make([]posting, 0, len(frequent)+len(rare))
	x.shingles = make([]ref, x.starts[len(x.own)])
	next := slices.Clone(x.starts)
	for _, lists := range [][]postingList{frequent, rare} {
		for _, list := range lists {
			for _, holder := range list.holders {
				place := &next[holder.number()]
				x.shingles[*place] = newRef(len(x.postings), holder.template() != 0)
				*place++
			}
			x.postings = append(x.postings, list.posting)
		}
	}
	x.setFrequent(len(frequent))
	x.findChanges(entryOf)
	x.holders = make([]ref, 0, rareHolders)
	for i, list := range rare {
		x.addList(&x.postings[len(frequent)+i], list.holders)
	}
}

// maxChanges is the most attempts in a row that are stored as changes, because [index.rarer] walks back over them.
const maxChanges = 15

// findChanges decides which attempts are stored as changes: those that share most code with the attempt before.
// Among 13,000 programs of 5,400 participants this leaves out half of the holders. entryOf has the entry of each
// program. In a pool with templates, all programs are stored whole.
func (x *index) findChanges(entryOf []int32) {
	x.isDelta = make([]bool, len(x.own))
	if x.templates != nil {
		return
	}
	inARow := 0
	for i := range x.isDelta {
		inARow++
		if i == 0 || entryOf[i] != entryOf[i-1] || inARow > maxChanges {
			inARow = 0
			continue
		}
		changes := 0
		for range inOne(x.shared(i-1), x.shared(i)) {
			changes++
		}
		x.isDelta[i] = changes < len(x.shared(i))
		if !x.isDelta[i] {
			inARow = 0
		}
	}
}

// addList adds the holders of a rarer shingle to the list of holders.
func (x *index) addList(p *posting, holders []ref) {
	p.start = int32(len(x.holders))
	before := ref(-1) // no program
	for _, holder := range holders {
		if n := holder.number(); !x.isDelta[n] || before.number() != n-1 {
			x.holders = append(x.holders, holder)
		}
		before = holder
	}
	p.removed = int32(len(x.holders))
	for i, holder := range holders {
		n := holder.number() + 1
		if n < len(x.isDelta) && x.isDelta[n] && (i+1 == len(holders) || holders[i+1].number() != n) {
			x.holders = append(x.holders, newRef(n, false))
		}
	}
	p.end = int32(len(x.holders))
}

// postingList is a posting with its holders.
type postingList struct {
	posting
	holders    []ref
	inTemplate bool // the shingle is template of a holder
}

// shardIndex is the part of an index that comes from one shard.
type shardIndex struct {
	rarity         *rarity
	isFile         func(program int) bool
	lists          []postingList
	own, templates []codeSize
	frequencies    []Frequency
}

// occurrence is a shingle of a program.
type occurrence struct {
	shingle  uint64
	program  ref
	uncalled bool
}

func (o occurrence) compare(other occurrence) int {
	if o.shingle != other.shingle {
		return cmp.Compare(o.shingle, other.shingle)
	}
	return cmp.Compare(o.program, other.program)
}

// build indexes the occurrences of a shard.
func (s *shardIndex) build(sorted []occurrence, programs []Program, outside *outsideCounter, minFrequency int) {
	allHolders := make([]ref, 0, len(sorted)) // without uncalled code
	var participants []int                    // participants of the pool who have the shingle
	var repetitions []ref                     // a program, once for each repetition of the shingle in it
	for start, end := 0, 0; start < len(sorted); start = end {
		shingle := sorted[start].shingle
		participants, repetitions = participants[:0], repetitions[:0]
		holders := len(allHolders)
		for ; end < len(sorted) && sorted[end].shingle == shingle; end++ {
			if end > start && sorted[end] == sorted[end-1] {
				if !sorted[end].uncalled {
					repetitions = append(repetitions, sorted[end].program)
				}
				continue
			}
			if !sorted[end].uncalled {
				allHolders = append(allHolders, sorted[end].program)
			}
			participant := programs[sorted[end].program.number()].Participant
			if len(participants) == 0 || participants[len(participants)-1] != participant {
				participants = append(participants, participant)
			}
		}
		if minFrequency > 0 && len(participants) >= minFrequency {
			s.frequencies = append(s.frequencies, Frequency{shingle, int32(len(participants))})
		}
		p := s.rarity.posting(len(participants), outside.count(shingle, participants))
		s.add(allHolders[holders:len(allHolders):len(allHolders)], p, len(participants))
		for times := 2; times <= MaxTimes && len(repetitions) > 0; times++ { // one repetition of each program
			holders, rest, last := len(allHolders), repetitions[:0], ref(-1)
			for _, program := range repetitions {
				if program == last {
					rest = append(rest, program)
					continue
				}
				allHolders = append(allHolders, program)
				last = program
			}
			s.add(allHolders[holders:len(allHolders):len(allHolders)], p.repetition(), len(participants))
			repetitions = rest
		}
	}
}

// add adds a shingle, its holders, and the number of participants of the pool who have the shingle.
func (s *shardIndex) add(holders []ref, p posting, participants int) {
	list := postingList{posting: p, holders: holders}
	for _, holder := range holders {
		size := s.rarity.size(&p, s.isFile(holder.number()))
		if holder.template() == 0 {
			s.own[holder.number()].add(size)
			continue
		}
		if s.templates == nil {
			s.templates = make([]codeSize, len(s.own))
		}
		s.templates[holder.number()].add(size)
		list.inTemplate = true
	}
	if participants > 1 && len(holders) > 1 {
		s.lists = append(s.lists, list)
	}
}
