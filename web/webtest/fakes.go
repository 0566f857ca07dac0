package webtest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

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

// fakeSearcher records the searches. It returns the result of OnSearch, or three programs of two participants if OnSearch is nil.
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
	near := hostileSide("A")
	near.SubmissionID, near.ContestID, near.Contest, near.Problem = 5, ContestID, Hostile, "A"
	far := contest.Side{
		ContestID: ContestID, Contest: "practice", SubmissionID: 7, Participant: "team 7", Problem: "B",
		Path: "B/team 7/" + strings.Repeat("long", 20) + ".cpp", Language: "cpp",
	}
	first := near
	first.SubmissionID, first.Attempt, first.Path = 4, 1, "A/first.cpp"
	sameContest := contest.Side{ContestID: ContestID, Contest: Hostile, SubmissionID: 8, Participant: "team 8"}
	return contest.Findings{
		Language: "cpp", Tokens: 1234, Sampled: 100, FrequentShingles: 7,
		Findings: []contest.Finding{
			{
				Side: near, SameCount: 1200, SameProgram: []contest.Side{far, sameContest}, Distance: &distance, SharedSample: 90,
				Similarity: 0.9, Coverage: 0.95, FoundCoverage: 0.85, LongestMatch: 1001, MatchedTokens: 1170,
				OtherAttempts: []contest.Finding{{
					Side: first, Similarity: 0.4, Coverage: 0.5, FoundCoverage: 0.3, LongestMatch: 200, MatchedTokens: 300,
				}},
			},
			{
				Side: far, SharedSample: 2,
				Similarity: 0.1, Coverage: 0.2, FoundCoverage: 0.05, LongestMatch: 30, MatchedTokens: 60,
			},
		},
	}, nil
}

func (f *fakeSearcher) Searches() []access.Search {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.searches)
}

// fakeChecker records the uploads and calls OnCheck and OnPreview, if they are set. The embedded
// Checker is nil, so Import panics.
type fakeChecker struct {
	jobs.Checker
	OnCheck   func(ctx context.Context, upload jobs.Upload, progress func(i18n.Text, int, int)) (int64, error)
	OnPreview func(upload jobs.Upload) (preview.Preview, error)

	mu             sync.Mutex
	uploads        []jobs.Upload
	previewUploads []jobs.Upload
}

// Preview returns the result of OnPreview, or a contest of one submission.
func (c *fakeChecker) Preview(_ context.Context, upload jobs.Upload, _ func(i18n.Text, int, int)) (preview.Preview, error) {
	upload.Job, upload.Dirs = "", nil // both are random
	c.mu.Lock()
	c.previewUploads = append(c.previewUploads, upload)
	c.mu.Unlock()
	if c.OnPreview != nil {
		return c.OnPreview(upload)
	}
	return preview.New(preview.Input{
		Contest: upload.Contest, Format: "dir", FormatReason: i18n.Verbatim("its folders are <b>"), Layout: "problem/participant",
		Submissions: []contest.Submission{{Participant: Hostile, Problem: "A", Attempt: 1, Language: "cpp", Path: "A/" + Hostile + ".cpp"}},
		Skipped:     []contest.SkippedItem{{Path: "A/" + Hostile + ".bin", Reason: i18n.Verbatim("it is binary")}},
	}), nil
}

// Previews returns the uploads that were read for a preview.
func (c *fakeChecker) Previews() []jobs.Upload {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.previewUploads)
}

func (c *fakeChecker) Check(ctx context.Context, upload jobs.Upload, progress func(i18n.Text, int, int)) (int64, error) {
	upload.Job, upload.Dirs = "", nil // both are random
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
