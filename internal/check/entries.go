package check

import (
	"slices"
	"strings"
)

// participantProblem is what is listed once: a participant at one problem, with all
// attempts in all languages.
type participantProblem struct{ contest, participant, problem string }

func (e *solution) participantProblem() participantProblem {
	return participantProblem{e.contest, e.submission.Participant, e.submission.Problem}
}

// oncePerProblem keeps the first of the ranked pairs of two entries: who copied
// in two families of languages is listed by the more suspicious one.
func oncePerProblem(ranked []foundPair) []foundPair {
	listed := make(map[[2]participantProblem]struct{}, len(ranked))
	return slices.DeleteFunc(ranked, func(f foundPair) bool {
		a, b := f.left.participantProblem(), f.right.participantProblem()
		if b.participant < a.participant {
			a, b = b, a
		}
		_, again := listed[[2]participantProblem{a, b}]
		listed[[2]participantProblem{a, b}] = struct{}{}
		return again
	})
}

// countCompared counts the pairs of entries of different participants that have
// programs in one family of languages; of one problem, or of any two.
func countCompared(solutions []*solution, acrossProblems bool) int64 {
	families := make(map[participantProblem][]string)
	for _, e := range solutions {
		if list := families[e.participantProblem()]; !slices.Contains(list, e.family) {
			families[e.participantProblem()] = append(list, e.family)
		}
	}
	// Entries with the same families are counted together.
	all := newTally()
	own := make(map[string]*tally) // of each participant: these are no pairs
	for e, list := range families {
		slices.Sort(list)
		problem := e.problem
		if acrossProblems {
			problem = ""
		}
		all.add(problem, list)
		if own[e.participant] == nil {
			own[e.participant] = newTally()
		}
		own[e.participant].add(problem, list)
	}
	pairs := all.pairs()
	for _, t := range own {
		pairs -= t.pairs()
	}
	return pairs
}

// tally counts entries by problem and families.
type tally struct {
	counts   map[string]map[string]int64 // problem -> families, joined -> entries
	families map[string][]string         // joined -> apart
}

func newTally() *tally {
	return &tally{make(map[string]map[string]int64), make(map[string][]string)}
}

func (t *tally) add(problem string, families []string) {
	joined := strings.Join(families, " ")
	if t.counts[problem] == nil {
		t.counts[problem] = make(map[string]int64)
	}
	t.counts[problem][joined]++
	t.families[joined] = families
}

// pairs counts the pairs of entries of one problem that share a family.
func (t *tally) pairs() int64 {
	total := int64(0)
	for _, groups := range t.counts {
		for a, n := range groups {
			for b, m := range groups {
				switch {
				case a == b:
					total += n * (n - 1) / 2
				case a < b && slices.ContainsFunc(t.families[a], func(f string) bool { return slices.Contains(t.families[b], f) }):
					total += n * m
				}
			}
		}
	}
	return total
}
