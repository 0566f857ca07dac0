package webtest

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// fakeJury stores decisions.
type fakeJury struct {
	mu     sync.Mutex
	cases  map[review.Key]review.Case
	Writes int
}

func (j *fakeJury) Case(_ context.Context, key review.Key) (review.Case, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if c, ok := j.cases[key]; ok {
		return c, nil
	}
	return review.Case{Key: key, State: review.Open}, nil
}

func (j *fakeJury) CasesByPairs(ctx context.Context, contestID int64, pairs []contest.Pair) (map[review.Key]review.Case, error) {
	cases := make(map[review.Key]review.Case)
	for _, p := range pairs {
		key := review.KeyOf(contestID, p)
		cases[key], _ = j.Case(ctx, key)
	}
	return cases, nil
}

// change replaces somebody's reviews of a case.
func (j *fakeJury) change(by review.Person, key review.Key, reviews ...review.Review) (review.Case, error) {
	c, _ := j.Case(context.Background(), key)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.Writes++
	c.Reviews = slices.DeleteFunc(slices.Clone(c.Reviews), func(r review.Review) bool { return r.Reviewer.ID == by.ID })
	c.Reviews = append(c.Reviews, reviews...)
	c.State = review.StateOf(c.Reviews, 2)
	if j.cases == nil {
		j.cases = make(map[review.Key]review.Case)
	}
	j.cases[key] = c
	return c, nil
}

func (j *fakeJury) Decide(_ context.Context, by review.Person, key review.Key, r review.Review) (review.Case, error) {
	if err := (review.NewReview{Key: review.Key{ContestID: 1, Problem: "A", First: 1, Second: 2}, Review: r}).Validate(); err != nil {
		return review.Case{}, err
	}
	r.Reviewer = by
	return j.change(by, key, r)
}

func (j *fakeJury) DecideAll(context.Context, review.Person, []review.NewReview) (map[review.Key]review.Case, error) {
	return nil, nil
}

func (j *fakeJury) ClusterStates(context.Context, int64, []int) (map[int]review.StateCounts, error) {
	return nil, nil
}

func (j *fakeJury) Reviewers(context.Context, int64) ([]review.Person, error) { return nil, nil }

func (j *fakeJury) Withdraw(_ context.Context, by review.Person, key review.Key) (review.Case, error) {
	return j.change(by, key)
}

func (j *fakeJury) Undo(_ context.Context, by review.Person, key review.Key) (review.Case, error) {
	return j.change(by, key)
}

func (j *fakeJury) Assign(_ context.Context, _ review.Person, keys []review.Key, to int64) error {
	for _, key := range keys {
		c, _ := j.Case(context.Background(), key)
		_, _ = j.change(review.Person{ID: -1}, key)
		j.mu.Lock()
		c.Assigned = review.Person{ID: to, Name: "somebody"}
		j.cases[key] = c
		j.mu.Unlock()
	}
	return nil
}

func (j *fakeJury) Reveal(context.Context, review.Person, int64, int) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.Writes++
	return nil
}

func (j *fakeJury) ProgramHashes(context.Context, []int64) (map[int64]string, error) { return nil, nil }

// Hostile is a name that breaks pages which do not escape it. It has a hidden
// character that reverses the text direction.
const Hostile = "<script>alert(1)</script>\"'&\u202e🙂"

// The contents of a fakeStore.
const (
	ContestID  = 1
	CheckID    = 2 // complete
	runningID  = 3
	failedID   = 4
	firstPair  = 1000 // id of the pair of rank 1
	PairCount  = 120
	threshold  = 0.5
	aboveCount = 61 // pairs from the threshold on
)

// fakeAccounts has one administrator. Its writes panic: tests of these use the real
// store.
type fakeAccounts struct{ access.AccountStore }

var FakeAdministrator = account.User{ID: 1, Name: "administrator", Administrator: true, Epoch: 1}

func (fakeAccounts) FirstAdministrator(context.Context) (account.User, error) {
	return FakeAdministrator, nil
}

func (fakeAccounts) User(_ context.Context, id int64) (account.User, error) {
	return find([]account.User{FakeAdministrator}, func(u account.User) bool { return u.ID == id })
}

func (fakeAccounts) Users(context.Context) ([]account.User, error) {
	return []account.User{FakeAdministrator}, nil
}

func (fakeAccounts) Members(context.Context, int64) ([]account.Member, error) { return nil, nil }

func (fakeAccounts) Roles(context.Context, int64) (map[int64]account.Role, error) { return nil, nil }

func (fakeAccounts) Tokens(context.Context, int64) ([]account.Token, error) { return nil, nil }

// FakeStore is one contest with a complete, a running and a failed check.
type FakeStore struct {
	fakeAccounts
	fakeJury
	FakeContests
	fakeLive
	fakeMetadata
	AllContests []contest.Contest
	AllChecks   []contest.Check
	AllPairs    []contest.Pair
	skipped     []contest.SkippedItem
}

func NewFakeStore() *FakeStore {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s := &FakeStore{
		AllContests: []contest.Contest{{ID: ContestID, Name: Hostile, CreatedAt: at, Problems: 2, Participants: 40, Submissions: 93, Checks: 3, Agreement: 2}},
		AllChecks: []contest.Check{
			{ID: failedID, State: contest.Failed, Reason: "the disk was full " + Hostile},
			{ID: runningID, State: contest.Running},
			{ID: CheckID, State: contest.Complete, FinishedAt: at.Add(83 * time.Second),
				Summary: contest.Summary{Problems: 4, Participants: 40, Submissions: 93, PairsCompared: 3120, PairsStored: PairCount, Skipped: 700, Generic: []string{"Brainfuck"}}},
		},
	}
	for i := range s.AllChecks {
		c := &s.AllChecks[i]
		c.ContestID, c.Contest, c.StartedAt, c.Digest, c.ToolVersion, c.AlgorithmVersion = ContestID, Hostile, at, "abc123", "9.8.7", "lexer 1"
		c.Parameters = contest.Parameters{ShingleLength: 10, MinMatch: 9, Threshold: threshold, Keep: 0.2, KeepPerParticipant: 100, Verdicts: "judged", Participants: "official", Templates: true, Layout: "problem/participant"}
	}
	for i := range PairCount {
		suspicion := 1 - float64(i)/PairCount
		hamming := (i * 7) % 40
		p := contest.Pair{
			ID: int64(firstPair + i), CheckID: CheckID, Rank: i + 1, Problem: string(rune('A' + i%2)), Language: "c++",
			Left:   contest.Side{SubmissionID: 1, ContestID: ContestID, ParticipantID: int64(10 + i), Participant: fmt.Sprintf("team %d", i), Path: fmt.Sprintf("A/team %d/01-AC.cpp", i), Language: "cpp", Verdict: "AC", Attempt: 1},
			Right:  contest.Side{SubmissionID: 2, ContestID: ContestID, ParticipantID: 1, Participant: Hostile, Path: "A/" + Hostile + "/02-WA.cpp", Language: "cpp", Verdict: "WA", Attempt: 2, Time: at},
			Scores: contest.Scores{Suspicion: suspicion, Similarity: suspicion / 2, MaxSimilarity: 0.875, CoverageLeft: 0.875, CoverageRight: 0.5, LongestMatch: 1234, MatchedTokens: 10 * (i % 13), Hamming: &hamming},
		}
		p.SharedPassages, p.UniquePassages = 80, i%80
		if i == 0 {
			p.Hamming = nil
		} else {
			p.Percentile, p.ZScore = &suspicion, &suspicion
		}
		s.AllPairs = append(s.AllPairs, p)
	}
	for i := range 700 {
		s.skipped = append(s.skipped, contest.SkippedItem{Path: fmt.Sprintf("A/%s/%03d.bin", Hostile, i), Reason: "it is binary"})
	}
	return s
}

func (s *FakeStore) Contests(context.Context) ([]contest.Contest, error) {
	return slices.Clone(s.AllContests), nil
}

func (s *FakeStore) ContestsPage(_ context.Context, f contest.ContestFilter, offset, limit int) ([]contest.ContestEntry, int, error) {
	var list []contest.ContestEntry
	for _, c := range s.AllContests {
		if strings.Contains(c.Name, f.Name) {
			list = append(list, contest.ContestEntry{Contest: c, ImportedAt: c.CreatedAt, LastCheck: CheckID, LastState: contest.Complete, LastStartedAt: c.CreatedAt, PairsToReview: 7})
		}
	}
	from := min(offset, len(list))
	return list[from:min(len(list), from+limit)], len(list), nil
}

func (s *FakeStore) Contest(_ context.Context, id int64) (contest.Contest, error) {
	return find(s.AllContests, func(c contest.Contest) bool { return c.ID == id })
}

func (s *FakeStore) ContestByName(_ context.Context, name string) (contest.Contest, error) {
	return find(s.AllContests, func(c contest.Contest) bool { return c.Name == name })
}

func (s *FakeStore) Participants(context.Context, int64) ([]contest.Participant, error) {
	return nil, nil
}

func (s *FakeStore) Checks(context.Context, int64) ([]contest.Check, error) { return s.AllChecks, nil }

func (s *FakeStore) Check(_ context.Context, id int64) (contest.Check, error) {
	return find(s.AllChecks, func(c contest.Check) bool { return c.ID == id })
}

func (s *FakeStore) Pair(_ context.Context, id int64) (contest.Pair, error) {
	return find(s.AllPairs, func(p contest.Pair) bool { return p.ID == id })
}

func (s *FakeStore) RelatedPairs(context.Context, contest.Pair, []int64) ([]contest.RelatedPair, error) {
	return nil, nil
}

func (s *FakeStore) EachPair(ctx context.Context, checkID int64, f contest.PairFilter) iter.Seq2[contest.Pair, error] {
	return func(yield func(contest.Pair, error) bool) {
		list, _, err := s.Pairs(ctx, checkID, f)
		for _, p := range list {
			if !yield(p, nil) {
				return
			}
		}
		if err != nil {
			yield(contest.Pair{}, err)
		}
	}
}

func (s *FakeStore) PairAndCheck(ctx context.Context, id int64) (p contest.Pair, c contest.Check, err error) {
	if p, err = s.Pair(ctx, id); err == nil {
		c, err = s.Check(ctx, p.CheckID)
	}
	return p, c, err
}

func (s *FakeStore) PairsByID(ctx context.Context, ids []int64) (map[int64]contest.Pair, error) {
	pairs := make(map[int64]contest.Pair)
	for _, id := range ids {
		if p, err := s.Pair(ctx, id); err == nil {
			pairs[id] = p
		}
	}
	return pairs, nil
}

func (s *FakeStore) NextPairs(_ context.Context, _ int64, participants []int64, rank int, _ []int64) (map[int64]contest.Pair, error) {
	next := make(map[int64]contest.Pair)
	for _, participant := range participants {
		for _, p := range s.AllPairs {
			if p.Rank > rank && next[participant].ID == 0 && (p.Left.ParticipantID == participant || p.Right.ParticipantID == participant) {
				next[participant] = p
			}
		}
	}
	return next, nil
}

func (s *FakeStore) Pairs(_ context.Context, checkID int64, f contest.PairFilter) ([]contest.Pair, int, error) {
	var list []contest.Pair
	for _, p := range s.AllPairs {
		named := strings.Contains(p.Left.Participant, f.Participant) || strings.Contains(p.Right.Participant, f.Participant)
		named = named && (f.Sides == contest.AllSides || (f.Sides == contest.EarlierSides) == p.Earlier())
		if p.CheckID == checkID && p.Rank > f.AfterRank && p.Suspicion >= f.MinSuspicion && named &&
			(f.Problem == "" || p.Problem == f.Problem) && (f.Language == "" || p.Language == f.Language) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b contest.Pair) int {
		order := 0
		switch f.Sort {
		case contest.SortRank, "":
			order = cmp.Compare(a.Rank, b.Rank)
		case contest.SortMatchedTokens:
			order = cmp.Compare(a.MatchedTokens, b.MatchedTokens)
		case contest.SortSharedTemplate:
			order = cmp.Compare(a.SharedTemplateScore, b.SharedTemplateScore)
		}
		if f.Descending {
			order = -order
		}
		return order
	})
	total := len(list)
	list = list[min(f.Offset, total):]
	if f.Limit > 0 {
		list = list[:min(f.Limit, len(list))]
	}
	return list, total, nil
}

func (s *FakeStore) Clusters(context.Context, int64, contest.ClusterFilter, int, int) ([]contest.Cluster, int, error) {
	return nil, 0, nil
}

func (s *FakeStore) Cluster(context.Context, int64, int) (contest.Cluster, error) {
	return contest.Cluster{}, contest.ErrNotFound
}

func (s *FakeStore) Submissions(context.Context, int64, contest.SubmissionFilter, int64, int) ([]contest.SubmissionRow, error) {
	return nil, nil
}

func (s *FakeStore) Histograms(context.Context, int64) ([]contest.Histogram, error) {
	a := contest.Histogram{Problem: "A", Language: "c++", Programs: 40, Participants: 38, RarityPool: 40, Median: 0.012, TypicalSize: 300}
	a.Bins[0], a.Bins[30], a.Bins[49] = 1000, 7, 1
	simple := contest.Histogram{Problem: "B", Language: "c++", Programs: 32, Participants: 30, RarityPool: 40, TypicalSize: 20, Simplicity: 1, TooSimple: true}
	simple.Bins[0] = 435
	b := contest.Histogram{Problem: "B", Language: "java", Programs: 40}
	b.Bins[0], b.Bins[25] = 1565, 112
	return []contest.Histogram{a, simple, b}, nil
}

func (s *FakeStore) SidesByPath(context.Context, int64, []string) (map[string]contest.Side, error) {
	return nil, nil
}

func (s *FakeStore) Skipped(_ context.Context, _ int64, offset, limit int) ([]contest.SkippedItem, int, error) {
	from := min(offset, len(s.skipped))
	to := len(s.skipped)
	if limit > 0 {
		to = min(to, from+limit)
	}
	return s.skipped[from:to], len(s.skipped), nil
}

func find[T any](list []T, is func(T) bool) (T, error) {
	i := slices.IndexFunc(list, is)
	if i < 0 {
		var none T
		return none, fmt.Errorf("fake: %w", contest.ErrNotFound)
	}
	return list[i], nil
}

// FakeEvidence matches two programs that differ in names. The right one begins
// further down, so that there is something to scroll.
func FakeEvidence(_ context.Context, p contest.Pair, _ *blind.Masker) (evidence.View, error) {
	head := strings.Repeat("// nothing to see\n", 60)
	left, err := read(p.Left, head+"int main() { int apples = 3; return apples * 2 + 1; } // </code><script>alert(2)</script>\n"+head)
	if err != nil {
		return evidence.View{}, err
	}
	right, err := read(p.Right, head+head+"int main() { int pears = 3; return pears * 2 + 1; }\n"+head)
	if err != nil {
		return evidence.View{}, err
	}
	return evidence.Build(left, right, pairs.Matches(symbols(left), symbols(right), 5)), nil
}

func read(side contest.Side, source string) (evidence.Input, error) {
	language, _ := lexer.ByName(side.Language)
	tokens, err := language.Lex([]byte(source))
	return evidence.Input{Participant: side.Participant, Path: side.Path, Verdict: side.Verdict, Program: &program.Program{
		Files:  []program.File{{Path: side.Path, End: len(source), Language: language}},
		Text:   []byte(source),
		Tokens: tokens,
	}}, err
}

func symbols(in evidence.Input) []lexer.Symbol {
	var list []lexer.Symbol
	for _, t := range in.Program.Tokens {
		list = append(list, t.Symbol)
	}
	return list
}

// fakeSearcher calls OnSearch, or else finds two programs, and records the searches.
type fakeSearcher struct {
	OnSearch func(s access.Search, limit int) (contest.Findings, error)

	mu       sync.Mutex
	searches []access.Search
}

func (f *fakeSearcher) Search(_ context.Context, s access.Search, limit int) (contest.Findings, error) {
	f.mu.Lock()
	f.searches = append(f.searches, s)
	f.mu.Unlock()
	if f.OnSearch != nil {
		return f.OnSearch(s, limit)
	}
	distance := 3
	near := contest.Location{Side: contest.Side{ContestID: ContestID, Contest: Hostile, SubmissionID: 5, Participant: Hostile, Problem: "A", Path: "A/" + Hostile + "/02-WA.cpp", Language: "cpp", Verdict: "WA", Attempt: 2,
		Time: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	}}
	far := contest.Location{Side: contest.Side{ContestID: ContestID, Contest: "practice", SubmissionID: 7, Participant: "team 7", Problem: "B", Path: "B/team 7/" + strings.Repeat("long", 20) + ".cpp", Language: "cpp"}}
	return contest.Findings{
		Language: "cpp", Tokens: 1234, Sampled: 100, Common: 7,
		Findings: []contest.Finding{
			{Location: near, Others: 1200, SameProgram: []contest.Location{far, {Side: contest.Side{ContestID: ContestID, Contest: Hostile, SubmissionID: 8, Participant: "team 8"}}}, Distance: &distance, SharedSample: 90, Similarity: 0.9, Coverage: 0.95, CoverageThere: 0.85, LongestMatch: 1001, MatchedTokens: 1170},
			{Location: far, SharedSample: 2, Similarity: 0.1, Coverage: 0.2, CoverageThere: 0.05, LongestMatch: 30, MatchedTokens: 60},
		},
	}, nil
}

func (f *fakeSearcher) Open(context.Context, access.Search, contest.Side, *blind.Masker) (evidence.View, error) {
	return evidence.View{}, contest.ErrNotFound // it is tested with the real archive
}

func (f *fakeSearcher) Searches() []access.Search {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.searches)
}

// fakeChecker calls OnCheck and records the uploads.
type fakeChecker struct {
	OnCheck func(ctx context.Context, upload jobs.Upload, progress func(string, int, int)) (int64, error)

	mu      sync.Mutex
	uploads []jobs.Upload
}

func (c *fakeChecker) Check(ctx context.Context, upload jobs.Upload, progress func(string, int, int)) (int64, error) {
	c.mu.Lock()
	c.uploads = append(c.uploads, upload)
	c.mu.Unlock()
	if c.OnCheck == nil {
		return CheckID, nil
	}
	return c.OnCheck(ctx, upload, progress)
}

func (c *fakeChecker) Import(ctx context.Context, upload jobs.Upload, progress func(string, int, int)) (int64, error) {
	c.mu.Lock()
	c.uploads = append(c.uploads, upload)
	c.mu.Unlock()
	return ContestID, nil
}

func (c *fakeChecker) Uploads() []jobs.Upload {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.uploads)
}
