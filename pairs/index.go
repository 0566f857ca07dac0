package pairs

import (
	"cmp"
	"slices"
)

// index is an inverted index over one kind of shingles of a pool's programs.
// Shingles that only one participant has need no place in it.
type index struct {
	rarity    *rarity
	shared    [][]int32 // for each program: the numbers of its shingles that are in postings, doubled, ascending; one more for template
	total     []uint64  // for each program: weight of its shingles but its template, when the other side has none
	count     []int     // for each program: its distinct shingles but its template
	templates []int     // for each program: the distinct shingles of its template; nil where none has any
	postings  []posting // for each shingle number
}

// posting is a shingle that more than one participant has.
type posting struct {
	both uint32 // its weight where both of two programs have it
	one  uint32 // its weight where one has it
	// others is the number of participants of the contest that have it, less
	// two.
	others int32
	// programs are those that have it, ascending: their places, doubled, and
	// one more where it is the participant's template.
	programs []int32
}

// occurrence says that a program has a shingle.
type occurrence struct {
	shingle     uint64
	program     int32
	participant int32
	template    bool
}

// newIndex makes the index of programs that stand in the order of their
// participants.
func newIndex(programs []Program, shingles func(Program) []uint64, rarity *rarity, elsewhere *elsewhere) *index {
	x := &index{
		rarity: rarity,
		shared: make([][]int32, len(programs)),
		total:  make([]uint64, len(programs)),
		count:  make([]int, len(programs)),
	}
	elsewhere.rewind()
	occurrences := x.occurrences(programs, shingles)
	for len(occurrences) > 0 {
		n := 1
		for n < len(occurrences) && occurrences[n].shingle == occurrences[0].shingle {
			n++
		}
		x.add(occurrences[:n], elsewhere.of(occurrences[:n]))
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
			_, repeated := template[shingle]
			list = append(list, occurrence{shingle, int32(i), int32(program.Participant), repeated})
			if !repeated {
				x.count[i]++
				continue
			}
			if x.templates == nil {
				x.templates = make([]int, len(programs))
			}
			x.templates[i]++
		}
	}
	slices.SortFunc(list, func(a, b occurrence) int {
		return cmp.Or(cmp.Compare(a.shingle, b.shingle), cmp.Compare(a.program, b.program))
	})
	return list
}

// add takes in all occurrences of one shingle, in the order of the programs,
// which so many participants have for other problems and not in this pool.
func (x *index) add(occurrences []occurrence, elsewhere int) {
	participants := 1
	for i := 1; i < len(occurrences); i++ {
		if occurrences[i].participant != occurrences[i-1].participant {
			participants++
		}
	}
	one := x.rarity.weight(participants-1+elsewhere, elsewhere)
	for _, o := range occurrences {
		if !o.template {
			x.total[o.program] += uint64(one)
		}
	}
	if participants == 1 {
		return
	}
	number := int32(2 * len(x.postings))
	posting := posting{
		both:     x.rarity.weight(participants-2+elsewhere, elsewhere),
		one:      one,
		others:   int32(participants - 2 + elsewhere),
		programs: make([]int32, len(occurrences)),
	}
	for i, o := range occurrences {
		mark := int32(0)
		if o.template {
			mark = 1
		}
		posting.programs[i] = 2*o.program | mark
		x.shared[o.program] = append(x.shared[o.program], number|mark)
	}
	x.postings = append(x.postings, posting)
}
