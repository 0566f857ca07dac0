package boilerplate

import (
	"cmp"
	"maps"
	"slices"
)

// participant is all programs of one participant in one family of languages.
type participant struct {
	places   []int // of the programs
	programs []Program
	length   int       // tokens of a shingle
	problems []string  // distinct, sorted
	numbers  [][]int32 // for each program: the numbers of its shingles, by token; noShingle where none starts
	holders  [][]int32 // for each shingle number: the programs that have it, ascending
	sizes    []int     // for each program: how many distinct shingles it has
	classes  []int     // for each program: the number of its problem; near-twins share one
}

// noShingle marks a token at which no shingle starts.
const noShingle = -1

func newParticipant(programs []Program, places []int, shingleLength int) *participant {
	a := &participant{places: places, length: shingleLength, sizes: make([]int, len(places))}
	problems := make(map[string]struct{})
	size := 0
	for _, place := range places {
		p := programs[place]
		a.programs = append(a.programs, p)
		problems[p.Problem] = struct{}{}
		size += len(p.Shingles)
	}
	a.problems = slices.Sorted(maps.Keys(problems))
	a.number(size)
	return a
}

// number gives each distinct shingle a number.
func (a *participant) number(size int) {
	type occurrence struct {
		shingle        uint64
		program, token int32
	}
	occurrences := make([]occurrence, 0, size)
	for i, p := range a.programs {
		numbers := make([]int32, len(p.Shingles))
		for token, shingle := range p.Shingles {
			numbers[token] = noShingle
			if shingle != 0 {
				occurrences = append(occurrences, occurrence{shingle, int32(i), int32(token)})
			}
		}
		a.numbers = append(a.numbers, numbers)
	}
	slices.SortFunc(occurrences, func(a, b occurrence) int {
		return cmp.Or(cmp.Compare(a.shingle, b.shingle), cmp.Compare(a.program, b.program))
	})
	holders := make([]int32, 0, len(occurrences)) // of all shingles, one after another
	start := 0
	for i, o := range occurrences {
		first := i == 0 || occurrences[i-1].shingle != o.shingle
		if first {
			start = len(holders)
			a.holders = append(a.holders, nil)
		}
		if first || occurrences[i-1].program != o.program {
			holders = append(holders, o.program)
			a.holders[len(a.holders)-1] = holders[start:]
			a.sizes[o.program]++
		}
		a.numbers[o.program][o.token] = int32(len(a.holders) - 1)
	}
}

// classify numbers the problems of the programs; similar ones have the same number.
func (a *participant) classify(twins SimilarProblems) {
	classes := make(map[string]int)
	for _, p := range a.programs {
		class := twins.Root(p.Problem)
		if _, ok := classes[class]; !ok {
			classes[class] = len(classes)
		}
		a.classes = append(a.classes, classes[class])
	}
}

// proof says how strongly another program shows that code is a template, in halves.
type proof uint8

const (
	none proof = iota
	half
	whole
)

// wholeShare is the share of program A from which program B counts as the same program
// if B contains that share of A and A adds no own code.
const wholeShare = 0.9

// evidence returns for each program how strongly it shows that code of program s is a
// template.
func (a *participant) evidence(s int) []proof {
	common := make([]int, len(a.programs))
	for _, list := range a.holders {
		if _, ok := slices.BinarySearch(list, int32(s)); !ok {
			continue
		}
		for _, other := range list {
			common[other]++
		}
	}
	proofs := make([]proof, len(a.programs))
	for i := range a.programs {
		if a.classes[i] == a.classes[s] {
			continue
		}
		isSame := float64(common[i]) >= wholeShare*float64(a.sizes[s]) && !a.addsTo(s, int32(i))
		switch earlier, known := a.earlier(i, s); {
		case !known, earlier && isSame:
			proofs[i] = half
		case earlier:
			proofs[i] = whole
		}
	}
	return proofs
}

// earlier reports whether program i was submitted before program s; known is false
// if the order is unknown.
func (a *participant) earlier(i, s int) (earlier, known bool) {
	other, own := a.programs[i].Time, a.programs[s].Time
	if other.IsZero() || own.IsZero() || other.Equal(own) {
		return false, false
	}
	return other.Before(own), true
}

// addsTo reports whether program s has new code, as long as the shortest passage, that
// none of the others has. A small solution in a large template has.
func (a *participant) addsTo(s int, others ...int32) bool {
	// One inserted token changes a.length shingles.
	least := PassageShingles*a.length + a.length - 1
	length := 0
	for _, number := range a.numbers[s] {
		length++
		if number == noShingle || slices.ContainsFunc(a.holders[number], func(i int32) bool { return slices.Contains(others, i) }) {
			length = 0
		}
		if length == least {
			return true
		}
	}
	return false
}
