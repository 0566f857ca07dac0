package check

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// PathPair names two submissions by their paths.
type PathPair struct{ Left, Right string }

// Outcome says what a check does with a pair of submissions.
type Outcome string

// The outcomes of a pair, in the order of decision: a skipped submission has no pairs,
// and a pair without a comparison has no suspicion.
const (
	OutcomeSkipped       Outcome = "skipped"        // a submission could not be read
	OutcomeOtherProblem  Outcome = "other problem"  // never paired: different problems
	OutcomeOtherLanguage Outcome = "other language" // never paired: different families of languages
	OutcomeBelowKeep     Outcome = "below keep"     // compared, but the suspicion is below Parameters.Keep
	OutcomeBeyondBound   Outcome = "beyond bound"   // beyond the first Parameters.KeepPerParticipant pairs of both
	OutcomeStored        Outcome = "stored"
)

// PairScore holds a check's scores and outcome of a pair. A pair that is not compared
// has no scores, and a Hamming distance of nil.
type PairScore struct {
	contest.Scores
	Outcome Outcome
}

// ScoredPool holds programs that a check compares with each other, in the order of
// their submissions.
type ScoredPool struct {
	Problem  string // "" if it spans problems
	Family   string // of languages
	Programs []ScoredProgram
}

// ScoredProgram is one program of a pool.
type ScoredProgram struct {
	Path     string
	Shingles []uint64 // of its own code, in order; 0 for no shingle
}

// ScoredSet is the result of Score.
type ScoredSet struct {
	Pairs   []PairScore // of the wanted pairs, in their order
	Pools   []ScoredPool
	Skipped []contest.SkippedItem // sorted by path
}

// Score scores the wanted pairs as [Checker.Check] would if each submission had its own
// participant, and stores nothing. Evaluations use it. wanted must not repeat a pair,
// also not with its sides swapped; an unknown path counts as skipped.
//
// It holds all pairs of a pool with shared code in memory at once: about 90 bytes each,
// and 1.1 GB for a pool of 5,000 programs.
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

// result returns the complete scores.
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
	paired []foundPair                    // the wanted pairs inside one pool
	places []int                          // for each of paired: its place in scores
	in     map[*pool]map[[2]*solution]int // for each pool: its pairs, as indices of paired
}

// newScoring decides which of the wanted pairs to compare.
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
			s.scores[i].Outcome = OutcomeBelowKeep // until the pair turns out to be stored
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

// unordered returns the same key for both orders of two solutions.
func unordered(a, b *solution) [2]*solution {
	if b.submission.Path < a.submission.Path {
		a, b = b, a
	}
	return [2]*solution{a, b}
}

// compare scores the wanted pairs of a pool twice: once for all suspicions, once like a
// check, to learn which pairs a check would store.
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
