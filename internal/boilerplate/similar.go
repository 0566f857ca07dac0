package boilerplate

// SimilarProblems groups problems that are near-twins, such as the easy and the hard
// version of one, in a union-find forest (Tarjan 1975): it maps a problem to another
// one of its group; the root has no entry.
type SimilarProblems map[string]string

// Of returns the root of a problem's group.
func (t SimilarProblems) Of(problem string) string {
	for {
		next, ok := t[problem]
		if !ok {
			return problem
		}
		problem = next
	}
}

func (t SimilarProblems) join(a, b string) {
	if a, b = t.Of(a), t.Of(b); a != b {
		t[max(a, b)] = min(a, b)
	}
}

// equal reports whether both have the same groups.
func (t SimilarProblems) equal(other SimilarProblems) bool {
	for _, some := range []SimilarProblems{t, other} {
		for problem := range some { // all others are roots in both
			if t.Of(problem) != other.Of(problem) {
				return false
			}
		}
	}
	return true
}

const (
	// similarShare is the share of a participant's code for one problem from which two
	// problems look similar if it is also code for the other.
	similarShare = 0.7
	// minShingles is the number of distinct shingles below which code does not vote.
	minShingles = 20
	// Similar problems look so to one of minVoters participants, and to two at least:
	// one alone may have submitted the wrong file.
	minVoters = 3
	minYes    = 2
)

// findSimilar returns the near-twins by the votes of the participants who have
// programs for both problems: two are near-twins where they look so to a third of
// them. To one of them two problems do where 70% of what they wrote for these two
// alone (code that stands in a third problem as well is left out: it would be
// their template) is in both. A third is enough because some solve the two
// versions in two ways. Of three versions that all are one program nothing is
// left; there two look alike that have 90% of all code in common. Who has no
// third problem tells a template from a solution by the code that is added to it
// in one piece.
func findSimilar(counts map[[2]string]tally) SimilarProblems {
	s := make(SimilarProblems)
	for problems, t := range counts {
		if t.yes >= minYes && t.yes*minVoters >= t.votes {
			s.join(problems[0], problems[1])
		}
	}
	return s
}

// tally counts the participants who can tell whether two problems are
// near-twins, and those who say so.
type tally struct{ votes, yes int }

func (t tally) add(yes bool) tally {
	t.votes++
	if yes {
		t.yes++
	}
	return t
}

// inCommon counts the distinct shingles that a participant has for two problems, and
// those of them for no third one.
type inCommon struct{ all, alone int }

// votes returns for the pairs of the participant's problems with enough code to say
// whether they look like near-twins. Programs for one problem count together.
func (a *participant) votes() map[[2]string]bool {
	votes := make(map[[2]string]bool)
	number := make(map[string]int, len(a.problems))
	for i, problem := range a.problems {
		number[problem] = i
	}
	n := len(a.problems)
	size := make([]int, n)  // distinct shingles
	alone := make([]int, n) // of them, those for no other problem
	common := make([]inCommon, n*n)
	var having []int
	seen := make([]bool, n)
	for _, holders := range a.holders {
		having = having[:0]
		for _, i := range holders {
			if p := number[a.programs[i].Problem]; !seen[p] {
				seen[p] = true
				having = append(having, p)
			}
		}
		for i, p := range having {
			seen[p] = false
			size[p]++
			if len(having) == 1 {
				alone[p]++
			}
			for _, q := range having[:i] {
				c := &common[min(p, q)*n+max(p, q)]
				c.all++
				if len(having) == 2 {
					c.alone++
				}
			}
		}
	}
	for p := range n {
		for q := p + 1; q < n; q++ {
			yes, ok := alike(common[p*n+q], min(size[p], size[q]), min(alone[p], alone[q]))
			if !ok {
				continue
			}
			if smaller, larger := p, q; yes && n == 2 {
				if size[q] < size[p] {
					smaller, larger = q, p
				}
				yes = !a.addsToAll(a.problems[smaller], a.problems[larger])
			}
			votes[[2]string{a.problems[p], a.problems[q]}] = yes
		}
	}
	return votes
}

// alike reports whether two problems look similar, by a participant's common shingles,
// the distinct shingles of the smaller one, and the smaller number of those that are
// for one problem alone; ok is false where there is too little code.
func alike(common inCommon, size, alone int) (yes, ok bool) {
	if whole := common.alone + alone; whole >= minShingles {
		return float64(common.alone) >= similarShare*float64(whole), true
	}
	yes = size >= minShingles && float64(common.all) >= wholeShare*float64(size)
	return yes, yes
}

// addsToAll reports whether each program for a problem adds own code to all programs
// for another one.
func (a *participant) addsToAll(problem, other string) bool {
	var others []int32
	for i, p := range a.programs {
		if p.Problem == other {
			others = append(others, int32(i))
		}
	}
	for i, p := range a.programs {
		if p.Problem == problem && !a.addsTo(i, others...) {
			return false
		}
	}
	return true
}
