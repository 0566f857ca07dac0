package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// pool holds the programs that may be paired with each other.
type pool struct {
	problem            string // "" if it spans problems
	family             string
	group              *languageGroup
	solutions          []*solution
	distribution       pairs.Distribution // of the scores of all its pairs; set when they are compared
	keepPerParticipant int                // pairs to keep of each participant, see pairs.Options; 0 is no bound
}

// histogram returns the stored statistics of a pool.
func (p *pool) histogram(r pairs.Result, keep float64) contest.Histogram {
	simplicity := pairs.Simplicity(r.TypicalSize)
	return contest.Histogram{
		Problem:      p.problem,
		Language:     p.family,
		Programs:     len(p.solutions),
		Bins:         r.Distribution.Histogram(),
		Sampled:      r.Sampled,
		Highest:      p.highest(r.Pairs, keep),
		Participants: r.Participants,
		RarityPool:   r.RarityAmong,
		Median:       r.Distribution.Median(),
		MAD:          r.Distribution.MAD(),
		TypicalSize:  r.TypicalSize,
		Simplicity:   simplicity,
		TooSimple:    simplicity >= pairs.TooSimple,
	}
}

// highest counts participants by their most suspicious pair, in bins, from keep on. The
// bounds on the number of stored pairs never drop that pair.
func (p *pool) highest(ranked []pairs.Pair, keep float64) []int64 {
	bins := make([]int64, contest.HistogramBins)
	seen := make(map[string]bool)
	for _, pair := range ranked {
		for _, side := range []int{pair.Left, pair.Right} {
			name := p.solutions[side].submission.Participant
			if pair.Suspicion >= keep && !seen[name] {
				seen[name] = true
				bins[pairs.Bin(pair.Suspicion)]++
			}
		}
	}
	return bins
}

// participants counts the participants with a program in the pool.
func (p *pool) participants() int {
	names := make(map[string]struct{})
	for _, sol := range p.solutions {
		names[sol.submission.Participant] = struct{}{}
	}
	return len(names)
}

func (p *pool) name() string {
	return fmt.Sprintf("problem %q in %s", p.problem, p.family)
}

// pools groups the solutions by problem and family of languages, or by family alone,
// and sorts the pools. It extends groups, those of the last call.
func pools(solutions []*solution, acrossProblems bool, groups map[string]*languageGroup) []*pool {
	type key struct{ problem, family string }
	byKey := make(map[key]*pool)
	var list []*pool
	for _, sol := range solutions {
		k := key{sol.submission.Problem, sol.family}
		if acrossProblems {
			k.problem = ""
		}
		if byKey[k] == nil {
			byKey[k] = &pool{problem: k.problem, family: k.family}
			list = append(list, byKey[k])
		}
		byKey[k].solutions = append(byKey[k].solutions, sol)
	}
	slices.SortFunc(list, func(a, b *pool) int {
		return cmp.Or(cmp.Compare(a.problem, b.problem), cmp.Compare(a.family, b.family))
	})
	families := make(map[string][]*solution)
	for _, sol := range solutions {
		families[sol.family] = append(families[sol.family], sol)
	}
	for family, solutions := range families {
		groups[family] = extendGroup(groups[family], solutions, acrossProblems)
	}
	for _, p := range list {
		p.group = groups[p.family]
	}
	return list
}

// languageGroup holds the shared data of the pools of one family of languages.
type languageGroup struct {
	acrossProblems         bool
	participants, problems numbering
	corpus                 *pairs.Corpus        // nil if there is one problem, or all are in one pool
	mergedProblems         map[*solution]string // of the solutions in the corpus
}

// extendGroup returns the group of all solutions of a family. It extends g, or makes a
// new group if g is nil or if a solution of g was removed or now counts as another problem.
func extendGroup(g *languageGroup, solutions []*solution, acrossProblems bool) *languageGroup {
	var added []*solution
	if g != nil {
		unchanged := 0
		for _, sol := range solutions {
			if problem, known := g.mergedProblems[sol]; !known {
				added = append(added, sol)
			} else if problem == sol.mergedProblem {
				unchanged++
			}
		}
		if unchanged < len(g.mergedProblems) {
			g = nil
		}
	}
	if g == nil {
		g = &languageGroup{acrossProblems: acrossProblems, participants: make(numbering), problems: make(numbering), mergedProblems: make(map[*solution]string)}
		added = solutions
	}
	if len(added) == 0 {
		return g
	}
	programs := g.programs(added)
	if len(g.problems) > 1 && !acrossProblems {
		g.corpus = g.corpus.Extend(programs)
		for _, sol := range added {
			g.mergedProblems[sol] = sol.mergedProblem
		}
	}
	return g
}

// programs converts solutions for package pairs. If each pool holds one problem, similar
// problems share a number, so that code of one is not taken for copied in the other.
func (f *languageGroup) programs(solutions []*solution) []pairs.Program {
	programs := make([]pairs.Program, len(solutions))
	for i, sol := range solutions {
		problem := sol.mergedProblem
		if f.acrossProblems {
			problem = sol.submission.Problem
		}
		programs[i] = pairs.Program{
			Participant: f.participants.number(sol.submission.Participant),
			Problem:     f.problems.number(problem),
			Structure:   sol.code.Shingles,
			Wording:     sol.code.Wording,
			Template:    sol.code.Template(),
		}
	}
	return programs
}

// numbering numbers names in the order of their first use.
type numbering map[string]int

func (n numbering) number(name string) int {
	if _, ok := n[name]; !ok {
		n[name] = len(n)
	}
	return n[name]
}

// participantProblem identifies all attempts of a participant at one problem, in all
// languages. The ranking has one pair of two participants at a problem.
type participantProblem struct{ contest, participant, problem string }

func (sol *solution) participantProblem() participantProblem {
	return participantProblem{sol.contest, sol.submission.Participant, sol.submission.Problem}
}

// oncePerProblem removes all but the first of the ranked pairs of two participants at a
// problem: if they copied in two families of languages, the more suspicious pair stays.
func oncePerProblem(ranked []foundPair) []foundPair {
	listed := make(map[[2]participantProblem]struct{}, len(ranked))
	return slices.DeleteFunc(ranked, func(f foundPair) bool {
		a, b := f.left.participantProblem(), f.right.participantProblem()
		if b.participant < a.participant {
			a, b = b, a
		}
		_, repeated := listed[[2]participantProblem{a, b}]
		listed[[2]participantProblem{a, b}] = struct{}{}
		return repeated
	})
}

// countCompared counts the compared pairs of different participants: at one problem, or
// across problems, with programs in one family of languages.
func countCompared(solutions []*solution, acrossProblems bool) (compared int64) {
	families := make(map[participantProblem][]string)
	for _, sol := range solutions {
		if list := families[sol.participantProblem()]; !slices.Contains(list, sol.family) {
			families[sol.participantProblem()] = append(list, sol.family)
		}
	}
	byProblem := make(map[string][][]string)
	byParticipant := make(map[string][][]string) // programs of one participant, which byProblem counts as pairs but are none
	for key, list := range families {
		slices.Sort(list)
		if acrossProblems {
			byParticipant[key.participant] = append(byParticipant[key.participant], list)
			key.problem = ""
		}
		byProblem[key.problem] = append(byProblem[key.problem], list)
	}
	for _, lists := range byProblem {
		compared += countSharing(lists)
	}
	for _, lists := range byParticipant {
		compared -= countSharing(lists)
	}
	return compared
}

// countSharing counts the pairs of sorted lists that share an element.
func countSharing(lists [][]string) (total int64) {
	counts := make(map[string]int64) // of equal lists
	parts := make(map[string][]string)
	for _, list := range lists {
		joined := strings.Join(list, " ")
		counts[joined]++
		parts[joined] = list
	}
	for a, n := range counts {
		total += n * (n - 1) / 2
		for b, m := range counts {
			if a < b && slices.ContainsFunc(parts[a], func(part string) bool { return slices.Contains(parts[b], part) }) {
				total += n * m
			}
		}
	}
	return total
}
