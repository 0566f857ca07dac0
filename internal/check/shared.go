package check

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// sharedTemplate is what two participants both repeat in their other problems.
// It is no part of their suspicion: it may be a library that somebody
// published. Nor may it go unsaid: it may be what one gave to the other.
type sharedTemplate struct {
	tokens int
	others int // participants besides the two who have most of it
}

// holders counts, for each family of languages, the participants who have a
// shingle of somebody's own template in any of their programs.
type holders map[string]map[uint64]int32

func countHolders(solutions []*solution) holders {
	h := make(holders)
	for _, e := range solutions {
		for _, shingle := range e.code.Template() {
			if h[e.family] == nil {
				h[e.family] = make(map[uint64]int32)
			}
			h[e.family][shingle] = 0
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
	for i, e := range sorted {
		counts := h[e.family]
		if len(counts) == 0 {
			continue
		}
		if i == 0 || sorted[i-1].family != e.family || sorted[i-1].submission.Participant != e.submission.Participant {
			counted = make(map[uint64]struct{})
		}
		for _, shingle := range e.code.Shingles {
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

// others returns how many participants besides two have most of what these
// share: the median over its shingles.
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

// namedPrivate bounds the private templates that are told by name.
const namedPrivate = 5

// private lists the participants who share a private template, the longest
// first, and counts all of them. Two are listed once, however many problems
// they have it in.
func private(ranked []foundPair) (named []contest.PrivateTemplate, count int) {
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
	for _, two := range longest[:min(len(longest), namedPrivate)] {
		named = append(named, contest.PrivateTemplate{Left: names[two[0]], Right: names[two[1]], Tokens: tokens[two]})
	}
	return named, len(longest)
}
