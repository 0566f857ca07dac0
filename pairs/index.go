package pairs

import (
	"cmp"
	"slices"
)

// index is an inverted index over one kind of shingles of a pool's programs, in
// flat arrays. It leaves out shingles that only one participant has.
//
// The shingles are numbered, the frequent ones first. For these each program has a
// row of bits, and they have no lists of holders: lists of half of the pool would
// take the most time and count the least.
//
// Places in the arrays are int32, enough for 2^31 holders: 20,000 programs of 50,000
// shared shingles each have 10^9.
type index struct {
	rarity    *rarity
	postings  []posting // for each shingle number
	holders   []ref     // of all shingles, one after another; none for the frequent ones
	starts    []int32   // for each program, and one more: where its shingles start
	shingles  []ref     // of all programs, one after another, ascending
	frequent  frequent
	total     []uint64      // for each program: weight of its shingles without its template, if the other side had none
	count     []int32       // for each program: its distinct shingles without its template
	templates []ownTemplate // of each program; nil where none has any
	// frequencies are those of shingles that at least Options.Frequencies participants
	// have, by shingle.
	frequencies []Frequency
}

// posting is a shingle that more than one participant has.
type posting struct {
	both uint32 // its weight if both of two programs have it
	one  uint32 // its weight if one of two programs has it
	// others is the number of participants of the contest who have it, minus two.
	others     int32
	start, end int32 // its holders, ascending
	template   bool  // it is template of a holder
}

// ref is the number of a shingle of a program, or of a program with a shingle,
// doubled, plus 1 where the shingle is template of the program.
type ref int32

func newRef(n int, template bool) ref {
	if template {
		return ref(2*n + 1)
	}
	return ref(2 * n)
}

func (m ref) number() int { return int(m >> 1) }

// template is 1 or 0.
func (m ref) template() ref { return m & 1 }

// shared returns the shingles of a program that others have too.
func (x *index) shared(program int) []ref {
	return x.shingles[x.starts[program]:x.starts[program+1]]
}

// newIndex makes the index of programs that are sorted by participant.
func newIndex(programs []Program, shingles func(Program) []uint64, rarity *rarity, outside func(shard int) *outsideCounter, common int) *index {
	x := &index{
		rarity: rarity,
		starts: make([]int32, len(programs)+1),
		total:  make([]uint64, len(programs)),
		count:  make([]int32, len(programs)),
	}
	list := invert(programs, shingles, rarity, outside, common)
	for _, shard := range list {
		for i := range programs {
			x.total[i] += shard.total[i]
			x.count[i] += shard.count[i]
		}
		if x.templates == nil && shard.templates != nil {
			x.templates = make([]ownTemplate, len(programs))
		}
		for i, t := range shard.templates {
			x.templates[i].total += t.total
			x.templates[i].count += t.count
		}
		x.frequencies = append(x.frequencies, shard.frequencies...)
	}
	x.join(list)
	return x
}

// join numbers the shingles of all shards, first the frequent ones by weight, and
// fills the lists.
func (x *index) join(list []*shardIndex) {
	least := minFrequentHolders(list, len(x.total))
	var frequent, others []postingList
	holders := 0
	for _, shard := range list {
		for _, p := range shard.postings {
			h := postingList{p, shard.holders[p.start:p.end]}
			if h.posting.start, h.posting.end = 0, 0; p.frequent(least) {
				frequent = append(frequent, h)
			} else {
				others = append(others, h)
				holders += len(h.holders)
			}
			for _, holder := range h.holders {
				x.starts[holder.number()+1]++
			}
		}
	}
	slices.SortStableFunc(frequent, func(a, b postingList) int { return cmp.Compare(a.both, b.both) })
	for i := range x.total {
		x.starts[i+1] += x.starts[i]
	}
	x.postings = make([]posting, 0, len(frequent)+len(others))
	x.holders = make([]ref, 0, holders)
	x.shingles = make([]ref, x.starts[len(x.total)])
	next := slices.Clone(x.starts)
	for _, lists := range [][]postingList{frequent, others} {
		for _, h := range lists {
			for _, holder := range h.holders {
				place := &next[holder.number()]
				x.shingles[*place] = newRef(len(x.postings), holder.template() != 0)
				*place++
			}
			x.postings = append(x.postings, h.posting)
		}
	}
	for i, h := range others {
		p := &x.postings[len(frequent)+i]
		p.start = int32(len(x.holders))
		x.holders = append(x.holders, h.holders...)
		p.end = int32(len(x.holders))
	}
	x.setFrequent(len(frequent))
}

// postingList is a posting with its holders.
type postingList struct {
	posting
	holders []ref
}

// shardIndex is the index of one shard.
type shardIndex struct {
	postings  []posting // with places in the shard's holders
	holders   []ref
	total     []uint64
	count     []int32
	templates []ownTemplate // nil where no program has any

	frequencies []Frequency
	rarity      *rarity
}

// occurrence is a shingle of a program.
type occurrence struct {
	shingle uint64
	program ref
}

func (o occurrence) hash() uint64 { return o.shingle }

// invert makes the indexes of all shards.
func invert(programs []Program, shingles func(Program) []uint64, rarity *rarity, outside func(shard int) *outsideCounter, common int) []*shardIndex {
	templates := make([]map[uint64]struct{}, len(programs))
	for i, program := range programs {
		if len(program.Template) > 0 {
			templates[i] = make(map[uint64]struct{}, len(program.Template))
			for _, shingle := range program.Template {
				templates[i][shingle] = struct{}{}
			}
		}
	}
	var sizes [shards]int
	for _, program := range programs {
		countShards(shingles(program), &sizes)
	}
	list := make([]*shardIndex, shards)
	inShards(func(shard int) {
		occurrences := occurrencesIn(shard, sizes[shard], programs, shingles, templates)
		list[shard] = newShardIndex(occurrences, programs, rarity, outside(shard), common)
	})
	return list
}

// occurrencesIn lists the distinct shingles of all programs in a shard of size
// shingles, equal ones together in the order of the programs.
func occurrencesIn(shard, size int, programs []Program, shingles func(Program) []uint64, templates []map[uint64]struct{}) []occurrence {
	list := make([]occurrence, 0, size)
	for i, program := range programs {
		for _, shingle := range shingles(program) {
			if shingle == 0 || shardOf(shingle) != shard {
				continue
			}
			_, inTemplate := templates[i][shingle]
			list = append(list, occurrence{shingle, newRef(i, inTemplate)})
		}
	}
	return sortShard(list)
}

// newShardIndex indexes sorted occurrences. It lists the frequencies of shingles that at
// least so many participants have as common says; 0 lists none.
func newShardIndex(occurrences []occurrence, programs []Program, rarity *rarity, outside *outsideCounter, common int) *shardIndex {
	p := &shardIndex{total: make([]uint64, len(programs)), count: make([]int32, len(programs)), rarity: rarity}
	var participants []int // that have a shingle
	for len(occurrences) > 0 {
		shingle, n := occurrences[0].shingle, 0
		participants = participants[:0]
		for ; n < len(occurrences) && occurrences[n].shingle == shingle; n++ {
			participant := programs[occurrences[n].program.number()].Participant
			if len(participants) == 0 || participants[len(participants)-1] != participant {
				participants = append(participants, participant)
			}
		}
		if common > 0 && len(participants) >= common {
			p.frequencies = append(p.frequencies, Frequency{shingle, int32(len(participants))})
		}
		p.add(occurrences[:n], len(participants), outside.count(shingle, participants))
		occurrences = occurrences[n:]
	}
	return p
}

// add adds all occurrences of one shingle, in the order of the programs, which so many
// participants of the pool have, and others outside of it.
func (p *shardIndex) add(occurrences []occurrence, participants int, others outsideCount) {
	one := p.rarity.weight(participants-1, others)
	for _, o := range occurrences {
		i := o.program.number()
		if o.program.template() == 0 {
			p.total[i] += uint64(one)
			p.count[i]++
			continue
		}
		if p.templates == nil {
			p.templates = make([]ownTemplate, len(p.total))
		}
		p.templates[i].total += uint64(one)
		p.templates[i].count++
	}
	if participants == 1 {
		return
	}
	shared := posting{
		both:   p.rarity.weight(participants-2, others),
		one:    one,
		others: int32(participants - 2 + others.participants),
		start:  int32(len(p.holders)),
	}
	for _, o := range occurrences {
		p.holders = append(p.holders, o.program)
		shared.template = shared.template || o.program.template() != 0
	}
	shared.end = int32(len(p.holders))
	p.postings = append(p.postings, shared)
}
