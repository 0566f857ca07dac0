// Package boilerplate finds own templates: code that a participant repeats in programs
// for other problems. It says nothing about copying, and hides what does: whether two
// programs of 400 tokens of template and 60 of solution are alike depends on their
// templates.
//
// Nobody must be able to hide a copy as a template. Code of a submission s is own
// template only where the same participant also submitted it
//
//   - for another problem that is not similar to the first: somebody who copied the
//     easy and the hard version of a problem repeats the copy. Similar problems are
//     found in the data, see findSimilar;
//   - before s, so that code counts in full where it first appears. Where one of the
//     times is unknown (a directory of files), this is half of the evidence;
//   - in a submission of which s is more than a copy: one that has nearly all of s is
//     the same program once more, perhaps submitted there to make it look like a
//     template. This is half of the evidence too.
//
// Two halves, from problems that are not similar to each other either, are enough.
// Where two people repeat the same code, package pairs counts it apart as a shared
// template, and counts a template of one side alone where that gives more suspicion.
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
	Family      string // of languages: templates are found within one
	Problem     string
	Time        time.Time // of the submission; zero if unknown
	// Shingles are those of the program without base code, by the token that they
	// start at; 0 where none starts.
	Shingles []uint64
}

// PassageShingles is the length of the shortest passage, in shingle lengths: a loop
// that reads an array is an idiom, not a template, and leaving it out would only break
// a copy up.
const PassageShingles = 3

// Found is the result of Find.
type Found struct {
	// Passages are the own template of each program: in order, with code between them.
	Passages [][]contest.Passage
	Similar  SimilarProblems
}

// Finder finds own templates repeatedly while programs come and go. It computes them
// again for participants whose programs have changed, or for all if the similar
// problems have.
type Finder struct {
	length  int // tokens of a shingle
	known   map[participantKey]*findings
	similar SimilarProblems
}

type participantKey struct{ name, family string }

// findings are the results of the last search for a participant.
type findings struct {
	programs []Program
	votes    map[[2]string]bool
	passages [][]contest.Passage // of each program
}

// NewFinder returns a Finder for shingles of so many tokens.
func NewFinder(shingleLength int) *Finder { return &Finder{length: shingleLength} }

// Find finds the own template of each program, and the similar problems. The order of
// the programs does not matter. Their Shingles must not change between calls.
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
