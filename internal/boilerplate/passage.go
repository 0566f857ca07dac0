package boilerplate

import (
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// passages returns the own template in program s.
func (a *participant) passages(s int) []contest.Passage {
	proofs := a.evidence(s)
	if slices.Max(proofs) == none {
		return nil
	}
	perClass := make([]proof, len(a.programs))
	var list []contest.Passage
	numbers := a.numbers[s]
	for i := 0; i < len(numbers); {
		end := i
		for end < len(numbers) && a.proven(numbers[end], proofs, perClass) {
			end++
		}
		if end == i {
			i++
			continue
		}
		tokens := end - i + a.length - 1
		if last := len(list) - 1; tokens < PassageShingles*a.length {
			// Too short for a template: a common idiom.
		} else if last >= 0 && list[last].First+list[last].Tokens >= i {
			list[last].Tokens = i + tokens - list[last].First
		} else {
			list = append(list, contest.Passage{First: i, Tokens: tokens})
		}
		i = end
	}
	for i := range list {
		a.explain(&list[i], s, proofs)
	}
	return list
}

// proven reports whether the programs that have a shingle prove that it is template.
// Only the best program of each group of similar problems counts.
func (a *participant) proven(number int32, proofs, perClass []proof) bool {
	if number == noShingle {
		return false
	}
	clear(perClass)
	sum := none
	for _, i := range a.holders[number] {
		if class := a.classes[i]; proofs[i] > perClass[class] {
			sum += proofs[i] - perClass[class]
			perClass[class] = proofs[i]
		}
	}
	return sum >= whole
}

// explain sets the problems that the passage was also submitted for. Their programs are
// evidence and have at least half of the passage, or any part of it if no program has
// half.
func (a *participant) explain(p *contest.Passage, s int, proofs []proof) {
	numbers := a.numbers[s][p.First : p.First+p.Tokens-a.length+1]
	counts := make([]int, len(a.programs))
	for _, number := range numbers {
		if number == noShingle {
			continue // the passage was joined here
		}
		for _, i := range a.holders[number] {
			counts[i]++
		}
	}
	for _, least := range []int{(len(numbers) + 1) / 2, 1} {
		p.Earlier = true
		problems := make(map[string]struct{})
		for i, n := range counts {
			if proofs[i] != none && n >= least {
				problems[a.programs[i].Problem] = struct{}{}
				_, known := a.earlier(i, s)
				p.Earlier = p.Earlier && known
			}
		}
		if len(problems) > 0 {
			p.Problems = slices.Sorted(maps.Keys(problems))
			return
		}
	}
}
