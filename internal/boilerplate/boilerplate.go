// Package boilerplate finds own templates: code that a participant repeats in programs for other problems.
// Own templates are no sign of copying, and they hide copying: in two programs of 460 tokens, 400 of them
// template, the templates almost alone decide how similar the programs are.
//
// Nobody must be able to hide a copy as a template. So code of a submission s is own template only if the
// same participant also submitted it in a program that fulfils these conditions:
//
//   - The program is for a problem that is not similar to the problem of s. Otherwise code that somebody copied for the
//     easy and the hard version of a problem would be template. findSimilar finds similar problems in the data.
//   - The program came before s, so the first use of code is never template. If one of the times is unknown (a
//     directory of files), the program is only half a proof.
//   - The program differs from s. A program that contains nearly all of s is only half a proof, because it may have been
//     submitted to make s look like a template.
//
// Two half proofs are enough if their problems are not similar to each other. If two participants repeat the same
// code, package pairs reports a shared template. If it is the template of only one of them, package pairs computes the
// suspicion with this code and without it, and takes the higher one.
package boilerplate

import (
	"maps"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// Program has what Find needs of a submission.
type Program struct {
	Participant string
	Family      string // family of languages; each family has its own templates
	Problem     string
	Time        time.Time      // of the submission; zero if unknown
	Symbols     []lexer.Symbol // of the tokens; lexer.Barrier for base code
}

// PassageShingles is the minimum length of a passage, as a multiple of the shingle length. Shorter code is an idiom. As
// templates, idioms would only cut the matches of a copy into pieces.
const PassageShingles = 3

// Result has the own templates of programs, and the problems that are similar.
type Result struct {
	// Passages has the own template of each program: passages in ascending order that do not touch.
	Passages [][]contest.Passage
	Similar  SimilarProblems
}

// Finder finds own templates repeatedly while programs come and go. It recomputes only the templates of
// participants whose programs changed. If the similar problems changed, it recomputes all.
type Finder struct {
	length  int // of a shingle, in tokens
	results map[participantKey]*findings
	similar SimilarProblems
}

type participantKey struct{ name, family string }

// findings is the result of the last call of Find for a participant.
type findings struct {
	programs []Program
	votes    map[[2]string]bool  // by two problems: whether this participant's programs for them are similar
	passages [][]contest.Passage // of each program
}

// NewFinder returns a Finder for shingles of shingleLength tokens.
func NewFinder(shingleLength int) *Finder { return &Finder{length: shingleLength} }

// Find finds the own template of each program. The programs may be in any order. Symbols must not change
// between calls.
func (f *Finder) Find(programs []Program) Result {
	groups := groupByParticipant(programs)
	results := make(map[participantKey]*findings, len(groups))
	changed := make(map[participantKey]*participant)
	counts := make(map[[2]string]tally)
	for key, indexes := range groups {
		results[key] = f.results[key]
		if !results[key].isCurrent(programs, indexes) {
			changed[key] = newParticipant(programs, indexes, f.length)
			results[key] = &findings{programs: changed[key].programs, votes: changed[key].votes()}
		}
		for problems, isSimilar := range results[key].votes {
			counts[problems] = counts[problems].add(isSimilar)
		}
	}
	similar := findSimilar(counts)
	recomputeAll := !similar.equal(f.similar)
	passages := make([][]contest.Passage, len(programs))
	for key, indexes := range groups {
		p := changed[key]
		if p == nil && recomputeAll {
			p = newParticipant(programs, indexes, f.length)
		}
		if p != nil {
			results[key].passages = p.templates(similar)
		}
		for i, index := range indexes {
			passages[index] = results[key].passages[i]
		}
	}
	f.results, f.similar = results, similar
	return Result{passages, similar}
}

// isCurrent reports whether f was found for the same programs, so that it still holds. indexes are those of the
// participant's programs. Symbols are the same if they are in the same memory, because they do not change.
func (f *findings) isCurrent(programs []Program, indexes []int) bool {
	return f != nil && slices.EqualFunc(f.programs, indexes, func(p Program, index int) bool {
		q := programs[index]
		return p.Problem == q.Problem && p.Time.Equal(q.Time) &&
			len(p.Symbols) == len(q.Symbols) && (len(p.Symbols) == 0 || &p.Symbols[0] == &q.Symbols[0])
	})
}

// groupByParticipant returns the indexes of the programs of each participant in each family. It omits groups
// whose programs are all for one problem.
func groupByParticipant(programs []Program) map[participantKey][]int {
	groups := make(map[participantKey][]int)
	for i, p := range programs {
		key := participantKey{p.Participant, p.Family}
		groups[key] = append(groups[key], i)
	}
	maps.DeleteFunc(groups, func(_ participantKey, indexes []int) bool {
		first := programs[indexes[0]].Problem
		return !slices.ContainsFunc(indexes, func(i int) bool { return programs[i].Problem != first })
	})
	return groups
}
