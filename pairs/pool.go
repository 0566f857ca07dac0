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

// pool is the inverted index over a set of programs. Shingles that more than
// one participant has are numbered from the rarest to the most frequent, so
// that a program's ascending numbers begin with the most telling.
type pool struct {
	programs []Program
	weights  weights
	others   []int32   // for each shingle number: participants that have it, less two
	shared   [][]int32 // for each program: its shingle numbers, ascending
	total    []uint64  // for each program: weight of all its shingles when the other side has none
	count    []int     // for each program: its distinct shingles

	members *postings // shingle number -> programs that have it
}

// posting says that a program has a shingle.
type posting struct {
	hash    uint64
	program int32
}

func newPool(programs []Program) *pool {
	p := &pool{
		programs: programs,
		weights:  newWeights(countParticipants(programs)),
		shared:   make([][]int32, len(programs)),
		total:    make([]uint64, len(programs)),
		count:    make([]int, len(programs)),
	}
	groups := p.sharedGroups(p.sortedPostings())
	numbered := make([][]int32, len(groups))
	p.others = make([]int32, len(groups))
	for number, g := range groups {
		p.others[number] = g.participants - 2
		numbered[number] = g.programs
		for _, program := range g.programs {
			p.shared[program] = append(p.shared[program], int32(number))
		}
	}
	p.members = newPostings(numbered)
	return p
}

func countParticipants(programs []Program) int {
	seen := make(map[int]struct{})
	for _, program := range programs {
		seen[program.Participant] = struct{}{}
	}
	return len(seen)
}

// sortedPostings lists the distinct shingles of all programs, equal ones
// together.
func (p *pool) sortedPostings() []posting {
	size := 0
	for _, program := range p.programs {
		size += len(program.Shingles)
	}
	all := make([]posting, 0, size)
	for i, program := range p.programs {
		distinct := slices.Clone(program.Shingles)
		slices.Sort(distinct)
		for _, hash := range slices.Compact(distinct) {
			if hash != 0 {
				all = append(all, posting{hash, int32(i)})
				p.count[i]++
			}
		}
	}
	slices.SortFunc(all, func(a, b posting) int {
		if a.hash != b.hash {
			return cmp.Compare(a.hash, b.hash)
		}
		return cmp.Compare(a.program, b.program)
	})
	return all
}

// group is a shingle that several participants have.
type group struct {
	hash         uint64
	participants int32
	programs     []int32 // ascending
}

// sharedGroups gathers the shingles that more than one participant has, from
// the rarest to the most frequent, and adds up the weight of all programs.
func (p *pool) sharedGroups(all []posting) []group {
	var groups []group
	seen := make(map[int]struct{})
	for start := 0; start < len(all); {
		end := start
		clear(seen)
		for end < len(all) && all[end].hash == all[start].hash {
			seen[p.programs[all[end].program].Participant] = struct{}{}
			end++
		}
		weight := p.weights.of(int32(len(seen) - 1))
		for _, post := range all[start:end] {
			p.total[post.program] += weight
		}
		if len(seen) > 1 {
			g := group{hash: all[start].hash, participants: int32(len(seen)), programs: make([]int32, 0, end-start)}
			for _, post := range all[start:end] {
				g.programs = append(g.programs, post.program)
			}
			groups = append(groups, g)
		}
		start = end
	}
	slices.SortFunc(groups, func(a, b group) int {
		if a.participants != b.participants {
			return cmp.Compare(a.participants, b.participants)
		}
		return cmp.Compare(a.hash, b.hash)
	})
	return groups
}

// postings are lists of program numbers laid end to end.
type postings struct {
	starts   []int32 // list i is programs[starts[i]:starts[i+1]]
	programs []int32
}

func newPostings(lists [][]int32) *postings {
	size := 0
	for _, list := range lists {
		size += len(list)
	}
	p := &postings{starts: make([]int32, 1, len(lists)+1), programs: make([]int32, 0, size)}
	for _, list := range lists {
		p.programs = append(p.programs, list...)
		p.starts = append(p.starts, int32(len(p.programs)))
	}
	return p
}

func (p *postings) list(i int32) []int32 {
	return p.programs[p.starts[i]:p.starts[i+1]]
}
