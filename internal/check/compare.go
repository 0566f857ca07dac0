package check

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
	"github.com/ojcheck/ojcheck/simhash"
)

// comparison is what comparing the programs of a contest found.
type comparison struct {
	pairs      []contest.Pair // ranked
	histograms []contest.Histogram
	compared   int64 // pairs of participants
}

// compare finds the pairs of every pool and measures and ranks them together.
func compare(ctx context.Context, entrants []*entrant, p contest.Parameters, progress Progress) (comparison, error) {
	var result comparison
	var found []foundPair
	done := 0
	for _, pool := range pools(entrants, p.AcrossProblems) {
		progress(Comparing, done, len(entrants))
		r, err := pairs.Find(ctx, pool.programs(), pairs.Options{
			Keep:               p.Keep,
			KeepPerParticipant: p.KeepPerParticipant,
			Progress:           func(n int) { progress(Comparing, done+n, len(entrants)) },
		})
		if err != nil {
			return comparison{}, fmt.Errorf("compare programs of %s: %w", pool.name(), err)
		}
		done += len(pool.entrants)
		for _, pair := range r.Pairs {
			found = append(found, foundPair{pool.entrants[pair.Left], pool.entrants[pair.Right], pair.Suspicion})
		}
		result.compared += r.Compared
		result.histograms = append(result.histograms, contest.Histogram{
			Problem: pool.problem, Language: pool.family, Programs: len(pool.entrants), Bins: r.Histogram,
		})
	}
	progress(Comparing, len(entrants), len(entrants))
	var err error
	result.pairs, err = measure(ctx, found, p, progress)
	return result, err
}

// pool is the programs that may be paired with each other.
type pool struct {
	problem  string // "" where it spans problems
	family   string
	entrants []*entrant
}

func (p pool) name() string {
	return fmt.Sprintf("problem %q in %s", p.problem, p.family)
}

// pools groups the entrants by problem and family of languages, in the order
// of these, or by family alone.
func pools(entrants []*entrant, acrossProblems bool) []*pool {
	type key struct{ problem, family string }
	byKey := make(map[key]*pool)
	var list []*pool
	for _, e := range entrants {
		k := key{e.submission.Problem, e.family}
		if acrossProblems {
			k.problem = ""
		}
		if byKey[k] == nil {
			byKey[k] = &pool{problem: k.problem, family: k.family}
			list = append(list, byKey[k])
		}
		byKey[k].entrants = append(byKey[k].entrants, e)
	}
	slices.SortFunc(list, func(a, b *pool) int {
		return cmp.Or(cmp.Compare(a.problem, b.problem), cmp.Compare(a.family, b.family))
	})
	return list
}

// programs returns the pool as pairs.Find takes it.
func (p *pool) programs() []pairs.Program {
	participants, problems := newNumbering(), newNumbering()
	programs := make([]pairs.Program, len(p.entrants))
	for i, e := range p.entrants {
		programs[i] = pairs.Program{
			Participant: participants.of(e.submission.Participant),
			Problem:     problems.of(e.submission.Problem),
			Shingles:    e.shingles,
		}
	}
	return programs
}

// numbering gives names numbers in the order in which they come.
type numbering map[string]int

func newNumbering() numbering { return make(numbering) }

func (n numbering) of(name string) int {
	if _, ok := n[name]; !ok {
		n[name] = len(n)
	}
	return n[name]
}

// foundPair is a pair that is still to be measured.
type foundPair struct {
	left, right *entrant
	suspicion   float64
}

// measure computes the matches of the pairs on all processors, and ranks them.
func measure(ctx context.Context, found []foundPair, p contest.Parameters, progress Progress) ([]contest.Pair, error) {
	ranked := make([]contest.Pair, len(found))
	progress(Matching, 0, len(found))
	var done atomic.Int64
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, pair := range found {
		workers.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			ranked[i] = pair.measured(p)
			progress(Matching, int(done.Add(1)), len(found))
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, fmt.Errorf("match pairs: %w", err)
	}
	slices.SortFunc(ranked, byRank)
	for i := range ranked {
		ranked[i].Rank = i + 1
	}
	return ranked, nil
}

// byRank orders pairs by suspicion, then by what else is alike, and at last by
// name, so that no two ever tie.
func byRank(a, b contest.Pair) int {
	return cmp.Or(
		cmp.Compare(b.Suspicion, a.Suspicion),
		cmp.Compare(b.Similarity, a.Similarity),
		cmp.Compare(b.MatchedTokens, a.MatchedTokens),
		cmp.Compare(a.Problem, b.Problem),
		cmp.Compare(a.Left.Path, b.Left.Path),
		cmp.Compare(a.Right.Path, b.Right.Path),
	)
}

func (f foundPair) measured(p contest.Parameters) contest.Pair {
	m := pairs.Measure(pairs.Matches(f.left.own, f.right.own, p.MinMatch), f.left.ownTokens, f.right.ownTokens)
	pair := contest.Pair{
		Problem:  f.left.submission.Problem,
		Language: f.left.family,
		Left:     f.left.side(),
		Right:    f.right.side(),
		Scores: contest.Scores{
			Suspicion:     f.suspicion,
			Similarity:    m.Similarity,
			MaxSimilarity: m.MaxSimilarity,
			CoverageLeft:  m.CoverageLeft,
			CoverageRight: m.CoverageRight,
			LongestMatch:  m.LongestMatch,
			MatchedTokens: m.MatchedTokens,
		},
	}
	if f.left.submission.Problem != f.right.submission.Problem {
		pair.Problem += " + " + f.right.submission.Problem
	}
	if f.left.hasFingerprint && f.right.hasFingerprint {
		distance := simhash.Distance(f.left.fingerprint, f.right.fingerprint)
		pair.Hamming = &distance
	}
	return pair
}

func (e *entrant) side() contest.Side {
	s := e.submission
	return contest.Side{
		SubmissionID: s.ID,
		Participant:  s.Participant,
		Problem:      s.Problem,
		Path:         s.Path,
		Language:     s.Language,
		Verdict:      s.Verdict,
		Attempt:      s.Attempt,
		Time:         s.Time,
	}
}
