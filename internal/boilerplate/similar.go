package boilerplate

import "slices"

// SimilarProblems groups similar problems, such as the easy and the hard version, in a union-find forest
// (Tarjan 1975). It maps a problem to another problem of its group. The root of a group has no entry.
type SimilarProblems map[string]string

// Root returns the root of a problem's group.
func (s SimilarProblems) Root(problem string) string {
	for parent, ok := s[problem]; ok; parent, ok = s[problem] {
		problem = parent
	}
	return problem
}

func (s SimilarProblems) join(a, b string) {
	if a, b = s.Root(a), s.Root(b); a != b {
		s[max(a, b)] = min(a, b)
	}
}

// equal reports whether s and other have the same groups.
func (s SimilarProblems) equal(other SimilarProblems) bool {
	for _, forest := range []SimilarProblems{s, other} {
		for problem := range forest { // a problem without an entry is a root
			if s.Root(problem) != other.Root(problem) {
				return false
			}
		}
	}
	return true
}

const (
	similarShare = 0.7 // share of the code for one problem that is also in the other, for a vote of yes
	minShingles  = 20  // minimum number of distinct shingles for a vote
	votesPerYes  = 3   // at least one vote in three must be yes
	minYes       = 2   // one yes is not enough, because a participant may have submitted the wrong file
)

// findSimilar returns the similar problems by the votes of participants with programs for both. A third of
// the votes is enough, because some participants solve the two versions of a problem in two ways.
func findSimilar(counts map[[2]string]tally) SimilarProblems {
	s := make(SimilarProblems)
	for problems, t := range counts {
		if t.yes >= minYes && t.yes*votesPerYes >= t.votes {
			s.join(problems[0], problems[1])
		}
	}
	return s
}

// tally counts the participants who vote on two problems, and those who vote yes.
type tally struct{ votes, yes int }

func (t tally) add(yes bool) tally {
	t.votes++
	if yes {
		t.yes++
	}
	return t
}

// shingleCount counts the distinct shingles of a participant that one problem has, or that two problems
// share. exclusive counts those that no other problem has.
type shingleCount struct{ all, exclusive int }

// votes returns the participant's votes on whether two problems are similar, by problems.
//
// A participant votes yes if at least 70% of their code for one problem is also in their code for the other,
// else no. Code that is also in a third problem does not count, because it may be a template. If too little
// code counts, the participant votes yes if the problems share at least 90% of all code for one of them, and
// else does not vote.
//
// If a participant has programs only for these two problems, the shared code may be a template. It is one if each
// program for the problem with less code also has code that no program for the other problem has. Then the
// participant votes no.
func (p *participant) votes() map[[2]string]bool {
	n := len(p.problems)
	problemOf := make([]int, len(p.programs)) // index in p.problems
	for i, program := range p.programs {
		problemOf[i], _ = slices.BinarySearch(p.problems, program.Problem)
	}
	counts := make([]shingleCount, n*n) // of problems a <= b at a*n+b
	var problems []int
	for _, holders := range p.holders {
		problems = problems[:0] // the problems with this shingle
		for _, i := range holders {
			problems = append(problems, problemOf[i])
		}
		slices.Sort(problems)
		problems = slices.Compact(problems)
		for i, b := range problems {
			for _, a := range problems[:i+1] {
				count := &counts[a*n+b]
				count.all++
				if len(problems) == 1 || len(problems) == 2 && a != b {
					count.exclusive++
				}
			}
		}
	}
	votes := make(map[[2]string]bool)
	for a := range n {
		for b := a + 1; b < n; b++ {
			countA, countB := counts[a*n+a], counts[b*n+b]
			yes, ok := looksSimilar(counts[a*n+b], min(countA.all, countB.all), min(countA.exclusive, countB.exclusive))
			if !ok {
				continue
			}
			if yes && n == 2 {
				smaller, larger := p.problems[a], p.problems[b]
				if countB.all < countA.all {
					smaller, larger = larger, smaller
				}
				yes = !p.eachHasNewCode(smaller, larger)
			}
			votes[[2]string{p.problems[a], p.problems[b]}] = yes
		}
	}
	return votes
}

// looksSimilar returns the vote of a participant on two problems. shared counts the shingles that both have. size is the
// number of distinct shingles of the problem with fewer. ownExclusive is the number of shingles that no other problem has,
// of the problem with fewer of these. ok is false if the participant does not vote, see votes.
func looksSimilar(shared shingleCount, size, ownExclusive int) (isSimilar, ok bool) {
	if sum := shared.exclusive + ownExclusive; sum >= minShingles {
		return float64(shared.exclusive) >= similarShare*float64(sum), true
	}
	isSimilar = size >= minShingles && float64(shared.all) >= sameShare*float64(size)
	return isSimilar, isSimilar
}

// eachHasNewCode reports whether each program for a problem has code that no program for the other problem has.
func (p *participant) eachHasNewCode(problem, other string) bool {
	var others []int32
	for i, program := range p.programs {
		if program.Problem == other {
			others = append(others, int32(i))
		}
	}
	for i, program := range p.programs {
		if program.Problem == problem && !p.hasNewCode(i, others...) {
			return false
		}
	}
	return true
}
