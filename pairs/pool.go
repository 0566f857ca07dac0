package pairs

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

// Program is one program of a pool. The order of shingles does not matter. Repeated shingles matter only in
// the common share, see MaxTimes. 0 is not a shingle.
type Program struct {
	// Participant is the number of the participant, at least 0. Programs of one participant are
	// never paired, and frequencies count participants, not programs. With Options.Corpus, NewPool takes memory in
	// proportion to the highest number, so numbers should have no large gaps.
	Participant int
	// Problem is the number of the problem that the program was submitted for. Find returns at most
	// one pair of two participants for each combination of their problems.
	Problem int
	// Family is the number of the program's family of languages. Only Options.Across uses it.
	Family int
	// Structure holds the shingles of the program's normalised tokens, at most MaxShingles.
	// It has no shingles of base code.
	Structure []uint64
	// Wording holds shingles of the same tokens with the names that are in the source. It
	// is empty if names do not matter.
	Wording []uint64
	// Code, if not nil, computes Structure and Wording whenever they are needed, because the shingles of a whole
	// pool would take much memory. Both fields are then nil.
	Code Code
	// Variables holds, for each variable, a hash of all uses of the variable. It is empty if variables
	// do not matter.
	Variables []uint64
	// Template holds the shingles of Structure, Wording and Variables that are in the participant's
	// own template: code that the participant repeats in other problems.
	Template []uint64
	// Uncalled holds the shingles of Structure and Wording that are only in code that cannot run.
	// These shingles make no pair suspicious, but they count when the pool decides how rare a shingle is.
	Uncalled []uint64
	// Files holds the code of the single files, in a program of several files. It is empty for other programs.
	Files []Code
}

// Code computes shingles: always the same, in a new list for each call. Calls may come from several goroutines.
type Code interface {
	Structure() []uint64
	Wording() []uint64
}

// MaxShingles is the most shingles of one kind that a program may have. The weights of more
// shingles might overflow the sums.
const MaxShingles = 400_000

// Pool is a set of programs, indexed to be compared with each other ([Pool.Find]) and with earlier
// programs ([Pool.FindEarlier]).
type Pool struct {
	opts       Options
	programs   []Program // as NewPool got them
	formula    formula
	entries    []entry
	entryOf    []int32  // for each number: the entry of the program
	places     []int    // for each number: the program's index in programs, its place
	numbers    []int    // for each place: the program's number in the order of entries; those of its files follow
	wanted     []bool   // by number; nil if all are wanted
	problems   []int    // distinct
	contents   []uint64 // by number, see identical; nil if identical programs do not matter
	isRepeat   []bool   // by number, see findRepeats
	structure  *index
	wording    *index
	variables  *index
	simplicity float64
	Tail       func() Tail // how suspicious honest pairs of the pool are by chance; fitted at the first call
}

// entry is all attempts of one participant at one problem; with Options.Across, all attempts in one family
// of languages. The programs of these attempts, and their files, have the numbers from start to end-1.
type entry struct {
	participant      int
	family           int // with Options.Across; otherwise 0
	start, end       int
	othersBefore     int  // entries of other participants before this one
	sameFamilyBefore int  // of othersBefore: entries that Options.Across does not pair with this one
	wanted           bool // at least one of the programs is wanted
}

// NewPool indexes programs, which must not change while the pool is used.
func NewPool(programs []Program, opts Options) *Pool {
	p := &Pool{opts: opts, programs: programs}
	p.number()
	p.formula = newFormula(opts, p.participants())
	ordered := make([]Program, len(p.places))
	for i := range ordered {
		ordered[i] = p.program(i)
	}
	rarity := newRarity(p.participants(), opts.Corpus, p.formula)
	p.structure = p.newIndex(ordered, Program.structure, rarity, opts.MinFrequency, p.formula.repeats)
	p.wording = p.newIndex(ordered, Program.wording, rarity, 0, false)
	p.variables = p.newIndex(ordered, Program.variables, rarity, 0, false)
	p.simplicity = Simplicity(p.typicalSize())
	if p.formula.identical && opts.Wanted == nil {
		p.setContents()
	}
	p.findRepeats()
	p.Tail = sync.OnceValue(p.fitTail)
	return p
}

// structure, wording and variables return a new list for each call.
func (p Program) structure() []uint64 {
	if p.Code != nil {
		return p.Code.Structure()
	}
	return slices.Clone(p.Structure)
}

func (p Program) wording() []uint64 {
	if p.Code != nil {
		return p.Code.Wording()
	}
	return slices.Clone(p.Wording)
}

func (p Program) variables() []uint64 { return slices.Clone(p.Variables) }

// program returns the program with a number. A file of a program is a program without variables.
func (p *Pool) program(number int) Program {
	program := p.programs[p.places[number]]
	if file := number - p.numbers[p.places[number]]; file > 0 {
		program.Code, program.Variables = program.Files[file-1], nil
	}
	return program
}

// isFile reports whether a number is that of a file.
func (p *Pool) isFile(number int) bool { return p.numbers[p.places[number]] != number }

// number numbers the programs and their files, makes the entries, and marks the wanted programs and entries.
func (p *Pool) number() {
	byEntry := func(a, b int) int { // orders places
		return cmp.Or(
			cmp.Compare(p.programs[a].Participant, p.programs[b].Participant),
			cmp.Compare(p.programs[a].Problem, p.programs[b].Problem),
			cmp.Compare(p.family(a), p.family(b)),
		)
	}
	order := make([]int, len(p.programs)) // places
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, byEntry)
	hasFiles := !slices.Contains(p.opts.OmitParts, "files")
	p.numbers = make([]int, len(p.programs))
	for i, place := range order {
		program := p.programs[place]
		p.numbers[place] = len(p.places)
		if !slices.Contains(p.problems, program.Problem) {
			p.problems = append(p.problems, program.Problem)
		}
		if i == 0 || byEntry(order[i-1], place) != 0 {
			next := entry{participant: program.Participant, family: p.family(place), start: len(p.places), othersBefore: len(p.entries)}
			if last := len(p.entries) - 1; last >= 0 && p.entries[last].participant == next.participant {
				next.othersBefore = p.entries[last].othersBefore
			}
			p.entries = append(p.entries, next)
		}
		current := &p.entries[len(p.entries)-1]
		numbers := 1 // of the program and its files
		if hasFiles {
			numbers += len(program.Files)
		}
		for range numbers {
			p.places = append(p.places, place)
			p.entryOf = append(p.entryOf, int32(len(p.entries)-1))
			if p.opts.Wanted != nil {
				p.wanted = append(p.wanted, p.opts.Wanted[place])
			}
		}
		current.end = len(p.places)
		current.wanted = current.wanted || p.opts.Wanted == nil || p.opts.Wanted[place]
	}
	if p.opts.Across {
		p.numberFamilies()
	}
}

// family returns the number of the family of the program at a place; 0 without
// Options.Across.
func (p *Pool) family(place int) int {
	if !p.opts.Across {
		return 0
	}
	return p.programs[place].Family
}

// numberFamilies numbers the families of the entries, the largest first. For each entry it counts the entries before it that
// are of the same family and of other participants.
func (p *Pool) numberFamilies() {
	entries := make(map[int]int) // by family
	for _, e := range p.entries {
		entries[e.family]++
	}
	families := slices.SortedFunc(maps.Keys(entries), func(a, b int) int {
		return cmp.Or(cmp.Compare(entries[b], entries[a]), cmp.Compare(a, b))
	})
	before := make([]int, len(families)) // by family: entries of participants before the current one
	ended := 0
	for i := range p.entries {
		e := &p.entries[i]
		e.family = slices.Index(families, e.family)
		for ; ended < e.othersBefore; ended++ {
			before[p.entries[ended].family]++
		}
		e.sameFamilyBefore = before[e.family]
	}
}

// participants counts the participants of the pool.
func (p *Pool) participants() int {
	n := 0
	for i, e := range p.entries {
		if i == 0 || p.entries[i-1].participant != e.participant {
			n++
		}
	}
	return n
}

// countPrograms counts the programs of entries, without their files.
func (p *Pool) countPrograms(entries []entry) (n int64) {
	for _, e := range entries {
		for i := e.start; i < e.end; i++ {
			if !p.isFile(i) {
				n++
			}
		}
	}
	return n
}

// Frequency says how many participants of a pool have a shingle.
type Frequency struct {
	Shingle      uint64
	Participants int32
}
