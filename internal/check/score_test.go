package check

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/pairs"
)

// memoryStore is a Store and a Run in memory. It has no earlier contests: their methods panic.
type memoryStore struct {
	Store
	contest      contest.Contest
	participants []contest.Participant
	sources      []contest.KnownSource
	checks       []contest.Check
	base         []contest.File
	pairs        []contest.Pair
	near         []contest.NearProgram
	histograms   []contest.Histogram
	summary      contest.Summary
}

func (n *memoryStore) KnownPrograms(context.Context, contest.SourceFilter) ([]contest.KnownSource, error) {
	return n.sources, nil
}
func (n *memoryStore) AddSources(_ context.Context, _ review.Person, _ int, added []contest.KnownSource) ([]int64, error) {
	n.sources = append(n.sources, added...)
	return make([]int64, len(added)), nil
}
func (n *memoryStore) Contest(context.Context, int64) (contest.Contest, error) {
	return n.contest, nil
}
func (n *memoryStore) SaveSources(context.Context, []contest.CheckSource) error { return nil }
func (n *memoryStore) SaveNear(_ context.Context, near []contest.NearProgram) error {
	n.near = near
	return nil
}

func (n *memoryStore) ContestByName(context.Context, string) (contest.Contest, error) {
	return contest.Contest{}, nil
}

func (n *memoryStore) Lexed(context.Context, int, []int64) ([]contest.LexedFile, error) {
	return nil, nil
}

func (n *memoryStore) SaveLexed(context.Context, int, []contest.LexedFile) error { return nil }

func (n *memoryStore) NotIndexed(context.Context, int64, int) ([]int64, error) { return nil, nil }

func (n *memoryStore) MarkIndexed(context.Context, int64, int, []int64) error { return nil }

func (n *memoryStore) SaveIndex(context.Context, int64, int, []contest.IndexEntry) error { return nil }

func (n *memoryStore) Participants(context.Context, int64) ([]contest.Participant, error) {
	return n.participants, nil
}

func (n *memoryStore) Import(context.Context, review.Person, review.Action, contest.Import) (int64, int, error) {
	return 1, 0, nil
}
func (n *memoryStore) StoredSubmissions(context.Context, int64) ([]contest.Submission, []contest.SkippedItem, error) {
	return nil, nil, nil
}
func (n *memoryStore) Checks(context.Context, int64) ([]contest.Check, error) { return n.checks, nil }
func (n *memoryStore) Base(context.Context, int64) ([]contest.File, error)    { return n.base, nil }
func (n *memoryStore) BeginCheck(_ context.Context, _ review.Person, _ contest.Check, _ []int64, base []contest.File) (contest.Run, error) {
	n.base = base
	return n, nil
}
func (n *memoryStore) ID() int64                                               { return 1 }
func (n *memoryStore) SaveTemplates(context.Context, []contest.Template) error { return nil }
func (n *memoryStore) SaveFrequencies(context.Context, []contest.Frequencies) error {
	return nil
}
func (n *memoryStore) SavePairs(_ context.Context, pairs []contest.Pair) error {
	n.pairs = append(n.pairs, pairs...)
	return nil
}
func (n *memoryStore) SaveClusters(context.Context, []contest.Cluster) error { return nil }
func (n *memoryStore) Complete(_ context.Context, summary contest.Summary, histograms []contest.Histogram, _ []contest.SkippedItem) error {
	n.summary, n.histograms = summary, histograms
	return nil
}
func (n *memoryStore) StoredMeasures(context.Context) ([]contest.PairMeasures, error) {
	return nil, nil
}
func (n *memoryStore) PreventReuse(context.Context) error                            { return nil }
func (n *memoryStore) SaveEarlierSubmissions(context.Context, string, []int64) error { return nil }
func (n *memoryStore) Fail(context.Context, i18n.Text) error                         { return nil }
func (n *memoryStore) Close() error                                                  { return nil }

// A Scoring gives any two submissions the scores of a check. It returns or counts the pairs that are not
// wanted.
func TestScoringAgreesWithCheck(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	outcomes := []Outcome{OutcomeSkipped, OutcomeOtherProblem, OutcomeBelowKeep, OutcomeBeyondBound, OutcomeStored}
	t.Run("across languages", func(t *testing.T) { compareScoring(t, outcomes) })
	t.Run("within languages", func(t *testing.T) {
		compareScoring(t, append(slices.Clip(outcomes), OutcomeOtherLanguage), omitAcrossLanguages)
	})
}

// everyoneRequest returns the request for a check of the labelled contest. In it, each submission has its own participant.
func everyoneRequest(t *testing.T) Request {
	t.Helper()
	set := readInput(t, "../../testdata/submissions", `(?P<problem>[^/]+)/(?P<participant>.+)`)
	for i := range set.Submissions {
		set.Submissions[i].Participant = set.Submissions[i].Path
	}
	return Request{Submissions: set.Submissions, Skipped: set.Skipped, Parameters: Defaults()}
}

// compareScoring compares a Scoring with a check, without the given parts, and expects each of the outcomes.
func compareScoring(t *testing.T, outcomes []Outcome, without ...string) {
	t.Helper()
	req := everyoneRequest(t)
	req.Parameters.KeepPerParticipant = 2 // so that some pairs exceed it
	req.Parameters.Omitted = without
	var store memoryStore
	mustCheck(t, &Checker{Store: &store}, req)
	stored := make(map[PathPair]contest.Scores)
	for _, pair := range store.pairs {
		stored[PathPair{pair.Left.Path, pair.Right.Path}] = pair.Scores
	}
	scoring, err := NewScoring(t.Context(), req, nil)
	must(t, err)

	byPath := make(map[string]contest.Submission)
	var all []PathPair
	for i, right := range req.Submissions {
		byPath[right.Path] = right
		for _, left := range req.Submissions[:i] {
			all = append(all, PathPair{left.Path, right.Path})
		}
	}
	wanted := append(slices.Clone(all), PathPair{all[0].Left, "nowhere.cpp"})
	scores, others, rest, err := scoring.Score(t.Context(), wanted)
	must(t, err)
	if len(others)+len(rest) > 0 {
		t.Errorf("%d other pairs and %d counts, want none, because all pairs are wanted", len(others), len(rest))
	}
	count := make(map[Outcome]int)
	compared := make(map[PairCount]int) // pairs of each kind
	for i, pair := range wanted {
		got := scores[i]
		count[got.Outcome]++
		want, ok := stored[pair]
		if ok != (got.Outcome == OutcomeStored) {
			t.Errorf("%v: outcome is %q; stored by a check: %v", pair, got.Outcome, ok)
		}
		if diff := cmp.Diff(want, got.Scores); ok && diff != "" {
			t.Errorf("%v: scores differ (-check +scoring):\n%s", pair, diff)
		}
		if !ok {
			unstored := contest.Scores{Suspicion: pairs.RoundDown(got.Suspicion)}
			if diff := cmp.Diff(unstored, got.Scores); diff != "" {
				t.Errorf("%v: not stored, but has scores (-want +got):\n%s", pair, diff)
			}
		}
		switch got.Outcome {
		case OutcomeBelowKeep:
			if got.Suspicion >= req.Parameters.Keep {
				t.Errorf("%v: below keep with suspicion %v", pair, got.Suspicion)
			}
			compared[PairCount{byPath[pair.Left].Problem, got.Suspicion, got.Outcome, 0}]++
		case OutcomeBeyondBound:
			if got.Suspicion < req.Parameters.Keep {
				t.Errorf("%v: beyond the bound with suspicion %v", pair, got.Suspicion)
			}
			compared[PairCount{byPath[pair.Left].Problem, got.Suspicion, got.Outcome, 0}]++
		case OutcomeOtherProblem:
			if byPath[pair.Left].Problem == byPath[pair.Right].Problem {
				t.Errorf("%v: both are for %s", pair, byPath[pair.Left].Problem)
			}
		case OutcomeSkipped, OutcomeOtherLanguage:
			if got.Suspicion != 0 {
				t.Errorf("%v: %s, but has suspicion %v", pair, got.Outcome, got.Suspicion)
			}
		}
	}
	if len(stored) != count[OutcomeStored] {
		t.Errorf("%d pairs are stored by a check, %d by a scoring", len(stored), count[OutcomeStored])
	}
	for _, outcome := range outcomes {
		if count[outcome] == 0 {
			t.Errorf("no pair has outcome %q", outcome)
		}
	}
	for outcome := range count {
		if !slices.Contains(outcomes, outcome) {
			t.Errorf("%d pairs have outcome %q", count[outcome], outcome)
		}
	}
	programs := 0
	for _, pool := range scoring.Pools {
		programs += len(pool.Programs)
	}
	if want := len(req.Submissions) + len(req.Skipped) - len(scoring.Skipped); programs != want {
		t.Errorf("pools hold %d programs, want %d", programs, want)
	}

	// If no pairs are wanted, all are among the other pairs or counted.
	_, others, rest, err = scoring.Score(t.Context(), nil)
	must(t, err)
	for i, other := range others {
		if diff := cmp.Diff(store.pairs[i].Scores, other.Scores); diff != "" || other.Outcome != OutcomeStored {
			t.Errorf("%v, rank %d: %s, scores differ (-check +scoring):\n%s", other.PathPair, i+1, other.Outcome, diff)
		}
	}
	counted := make(map[PairCount]int)
	for _, c := range rest {
		counted[PairCount{c.Problem, c.Suspicion, c.Outcome, 0}] += c.Pairs
	}
	if diff := cmp.Diff(compared, counted); diff != "" || len(others) != len(stored) {
		t.Errorf("%d other pairs, want %d; counts (-each pair +counted):\n%s", len(others), len(stored), diff)
	}
}

// A pair has the same scores whichever side comes first.
func TestScoringEitherOrder(t *testing.T) {
	t.Parallel()
	req := Request{Parameters: Defaults(), Submissions: []contest.Submission{
		newSubmission("A", "somebody", "a.cpp", sieve),
		newSubmission("A", "somebody", "b.cpp", disguised),
		newSubmission("A", "somebody", "c.cpp", division),
	}}
	scoring, err := NewScoring(t.Context(), req, nil)
	must(t, err)
	score := func(wanted ...PathPair) []PairScore {
		scores, _, _, err := scoring.Score(t.Context(), wanted)
		must(t, err)
		return scores
	}
	found := score(PathPair{"a.cpp", "b.cpp"}, PathPair{"a.cpp", "c.cpp"})
	turned := score(PathPair{"c.cpp", "a.cpp"}, PathPair{"b.cpp", "a.cpp"})
	for i, got := range []PairScore{turned[1], turned[0]} {
		got.PathPair = found[i].PathPair
		wantEqual(t, "sides swapped", found[i], got)
	}
	if found[1].Suspicion >= found[0].Suspicion {
		t.Errorf("the honest pair has suspicion %v, the copied one %v", found[1].Suspicion, found[0].Suspicion)
	}
	if req.Submissions[0].Participant != "somebody" || len(req.Submissions[0].Files) != 1 {
		t.Error("the request was changed")
	}
}
