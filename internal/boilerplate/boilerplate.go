// Package boilerplate finds what nobody declared: the code that a participant
// repeats in their other problems. Such an own template says nothing of
// copying, and hides what does: two programs of 400 tokens of template and 60
// of solution are alike, or unlike, by their templates.
//
// It must not become a place to hide. Code of a submission s is own template
// only where the same participant also handed it in
//
//   - for another problem that is no near-twin of the first: who copied the
//     easy version of a problem and the hard one repeats the copy. Near-twins
//     are found in the data, see findTwins;
//   - earlier than s, so that code counts in full where it first appears. Where
//     the time of one of the two is not known (a directory of files), nobody
//     knows which came first: that is half a proof;
//   - in a submission that s is more than a copy of: one that holds nearly all
//     of s is the same program once more, perhaps handed in there only to make
//     it look like a template. That is half a proof too.
//
// Two halves, from problems that are no near-twins of each other either, are a
// proof. What is left is that two people repeat the same code: who compares
// them counts that apart, as a template that both have, and counts what is a
// template on one side alone where that shows more.
package boilerplate

import (
	"cmp"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Program is a submission as Find sees it.
type Program struct {
	Participant string
	Family      string // of languages: a template is looked for in one
	Problem     string
	Time        time.Time // when it was handed in; zero where that is not known
	// Shingles are those of the program's code without base code, by the
	// token that they start at; 0 where none starts.
	Shingles []uint64
}

// PassageShingles is the length of the shortest passage, in lengths of a
// shingle: a loop that reads an array is an idiom, not a template, and to take
// it out would only tear a copy apart.
const PassageShingles = 3

// Found is what Find found.
type Found struct {
	// Passages is the own template of each program: passages in their order,
	// none of which touches another.
	Passages [][]contest.Passage
	Similar  SimilarProblems
}

// Find finds the own template of each program, and which problems are
// near-twins; shingles are of so many tokens. The order of the programs does
// not matter.
func Find(programs []Program, shingleLength int) Found {
	found := make([][]contest.Passage, len(programs))
	authors := groupByParticipant(programs, shingleLength)
	twins := findSimilar(authors)
	for _, a := range authors {
		a.classify(twins)
		for i, place := range a.places {
			found[place] = a.passages(i)
		}
	}
	return Found{found, twins}
}

// groupByParticipant returns the participants who have programs in one family of
// languages for more than one problem.
func groupByParticipant(programs []Program, shingleLength int) []*participant {
	type key struct{ participant, family string }
	places := make(map[key][]int)
	several := make(map[key]bool) // problems
	for i, p := range programs {
		k := key{p.Participant, p.Family}
		if list := places[k]; len(list) > 0 && programs[list[0]].Problem != p.Problem {
			several[k] = true
		}
		places[k] = append(places[k], i)
	}
	var authors []*participant
	for k := range several {
		authors = append(authors, newParticipant(programs, places[k], shingleLength))
	}
	slices.SortFunc(authors, func(a, b *participant) int { return cmp.Compare(a.places[0], b.places[0]) })
	return authors
}
