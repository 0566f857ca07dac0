package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// comparison is what comparing the programs of a contest found.
type comparison struct {
	pairs      []foundPair // ranked
	histograms []contest.Histogram
	clusters   []contest.Cluster
	// frequencies are those of each pool.
	frequencies []contest.Frequencies
	compared    int64   // pairs of participants, once for each problem
	beyond      int     // pairs that reach Keep and are beyond what is kept for each participant
	highest     float64 // suspicion of the first of these
	forEach     int     // the least that is kept for each participant of a pool with such pairs
}

// countAll is the number of pairs up to which all of a pool are scored for the
// histogram; more are sampled.
const countAll = 2_000_000

// compare finds the pairs of every pool, and those with earlier programs, if
// earlier is not nil, and measures and ranks them together. What is known of an
// earlier check is not measured again.
func compare(ctx context.Context, solutions []*solution, earlier *earlierSet, known measured, p contest.Parameters, progress Progress) (comparison, error) {
	var result comparison
	done := 0
	progress(Indexing, done, len(solutions))
	for _, pool := range pools(solutions, p.AcrossProblems) {
		progress(Indexing, done, len(solutions))
		found, r, err := pool.compare(ctx, result.pairs, earlier, nil, p, func(stage Stage, n, _ int) { progress(stage, done+n, len(solutions)) })
		if err != nil {
			return comparison{}, err
		}
		result.pairs = found
		pool.usual = r.Distribution
		done += len(pool.solutions)
		if r.Beyond > 0 && (result.beyond == 0 || pool.forEach < result.forEach) {
			result.forEach = pool.forEach
		}
		result.beyond += r.Beyond
		result.highest = max(result.highest, r.Highest)
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

// compare appends the pairs of a pool to found, and those with earlier programs, if
// earlier is not nil: of all programs, or of those that are wanted, by their places.
func (p *pool) compare(ctx context.Context, found []foundPair, earlier *earlierSet, wanted []bool, parameters contest.Parameters, progress Progress) ([]foundPair, pairs.Result, error) {
	p.forEach = parameters.KeepFor(p.participants())
	index := pairs.NewPool(p.group.programs(p.solutions), pairs.Options{
		Keep:               parameters.Keep,
		KeepPerParticipant: p.forEach,
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
	more, err := earlier.against(ctx, p, index, func(n int) { progress(ComparingEarlier, n, len(p.solutions)) })
	return append(found, more...), r, err
}

// pool is the programs that may be paired with each other.
type pool struct {
	problem   string // "" where it spans problems
	family    string
	group     *languageGroup
	solutions []*solution
	usual     pairs.Distribution // of all its pairs; set once they are compared
	forEach   int                // pairs that are kept of each participant, see pairs.Options; 0 is no bound
}

// histogram is what is kept of a pool as a whole.
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

// highest counts the participants by the most suspicious of their pairs, of
// those that are kept for their suspicion. The first of each is, whatever bounds
// their number.
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

// participants counts those who have a program in the pool.
func (p *pool) participants() int {
	names := make(map[string]struct{})
	for _, e := range p.solutions {
		names[e.submission.Participant] = struct{}{}
	}
	return len(names)
}

func (p *pool) name() string {
	return fmt.Sprintf("problem %q in %s", p.problem, p.family)
}

// pools groups the solutions by problem and family of languages, in the order
// of these, or by family alone.
func pools(solutions []*solution, acrossProblems bool) []*pool {
	type key struct{ problem, family string }
	byKey := make(map[key]*pool)
	var list []*pool
	for _, e := range solutions {
		k := key{e.submission.Problem, e.family}
		if acrossProblems {
			k.problem = ""
		}
		if byKey[k] == nil {
			byKey[k] = &pool{problem: k.problem, family: k.family}
			list = append(list, byKey[k])
		}
		byKey[k].solutions = append(byKey[k].solutions, e)
	}
	slices.SortFunc(list, func(a, b *pool) int {
		return cmp.Or(cmp.Compare(a.problem, b.problem), cmp.Compare(a.family, b.family))
	})
	families := make(map[string][]*solution)
	for _, e := range solutions {
		families[e.family] = append(families[e.family], e)
	}
	fields := make(map[string]*languageGroup)
	for _, p := range list {
		if fields[p.family] == nil {
			fields[p.family] = newLanguageGroup(families[p.family], acrossProblems)
		}
		p.group = fields[p.family]
	}
	return list
}
