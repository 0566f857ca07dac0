package boilerplate

import (
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// templates returns the own template of each program, as passages. It also sets groups: programs for similar problems have
// the same group.
func (p *participant) templates(similar SimilarProblems) [][]contest.Passage {
	var roots []string
	for _, program := range p.programs {
		root := similar.Root(program.Problem)
		roots = append(roots, root)
		p.groups = append(p.groups, slices.Index(roots, root))
	}
	list := make([][]contest.Passage, len(p.programs))
	for s := range list {
		list[s] = p.template(s)
	}
	return list
}

// template returns the own template of program s, as passages.
func (p *participant) template(s int) []contest.Passage {
	supports := p.supportFor(s)
	if slices.Max(supports) == noSupport {
		return nil
	}
	scratch := make([]support, len(p.programs))
	numbers := p.shingles[s]
	list := Passages(len(numbers), p.length, PassageShingles*p.length, func(i int) bool {
		return p.isTemplate(numbers[i], supports, scratch)
	})
	for i := range list {
		p.setProblems(&list[i], s, supports)
	}
	return list
}

// Passages returns the passages in which all shingles are chosen, the first passage first. A passage has at least minTokens
// tokens; two passages that touch are one. n is the number of shingles, and length the number of tokens of a shingle.
func Passages(n, length, minTokens int, isChosen func(i int) bool) (list []contest.Passage) {
	for start, end := 0, 0; start < n; start = end + 1 { // no shingle at end is chosen
		end = start
		for end < n && isChosen(end) {
			end++
		}
		if tokens := end - start + length - 1; end > start && tokens >= minTokens {
			if last := len(list) - 1; last >= 0 && list[last].First+list[last].Tokens >= start {
				list[last].Tokens = start + tokens - list[last].First
			} else {
				list = append(list, contest.Passage{First: start, Tokens: tokens})
			}
		}
	}
	return list
}

// isTemplate reports whether a shingle is template: one of its holders gives full support, or two give half
// support. Only the best holder of each group of similar problems counts. bestOfGroup is scratch memory.
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

// setProblems sets Problems, the other problems for which the participant submitted the passage. It also sets
// Earlier: whether the participant submitted the programs for all these problems before program s. A problem
// counts if one of its programs gives support and contains at least half of the passage. If no program contains
// half, any shingle is enough.
func (p *participant) setProblems(passage *contest.Passage, s int, supports []support) {
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
	for _, minShared := range []int{(len(numbers) + 1) / 2, 1} {
		passage.Earlier = true
		for i, n := range counts {
			if supports[i] != noSupport && n >= minShared {
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
