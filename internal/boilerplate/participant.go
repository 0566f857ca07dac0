package boilerplate

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
)

// participant has all programs of one participant in one family of languages. It numbers their distinct
// shingles.
type participant struct {
	programs []Program
	length   int       // tokens of a shingle
	problems []string  // distinct, sorted
	shingles [][]int32 // of each program: the number of the shingle at each token, or noShingle
	holders  [][]int32 // by shingle number: indexes of the programs that have the shingle, ascending
	sizes    []int     // of each program: number of distinct shingles
	groups   []int     // of each program: number of the group of similar problems; set by func templates
}

// noShingle marks a token at which no shingle starts.
const noShingle = -1

// newParticipant returns a participant. indexes are those of the participant's programs.
func newParticipant(programs []Program, indexes []int, shingleLength int) *participant {
	p := &participant{length: shingleLength, sizes: make([]int, len(indexes))}
	type occurrence struct {
		shingle        uint64
		program, token int32
	}
	size := 0
	for _, index := range indexes {
		size += len(programs[index].Symbols)
	}
	occurrences := make([]occurrence, 0, size)
	for i, index := range indexes {
		program := programs[index]
		p.programs = append(p.programs, program)
		p.problems = append(p.problems, program.Problem)
		shingles := lexer.ShinglesOf(program.Symbols, shingleLength)
		numbers := make([]int32, len(shingles))
		for token, shingle := range shingles {
			numbers[token] = noShingle
			if shingle != 0 {
				occurrences = append(occurrences, occurrence{shingle, int32(i), int32(token)})
			}
		}
		p.shingles = append(p.shingles, numbers)
	}
	slices.Sort(p.problems)
	p.problems = slices.Compact(p.problems)
	slices.SortFunc(occurrences, func(a, b occurrence) int {
		return cmp.Or(cmp.Compare(a.shingle, b.shingle), cmp.Compare(a.program, b.program))
	})
	holderArray := make([]int32, 0, len(occurrences)) // one array for all lists in holders saves allocations
	for i, o := range occurrences {
		isNew := i == 0 || occurrences[i-1].shingle != o.shingle
		if isNew {
			p.holders = append(p.holders, holderArray[len(holderArray):])
		}
		number := len(p.holders) - 1
		if isNew || occurrences[i-1].program != o.program {
			p.holders[number] = append(p.holders[number], o.program)
			holderArray = holderArray[:len(holderArray)+1]
			p.sizes[o.program]++
		}
		p.shingles[o.program][o.token] = int32(number)
	}
	return p
}

// support says how strongly a program shows that the code it shares with another program is a template. The
// package comment says when that is full, half or none.
type support uint8

const (
	noSupport support = iota
	halfSupport
	fullSupport
)

// sameShare is the share of the shingles of a program s that another program must have to count as the same
// program. Besides, s must have no run of new code as long as the shortest passage of a template (hasNewCode).
const sameShare = 0.9

// supportFor returns, for each program, how strongly it shows that code of program s is a template.
func (p *participant) supportFor(s int) []support {
	shared := make([]int, len(p.programs)) // shingles
	for _, list := range p.holders {
		if _, ok := slices.BinarySearch(list, int32(s)); ok {
			for _, other := range list {
				shared[other]++
			}
		}
	}
	supports := make([]support, len(p.programs))
	for i := range p.programs {
		if p.groups[i] == p.groups[s] {
			continue
		}
		isSame := float64(shared[i]) >= sameShare*float64(p.sizes[s]) && !p.hasNewCode(s, int32(i))
		switch order := p.order(i, s); {
		case order == 0, order < 0 && isSame:
			supports[i] = halfSupport
		case order < 0:
			supports[i] = fullSupport
		}
	}
	return supports
}

// order returns -1 if program i was submitted before program s, 1 if after it, 0 if at the same time or if
// that is unknown.
func (p *participant) order(i, s int) int {
	if p.programs[i].Time.IsZero() || p.programs[s].Time.IsZero() {
		return 0
	}
	return p.programs[i].Time.Compare(p.programs[s].Time)
}

// hasNewCode reports whether program s has a run of code that no program in others has, at least as long as the
// shortest passage of a template, see PassageShingles. It finds a small solution in a large template, which sameShare misses.
func (p *participant) hasNewCode(s int, others ...int32) bool {
	// The run must be p.length-1 longer than that passage, because one inserted token already changes p.length shingles.
	minRun := PassageShingles*p.length + p.length - 1
	isOther := func(i int32) bool { return slices.Contains(others, i) }
	run := 0 // shingles
	for _, number := range p.shingles[s] {
		run++
		if number == noShingle || slices.ContainsFunc(p.holders[number], isOther) {
			run = 0
		}
		if run == minRun {
			return true
		}
	}
	return false
}
