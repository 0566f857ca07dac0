package check

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// comparison is the result of comparing the programs of a contest.
type comparison struct {
	pools       []*pool
	pairs       []foundPair // sorted once rank was called
	histograms  []contest.Histogram
	clusters    []contest.Cluster
	frequencies []contest.Frequencies // of each pool
	compared    int64                 // pairs of participants, once for each problem
	dropped     droppedPairs
	coarse      int // pairs whose matches are not merged, because that took too many steps; see pairs.Matches
}

// droppedPairs describes the pairs that reach Parameters.Keep, but exceed their pool's
// bound on the pairs of a participant.
type droppedPairs struct {
	count                int
	highest              float64 // suspicion
	storedPerParticipant int     // the smallest bound of a pool with dropped pairs
}

// add adds the counts of other pools.
func (d *droppedPairs) add(other droppedPairs) {
	if other.count > 0 && (d.count == 0 || other.storedPerParticipant < d.storedPerParticipant) {
		d.storedPerParticipant = other.storedPerParticipant
	}
	d.count += other.count
	d.highest = max(d.highest, other.highest)
}

// add adds the result for a part of the contest.
func (c *comparison) add(part comparison) {
	c.pools = append(c.pools, part.pools...)
	c.pairs = append(c.pairs, part.pairs...)
	c.histograms = append(c.histograms, part.histograms...)
	c.frequencies = append(c.frequencies, part.frequencies...)
	c.compared += part.compared
	c.dropped.add(part.dropped)
	c.coarse += part.coarse
}

// rank ranks the pairs of all pools, and clusters the participants.
func (c *comparison) rank(p contest.Parameters) {
	slices.SortFunc(c.pairs, byRank)
	c.pairs = oncePerProblem(c.pairs, p)
	c.clusters = cluster(c.pairs, p)
}

// release frees the memory of compared programs. Their pairs can still be ranked and stored.
func (c *comparison) release(submissions []*submission) {
	for _, sub := range submissions {
		sub.code, sub.acrossCode, sub.ownSample = nil, nil, nil
	}
	for _, p := range c.pools {
		p.corpus, p.submissions = nil, nil
	}
}

// sampleAbove is the largest number of pairs that the histogram of a check counts without sampling.
const sampleAbove = 500_000

// comparer compares programs with each other, with earlier programs and with known sources.
type comparer struct {
	parameters  contest.Parameters
	earlier     *earlierSet      // nil for none
	known       *knownSources    // nil for none
	reusable    reusableMeasures // of an earlier check, for pairs that are not matched again
	sampleAbove int64            // see pairs.Options
	progress    Progress
}

// compare finds and measures the pairs of every pool; see rank.
func (c *comparer) compare(ctx context.Context, submissions []*submission) (comparison, error) {
	var result comparison
	done := 0
	c.progress(Indexing, done, len(submissions))
	result.pools = pools(submissions, c.parameters, make(map[string]*familyCorpus))
	for _, pool := range result.pools {
		report := func(stage Stage, n, _ int) { c.progress(stage, done+n, len(submissions)) }
		size := len(pool.submissions)
		if pool.family == contest.AcrossLanguages { // its programs count in their own pools
			report = func(stage Stage, _, _ int) { c.progress(stage, done, len(submissions)) }
			size = 0
		}
		report(Indexing, 0, 0)
		found, r, err := c.appendPairs(ctx, result.pairs, pool, nil, report)
		if err != nil {
			return comparison{}, err
		}
		result.pairs = found
		done += size
		result.dropped.add(droppedPairs{r.Dropped, r.HighestDropped, pool.keepPerParticipant})
		result.frequencies = append(result.frequencies, contest.Frequencies{
			Problem: pool.problem, Language: pool.family, Content: encodeFrequencies(r.Frequencies)})
		result.histograms = append(result.histograms, pool.histogram(r, c.parameters.Keep))
	}
	c.progress(Comparing, len(submissions), len(submissions))
	var err error
	if result.coarse, err = measure(ctx, result.pairs, c.reusable, countHolders(submissions), c.parameters, c.progress); err != nil {
		return comparison{}, err
	}
	result.compared = countCompared(submissions, c.parameters)
	return result, nil
}

// appendPairs appends the pairs of a pool, and its pairs with earlier programs, to found. If wanted is not nil, it appends
// only pairs with a program that is set in wanted.
func (c *comparer) appendPairs(ctx context.Context, found []foundPair, p *pool, wanted []bool, progress Progress) (
	[]foundPair, pairs.Result, error) {
	p.keepPerParticipant = c.parameters.KeepFor(p.participants())
	index := pairs.NewPool(p.corpus.programs(p.submissions), pairs.Options{
		Keep:               c.parameters.Keep,
		KeepPerParticipant: p.keepPerParticipant,
		SampleAbove:        c.sampleAbove,
		Corpus:             p.corpus.Corpus,
		OmitParts:          c.parameters.Omitted,
		MinFrequency:       minStoredCount(c.parameters),
		Wanted:             wanted,
		Across:             p.family == contest.AcrossLanguages,
		Progress:           func(n int) { progress(Comparing, n, len(p.submissions)) },
	})
	r, err := index.Find(ctx)
	if err != nil {
		return nil, r, fmt.Errorf("compare programs of %s: %w", p.name(), err)
	}
	p.distribution, p.tail, p.participantCount = r.Distribution, r.Tail, r.Participants
	before := len(found)
	found = slices.Grow(found, len(r.Pairs))
	for _, pair := range r.Pairs {
		found = append(found, foundPair{pool: p, left: p.submissions[pair.Left], right: p.submissions[pair.Right], scored: pair})
	}
	if p.family == contest.AcrossLanguages { // known sources and earlier programs are compared only with programs of their own family
		return found, r, nil
	}
	if c.known != nil {
		if err := c.known.compare(ctx, p, index, r, found[before:], wanted, c.parameters); err != nil {
			return nil, r, err
		}
	}
	if c.earlier == nil {
		return found, r, nil
	}
	withEarlier, err := c.earlier.compare(ctx, p, index, func(n int) { progress(ComparingEarlier, n, len(p.submissions)) })
	return append(found, withEarlier...), r, err
}

// summarise returns the summary of a check.
func summarise(submissions []*submission, found comparison, skipped int) contest.Summary {
	problems, participants, generic := make(map[string]bool), make(map[string]bool), make(map[string]bool)
	for _, sub := range submissions {
		problems[sub.Problem], participants[sub.Participant] = true, true
		if sub.language.Generic {
			generic[sub.language.Name] = true
		}
	}
	named, count := privateTemplates(found.pairs)
	return contest.Summary{
		PrivateTemplates:     named,
		PrivateCount:         count,
		Problems:             len(problems),
		Participants:         len(participants),
		Submissions:          len(submissions),
		PairsCompared:        found.compared,
		PairsStored:          len(found.pairs),
		PairsDropped:         found.dropped.count,
		HighestDropped:       found.dropped.highest,
		StoredPerParticipant: found.dropped.storedPerParticipant,
		PairsCoarse:          found.coarse,
		Skipped:              skipped,
		Generic:              slices.Sorted(maps.Keys(generic)),
	}
}
