package check

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/pairs"
)

// rememberedByPool remembers the pairs that a Scorer finds, by pool. A Scorer compares only new programs, but it needs
// all pairs to say which programs are near a known source.
type rememberedByPool map[poolKey]*rememberedPairs

// rememberedPairs are the pairs of the programs of a pool that were compared so far.
type rememberedPairs struct {
	pairs          []foundPair // the most suspicious pair first; not every batch scores all pairs, see maxRescored
	compared       map[*submission]bool
	dropped        int     // number of pairs that are not in the list
	highestDropped float64 // the highest suspicion of a dropped pair
}

const (
	// maxRemembered bounds the remembered pairs of a pool. One pair takes 170 bytes.
	maxRemembered = 50_000
	// maxRescored is the number of a pool's most suspicious remembered pairs that each batch scores again, because
	// each new program changes how rare code is. That takes 10 ms of processor time.
	maxRescored = 2000
)

// add remembers the pairs of the new programs of a pool, those set in wanted: found has these pairs, and r counts
// those that were dropped. add forgets the pairs of programs that the pool no longer has. It returns the
// remembered pairs of the pool, and r with the number and the highest suspicion of all pairs dropped so far. ok
// says that all programs of the pool have been compared.
func (m rememberedByPool) add(ctx context.Context, p *pool, index *pairs.Pool, found []foundPair, r pairs.Result, wanted []bool) (
	all []foundPair, _ pairs.Result, ok bool, err error) {
	key := poolKey{p.problem, p.family}
	if m[key] == nil {
		m[key] = &rememberedPairs{compared: make(map[*submission]bool)}
	}
	remembered := m[key]
	place := p.indexes()
	isNew := make(map[*submission]bool)
	for i, sub := range p.submissions {
		if wanted[i] {
			isNew[sub], remembered.compared[sub] = true, true
		}
	}
	isGone := func(sub *submission) bool { _, ok := place[sub]; return !ok }
	maps.DeleteFunc(remembered.compared, func(sub *submission, _ bool) bool { return isGone(sub) })
	remembered.pairs = slices.DeleteFunc(remembered.pairs, func(f foundPair) bool {
		return isGone(f.left) || isGone(f.right) || isNew[f.left] || isNew[f.right]
	})
	places := make([][2]int, min(len(remembered.pairs), maxRescored))
	for i := range places {
		places[i] = [2]int{place[remembered.pairs[i].left], place[remembered.pairs[i].right]}
	}
	scored, err := index.Score(ctx, places)
	if err != nil {
		return nil, r, false, fmt.Errorf("score pairs of %s again: %w", p.name(), err)
	}
	for i, pair := range scored {
		remembered.pairs[i].scored = pair
	}
	for i := range remembered.pairs {
		remembered.pairs[i].pool = p
	}
	remembered.pairs = append(remembered.pairs, found...)
	slices.SortStableFunc(remembered.pairs,
		func(a, b foundPair) int { return cmp.Compare(b.scored.Suspicion, a.scored.Suspicion) })
	remembered.dropped += r.Dropped
	remembered.highestDropped = max(remembered.highestDropped, r.HighestDropped)
	if n := len(remembered.pairs); n > maxRemembered {
		remembered.dropped += n - maxRemembered
		remembered.highestDropped = max(remembered.highestDropped, remembered.pairs[maxRemembered].scored.Suspicion)
		remembered.pairs = slices.Delete(remembered.pairs, maxRemembered, n)
	}
	r.Dropped, r.HighestDropped = remembered.dropped, remembered.highestDropped
	return remembered.pairs, r, len(remembered.compared) == len(p.submissions), nil
}
