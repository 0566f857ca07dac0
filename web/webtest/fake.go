package webtest

import (
	"cmp"
	"context"
	"errors"
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
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// Hostile is a name that breaks pages which do not escape it. It has a hidden
// character that reverses the text direction.
const Hostile = "<script>alert(1)</script>\"'&\u202e🙂"

// The contents of a FakeStore.
const (
	ContestID = 1
	CheckID   = 2 // complete
	runningID = 3
	failedID  = 4
	firstPair = 1000 // ID of the pair of rank 1
	PairCount = 120
	threshold = 0.5
)

// FakeAdministrator is the only account of a FakeStore.
var FakeAdministrator = account.User{ID: 1, Name: "administrator", Administrator: true, Epoch: 1}

// FakeStore has one contest with a complete, a running and a failed check, one administrator and no reviews. Methods
// that it does not implement panic: all writes except Log, and reads that only tests with PostgreSQL need.
type FakeStore struct {
	access.Store
	AllContests []contest.Contest
	AllChecks   []contest.Check
	AllPairs    []contest.Pair
	skipped     []contest.SkippedItem
}

func NewFakeStore() *FakeStore {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s := &FakeStore{
		AllContests: []contest.Contest{{
			ID: ContestID, Name: Hostile, CreatedAt: at, Problems: 2, Participants: 40, Submissions: 93, Checks: 3, Agreement: 2,
		}},
		AllChecks: []contest.Check{
			{ID: failedID, State: contest.Failed, Reason: "the disk was full " + Hostile},
			{ID: runningID, State: contest.Running},
			{ID: CheckID, State: contest.Complete, FinishedAt: at.Add(83 * time.Second), Summary: contest.Summary{
				Problems: 4, Participants: 40, Submissions: 93, PairsCompared: 3120, PairsStored: PairCount, Skipped: 700,
				Generic: []string{"Brainfuck"},
			}},
		},
	}
	for i := range s.AllChecks {
		c := &s.AllChecks[i]
		c.ContestID, c.Contest, c.StartedAt, c.Digest = ContestID, Hostile, at, "abc123"
		c.ToolVersion, c.AlgorithmVersion = "9.8.7", "lexer 1"
		c.Parameters = contest.Parameters{
			ShingleLength: 10, MinMatch: 9, Threshold: threshold, Keep: 0.2, KeepPerParticipant: 100,
			Verdicts: "judged", Participants: "official", Templates: true, Layout: "problem/participant",
		}
	}
	for i := range PairCount {
		suspicion, chance := 1-float64(i)/PairCount, float64(i)/100
		hamming := (i * 7) % 40
		p := contest.Pair{
			ID: int64(firstPair + i), CheckID: CheckID, Rank: i + 1, Problem: string(rune('A' + i%2)), Language: "c++",
			Left: contest.Side{
				SubmissionID: 1, ContestID: ContestID, ParticipantID: int64(10 + i), Participant: fmt.Sprintf("team %d", i),
				Path: fmt.Sprintf("A/team %d/01-AC.cpp", i), Language: "cpp", Verdict: "AC", Attempt: 1,
			},
			Right: hostileSide(1, at),
			Scores: contest.Scores{
				Suspicion: suspicion, Similarity: suspicion / 2, MaxSimilarity: 0.875, CoverageLeft: 0.875, CoverageRight: 0.5,
				LongestMatch: 1234, MatchedTokens: 10 * (i % 13), Hamming: &hamming, SharedPassages: 80, UniquePassages: i % 80,
				Percentile: &suspicion, Chance: &chance,
			},
		}
		if i == 0 {
			p.Hamming, p.Percentile, p.Chance = nil, nil, nil
		}
		s.AllPairs = append(s.AllPairs, p)
	}
	for i := range 700 {
		s.skipped = append(s.skipped, contest.SkippedItem{Path: fmt.Sprintf("A/%s/%03d.bin", Hostile, i), Reason: "it is binary"})
	}
	return s
}

func hostileSide(participantID int64, at time.Time) contest.Side {
	return contest.Side{
		SubmissionID: 2, ContestID: ContestID, ParticipantID: participantID, Participant: Hostile, Path: "A/" + Hostile + "/02-WA.cpp",
		Language: "cpp", Verdict: "WA", Attempt: 2, Time: at,
	}
}

func (*FakeStore) FirstAdministrator(context.Context) (account.User, error) {
	return FakeAdministrator, nil
}

func (*FakeStore) User(_ context.Context, id int64) (account.User, error) {
	return find([]account.User{FakeAdministrator}, func(u account.User) bool { return u.ID == id })
}

func (*FakeStore) Users(context.Context) ([]account.User, error) {
	return []account.User{FakeAdministrator}, nil
}

func (*FakeStore) KnownSources(context.Context, contest.SourceFilter) ([]contest.KnownSource, error) {
	return nil, nil
}

func (*FakeStore) NearSources(context.Context, int64, contest.NearFilter) ([]contest.NearSources, int, error) {
	return nil, 0, nil
}

func (*FakeStore) Members(context.Context, int64) ([]account.Member, error) { return nil, nil }

func (*FakeStore) Tokens(context.Context, int64) ([]account.Token, error) { return nil, nil }

func (*FakeStore) Case(_ context.Context, key review.Key) (review.Case, error) {
	return review.Case{Key: key, State: review.Open}, nil
}

func (*FakeStore) Cases(context.Context, int64, review.Filter) ([]review.CaseEntry, int, error) {
	return nil, 0, nil
}

func (*FakeStore) CasesByPairs(context.Context, int64, []contest.Pair) (map[review.Key]review.Case, error) {
	return nil, nil
}

func (*FakeStore) ClusterStates(context.Context, int64, []int, contest.Seal) (map[int]review.StateCounts, error) {
	return nil, nil
}

func (*FakeStore) ClustersToReview(context.Context, int64, []int, contest.ReviewQueue) (map[int]int, error) {
	return nil, nil
}

func (*FakeStore) Reviewers(context.Context, int64) ([]review.Person, error) { return nil, nil }

func (*FakeStore) Progress(context.Context, int64, []int64, contest.ReviewQueue, contest.Seal) (review.Progress, error) {
	return review.Progress{Listed: 61, Decided: 54, ToReview: 7,
		Reviewers: []review.ReviewerPairs{{Reviewer: review.Person{ID: 1, Name: Hostile}, Pairs: 54}}}, nil
}

func (*FakeStore) Log(context.Context, review.Entry) error { return nil }

func (*FakeStore) AuditLog(_ context.Context, contestID int64, _, _ int) ([]review.Entry, int, error) {
	return []review.Entry{{
		ID: 1, Actor: review.Person{ID: 1, Name: Hostile}, ContestID: contestID, Action: review.ActionDecide, Problem: "A", Note: Hostile,
		First: review.ParticipantRef{ContestID: contestID, Number: 1}, Second: review.ParticipantRef{ContestID: contestID, Number: 2},
		Details: review.Details{Decision: review.Confirmed, Reason: review.Copied, State: review.Pending},
	}}, 1, nil
}

func (*FakeStore) Contents(_ context.Context, name string) (contest.Contents, error) {
	return contest.Contents{ID: ContestID, Name: name}, nil
}

func (*FakeStore) JudgeMetadata(context.Context, []int64) (map[int64]contest.JudgeMetadata, error) {
	return nil, nil
}

func (*FakeStore) Watch(context.Context, int64) (contest.Watch, error) {
	return contest.Watch{}, contest.ErrNotFound
}

func (*FakeStore) Watches(context.Context) (map[int64]contest.Watch, error) { return nil, nil }

func (*FakeStore) AlertCounts(context.Context, int64, []int64) (contest.AlertCounts, error) {
	return contest.AlertCounts{}, nil
}

func (*FakeStore) Files(context.Context, int64) ([]contest.File, error) { return nil, nil }

func (*FakeStore) RelatedSubmissions(context.Context, []int64) ([]contest.Side, error) {
	return nil, nil
}

func (*FakeStore) PairsElsewhere(context.Context, contest.Pair, []int64) ([]facts.Elsewhere, error) {
	return nil, nil
}

func (*FakeStore) Participants(context.Context, int64) ([]contest.Participant, error) {
	return nil, nil
}

func (*FakeStore) Participant(_ context.Context, contestID int64, number int) (contest.Participant, error) {
	return contest.Participant{ID: 1, ContestID: contestID, Number: number, Name: Hostile}, nil
}

func (*FakeStore) Namesakes(context.Context, int64, []int64) ([]contest.Namesake, error) {
	return nil, nil
}

func (*FakeStore) ChecksAgainst(context.Context, int64, []int64) ([]int64, error) { return nil, nil }

func (*FakeStore) ParticipantSubmissions(context.Context, int64, int, int) ([]contest.Side, int, error) {
	return []contest.Side{{
		SubmissionID: 2, Participant: Hostile, Number: 1, Problem: "A", Path: "A/" + Hostile + "/02-WA.cpp",
		Language: "cpp", Verdict: "WA", Attempt: 2,
	}}, 1, nil
}

func (s *FakeStore) Contests(context.Context) ([]contest.Contest, error) {
	return slices.Clone(s.AllContests), nil
}

func (s *FakeStore) ContestsPage(_ context.Context, f contest.ContestFilter, offset, limit int) ([]contest.ContestEntry, int, error) {
	var list []contest.ContestEntry
	for _, c := range s.AllContests {
		if strings.Contains(c.Name, f.Name) {
			list = append(list, contest.ContestEntry{
				Contest: c, ImportedAt: c.CreatedAt, LastCheck: CheckID, LastState: contest.Complete, LastStartedAt: c.CreatedAt, PairsToReview: 7,
			})
		}
	}
	return pageOf(list, offset, limit), len(list), nil
}

// pageOf returns one page of a list. Limit 0 is no limit.
func pageOf[T any](list []T, offset, limit int) []T {
	list = list[min(offset, len(list)):]
	if limit > 0 {
		list = list[:min(limit, len(list))]
	}
	return list
}

func (s *FakeStore) Contest(_ context.Context, id int64) (contest.Contest, error) {
	return find(s.AllContests, func(c contest.Contest) bool { return c.ID == id })
}

func (s *FakeStore) ContestByName(_ context.Context, name string) (contest.Contest, error) {
	return find(s.AllContests, func(c contest.Contest) bool { return c.Name == name })
}

func (s *FakeStore) Checks(context.Context, int64) ([]contest.Check, error) {
	return slices.Clone(s.AllChecks), nil
}

func (s *FakeStore) Check(_ context.Context, id int64) (contest.Check, error) {
	return find(s.AllChecks, func(c contest.Check) bool { return c.ID == id })
}

func (*FakeStore) RelatedPairs(context.Context, contest.Pair) ([]contest.Pair, error) {
	return nil, nil
}

func (s *FakeStore) EachPair(ctx context.Context, checkID int64, f contest.PairFilter) iter.Seq2[contest.Pair, error] {
	return func(yield func(contest.Pair, error) bool) {
		list, _, _ := s.Pairs(ctx, checkID, f)
		for _, p := range list {
			if !yield(p, nil) {
				return
			}
		}
	}
}

func (s *FakeStore) PairAndCheck(ctx context.Context, id int64) (p contest.Pair, c contest.Check, err error) {
	if p, err = find(s.AllPairs, func(p contest.Pair) bool { return p.ID == id }); err == nil {
		c, err = s.Check(ctx, p.CheckID)
	}
	return p, c, err
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
		hasName := strings.Contains(p.Left.Participant, f.Participant) || strings.Contains(p.Right.Participant, f.Participant)
		withinChance := f.MaxChance == 0 || p.Chance == nil || *p.Chance <= f.MaxChance
		hasSides := f.Sides == contest.AllSides || (f.Sides == contest.EarlierSides) == p.Earlier()
		if p.CheckID == checkID && p.Rank > f.AfterRank && p.Suspicion >= f.MinSuspicion && withinChance && hasName && hasSides &&
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
	return pageOf(list, f.Offset, f.Limit), len(list), nil
}

func (*FakeStore) RankedParticipants(context.Context, int64, contest.ParticipantFilter) ([]contest.RankedParticipant, int, error) {
	return []contest.RankedParticipant{{Participant: contest.Participant{ID: 1, ContestID: ContestID, Number: 1, Name: Hostile},
		PairID: firstPair, Suspicion: 1, Listed: 61, Clusters: []int{1}}}, 1, nil
}

func (*FakeStore) UnlistedPairs(context.Context, int64, []int64) (int, error) { return PairCount, nil }

func (*FakeStore) Clusters(context.Context, int64, contest.ClusterFilter, int, int) ([]contest.Cluster, int, error) {
	return nil, 0, nil
}

func (*FakeStore) Cluster(context.Context, int64, int) (contest.Cluster, error) {
	return contest.Cluster{}, contest.ErrNotFound
}

func (*FakeStore) Histograms(context.Context, int64) ([]contest.Histogram, error) {
	a := contest.Histogram{
		Problem: "A", Language: "c++", Programs: 40, Participants: 38, RarityParticipants: 40, Median: 0.012, TypicalSize: 300,
	}
	a.Bins[0], a.Bins[30], a.Bins[49] = 1000, 7, 1
	simple := contest.Histogram{
		Problem: "B", Language: "c++", Programs: 32, Participants: 30, RarityParticipants: 40, TypicalSize: 20, Simplicity: 1, TooSimple: true,
	}
	simple.Bins[0] = 435
	b := contest.Histogram{Problem: "B", Language: "java", Programs: 40}
	b.Bins[0], b.Bins[25] = 1565, 112
	return []contest.Histogram{a, simple, b}, nil
}

func (s *FakeStore) Skipped(_ context.Context, _ int64, offset, limit int) ([]contest.SkippedItem, int, error) {
	return pageOf(s.skipped, offset, limit), len(s.skipped), nil
}

func find[T any](list []T, matches func(T) bool) (element T, err error) {
	if i := slices.IndexFunc(list, matches); i >= 0 {
		return list[i], nil
	}
	return element, contest.ErrNotFound
}

// FakeEvidence matches two programs that differ in names. The code of the right program begins further down, so that
// pages scroll.
func FakeEvidence(_ context.Context, p contest.Pair, _ *blind.Masker) (evidence.View, error) {
	head := strings.Repeat("// nothing to see\n", 60)
	hostile := " // </code><script>alert(2)</script>"
	left, leftErr := read(p.Left, head+"int main() { int apples = 3; return apples * 2 + 1; }"+hostile+"\n"+head)
	right, rightErr := read(p.Right, head+head+"int main() { int pears = 3; return pears * 2 + 1; }\n"+head)
	return evidence.Build(i18n.English(), left, right, pairs.Matches(symbols(left), symbols(right), 5)), errors.Join(leftErr, rightErr)
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

func symbols(input evidence.Input) []lexer.Symbol {
	var list []lexer.Symbol
	for _, t := range input.Program.Tokens {
		list = append(list, t.Symbol)
	}
	return list
}

// fakeSearcher records the searches. It returns the result of OnSearch, or two programs if OnSearch is nil. Open
// panics.
type fakeSearcher struct {
	access.Searcher
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
	near := contest.Location{Side: hostileSide(0, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))}
	near.SubmissionID, near.Contest, near.Problem = 5, Hostile, "A"
	far := contest.Location{Side: contest.Side{
		ContestID: ContestID, Contest: "practice", SubmissionID: 7, Participant: "team 7", Problem: "B",
		Path: "B/team 7/" + strings.Repeat("long", 20) + ".cpp", Language: "cpp",
	}}
	sameContest := contest.Location{Side: contest.Side{ContestID: ContestID, Contest: Hostile, SubmissionID: 8, Participant: "team 8"}}
	return contest.Findings{
		Language: "cpp", Tokens: 1234, Sampled: 100, Common: 7,
		Findings: []contest.Finding{
			{
				Location: near, Others: 1200, SameProgram: []contest.Location{far, sameContest}, Distance: &distance, SharedSample: 90,
				Similarity: 0.9, Coverage: 0.95, CoverageThere: 0.85, LongestMatch: 1001, MatchedTokens: 1170,
			},
			{
				Location: far, SharedSample: 2,
				Similarity: 0.1, Coverage: 0.2, CoverageThere: 0.05, LongestMatch: 30, MatchedTokens: 60,
			},
		},
	}, nil
}

func (f *fakeSearcher) Searches() []access.Search {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.searches)
}

// fakeChecker records the uploads and calls OnCheck and OnPreview, if they are set. Import panics.
type fakeChecker struct {
	jobs.Checker
	OnCheck   func(ctx context.Context, upload jobs.Upload, progress func(string, int, int)) (int64, error)
	OnPreview func(upload jobs.Upload) (preview.Preview, error)

	mu       sync.Mutex
	uploads  []jobs.Upload
	previews []jobs.Upload
}

// Preview returns the result of OnPreview, or a contest of one submission.
func (c *fakeChecker) Preview(_ context.Context, upload jobs.Upload, _ func(string, int, int)) (preview.Preview, error) {
	upload.Job, upload.Dirs = "", nil // random
	c.mu.Lock()
	c.previews = append(c.previews, upload)
	c.mu.Unlock()
	if c.OnPreview != nil {
		return c.OnPreview(upload)
	}
	return preview.Of(preview.Input{
		Contest: upload.Contest, Format: "dir", FormatReason: "its folders are <b>", Layout: "problem/participant",
		Submissions: []contest.Submission{{Participant: Hostile, Problem: "A", Attempt: 1, Language: "cpp", Path: "A/" + Hostile + ".cpp"}},
		Skipped:     []contest.SkippedItem{{Path: "A/" + Hostile + ".bin", Reason: "it is binary"}},
	}), nil
}

// Previews returns the uploads that were read for a preview.
func (c *fakeChecker) Previews() []jobs.Upload {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.previews)
}

func (c *fakeChecker) Check(ctx context.Context, upload jobs.Upload, progress func(string, int, int)) (int64, error) {
	upload.Job, upload.Dirs = "", nil // random
	c.mu.Lock()
	c.uploads = append(c.uploads, upload)
	c.mu.Unlock()
	if c.OnCheck == nil {
		return CheckID, nil
	}
	return c.OnCheck(ctx, upload, progress)
}

func (c *fakeChecker) Uploads() []jobs.Upload {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.uploads)
}
