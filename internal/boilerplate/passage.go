package boilerplate

import (
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func (p *participant) template(similar SimilarProblems) [][]contest.Passage {
	var roots []string
	for _, program := range p.programs {
		root := similar.Root(program.Problem)
		roots = append(roots, root)
		p.groups = append(p.groups, slices.Index(roots, root))
	}
	passages := make([][]contest.Passage, len(p.programs))
	for s := range passages {
		passages[s] = p.passages(s)
	}
	return passages
}

func (p *participant) passages(s int) []contest.Passage {
	supports := p.supportFor(s)
	if slices.Max(supports) == noSupport {
		return nil
	}
	bestOfGroup := make([]support, len(p.programs))
	var list []contest.Passage
	numbers := p.shingles[s]
	for start := 0; start < len(numbers); start++ {
		end := start
		for end < len(numbers) && p.isTemplate(numbers[end], supports, bestOfGroup) {
			end++
		}
		tokens := end - start + p.length - 1
		if last := len(list) - 1; tokens < PassageShingles*p.length {
			// Too short for a template: an idiom.
		} else if last >= 0 && list[last].First+list[last].Tokens >= start {
			list[last].Tokens = start + tokens - list[last].First
		} else {
			list = append(list, contest.Passage{First: start, Tokens: tokens})
		}
		start = end
	}
	for i := range list {
		p.explain(&list[i], s, supports)
	}
	return list
}

// isTemplate reports whether a shingle is template: one program with the shingle gives full support, or two give
// half support. Only the best program of each group of similar problems counts. bestOfGroup is scratch memory.
func (p *participant) isTemplate(number int32, supports, bestOfGroup []support) bool {
	if number == noShingle {
		return false
	}
	clear(bestOfGroup)
	sum := noSupport
	for _, i := range p.holders[number] {
		if group := p.groups[i]; supports[i] > bestOfGroup[group] {
			sum += supports[i] - bestOfGroup[group]
			bestOfGroup[group] = supports[i]
		}
	}
	return sum >= fullSupport
}

// explain sets Problems, the other problems for which the passage was submitted, and Earlier, whether the passage
// was submitted earlier for all these problems. A problem counts if a program for the problem supports the
// passage and contains at least half of it. If no program contains half, any shingle is enough.
func (p *participant) explain(passage *contest.Passage, s int, supports []support) {
	numbers := p.shingles[s][passage.First : passage.First+passage.Tokens-p.length+1]
	counts := make([]int, len(p.programs))
	for _, number := range numbers {
		if number == noShingle {
			continue // a gap between two joined passages
		}
		for _, i := range p.holders[number] {
			counts[i]++
		}
	}
	for _, least := range []int{(len(numbers) + 1) / 2, 1} {
		passage.Earlier = true
		for i, n := range counts {
			if supports[i] != noSupport && n >= least {
				passage.Problems = append(passage.Problems, p.programs[i].Problem)
				passage.Earlier = passage.Earlier && p.order(i, s) < 0
			}
		}
		if len(passage.Problems) > 0 {
			slices.Sort(passage.Problems)
			passage.Problems = slices.Compact(passage.Problems)
			return
		}
	}
}
