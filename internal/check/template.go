package check

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/internal/boilerplate"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// findTemplates finds similar problems and, if the parameters say so, excludes the code
// that each participant repeats in their other problems.
func findTemplates(finder *boilerplate.Finder, submissions []*submission, p contest.Parameters) {
	programs := make([]boilerplate.Program, len(submissions))
	for i, sub := range submissions {
		programs[i] = boilerplate.Program{
			Participant: sub.Participant,
			Family:      sub.family,
			Problem:     sub.Problem,
			Time:        sub.Time,
			Symbols:     sub.code.Symbols,
		}
	}
	found := finder.Find(programs)
	sameTokens := func(a, b contest.Passage) bool { return a.First == b.First && a.Tokens == b.Tokens }
	for i, sub := range submissions {
		sub.mergedProblem = found.Similar.Root(sub.Problem)
		if !p.Templates {
			continue
		}
		if !slices.EqualFunc(sub.template, found.Passages[i], sameTokens) {
			sub.code.SetTemplate(found.Passages[i])
			sub.acrossCode = nil // codeFor makes it again, with the new template
		}
		sub.template = found.Passages[i]
	}
}

// sharedTemplate is code that two participants both repeat in their other problems. The
// suspicion ignores the code, because it may be a published library. The page shows the
// code, because one participant may have given it to the other.
type sharedTemplate struct {
	tokens int
	others int // number of other participants with most of the code
}

// holders has, by family of languages, the shingles of all own templates. For each shingle it has the number
// of participants with the shingle in any of their programs.
type holders map[string]map[uint64]int32

// countHolders counts the participants with shingles of own templates.
func countHolders(submissions []*submission) holders {
	h := make(holders)
	for _, sub := range submissions {
		for _, shingle := range sub.code.Template() {
			if h[sub.family] == nil {
				h[sub.family] = make(map[uint64]int32)
			}
			h[sub.family][shingle] = 0
		}
	}
	type key struct{ family, participant string }
	programs := make(map[key][]*submission)
	for _, sub := range submissions {
		if len(h[sub.family]) > 0 {
			programs[key{sub.family, sub.Participant}] = append(programs[key{sub.family, sub.Participant}], sub)
		}
	}
	for k, list := range programs {
		counts, counted := h[k.family], make(map[uint64]bool)
		for _, sub := range list {
			for _, shingle := range sub.code.Shingles() {
				if _, ok := counts[shingle]; ok && !counted[shingle] {
					counted[shingle] = true
					counts[shingle]++
				}
			}
		}
	}
	return h
}

// others estimates how many participants, besides the two of a pair, have most of the code that the
// pair shares. It counts the participants with each shared shingle, and returns the median.
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

// maxNamedTemplates limits the list of private templates in the summary: own templates
// that two participants share and few others have.
const maxNamedTemplates = 5

// privateTemplates lists pairs of participants who share a private template, the longest template first, up to
// maxNamedTemplates, and counts all such pairs. Two participants are one pair for all problems.
func privateTemplates(ranked []foundPair) (named []contest.PrivateTemplate, count int) {
	names := make(map[int]string)
	tokens := make(map[[2]int]int) // by the two participant numbers
	for _, f := range ranked {
		if f.scored.SharedTemplate >= pairs.MinSharedTemplate {
			a, b := f.left.number, f.right.number
			names[a], names[b] = f.left.Participant, f.right.Participant
			key := [2]int{min(a, b), max(a, b)}
			tokens[key] = max(tokens[key], f.shared.tokens)
		}
	}
	longest := slices.SortedFunc(maps.Keys(tokens), func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(tokens[b], tokens[a]), slices.Compare(a[:], b[:]))
	})
	for _, key := range longest[:min(len(longest), maxNamedTemplates)] {
		named = append(named, contest.PrivateTemplate{Left: names[key[0]], Right: names[key[1]], Tokens: tokens[key]})
	}
	return named, len(longest)
}
