package access

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/review"
)

// pathStore has blind contest 1 with the hidden quxley and the visible ann, whose path names quxley. All its pairs,
// submissions and alerts have this path on both sides.
type pathStore struct{ Store }

var (
	pathSide = contest.Side{
		SubmissionID: 9, ContestID: 1, ParticipantID: 4, Participant: "ann", Number: 4, Language: "cpp", Path: "A/ann/from-quxley.cpp",
	}
	pathPair  = contest.Pair{ID: 5, CheckID: 7, Left: pathSide, Right: pathSide}
	pathCheck = contest.CheckAndContest{Check: contest.Check{ID: 7, ContestID: 1}, Contest: contest.Contest{ID: 1, Blind: true}}
	pathAlert = contest.Alert{ID: 6, ContestID: 1, Left: pathSide, Right: pathSide}
)

func (pathStore) Contest(_ context.Context, id int64) (contest.Contest, error) {
	return contest.Contest{ID: id, Blind: true}, nil
}

func (pathStore) Participants(context.Context, int64) ([]contest.Participant, error) {
	return []contest.Participant{
		{ID: 3, ContestID: 1, Number: 3, Name: "quxley", Hidden: true}, {ID: 4, ContestID: 1, Number: 4, Name: "ann"},
	}, nil
}

func (s pathStore) ParticipantsOf(ctx context.Context, contests []int64) (map[int64][]contest.Participant, error) {
	list, err := s.Participants(ctx, 1)
	participants := make(map[int64][]contest.Participant)
	for _, id := range contests {
		participants[id] = list
	}
	return participants, err
}

func (pathStore) CheckAndContest(context.Context, int64) (contest.CheckAndContest, error) {
	return pathCheck, nil
}

func (pathStore) RelatedSubmissions(context.Context, []int64) ([]contest.Side, error) {
	return []contest.Side{pathSide, pathSide}, nil
}

func (pathStore) Submissions(context.Context, int64, contest.SubmissionFilter, int64, int) ([]contest.SubmissionRow, error) {
	return []contest.SubmissionRow{{Side: pathSide}}, nil
}

func (pathStore) ParticipantSubmissions(context.Context, int64, int, int) ([]contest.Side, int, error) {
	return []contest.Side{pathSide}, 1, nil
}

func (pathStore) Files(context.Context, int64) ([]contest.File, error) {
	return []contest.File{{Path: pathSide.Path, Content: []byte("int a;")}}, nil
}

func (pathStore) PairAndCheck(context.Context, int64) (contest.Pair, contest.CheckAndContest, error) {
	return pathPair, pathCheck, nil
}

func (pathStore) Pairs(context.Context, int64, contest.PairFilter) ([]contest.Pair, int, error) {
	return []contest.Pair{pathPair}, 1, nil
}

func (pathStore) PairsAndPools(context.Context, int64, contest.PairFilter, contest.PairFilter) ([]contest.Pair, int, []contest.ListedPool, error) {
	return []contest.Pair{pathPair}, 1, nil, nil
}

func (pathStore) Namesakes(context.Context, int64, []int64) ([]contest.Namesake, error) {
	return []contest.Namesake{{Contest: "spring", Participant: contest.Participant{ID: 8, ContestID: 1, Number: 4, Name: "ann"}}}, nil
}

func (pathStore) ChecksAgainst(context.Context, int64, []int64) ([]contest.CheckAndContest, error) {
	return []contest.CheckAndContest{pathCheck}, nil
}

func (pathStore) NewestChecks(context.Context, []int64) ([]contest.CheckAndContest, error) {
	return []contest.CheckAndContest{pathCheck}, nil
}

func (pathStore) FirstPairs(_ context.Context, of []contest.PairsOf, _ []int64) (list []contest.FirstPairs, err error) {
	for range of {
		list = append(list, contest.FirstPairs{Pairs: []contest.Pair{pathPair}, Total: 1})
	}
	return list, nil
}

func (pathStore) HistogramsOf(context.Context, []contest.Pair) (map[int64]contest.Histogram, error) {
	return nil, nil
}

func (pathStore) RelatedPairs(context.Context, contest.Pair) ([]contest.Pair, error) {
	return []contest.Pair{pathPair}, nil
}

func (pathStore) NextPairs(context.Context, int64, []int64, int, []int64) (map[int64]contest.Pair, error) {
	return map[int64]contest.Pair{4: pathPair}, nil
}

func (pathStore) PairsByID(context.Context, []int64) (map[int64]contest.Pair, error) {
	return map[int64]contest.Pair{5: pathPair}, nil
}

func (pathStore) PairsInOtherContests(context.Context, contest.Pair, []int64) ([]facts.OtherContest, error) {
	return []facts.OtherContest{{Pair: pathPair}}, nil
}

func (pathStore) Case(_ context.Context, key review.Key) (review.Case, error) {
	return review.Case{Key: key}, nil
}

func (pathStore) CasesByPairs(context.Context, []contest.Pair) (map[review.Key]review.Case, error) {
	return nil, nil
}

func (pathStore) UnlistedPairs(context.Context, int64, []int64) (int, error) { return 0, nil }

func (pathStore) Clusters(context.Context, int64, contest.ClusterFilter, int, int) ([]contest.Cluster, int, error) {
	c, err := pathStore{}.Cluster(context.Background(), 7, 1)
	return []contest.Cluster{c}, 1, err
}

func (pathStore) Cluster(context.Context, int64, int) (contest.Cluster, error) {
	return contest.Cluster{Members: []contest.ClusterMember{{Earliest: pathSide, Similar: pathSide}}}, nil
}

func (pathStore) NearSources(context.Context, int64, contest.NearFilter) ([]contest.NearSources, int, error) {
	return []contest.NearSources{{Side: pathSide, Sources: []contest.NearSource{{Number: 1}}}}, 1, nil
}

func (pathStore) CheckSources(context.Context, int64) ([]contest.CheckSource, error) {
	return []contest.CheckSource{{Number: 1}}, nil
}

func (pathStore) Alert(context.Context, int64) (contest.Alert, error) { return pathAlert, nil }

func (pathStore) AlertsAfter(context.Context, int64, int64, int, []int64) ([]contest.Alert, error) {
	return []contest.Alert{pathAlert}, nil
}

func (pathStore) Alerts(context.Context, int64, contest.AlertFilter) ([]contest.Alert, error) {
	return []contest.Alert{pathAlert}, nil
}

// pathSearcher finds the submission of pathStore.
type pathSearcher struct{}

func (pathSearcher) Search(context.Context, Search, int) (contest.Findings, error) {
	attempt := contest.Finding{Side: pathSide, SameProgram: []contest.Side{pathSide}}
	found := attempt
	found.OtherAttempts = []contest.Finding{attempt}
	return contest.Findings{Findings: []contest.Finding{found}}, nil
}

func (pathSearcher) Open(context.Context, Search, contest.Side, []contest.File, *blind.Masker) (evidence.View, error) {
	return evidence.View{}, nil
}

// pathFinder finds that an attempt is near the submission of pathStore.
type pathFinder struct{ FactFinder }

func (pathFinder) KeptShares(context.Context, int64, []contest.Side) ([]facts.Attempt, error) {
	return []facts.Attempt{{Submission: 2}}, nil
}

func (pathFinder) RewriteRate(context.Context, int64) (facts.Rate, error) {
	return facts.Rate{Total: facts.MinCounted}, nil
}

func (pathFinder) Nearest(context.Context, int64, int64, int64) (facts.NearestProgram, error) {
	return facts.NearestProgram{Side: pathSide, Share: 1}, nil
}

// hasSide reports whether values of a type contain a contest.Side.
func hasSide(t reflect.Type, seen map[reflect.Type]bool) bool {
	if t == reflect.TypeFor[contest.Side]() {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return hasSide(t.Elem(), seen)
	case reflect.Struct:
		for field := range t.Fields() {
			if hasSide(field.Type, seen) {
				return true
			}
		}
	}
	return false
}

// pathsIn appends the paths of all sides, files and panes in a value.
func pathsIn(paths []string, v reflect.Value) []string {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return pathsIn(paths, v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			paths = pathsIn(paths, v.Index(i))
		}
	case reflect.Map:
		for _, value := range v.Seq2() {
			paths = pathsIn(paths, value)
		}
	case reflect.Struct:
		for field, value := range v.Fields() {
			if field.Name == "Path" && value.Kind() == reflect.String && value.String() != "" {
				paths = append(paths, value.String())
			}
			paths = pathsIn(paths, value)
		}
	}
	return paths
}

// The path of a visible participant of a blind contest shows no hidden name, whichever method returns it.
func TestPathsAreMasked(t *testing.T) {
	t.Parallel()
	ctx := WithViewer(t.Context(), Viewer{Roles: map[int64]account.Role{1: account.Viewer}})
	var shown []contest.Side // sides that Searcher and NearSource get to show
	parts := Parts{Store: pathStore{}, Searcher: pathSearcher{}}
	parts.NearSource = func(_ context.Context, _ int64, side contest.Side, _ contest.CheckSource, _ *blind.Masker) (evidence.View, error) {
		shown = append(shown, side)
		return evidence.View{}, nil
	}
	parts.Facts = FactOptions{Enabled: true, AcrossContests: true, Finder: pathFinder{}}
	r := New(parts).Reader(ctx)
	check := contest.Check{ID: 7, ContestID: 1}
	calls := map[string]func() []any{
		"Alert":       func() []any { v, err := r.Alert(ctx, 1, 6); return []any{v, err} },
		"AlertsAfter": func() []any { v, _, err := r.AlertsAfter(ctx, 1, 0, 1); return []any{v, err} },
		"Attempts":    func() []any { v, err := r.Attempts(ctx, pathPair); return []any{v, err} },
		"Audit":       func() []any { _, v, _, err := r.Audit(ctx, check, contest.AuditSample{}); return []any{v, err} },
		"Cluster":     func() []any { v, err := r.Cluster(ctx, 7, 1); return []any{v, err} },
		"Clusters":    func() []any { v, _, err := r.Clusters(ctx, 7, contest.ClusterFilter{}, 0, 1); return []any{v, err} },
		"FileHashes":  func() []any { v, err := r.FileHashes(ctx, pathSide, evidence.Pane{}); return []any{v, err} },
		"Letter":      func() []any { v, err := r.Letter(ctx, review.Link{PairID: 5}, ""); return []any{v, err} },
		"NearSource":  func() []any { v, _, _, err := r.NearSource(ctx, check, 9, 1); return []any{v, shown, err} },
		"NearSources": func() []any { v, _, err := r.NearSources(ctx, check, contest.NearFilter{}); return []any{v, err} },
		"Alerts":      func() []any { v, err := r.Alerts(ctx, 1, contest.AlertFilter{}); return []any{v, err} },
		"NextPairs":   func() []any { v, err := r.NextPairs(ctx, pathPair); return []any{v, err} },
		"OpenFinding": func() []any { v, _, err := r.OpenFinding(ctx, Search{SubmissionID: 9}); return []any{v, err} },
		"Pair":        func() []any { v, err := r.Pair(ctx, 5); return []any{v, err} },
		"Pairs":       func() []any { v, _, err := r.Pairs(ctx, 7, contest.PairFilter{}); return []any{v, err} },
		"PairsAndPools": func() []any {
			v, _, _, err := r.PairsAndPools(ctx, 7, contest.PairFilter{}, contest.PairFilter{})
			return []any{v, err}
		},
		"PairsByContest": func() []any {
			v, err := r.PairsByContest(ctx, contest.Participant{ID: 4, ContestID: 1, Number: 4}, 1, 1)
			return []any{v, err}
		},
		"PairOfCase": func() []any {
			v, _, err := r.PairOfCase(ctx, review.KeyOf(1, pathPair), 7)
			return []any{v, err}
		},
		"PairsByCase":  func() []any { v, err := r.PairsByCase(ctx, 1, 7); return []any{v, err} },
		"PairsOfCheck": func() []any { v, err := r.PairsOfCheck(ctx, check, []int64{5}); return []any{v, err} },
		"Program":      func() []any { v, err := r.Program(ctx, pathSide, ""); return []any{v, err} },
		"RelatedPairs": func() []any { v, err := r.RelatedPairs(ctx, pathPair); return []any{v, err} },
		"RewritesOf": func() []any {
			v, err := r.RewritesOf(ctx, check, []contest.Side{{SubmissionID: 1}, {SubmissionID: 2, Attempt: 2}})
			return []any{v, err}
		},
		"Search":      func() []any { v, err := r.Search(ctx, Search{ContestID: 1}, 1); return []any{v, err} },
		"Submission":  func() []any { v, others, err := r.Submission(ctx, 9); return []any{v, others, err} },
		"Submissions": func() []any { v, err := r.Submissions(ctx, 1, contest.SubmissionFilter{}, 0, 1); return []any{v, err} },
		"SubmissionsBy": func() []any {
			v, _, err := r.SubmissionsBy(ctx, contest.Participant{ID: 4, ContestID: 1}, 0, 1)
			return []any{v, err}
		},
		"otherContests": func() []any { v, err := r.otherContests(ctx, pathPair); return []any{v, err} },
	}
	for m := range reflect.TypeFor[*Reader]().Methods() {
		results := slices.Collect(m.Type.Outs())
		returnsSide := slices.ContainsFunc(results, func(t reflect.Type) bool { return hasSide(t, map[reflect.Type]bool{}) })
		if returnsSide && calls[m.Name] == nil {
			t.Errorf("%s returns sides, but this test does not call it", m.Name)
		}
	}
	for name, call := range calls {
		results := call()
		if err := results[len(results)-1]; err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var paths []string
		for _, value := range results[:len(results)-1] {
			paths = pathsIn(paths, reflect.ValueOf(value))
		}
		slices.Sort(paths)
		if diff := cmp.Diff([]string{"A/ann/from-Participant 3.cpp"}, slices.Compact(paths)); diff != "" {
			t.Errorf("%s: paths (-want +got):\n%s", name, diff)
		}
	}
}

// Both sides of a pair are hidden if one of them is. Then an attempt of the other side has no number either.
func TestAttemptsOfCounterpart(t *testing.T) {
	t.Parallel()
	ctx := WithViewer(t.Context(), Viewer{Roles: map[int64]account.Role{1: account.Viewer}})
	p := pathPair
	p.Left.Hidden, p.Left.Number, p.Right.Hidden, p.Right.Number = true, 0, true, 0
	attempts, err := New(Parts{Store: pathStore{}}).Reader(ctx).Attempts(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range attempts {
		if a.Number != 0 || strings.Contains(a.Path, "4") {
			t.Errorf("an attempt has number %d and path %q, want none of both", a.Number, a.Path)
		}
	}
}

// contestsStore counts the reads of contests and of participants, and has pairs of contest 1 with many earlier contests.
type contestsStore struct {
	pathStore
	reads *int
}

func (s contestsStore) Contest(ctx context.Context, id int64) (contest.Contest, error) {
	*s.reads++
	return s.pathStore.Contest(ctx, id)
}

func (s contestsStore) Contests(context.Context) (list []contest.Contest, err error) {
	*s.reads++
	for id := range int64(100) {
		list = append(list, contest.Contest{ID: id, Blind: true})
	}
	return list, nil
}

func (s contestsStore) Participants(ctx context.Context, id int64) ([]contest.Participant, error) {
	*s.reads++
	return s.pathStore.Participants(ctx, id)
}

func (s contestsStore) ParticipantsOf(ctx context.Context, contests []int64) (map[int64][]contest.Participant, error) {
	*s.reads++
	return s.pathStore.ParticipantsOf(ctx, contests)
}

func (s contestsStore) Pairs(context.Context, int64, contest.PairFilter) (list []contest.Pair, _ int, err error) {
	for id := range int64(50) {
		p := pathPair
		p.Right.ContestID, p.Right.Contest = id+2, "earlier"
		list = append(list, p)
	}
	return list, len(list), nil
}

// The number of statements that read contests and their participants does not depend on how many contests a list of pairs names.
func TestContestsOfPairs(t *testing.T) {
	t.Parallel()
	ctx := WithViewer(t.Context(), Viewer{User: account.User{Administrator: true}})
	reads := 0
	pairs, _, err := New(Parts{Store: contestsStore{reads: &reads}}).Reader(ctx).Pairs(ctx, 7, contest.PairFilter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		if p.Right.Path != "A/ann/from-Participant 3.cpp" {
			t.Errorf("contest %d: path %q, want it masked", p.Right.ContestID, p.Right.Path)
		}
	}
	if reads != 3 {
		t.Errorf("%d statements read contests and participants, want 3", reads)
	}
}
