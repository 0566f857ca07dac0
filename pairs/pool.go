package pairs

import (
	"cmp"
	"slices"
)

// Program is one program of a pool, as Find sees it.
type Program struct {
	// Participant numbers who handed it in. Programs of one participant are
	// never paired, and frequencies count participants, not programs.
	Participant int
	// Problem numbers the problem it was handed in for. Two participants are
	// reported once for each two problems.
	Problem int
	// Shingles are the program's own ones, without those of base code. Order
	// and repetition do not matter; 0 is none.
	Shingles []uint64
}

// pool is the inverted index over a set of programs. The programs of an entry
// stand together; shingles that only one participant has need no place in the
// index.
type pool struct {
	weights weights
	entries []entry
	places  []int     // for each program: its place in the set that Find was given
	shared  [][]int32 // for each program: the numbers of its shingles that are in the index
	total   []uint64  // for each program: weight of all its shingles when the other side has none
	count   []int     // for each program: its distinct shingles
	index   []posting // for each shingle number
}

// entry is the programs of one participant for one problem, their attempts:
// those from start up to, not including, end.
type entry struct {
	participant int
	start, end  int
}

// posting is a shingle that more than one participant has.
type posting struct {
	others   int32   // participants that have it, less two
	programs []int32 // ascending
}

func newPool(programs []Program) *pool {
	p := &pool{
		shared: make([][]int32, len(programs)),
		total:  make([]uint64, len(programs)),
		count:  make([]int, len(programs)),
	}
	p.order(programs)
	p.weights = newWeights(p.participants())
	occurrences := p.occurrences(programs)
	for len(occurrences) > 0 {
		n := 1
		for n < len(occurrences) && occurrences[n].shingle == occurrences[0].shingle {
			n++
		}
		p.add(occurrences[:n])
		occurrences = occurrences[n:]
	}
	return p
}

// order groups the programs by participant and problem.
func (p *pool) order(programs []Program) {
	p.places = make([]int, len(programs))
	for i := range p.places {
		p.places[i] = i
	}
	slices.SortFunc(p.places, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(programs[a].Participant, programs[b].Participant),
			cmp.Compare(programs[a].Problem, programs[b].Problem),
			cmp.Compare(a, b),
		)
	})
	for i, place := range p.places {
		if i > 0 {
			before := programs[p.places[i-1]]
			if before.Participant == programs[place].Participant && before.Problem == programs[place].Problem {
				p.entries[len(p.entries)-1].end++
				continue
			}
		}
		p.entries = append(p.entries, entry{programs[place].Participant, i, i + 1})
	}
}

// participants counts the participants of the pool.
func (p *pool) participants() int {
	n := 0
	for i, e := range p.entries {
		if i == 0 || e.participant != p.entries[i-1].participant {
			n++
		}
	}
	return n
}

// occurrence says that a program has a shingle.
type occurrence struct {
	shingle     uint64
	program     int32
	participant int32 // counted from 0 in the pool's order
}

// occurrences lists the distinct shingles of all programs, equal ones
// together, and counts those of each program.
func (p *pool) occurrences(programs []Program) []occurrence {
	size := 0
	for _, program := range programs {
		size += len(program.Shingles)
	}
	list := make([]occurrence, 0, size)
	participant := int32(-1)
	for i, e := range p.entries {
		if i == 0 || e.participant != p.entries[i-1].participant {
			participant++
		}
		for program := e.start; program < e.end; program++ {
			distinct := slices.Clone(programs[p.places[program]].Shingles)
			slices.Sort(distinct)
			for _, shingle := range slices.Compact(distinct) {
				if shingle != 0 {
					list = append(list, occurrence{shingle, int32(program), participant})
					p.count[program]++
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b occurrence) int {
		return cmp.Or(cmp.Compare(a.shingle, b.shingle), cmp.Compare(a.program, b.program))
	})
	return list
}

// add takes in all occurrences of one shingle, in the order of the programs.
func (p *pool) add(occurrences []occurrence) {
	participants := int32(1)
	for i := 1; i < len(occurrences); i++ {
		if occurrences[i].participant != occurrences[i-1].participant {
			participants++
		}
	}
	weight := uint64(p.weights[participants-1])
	for _, o := range occurrences {
		p.total[o.program] += weight
	}
	if participants == 1 {
		return
	}
	number := int32(len(p.index))
	programs := make([]int32, len(occurrences))
	for i, o := range occurrences {
		programs[i] = o.program
		p.shared[o.program] = append(p.shared[o.program], number)
	}
	p.index = append(p.index, posting{participants - 2, programs})
}
