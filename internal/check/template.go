package check

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/internal/boilerplate"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// findTemplates finds similar problems and, if the parameters say so, excludes the code
// that each participant repeats in their other problems.
func findTemplates(finder *boilerplate.Finder, solutions []*solution, p contest.Parameters) {
	programs := make([]boilerplate.Program, len(solutions))
	for i, sol := range solutions {
		programs[i] = boilerplate.Program{
			Participant: sol.submission.Participant,
			Family:      sol.family,
			Problem:     sol.submission.Problem,
			Time:        sol.submission.Time,
			Shingles:    sol.code.Shingles,
		}
	}
	found := finder.Find(programs)
	sameTokens := func(a, b contest.Passage) bool { return a.First == b.First && a.Tokens == b.Tokens }
	for i, sol := range solutions {
		sol.mergedProblem = found.Similar.Root(sol.submission.Problem)
		if !p.Templates {
			continue
		}
		if !slices.EqualFunc(sol.template, found.Passages[i], sameTokens) {
			sol.code.SetTemplate(found.Passages[i])
		}
		sol.template = found.Passages[i]
	}
}

// saveTemplates stores the own templates for the page of a pair: finding one again would
// need all programs of the contest.
func saveTemplates(ctx context.Context, run Run, solutions []*solution) error {
	var templates []contest.Template
	for _, sol := range solutions {
		if len(sol.template) > 0 {
			templates = append(templates, contest.Template{SubmissionID: sol.submission.ID, Passages: sol.template})
		}
	}
	if err := run.SaveTemplates(ctx, templates); err != nil {
		return fmt.Errorf("store own templates: %w", err)
	}
	return nil
}

// sharedTemplate is code that two participants both repeat in their other problems. It is
// not part of their suspicion, because it may be a published library; but it is
// reported, because one may have given it to the other.
type sharedTemplate struct {
	tokens int
	others int // other participants with most of the code
}

// holders counts, by family of languages, the participants with a shingle of any own
// template in any of their programs.
type holders map[string]map[uint64]int32

func countHolders(solutions []*solution) holders {
	h := make(holders)
	for _, sol := range solutions {
		for _, shingle := range sol.code.Template() {
			if h[sol.family] == nil {
				h[sol.family] = make(map[uint64]int32)
			}
			h[sol.family][shingle] = 0
		}
	}
	if len(h) == 0 {
		return h
	}
	sorted := slices.Clone(solutions)
	slices.SortFunc(sorted, func(a, b *solution) int {
		return cmp.Or(cmp.Compare(a.family, b.family), cmp.Compare(a.submission.Participant, b.submission.Participant))
	})
	var counted map[uint64]struct{} // of the current participant
	for i, sol := range sorted {
		counts := h[sol.family]
		if len(counts) == 0 {
			continue
		}
		if i == 0 || sorted[i-1].family != sol.family || sorted[i-1].submission.Participant != sol.submission.Participant {
			counted = make(map[uint64]struct{})
		}
		for _, shingle := range sol.code.Shingles {
			if _, ok := counts[shingle]; !ok {
				continue
			}
			if _, again := counted[shingle]; !again {
				counted[shingle] = struct{}{}
				counts[shingle]++
			}
		}
	}
	return h
}

// others returns how many participants other than two have most of the two's shared
// code: the median over its shingles.
func (h holders) others(family string, shared []uint64) int {
	if len(shared) == 0 {
		return 0
	}
	counts := make([]int, len(shared))
	for i, shingle := range shared {
		counts[i] = int(h[family][shingle]) - 2
	}
	slices.Sort(counts)
	return max(0, counts[len(counts)/2])
}

// maxNamedTemplates bounds the private templates that the summary lists.
const maxNamedTemplates = 5

// privateTemplates lists the participants who share a private template, the longest
// first, and counts all of them. Two participants are listed once for all problems.
func privateTemplates(ranked []foundPair) (named []contest.PrivateTemplate, count int) {
	names := make(map[int]string)
	tokens := make(map[[2]int]int) // by the numbers of the two
	for _, f := range ranked {
		if f.scored.SharedTemplate >= pairs.PrivateTemplate {
			a, b := f.left.number, f.right.number
			names[a], names[b] = f.left.submission.Participant, f.right.submission.Participant
			two := [2]int{min(a, b), max(a, b)}
			tokens[two] = max(tokens[two], f.shared.tokens)
		}
	}
	longest := slices.SortedFunc(maps.Keys(tokens), func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(tokens[b], tokens[a]), slices.Compare(a[:], b[:]))
	})
	for _, two := range longest[:min(len(longest), maxNamedTemplates)] {
		named = append(named, contest.PrivateTemplate{Left: names[two[0]], Right: names[two[1]], Tokens: tokens[two]})
	}
	return named, len(longest)
}
