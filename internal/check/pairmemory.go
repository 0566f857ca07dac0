package check

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/pairs"
)

// pairMemory remembers the pairs that a Scorer finds, by pool. With them it says which programs are near a
// source, although it compares only new programs.
type pairMemory map[poolKey]*rememberedPairs

// rememberedPairs are the pairs of the programs of a pool that were compared so far.
type rememberedPairs struct {
	pairs    []foundPair // the most suspicious first; those of batches before were scored then, see maxRescored
	compared map[*submission]bool
	dropped  int     // pairs that are not in the list
	highest  float64 // suspicion of these
}

const (
	// maxRemembered bounds the remembered pairs of a pool. One pair takes 170 bytes.
	maxRemembered = 50_000
	// maxRescored is the number of remembered pairs, the most suspicious of a pool, that each batch scores
	// again: each new program changes how rare code is. It takes 10 ms of processor time.
	maxRescored = 2000
)

// add remembers the pairs of the wanted programs of a pool, which are found and r. It forgets the pairs of programs
// that the pool no longer has. It returns all pairs of the pool, and r with the pairs dropped so far; ok says that
// all programs of the pool have been compared.
func (m pairMemory) add(ctx context.Context, p *pool, index *pairs.Pool, found []foundPair, r pairs.Result, wanted []bool) (
	all []foundPair, _ pairs.Result, ok bool, err error) {
	key := poolKey{p.problem, p.family}
	if m[key] == nil {
		m[key] = &rememberedPairs{compared: make(map[*submission]bool)}
	}
	known := m[key]
	place := make(map[*submission]int, len(p.submissions))
	isNew := make(map[*submission]bool)
	for i, sub := range p.submissions {
		place[sub] = i
		if wanted[i] {
			isNew[sub], known.compared[sub] = true, true
		}
	}
	isGone := func(sub *submission) bool { _, ok := place[sub]; return !ok }
	maps.DeleteFunc(known.compared, func(sub *submission, _ bool) bool { return isGone(sub) })
	known.pairs = slices.DeleteFunc(known.pairs, func(f foundPair) bool {
		return isGone(f.left) || isGone(f.right) || isNew[f.left] || isNew[f.right]
	})
	places := make([][2]int, min(len(known.pairs), maxRescored))
	for i := range places {
		places[i] = [2]int{place[known.pairs[i].left], place[known.pairs[i].right]}
	}
	scored, err := index.Score(ctx, places)
	if err != nil {
		return nil, r, false, fmt.Errorf("score pairs of %s again: %w", p.name(), err)
	}
	for i, pair := range scored {
		known.pairs[i].scored = pair
	}
	for i := range known.pairs {
		known.pairs[i].pool = p
	}
	known.pairs = append(known.pairs, found...)
	slices.SortStableFunc(known.pairs, func(a, b foundPair) int { return cmp.Compare(b.scored.Suspicion, a.scored.Suspicion) })
	known.dropped, known.highest = known.dropped+r.Dropped, max(known.highest, r.HighestDropped)
	if n := len(known.pairs); n > maxRemembered {
		known.dropped, known.highest = known.dropped+n-maxRemembered, max(known.highest, known.pairs[maxRemembered].scored.Suspicion)
		known.pairs = slices.Delete(known.pairs, maxRemembered, n)
	}
	r.Dropped, r.HighestDropped = known.dropped, known.highest
	return known.pairs, r, len(known.compared) == len(p.submissions), nil
}
