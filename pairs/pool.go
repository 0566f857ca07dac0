package pairs

import (
	"cmp"
	"slices"
)

// Program is one program of a pool, as Find sees it. Order and repetition of
// shingles do not matter; 0 is none.
type Program struct {
	// Participant is the number of the participant. Programs of one participant are
	// never paired, and frequencies count participants, not programs.
	Participant int
	// Problem is the number of the problem that it was submitted for. Two
	// participants are reported once for each two problems.
	Problem int
	// Structure holds the shingles of the program's normalised tokens, without those
	// of base code, at most MaxShingles.
	Structure []uint64
	// Wording holds shingles of the same tokens with the names that the program
	// gives things. It is empty where names do not matter.
	Wording []uint64
	// Template holds the shingles of Structure and Wording in the participant's own
	// template: code that they repeat in other problems.
	Template []uint64
}

// MaxShingles is the most shingles of one kind that a program may have: the weights
// of more might overflow the sums.
const MaxShingles = 400_000

// Pool is a set of programs, indexed to be compared with each other ([Pool.Find])
// and with earlier ones ([Pool.FindEarlier]). The programs of an entry stand together.
type Pool struct {
	opts       Options
	programs   []Program // as NewPool was given them
	formula    formula
	entries    []entry
	places     []int  // for each program: its place in programs
	ranks      []int  // for each place: the program
	wanted     []bool // for each program; nil where all are wanted
	problems   []int
	structure  *index
	wording    *index
	simplicity float64
}

// entry is the programs of one participant for one problem, their attempts:
// those from start up to, not including, end.
type entry struct {
	participant int
	start, end  int
	wanted      bool // one of the programs is
}

// NewPool indexes programs, which must not change while the pool is used.
func NewPool(programs []Program, opts Options) *Pool {
	p := &Pool{opts: opts, programs: programs, formula: newFormula(opts.Without)}
	p.order(programs)
	ordered := make([]Program, len(programs))
	p.ranks = make([]int, len(programs))
	for i, place := range p.places {
		ordered[i] = programs[place]
		p.ranks[place] = i
	}
	p.want(opts.Wanted)
	rarity := newRarity(p.participants(), opts.Corpus, p.formula)
	outside := func(shard int) *outsideCounter { return opts.Corpus.outsideCounter(shard, p.problems) }
	p.structure = newIndex(ordered, Program.structure, rarity, outside, opts.Frequencies)
	p.wording = newIndex(ordered, Program.wording, rarity, outside, 0)
	p.simplicity = Simplicity(p.typicalSize())
	return p
}

func (p Program) structure() []uint64 { return p.Structure }
func (p Program) wording() []uint64   { return p.Wording }

// order groups the programs by participant and problem.
func (p *Pool) order(programs []Program) {
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
		if problem := programs[place].Problem; !slices.Contains(p.problems, problem) {
			p.problems = append(p.problems, problem)
		}
		if i > 0 {
			before := programs[p.places[i-1]]
			if before.Participant == programs[place].Participant && before.Problem == programs[place].Problem {
				p.entries[len(p.entries)-1].end++
				continue
			}
		}
		p.entries = append(p.entries, entry{participant: programs[place].Participant, start: i, end: i + 1})
	}
}

// want sets the wanted programs, by their places; nil wants all.
func (p *Pool) want(wanted []bool) {
	if wanted != nil {
		p.wanted = make([]bool, len(p.places))
	}
	for e := range p.entries {
		entry := &p.entries[e]
		entry.wanted = wanted == nil
		for i := entry.start; i < entry.end && wanted != nil; i++ {
			p.wanted[i] = wanted[p.places[i]]
			entry.wanted = entry.wanted || p.wanted[i]
		}
	}
}

// participants counts the participants of the pool.
func (p *Pool) participants() int {
	n := 0
	for i, e := range p.entries {
		if i == 0 || e.participant != p.entries[i-1].participant {
			n++
		}
	}
	return n
}

// Frequency says how many participants of a pool have a shingle.
type Frequency struct {
	Shingle      uint64
	Participants int32
}
