package boilerplate

// SimilarProblems groups problems that are near-twins, such as the easy and the hard
// version of one, in a union-find forest (Tarjan 1975). It maps a problem to another
// problem of its group; the root has no entry.
type SimilarProblems map[string]string

// Root returns the root of a problem's group.
func (t SimilarProblems) Root(problem string) string {
	for {
		next, ok := t[problem]
		if !ok {
			return problem
		}
		problem = next
	}
}

func (t SimilarProblems) join(a, b string) {
	if a, b = t.Root(a), t.Root(b); a != b {
		t[max(a, b)] = min(a, b)
	}
}

// equal reports whether t and other have the same groups.
func (t SimilarProblems) equal(other SimilarProblems) bool {
	for _, some := range []SimilarProblems{t, other} {
		for problem := range some { // a problem without an entry is a root
			if t.Root(problem) != other.Root(problem) {
				return false
			}
		}
	}
	return true
}

const (
	// similarShare is the share of a participant's code for two problems that must be in
	// both, without code that is in a third problem too, for the problems to look similar.
	similarShare = 0.7
	// minShingles is the number of distinct shingles that code needs for a vote.
	minShingles = 20
	// Problems are similar if one in minVoters participants says so, and at least
	// minYes: a single participant may have submitted the wrong file.
	minVoters = 3
	minYes    = 2
)

// findSimilar returns the near-twins by the votes of the participants who have
// programs for both problems. A third of the votes is enough, because some solve the
// two versions in two ways. A participant votes yes if 70% of their code for the two
// problems is in both, without code that is also in a third problem and thus may be
// their template. If too little code is left, as when three versions are one
// program, they vote yes if 90% of all the code is in both. For a participant who
// has only the two problems, common code is a template, not a solution, if each
// program for the smaller one adds a passage to it.
func findSimilar(counts map[[2]string]tally) SimilarProblems {
	s := make(SimilarProblems)
	for problems, t := range counts {
		if t.yes >= minYes && t.yes*minVoters >= t.votes {
			s.join(problems[0], problems[1])
		}
	}
	return s
}

// tally counts the participants who vote on whether two problems are near-twins,
// and how many vote yes.
type tally struct{ votes, yes int }

func (t tally) add(yes bool) tally {
	t.votes++
	if yes {
		t.yes++
	}
	return t
}

// sharedShingles counts the distinct shingles that a participant has for both of two
// problems; exclusive counts those that no third problem has.
type sharedShingles struct{ all, exclusive int }

// votes returns whether the pairs of the participant's problems look like near-twins,
// without pairs that have too little code. Programs for one problem count together.
func (a *participant) votes() map[[2]string]bool {
	votes := make(map[[2]string]bool)
	number := make(map[string]int, len(a.problems))
	for i, problem := range a.problems {
		number[problem] = i
	}
	n := len(a.problems)
	size := make([]int, n)      // distinct shingles
	exclusive := make([]int, n) // distinct shingles that no other problem has
	common := make([]sharedShingles, n*n)
	var problems []int
	seen := make([]bool, n)
	for _, holders := range a.holders {
		problems = problems[:0]
		for _, i := range holders {
			if p := number[a.programs[i].Problem]; !seen[p] {
				seen[p] = true
				problems = append(problems, p)
			}
		}
		for i, p := range problems {
			seen[p] = false
			size[p]++
			if len(problems) == 1 {
				exclusive[p]++
			}
			for _, q := range problems[:i] {
				c := &common[min(p, q)*n+max(p, q)]
				c.all++
				if len(problems) == 2 {
					c.exclusive++
				}
			}
		}
	}
	for p := range n {
		for q := p + 1; q < n; q++ {
			yes, ok := looksSimilar(common[p*n+q], min(size[p], size[q]), min(exclusive[p], exclusive[q]))
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

// looksSimilar reports whether two problems look similar to a participant. size and exclusive
// are the smaller of the two problems' numbers of distinct shingles, and of shingles
// that no other problem has; ok is false if there is too little code.
func looksSimilar(common sharedShingles, size, exclusive int) (yes, ok bool) {
	if sum := common.exclusive + exclusive; sum >= minShingles {
		return float64(common.exclusive) >= similarShare*float64(sum), true
	}
	yes = size >= minShingles && float64(common.all) >= wholeShare*float64(size)
	return yes, yes
}

// addsToAll reports whether each program for a problem has new code that no program
// for the other problem has.
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
