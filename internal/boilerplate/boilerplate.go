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
	"maps"
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
	return NewFinder(shingleLength).Find(programs)
}

// Finder finds own templates again and again while programs come and go. It looks
// anew at those participants alone whose programs have changed, or at all where
// other problems than before are near-twins.
type Finder struct {
	length  int // tokens of a shingle
	known   map[participantKey]*findings
	similar SimilarProblems
}

type participantKey struct{ name, family string }

// findings are what the last search found of a participant.
type findings struct {
	programs []Program
	votes    map[[2]string]bool
	passages [][]contest.Passage // of each program
}

// NewFinder returns a Finder; shingles are of so many tokens.
func NewFinder(shingleLength int) *Finder { return &Finder{length: shingleLength} }

// Find does what the function Find does. Shingles must not change from one call to
// the next.
func (f *Finder) Find(programs []Program) Found {
	groups := groupByParticipant(programs)
	known := make(map[participantKey]*findings, len(groups))
	changed := make(map[participantKey]*participant)
	counts := make(map[[2]string]tally)
	for key, places := range groups {
		known[key] = f.known[key]
		if !known[key].areOf(programs, places) {
			changed[key] = newParticipant(programs, places, f.length)
			known[key] = &findings{programs: changed[key].programs, votes: changed[key].votes()}
		}
		for problems, yes := range known[key].votes {
			counts[problems] = counts[problems].add(yes)
		}
	}
	similar := findSimilar(counts)
	all := !similar.equal(f.similar)
	passages := make([][]contest.Passage, len(programs))
	for key, places := range groups {
		p := changed[key]
		if p == nil && all {
			p = newParticipant(programs, places, f.length)
		}
		if p != nil {
			p.classify(similar)
			known[key].passages = make([][]contest.Passage, len(places))
			for i := range places {
				known[key].passages[i] = p.passages(i)
			}
		}
		for i, place := range places {
			passages[place] = known[key].passages[i]
		}
	}
	f.known, f.similar = known, similar
	return Found{passages, similar}
}

// areOf reports whether the findings are of the programs at some places.
func (f *findings) areOf(programs []Program, places []int) bool {
	return f != nil && slices.EqualFunc(f.programs, places, func(p Program, place int) bool {
		q := programs[place]
		return p.Problem == q.Problem && p.Time.Equal(q.Time) &&
			len(p.Shingles) == len(q.Shingles) && (len(p.Shingles) == 0 || &p.Shingles[0] == &q.Shingles[0])
	})
}

// groupByParticipant returns the places of the programs of each participant who
// has, in one family of languages, programs for more than one problem.
func groupByParticipant(programs []Program) map[participantKey][]int {
	groups := make(map[participantKey][]int)
	several := make(map[participantKey]bool) // problems
	for i, p := range programs {
		k := participantKey{p.Participant, p.Family}
		if places := groups[k]; len(places) > 0 && programs[places[0]].Problem != p.Problem {
			several[k] = true
		}
		groups[k] = append(groups[k], i)
	}
	maps.DeleteFunc(groups, func(k participantKey, _ []int) bool { return !several[k] })
	return groups
}
