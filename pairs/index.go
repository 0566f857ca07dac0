package pairs

import (
	"cmp"
	"slices"
)

// index is an inverted index over one kind of shingles of a pool's programs, in
// flat arrays. Shingles that only one participant has need no place in it.
//
// The shingles are numbered, the frequent ones first: for them a program has a
// row of bits instead of a place in the lists of holders, for what half of the
// pool has would cost the most to walk through and counts the least.
//
// Places in the arrays are int32, good for 2^31 holders: 20,000 programs of 50,000
// shared shingles each have 10^9.
type index struct {
	rarity    *rarity
	postings  []posting // for each shingle number
	holders   []marked  // of all shingles, one after another; none for the frequent ones
	starts    []int32   // for each program, and one more: where its shingles start
	shingles  []marked  // of all programs, one after another, ascending
	frequent  frequent
	total     []uint64      // for each program: weight of its shingles but its template, had the other side none of them
	count     []int32       // for each program: its distinct shingles but its template
	templates []ownTemplate // of each program; nil where none has any
}

// posting is a shingle that more than one participant has.
type posting struct {
	both uint32 // its weight where both of two programs have it
	one  uint32 // its weight where one has it
	// others is the number of participants of the contest that have it, less
	// two.
	others     int32
	start, end int32 // its holders, ascending
	template   bool  // it is template of one of them
}

// marked is the number of a shingle or a program, doubled, and one more where
// the one is template of the other.
type marked int32

func mark(n int, template bool) marked {
	if template {
		return marked(2*n + 1)
	}
	return marked(2 * n)
}

func (m marked) number() int { return int(m >> 1) }

// template is 1 or 0.
func (m marked) template() marked { return m & 1 }

// shared returns the shingles of a program that others have too.
func (x *index) shared(program int) []marked {
	return x.shingles[x.starts[program]:x.starts[program+1]]
}

// newIndex makes the index of programs that stand in the order of their
// participants.
func newIndex(programs []Program, shingles func(Program) []uint64, rarity *rarity, elsewhere func(part int) *elsewhere, told *[parts]*frequencies) *index {
	x := &index{
		rarity: rarity,
		starts: make([]int32, len(programs)+1),
		total:  make([]uint64, len(programs)),
		count:  make([]int32, len(programs)),
	}
	list := invert(programs, shingles, rarity, elsewhere, told)
	for _, part := range list {
		for i := range programs {
			x.total[i] += part.total[i]
			x.count[i] += part.count[i]
		}
		if part.templates != nil {
			x.addTemplates(part.templates)
		}
	}
	x.join(list)
	return x
}

func (x *index) addTemplates(templates []ownTemplate) {
	if x.templates == nil {
		x.templates = make([]ownTemplate, len(templates))
	}
	for i, t := range templates {
		x.templates[i].total += t.total
		x.templates[i].count += t.count
	}
}

// join numbers the shingles of all parts, the frequent ones first and those by
// their weight, and fills the lists.
func (x *index) join(list []*inverted) {
	least := leastFrequent(list, len(x.total))
	var frequent, others []held
	holders := 0
	for _, part := range list {
		for _, p := range part.postings {
			h := held{p, part.holders[p.start:p.end]}
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
	slices.SortStableFunc(frequent, func(a, b held) int { return cmp.Compare(a.both, b.both) })
	for i := range x.total {
		x.starts[i+1] += x.starts[i]
	}
	x.postings = make([]posting, 0, len(frequent)+len(others))
	x.holders = make([]marked, 0, holders)
	x.shingles = make([]marked, x.starts[len(x.total)])
	next := slices.Clone(x.starts)
	for _, held := range [][]held{frequent, others} {
		for _, h := range held {
			for _, holder := range h.holders {
				place := &next[holder.number()]
				x.shingles[*place] = mark(len(x.postings), holder.template() != 0)
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

// held is a posting with its holders.
type held struct {
	posting
	holders []marked
}

// inverted is the index of the shingles of one part.
type inverted struct {
	postings  []posting // start and end are of its own holders
	holders   []marked
	total     []uint64
	count     []int32
	templates []ownTemplate // nil where no program has any

	rarity *rarity
}

// occurrence says that a program has a shingle.
type occurrence struct {
	shingle uint64
	program marked
}

func (o occurrence) hash() uint64 { return o.shingle }

// invert makes the index part by part.
func invert(programs []Program, shingles func(Program) []uint64, rarity *rarity, elsewhere func(part int) *elsewhere, told *[parts]*frequencies) []*inverted {
	templates := make([]map[uint64]struct{}, len(programs))
	for i, program := range programs {
		if len(program.Template) > 0 {
			templates[i] = make(map[uint64]struct{}, len(program.Template))
			for _, shingle := range program.Template {
				templates[i][shingle] = struct{}{}
			}
		}
	}
	var sizes [parts]int
	for _, program := range programs {
		countParts(shingles(program), &sizes)
	}
	list := make([]*inverted, parts)
	inParts(func(part int) {
		occurrences := occurrencesIn(part, sizes[part], programs, shingles, templates)
		list[part] = newInverted(occurrences, programs, rarity, elsewhere(part), told[part])
	})
	return list
}

// occurrencesIn lists the distinct shingles of all programs that belong to a
// part, of size shingles, equal ones together in the order of the programs.
func occurrencesIn(part, size int, programs []Program, shingles func(Program) []uint64, templates []map[uint64]struct{}) []occurrence {
	list := make([]occurrence, 0, size)
	for i, program := range programs {
		for _, shingle := range shingles(program) {
			if shingle == 0 || partOf(shingle) != part {
				continue
			}
			_, inTemplate := templates[i][shingle]
			list = append(list, occurrence{shingle, mark(i, inTemplate)})
		}
	}
	return sortPart(list)
}

// newInverted indexes sorted occurrences, and notes in told how many have them.
func newInverted(occurrences []occurrence, programs []Program, rarity *rarity, elsewhere *elsewhere, told *frequencies) *inverted {
	p := &inverted{total: make([]uint64, len(programs)), count: make([]int32, len(programs)), rarity: rarity}
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
		told.add(shingle, len(participants))
		p.add(occurrences[:n], len(participants), elsewhere.of(shingle, participants))
		occurrences = occurrences[n:]
	}
	return p
}

// add takes in all occurrences of one shingle, in the order of the programs.
// participants of the pool have it, and others outside of it.
func (p *inverted) add(occurrences []occurrence, participants int, others outside) {
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
