package check

import "github.com/ojcheck/ojcheck/pairs"

// languageGroup is what the pools of one family of languages have in common.
type languageGroup struct {
	acrossProblems         bool
	participants, problems numbering
	corpus                 *pairs.Corpus // nil where there is no other problem: one alone, or all in one pool
}

// newLanguageGroup numbers the participants and problems of a family. Of the programs
// for several problems it makes a corpus.
func newLanguageGroup(solutions []*solution, acrossProblems bool) *languageGroup {
	f := &languageGroup{acrossProblems: acrossProblems, participants: make(numbering), problems: make(numbering)}
	programs := f.programs(solutions)
	if len(f.problems) > 1 && !acrossProblems {
		f.corpus = pairs.NewCorpus(programs)
	}
	return f
}

// programs returns solutions as package pairs takes them. Where pools hold one
// problem each, near-twins have one number: what is a solution of one is no
// code from elsewhere in the other.
func (f *languageGroup) programs(solutions []*solution) []pairs.Program {
	programs := make([]pairs.Program, len(solutions))
	for i, e := range solutions {
		problem := e.version
		if f.acrossProblems {
			problem = e.submission.Problem
		}
		programs[i] = pairs.Program{
			Participant: f.participants.of(e.submission.Participant),
			Problem:     f.problems.of(problem),
			Structure:   e.code.Shingles,
			Wording:     e.code.Wording,
			Template:    e.code.Template(),
		}
	}
	return programs
}

// numbering gives names numbers in the order in which they come.
type numbering map[string]int

func (n numbering) of(name string) int {
	if _, ok := n[name]; !ok {
		n[name] = len(n)
	}
	return n[name]
}
