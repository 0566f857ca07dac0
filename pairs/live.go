package pairs

import (
	"maps"
	"slices"
)

// Live is the programs of a contest in one family of languages while they come
// in. It takes them one after another, in any order, and tells which of the
// others a program is suspiciously like: with the suspicion that Find gives for
// the two, in the pool of their problem and with the corpus of all programs that
// are there at that moment.
//
// What depends on the programs alone is counted as they come and go: who has a
// shingle in a pool, and who has it elsewhere. The weights follow from these
// counts, and from the number of participants, which moves the weight of nearly
// all shingles with every new one. So weights are computed where they are needed:
// for the shingles of the program that is asked for, and for those of the few
// programs that may reach the suspicion asked for. Which those are is told by the
// formula itself, with a lower bound in place of the total weight of each program:
// the sum of the weights that its shingles had when somebody was last found to
// have them. The number of participants grows, and with it the weight of what no
// more of them have. (This is the accumulator of an inverted index with upper
// bounds, as Turtle and Flood 1995 prune with; the bound here is on the divisor.)
//
// A Live is not safe for concurrent use.
type Live struct {
	formula  formula
	across   bool
	pools    map[int]*livePool // by problem
	list     []*livePool       // the same, in the order in which they came
	program  []*liveProgram    // by number; nil where there is none any more
	free     []int             // numbers that are not used
	people   map[int]*person   // by Program.Participant
	marks    []int             // by person.number: what counting last found
	stamp    int               // of the marks
	room     []known           // for lists of pools
	problems []int             // for lists of problems
	counted  bool              // all counts and lower bounds are right
}

// liveProgram is a program of a Live.
type liveProgram struct {
	number  int // that it is known by
	pool    *livePool
	slot    int // its place in the pool
	owner   *person
	problem int
	code    [kinds]liveCode
}

// person is a participant who has programs.
type person struct {
	number   int   // from 0, without gaps while nobody leaves
	programs []int // their numbers
}

// The kinds of shingles.
const (
	structureKind = iota
	wordingKind
	kinds
)

// NewLive returns a Live without programs. Where acrossProblems is set they all
// are one pool; else there is a pool for each problem. Parts named in without are
// left out of the suspicion.
func NewLive(acrossProblems bool, without []string) *Live {
	return &Live{
		formula: newFormula(without),
		across:  acrossProblems,
		pools:   make(map[int]*livePool),
		people:  make(map[int]*person),
		counted: true,
	}
}

// Len returns the number of programs.
func (l *Live) Len() int { return len(l.program) - len(l.free) }

// Participants returns the number of participants who have programs in a program's
// pool.
func (l *Live) Participants(number int) int { return len(l.program[number].pool.participants) }

// Add takes a program in, and returns the number by which it is known until it
// is removed. Program.Problem is that for which it was handed in, also where it is
// a version of another one: see Version.
func (l *Live) Add(p Program) int {
	x, shingles := l.put(p)
	if l.counted {
		l.countIn(x, shingles)
	}
	return l.number(x)
}

// Load takes many programs in, faster than Add does: what has to be counted is
// counted once for all of them, when Pairs is asked for the next time. It returns
// their numbers.
func (l *Live) Load(programs []Program) []int {
	l.counted = false
	numbers := make([]int, len(programs))
	for i, p := range programs {
		x, _ := l.put(p)
		numbers[i] = l.number(x)
	}
	return numbers
}

// put files a program, without counting it, and returns its distinct shingles.
func (l *Live) put(p Program) (*liveProgram, [kinds][]uint64) {
	pool := l.pool(p.Problem)
	x := &liveProgram{pool: pool, owner: l.people[p.Participant], problem: p.Problem}
	if x.owner == nil {
		x.owner = &person{number: len(l.marks)}
		l.marks = append(l.marks, 0)
		l.people[p.Participant] = x.owner
	}
	x.slot = pool.add(x)
	template := setOf(p.Template)
	shingles := [kinds][]uint64{distinctOf(p.Structure), distinctOf(p.Wording)}
	for kind := range x.code {
		x.code[kind] = pool.kinds[kind].put(x.slot, shingles[kind], template)
	}
	return x, shingles
}

// number gives a program that was filed a number.
func (l *Live) number(x *liveProgram) int {
	var n int
	if last := len(l.free) - 1; last >= 0 {
		n, l.free = l.free[last], l.free[:last]
		l.program[n] = x
	} else {
		n = len(l.program)
		l.program = append(l.program, x)
	}
	x.number = n
	x.owner.programs = append(x.owner.programs, n)
	return n
}

// Remove takes a program out again.
func (l *Live) Remove(number int) {
	x := l.program[number]
	for kind := range x.code {
		x.pool.kinds[kind].drop(x.slot, x.code[kind].shingles)
	}
	x.pool.remove(x)
	x.owner.programs = slices.DeleteFunc(x.owner.programs, func(n int) bool { return n == number })
	if len(x.owner.programs) == 0 {
		maps.DeleteFunc(l.people, func(_ int, p *person) bool { return p == x.owner })
	}
	l.program[number] = nil
	l.free = append(l.free, number)
	if l.counted {
		l.countOut(x)
	}
}

// SetTemplate says what of a program's shingles, of both kinds, is its
// participant's own template, in place of what was said before.
func (l *Live) SetTemplate(number int, template []uint64) {
	x := l.program[number]
	set := setOf(template)
	for kind := range x.code {
		x.pool.kinds[kind].setTemplate(x.slot, &x.code[kind], set)
	}
}

// Version says that problems are versions of one another where they have the same
// number: a solution of one is no code from elsewhere in the other. A problem of
// which nothing was said is a version of none, by its own number. Where that changes
// anything, all is counted anew when Pairs is asked for the next time.
func (l *Live) Version(problem, version int) {
	pool := l.pool(problem)
	if pool.version != version && !l.across {
		pool.version = version
		l.counted = false
	}
}

func (l *Live) pool(problem int) *livePool {
	if l.across {
		problem = 0
	}
	pool := l.pools[problem]
	if pool == nil {
		pool = newLivePool(problem)
		l.pools[problem] = pool
		l.list = append(l.list, pool)
	}
	return pool
}

func setOf(shingles []uint64) map[uint64]struct{} {
	set := make(map[uint64]struct{}, len(shingles))
	for _, shingle := range shingles {
		set[shingle] = struct{}{}
	}
	return set
}

// distinctOf returns the distinct shingles of a list, ascending.
func distinctOf(shingles []uint64) []uint64 {
	list := slices.Compact(slices.Sorted(slices.Values(shingles)))
	if len(list) > 0 && list[0] == 0 {
		list = list[1:]
	}
	return list
}
