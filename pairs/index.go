package pairs

import (
	"cmp"
	"slices"
)

// index is an inverted index over one kind of shingles of a pool's programs.
// Shingles that only one participant has need no place in it.
type index struct {
	rarity    *rarity
	shared    [][]marked    // for each program: the numbers of its shingles that are in postings, ascending
	total     []uint64      // for each program: weight of its shingles but its template, had the other side none of them
	count     []int         // for each program: its distinct shingles but its template
	templates []ownTemplate // of each program; nil where none has any
	postings  []posting     // for each shingle number
}

// posting is a shingle that more than one participant has.
type posting struct {
	both uint32 // its weight where both of two programs have it
	one  uint32 // its weight where one has it
	// others is the number of participants of the contest that have it, less
	// two.
	others   int32
	programs []marked // that have it, ascending
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

// occurrence says that a program has a shingle.
type occurrence struct {
	shingle uint64
	program marked
}

// newIndex makes the index of programs that stand in the order of their
// participants.
func newIndex(programs []Program, shingles func(Program) []uint64, rarity *rarity, elsewhere *elsewhere) *index {
	x := &index{
		rarity: rarity,
		shared: make([][]marked, len(programs)),
		total:  make([]uint64, len(programs)),
		count:  make([]int, len(programs)),
	}
	elsewhere.rewind()
	occurrences := x.occurrences(programs, shingles)
	var holders []int // the participants that have a shingle
	for len(occurrences) > 0 {
		shingle, n := occurrences[0].shingle, 0
		holders = holders[:0]
		for ; n < len(occurrences) && occurrences[n].shingle == shingle; n++ {
			participant := programs[occurrences[n].program.number()].Participant
			if len(holders) == 0 || holders[len(holders)-1] != participant {
				holders = append(holders, participant)
			}
		}
		x.add(occurrences[:n], len(holders), elsewhere.of(shingle, holders))
		occurrences = occurrences[n:]
	}
	return x
}

// occurrences lists the distinct shingles of all programs, equal ones
// together, and counts those of each program.
func (x *index) occurrences(programs []Program, shingles func(Program) []uint64) []occurrence {
	size := 0
	for _, program := range programs {
		size += len(shingles(program))
	}
	list := make([]occurrence, 0, size)
	for i, program := range programs {
		template := make(map[uint64]struct{}, len(program.Template))
		for _, shingle := range program.Template {
			template[shingle] = struct{}{}
		}
		distinct := slices.Clone(shingles(program))
		slices.Sort(distinct)
		for _, shingle := range slices.Compact(distinct) {
			if shingle == 0 {
				continue
			}
			_, inTemplate := template[shingle]
			list = append(list, occurrence{shingle, mark(i, inTemplate)})
			if !inTemplate {
				x.count[i]++
				continue
			}
			if x.templates == nil {
				x.templates = make([]ownTemplate, len(programs))
			}
			x.templates[i].count++
		}
	}
	slices.SortFunc(list, func(a, b occurrence) int {
		return cmp.Or(cmp.Compare(a.shingle, b.shingle), cmp.Compare(a.program, b.program))
	})
	return list
}

// add takes in all occurrences of one shingle, in the order of the programs.
// participants of the pool have it, and others outside of it.
func (x *index) add(occurrences []occurrence, participants int, others outside) {
	one := x.rarity.weight(participants-1, others)
	for _, o := range occurrences {
		total := &x.total[o.program.number()]
		if o.program.template() != 0 {
			total = &x.templates[o.program.number()].total
		}
		*total += uint64(one)
	}
	if participants == 1 {
		return
	}
	p := posting{
		both:     x.rarity.weight(participants-2, others),
		one:      one,
		others:   int32(participants - 2 + others.participants),
		programs: make([]marked, len(occurrences)),
	}
	for i, o := range occurrences {
		p.programs[i] = o.program
		shared := &x.shared[o.program.number()]
		*shared = append(*shared, mark(len(x.postings), o.program.template() != 0))
	}
	x.postings = append(x.postings, p)
}
