package check

import (
	"context"
	"fmt"
	"maps"
	"slices"

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
	OutcomeOtherLanguage Outcome = "other language" // not paired: different families of languages
	OutcomeBelowKeep     Outcome = "below keep"     // compared, but the suspicion is below Parameters.Keep
	OutcomeBeyondBound   Outcome = "beyond bound"   // beyond the first Parameters.KeepFor pairs of both
	OutcomeStored        Outcome = "stored"
)

// PairScore is a pair with a check's scores and outcome. A pair that is not stored has only the
// suspicion, rounded down to four decimals as in PairCount.
type PairScore struct {
	PathPair
	contest.Scores
	Outcome Outcome
}

// PairCount counts pairs of a problem that a check compares, but does not store.
type PairCount struct {
	Problem   string
	Suspicion float64 // rounded down to four decimals
	Outcome   Outcome // OutcomeBelowKeep or OutcomeBeyondBound
	Pairs     int
}

// ScoredPool holds programs of one family of languages that a check compares with each
// other, in the order of their submissions.
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

// Scoring holds the pairs that a check would store if each submission had its own
// participant. Evaluations use it.
type Scoring struct {
	Pools   []ScoredPool
	Skipped []contest.SkippedItem // sorted by path
	// AcrossLanguages says that programs of one problem are compared whatever their
	// languages.
	AcrossLanguages bool

	parameters contest.Parameters
	pools      []*pool          // including pools across languages, unlike Pools
	across     map[string]*pool // by problem: the pools across languages
	byPath     map[string]*submission
	pairs      []foundPair // ranked
}

// NewScoring compares submissions as [Checker.Check] does, and stores nothing. It scores
// all pairs of a pool, but only the pairs that a check stores take memory, or are matched.
func NewScoring(ctx context.Context, req Request, progress Progress) (*Scoring, error) {
	progress = serial(progress)
	if err := validate(req.Parameters); err != nil {
		return nil, err
	}
	selected, _, skipped := selectSubmissions(req.Submissions, req.Parameters)
	for i := range selected {
		selected[i].Participant = selected[i].Path
	}
	reader, unreadableBase := newReader(nil, 0, nil, req.Base, req.Parameters)
	submissions, unreadable, err := reader.read(ctx, selected, nil, nil, progress)
	if err != nil {
		return nil, err
	}
	c := comparer{parameters: req.Parameters, progress: progress}
	compared, err := c.compare(ctx, submissions)
	if err != nil {
		return nil, err
	}
	compared.rank(req.Parameters)
	s := &Scoring{
		Skipped:         slices.Concat(skipped, req.Skipped, unreadableBase, unreadable),
		parameters:      req.Parameters,
		AcrossLanguages: comparesAcrossLanguages(req.Parameters),

		pools:  compared.pools,
		across: make(map[string]*pool),
		byPath: make(map[string]*submission),
		pairs:  compared.pairs,
	}
	sortSkipped(s.Skipped)
	for _, sub := range submissions {
		s.byPath[sub.Path] = sub
	}
	for _, pool := range s.pools {
		if pool.family == contest.AcrossLanguages {
			s.across[pool.problem] = pool
			continue
		}
		scored := ScoredPool{Problem: pool.problem, Family: pool.family}
		for _, sub := range pool.submissions {
			scored.Programs = append(scored.Programs, ScoredProgram{sub.Path, sub.code.Shingles()})
		}
		s.Pools = append(s.Pools, scored)
	}
	return s, nil
}

// Score returns the scores of the wanted pairs, in their order, and of all other stored
// pairs, ranked. rest counts the pairs of the pools that are neither wanted nor stored. wanted
// must not repeat a pair, even with its sides swapped. An unknown path counts as skipped.
func (s *Scoring) Score(ctx context.Context, wanted []PathPair) (scores, others []PairScore, rest []PairCount, err error) {
	counts := make(map[*pool]map[float64]int64) // by suspicion: pairs that are neither stored nor wanted
	for _, pool := range s.pools {
		counts[pool] = pool.distribution.Counts()
	}
	stored := make(map[[2]*submission]*foundPair)
	for i := range s.pairs {
		f := &s.pairs[i]
		stored[unordered(f.left, f.right)] = f
		counts[f.pool][pairs.RoundDown(f.scored.Suspicion)]--
	}
	scores = make([]PairScore, len(wanted))
	notStored := make(map[*pool][]int) // places in wanted
	for i, pair := range wanted {
		left, right := s.byPath[pair.Left], s.byPath[pair.Right]
		scores[i] = PairScore{PathPair: pair}
		switch {
		case left == nil || right == nil:
			scores[i].Outcome = OutcomeSkipped
		case stored[unordered(left, right)] != nil:
			scores[i].Scores, scores[i].Outcome = stored[unordered(left, right)].pair(0).Scores, OutcomeStored
			delete(stored, unordered(left, right))
		case left.pool.problem != right.pool.problem:
			scores[i].Outcome = OutcomeOtherProblem
		default:
			pool := left.pool
			if pool != right.pool {
				pool = s.across[pool.problem]
			}
			if pool == nil {
				scores[i].Outcome = OutcomeOtherLanguage
				continue
			}
			notStored[pool] = append(notStored[pool], i)
		}
	}
	for i := range s.pairs {
		if f := &s.pairs[i]; stored[unordered(f.left, f.right)] != nil {
			others = append(others, PairScore{PathPair{f.left.Path, f.right.Path}, f.pair(0).Scores, OutcomeStored})
		}
	}
	for _, pool := range s.pools {
		if err := s.scoreNotStored(ctx, pool, scores, notStored[pool]); err != nil {
			return nil, nil, nil, err
		}
		for _, i := range notStored[pool] {
			counts[pool][scores[i].Suspicion]--
		}
		for _, suspicion := range slices.Sorted(maps.Keys(counts[pool])) {
			if n := counts[pool][suspicion]; n > 0 {
				rest = append(rest, PairCount{pool.problem, suspicion, s.reasonNotStored(suspicion), int(n)})
			}
		}
	}
	return scores, others, rest, nil
}

// unordered returns the same key for both orders of two submissions.
func unordered(a, b *submission) [2]*submission {
	if b.Path < a.Path {
		a, b = b, a
	}
	return [2]*submission{a, b}
}

// reasonNotStored says why a check does not store a pair that it compares.
func (s *Scoring) reasonNotStored(suspicion float64) Outcome {
	if suspicion < s.parameters.Keep {
		return OutcomeBelowKeep
	}
	return OutcomeBeyondBound
}

// scoreNotStored sets the suspicion of the scores at places. No check stores these pairs.
func (s *Scoring) scoreNotStored(ctx context.Context, pool *pool, scores []PairScore, places []int) error {
	if len(places) == 0 {
		return nil
	}
	inPool := pool.indexes()
	notStored := make([][2]int, len(places))
	for i, place := range places {
		notStored[i] = [2]int{inPool[s.byPath[scores[place].Left]], inPool[s.byPath[scores[place].Right]]}
	}
	index := pairs.NewPool(pool.corpus.programs(pool.submissions), pairs.Options{
		Corpus: pool.corpus.Corpus, OmitParts: s.parameters.Omitted, Across: pool.family == contest.AcrossLanguages})
	scored, err := index.Score(ctx, notStored)
	if err != nil {
		return fmt.Errorf("score pairs of %s: %w", pool.name(), err)
	}
	for i, place := range places {
		scores[place].Suspicion = pairs.RoundDown(scored[i].Suspicion)
		scores[place].Outcome = s.reasonNotStored(scored[i].Suspicion)
	}
	return nil
}
