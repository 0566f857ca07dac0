package check

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// PathPair names two submissions by their paths.
type PathPair struct{ Left, Right string }

// Outcome is what a check does with a pair of submissions.
type Outcome string

// The outcomes of a pair, in the order in which they are decided: a skipped submission
// is not paired, and a pair that is not compared has no suspicion.
const (
	OutcomeSkipped       Outcome = "skipped"        // a submission could not be read
	OutcomeOtherProblem  Outcome = "other problem"  // never paired: different problems
	OutcomeOtherLanguage Outcome = "other language" // never paired: different families of languages
	OutcomeBelowKeep     Outcome = "below keep"     // compared, but the suspicion is below Parameters.Keep
	OutcomeBeyondBound   Outcome = "beyond bound"   // beyond the first Parameters.KeepPerParticipant pairs of both
	OutcomeStored        Outcome = "stored"
)

// PairScore is how a check scores a pair, and what it does with it. A pair that is not
// compared has no scores, and a Hamming distance of nil.
type PairScore struct {
	contest.Scores
	Outcome Outcome
}

// ScoredPool holds the programs that are compared with each other, in the order of the
// submissions.
type ScoredPool struct {
	Problem  string // "" if it spans problems
	Family   string // of languages
	Programs []ScoredProgram
}

// ScoredProgram is one program of a pool.
type ScoredProgram struct {
	Path     string
	Shingles []uint64 // of its own code, in their order; 0 is none
}

// ScoredSet is what Score returns.
type ScoredSet struct {
	Pairs   []PairScore // of the wanted pairs, in their order
	Pools   []ScoredPool
	Skipped []contest.SkippedItem // sorted by path
}

// Score scores the wanted pairs as [Checker.Check] would, with an own participant for
// every submission, and stores nothing. It serves to measure the scores. Ask for each
// pair once, with either side first; an unknown path counts as skipped.
//
// It holds every pair of a pool that shares anything in memory at once: some 90 bytes
// each, and 1.1 GB for a pool of 5,000 programs.
func Score(ctx context.Context, req Request, wanted []PathPair, progress Progress) (*ScoredSet, error) {
	progress = serial(progress)
	p := req.Parameters
	if err := validate(p); err != nil {
		return nil, err
	}
	selected, _, skipped := selectSubmissions(req.Submissions, p)
	skipped = append(skipped, req.Skipped...)
	for i := range selected {
		selected[i].Participant = selected[i].Path
	}
	reader, unread := newReader(nil, nil, req.Base, p)
	skipped = append(skipped, unread...)
	solutions, unread, err := reader.read(ctx, selected, nil, progress)
	if err != nil {
		return nil, err
	}
	skipped = append(skipped, unread...)
	sortSkipped(skipped)

	s := newScoring(wanted, pools(solutions, p.AcrossProblems, make(map[string]*languageGroup)))
	for i, pool := range s.pools {
		progress(Comparing, i, len(s.pools))
		if err := s.compare(ctx, pool, p); err != nil {
			return nil, err
		}
	}
	progress(Comparing, len(s.pools), len(s.pools))
	if err := measure(ctx, s.paired, nil, countHolders(solutions), p, progress); err != nil {
		return nil, err
	}
	return s.result(skipped), nil
}

// result returns the scores in full.
func (s *scoring) result(skipped []contest.SkippedItem) *ScoredSet {
	set := &ScoredSet{Pairs: s.scores, Skipped: skipped}
	for i, f := range s.paired {
		set.Pairs[s.places[i]].Scores = f.pair(0).Scores
	}
	for _, pool := range s.pools {
		scored := ScoredPool{Problem: pool.problem, Family: pool.family}
		for _, sol := range pool.solutions {
			scored.Programs = append(scored.Programs, ScoredProgram{sol.submission.Path, sol.code.Shingles})
		}
		set.Pools = append(set.Pools, scored)
	}
	return set
}

// scoring is the state of [Score].
type scoring struct {
	pools  []*pool
	scores []PairScore                    // for each pair wanted
	paired []foundPair                    // those of them that are in one pool
	places []int                          // for each of paired: its place in scores
	in     map[*pool]map[[2]*solution]int // for each pool: the pairs of it, as indices of paired
}

// newScoring decides which of the wanted pairs are compared at all.
func newScoring(wanted []PathPair, pools []*pool) *scoring {
	type member struct {
		solution *solution
		pool     *pool
	}
	members := make(map[string]member)
	for _, pool := range pools {
		for _, sol := range pool.solutions {
			members[sol.submission.Path] = member{sol, pool}
		}
	}
	s := &scoring{
		pools:  pools,
		scores: make([]PairScore, len(wanted)),
		in:     make(map[*pool]map[[2]*solution]int),
	}
	for i, want := range wanted {
		left, right := members[want.Left], members[want.Right]
		switch {
		case left.solution == nil || right.solution == nil:
			s.scores[i].Outcome = OutcomeSkipped
		case left.pool.problem != right.pool.problem:
			s.scores[i].Outcome = OutcomeOtherProblem
		case left.pool != right.pool:
			s.scores[i].Outcome = OutcomeOtherLanguage
		default:
			s.scores[i].Outcome = OutcomeBelowKeep // unless it turns out to be stored
			if s.in[left.pool] == nil {
				s.in[left.pool] = make(map[[2]*solution]int)
			}
			s.in[left.pool][unordered(left.solution, right.solution)] = len(s.paired)
			s.paired = append(s.paired, foundPair{pool: left.pool, left: left.solution, right: right.solution})
			s.places = append(s.places, i)
		}
	}
	return s
}

// unordered returns the same for two solutions in either order.
func unordered(a, b *solution) [2]*solution {
	if b.submission.Path < a.submission.Path {
		a, b = b, a
	}
	return [2]*solution{a, b}
}

// compare scores the wanted pairs of a pool twice: for all suspicions, and as a check
// does, to learn which pairs it would store.
func (s *scoring) compare(ctx context.Context, pool *pool, p contest.Parameters) error {
	wanted := s.in[pool]
	if len(wanted) == 0 {
		return nil
	}
	programs := pool.group.programs(pool.solutions)
	find := func(opts pairs.Options, note func(*foundPair, *PairScore, pairs.Pair)) error {
		found, err := pairs.Find(ctx, programs, opts)
		if err != nil {
			return fmt.Errorf("compare programs of %s: %w", pool.name(), err)
		}
		pool.distribution = found.Distribution
		for _, pair := range found.Pairs {
			if i, ok := wanted[unordered(pool.solutions[pair.Left], pool.solutions[pair.Right])]; ok {
				note(&s.paired[i], &s.scores[s.places[i]], pair)
			}
		}
		return nil
	}
	if err := find(pairs.Options{Corpus: pool.group.corpus, Without: p.Without}, func(f *foundPair, score *PairScore, pair pairs.Pair) {
		f.scored = pair
		if pair.Suspicion >= p.Keep {
			score.Outcome = OutcomeBeyondBound
		}
	}); err != nil {
		return err
	}
	return find(pairs.Options{Keep: p.Keep, KeepPerParticipant: p.KeepFor(pool.participants()), Corpus: pool.group.corpus, Without: p.Without},
		func(_ *foundPair, score *PairScore, _ pairs.Pair) { score.Outcome = OutcomeStored })
}
