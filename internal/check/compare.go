package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// comparison is the result of comparing the programs of a contest.
type comparison struct {
	pairs                []foundPair // ranked
	histograms           []contest.Histogram
	clusters             []contest.Cluster
	frequencies          []contest.Frequencies // of each pool
	compared             int64                 // pairs of participants, once for each problem
	dropped              int                   // pairs that reach Keep, but exceed the bound per participant
	highestDropped       float64               // suspicion of the first dropped pair
	storedPerParticipant int                   // the smallest bound of a pool with such pairs
}

// countAll is the number of pairs up to which a pool's histogram scores all of them;
// above it a sample.
const countAll = 2_000_000

// compare finds the pairs of every pool, with earlier programs unless earlier is nil,
// measures the pairs without known measures, and ranks all.
func compare(ctx context.Context, solutions []*solution, earlier *earlierSet, known knownMeasures, p contest.Parameters, progress Progress) (comparison, error) {
	var result comparison
	done := 0
	progress(Indexing, done, len(solutions))
	for _, pool := range pools(solutions, p.AcrossProblems, make(map[string]*languageGroup)) {
		progress(Indexing, done, len(solutions))
		found, r, err := pool.compare(ctx, result.pairs, earlier, nil, p, func(stage Stage, n, _ int) { progress(stage, done+n, len(solutions)) })
		if err != nil {
			return comparison{}, err
		}
		result.pairs = found
		pool.distribution = r.Distribution
		done += len(pool.solutions)
		if r.Dropped > 0 && (result.dropped == 0 || pool.keepPerParticipant < result.storedPerParticipant) {
			result.storedPerParticipant = pool.keepPerParticipant
		}
		result.dropped += r.Dropped
		result.highestDropped = max(result.highestDropped, r.HighestDropped)
		result.frequencies = append(result.frequencies, contest.Frequencies{Problem: pool.problem, Language: pool.family, Content: encodeFrequencies(r.Frequencies)})
		result.histograms = append(result.histograms, pool.histogram(r, p.Keep))
	}
	progress(Comparing, len(solutions), len(solutions))
	if err := measure(ctx, result.pairs, known, countHolders(solutions), p, progress); err != nil {
		return comparison{}, err
	}
	slices.SortFunc(result.pairs, byRank)
	result.pairs = oncePerProblem(result.pairs)
	result.clusters = cluster(result.pairs, p.Threshold)
	result.compared = countCompared(solutions, p.AcrossProblems)
	return result, nil
}

// compare appends the pairs of a pool to found, with earlier programs unless earlier is
// nil. If wanted is not nil, it compares only the programs at the places set in it.
func (p *pool) compare(ctx context.Context, found []foundPair, earlier *earlierSet, wanted []bool, parameters contest.Parameters, progress Progress) ([]foundPair, pairs.Result, error) {
	p.keepPerParticipant = parameters.KeepFor(p.participants())
	index := pairs.NewPool(p.group.programs(p.solutions), pairs.Options{
		Keep:               parameters.Keep,
		KeepPerParticipant: p.keepPerParticipant,
		CountAll:           countAll,
		Corpus:             p.group.corpus,
		Without:            parameters.Without,
		Frequencies:        minStoredCount(parameters),
		Wanted:             wanted,
		Progress:           func(n int) { progress(Comparing, n, len(p.solutions)) },
	})
	r, err := index.Find(ctx)
	if err != nil {
		return nil, r, fmt.Errorf("compare programs of %s: %w", p.name(), err)
	}
	for _, pair := range r.Pairs {
		found = append(found, foundPair{pool: p, left: p.solutions[pair.Left], right: p.solutions[pair.Right], scored: pair})
	}
	if earlier == nil {
		return found, r, nil
	}
	more, err := earlier.compare(ctx, p, index, func(n int) { progress(ComparingEarlier, n, len(p.solutions)) })
	return append(found, more...), r, err
}
