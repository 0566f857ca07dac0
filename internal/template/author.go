package template

import (
	"maps"
	"slices"
)

// author is all programs of one participant in one family of languages.
type author struct {
	places   []int // in what Find was given
	programs []Program
	length   int                // tokens of a shingle
	problems []string           // distinct, sorted
	holders  map[uint64][]int32 // for each shingle: the programs that have it, ascending
	sizes    []int              // for each program: its distinct shingles
	classes  []int              // for each program: the number of its problem and its near-twins
}

func newAuthor(programs []Program, places []int, shingleLength int) *author {
	a := &author{places: places, length: shingleLength, holders: make(map[uint64][]int32), sizes: make([]int, len(places))}
	problems := make(map[string]struct{})
	for i, place := range places {
		p := programs[place]
		a.programs = append(a.programs, p)
		problems[p.Problem] = struct{}{}
		for _, shingle := range p.Shingles {
			list := a.holders[shingle]
			if shingle != 0 && (len(list) == 0 || list[len(list)-1] != int32(i)) {
				a.holders[shingle] = append(list, int32(i))
				a.sizes[i]++
			}
		}
	}
	a.problems = slices.Sorted(maps.Keys(problems))
	return a
}

// classify numbers the problems of the programs, near-twins alike.
func (a *author) classify(twins twins) {
	numbers := make(map[string]int)
	for _, p := range a.programs {
		class := twins.of(p.Problem)
		if _, ok := numbers[class]; !ok {
			numbers[class] = len(numbers)
		}
		a.classes = append(a.classes, numbers[class])
	}
}

// proof is what another program says of whether code is a template, in halves.
type proof uint8

const (
	none proof = iota
	half
	whole
)

// wholeShare is the share of a program from which another one that holds so
// much of it is the same program once more, unless the first adds code of its
// own to it.
const wholeShare = 0.9

// proofs tells for each program of the author what it is worth as proof that
// code of program s is a template.
func (a *author) proofs(s int) []proof {
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
		again := float64(common[i]) >= wholeShare*float64(a.sizes[s]) && !a.addsTo(s, int32(i))
		switch earlier, known := a.earlier(i, s); {
		case !known, earlier && again:
			proofs[i] = half
		case earlier:
			proofs[i] = whole
		}
	}
	return proofs
}

// earlier reports whether program i was handed in before program s; known is
// false where nobody knows which of the two came first.
func (a *author) earlier(i, s int) (earlier, known bool) {
	there, here := a.programs[i].Time, a.programs[s].Time
	if there.IsZero() || here.IsZero() || there.Equal(here) {
		return false, false
	}
	return there.Before(here), true
}

// addsTo reports whether program s has a stretch of its own that none of the
// others given has, as long as the shortest passage: small programs beside
// large templates do.
func (a *author) addsTo(s int, others ...int32) bool {
	// An inserted token changes all shingles that it is in.
	least := passageShingles*a.length + a.length - 1
	length := 0
	for _, shingle := range a.programs[s].Shingles {
		length++
		if shingle == 0 || a.hasAny(shingle, others) {
			length = 0
		}
		if length == least {
			return true
		}
	}
	return false
}

func (a *author) hasAny(shingle uint64, programs []int32) bool {
	for _, i := range a.holders[shingle] {
		if slices.Contains(programs, i) {
			return true
		}
	}
	return false
}
