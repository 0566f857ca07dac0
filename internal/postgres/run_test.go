package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// pair returns a pair that can be stored.
func pair(rank int, left, right contest.Submission, suspicion float64) contest.Pair {
	side := func(s contest.Submission) contest.Side {
		return contest.Side{SubmissionID: s.ID, Participant: s.Participant, Problem: s.Problem, Path: s.Path, Language: s.Language,
			Verdict: s.Verdict, Attempt: s.Attempt, Time: s.Time}
	}
	return contest.Pair{
		Rank: rank, Problem: left.Problem, Language: "c++", Left: side(left), Right: side(right),
		Scores: contest.Scores{Suspicion: suspicion, Similarity: 1. / 3, MaxSimilarity: 0.7, CoverageLeft: 0.1, CoverageRight: 0.7,
			LongestMatch: 40, MatchedTokens: 90, Hamming: new(3),
			Percentile: new(2. / 3), Chance: new(0.125), SharedPassages: 70, UniquePassages: 30, SameNamePassages: 80,
			SharedTemplate: 312, OtherParticipantsWithTemplate: 4, SharedTemplateScore: 0.25},
	}
}

func histogram(problem string) contest.Histogram {
	h := contest.Histogram{Problem: problem, Language: "c++", Programs: 7, Participants: 5, RarityParticipants: 6,
		Median: 1. / 3, MAD: 0.125, TypicalSize: 31, Simplicity: 0.7, TooSimple: true, Sampled: true}
	h.ParticipantBins = make([]int64, contest.HistogramBins)
	h.ParticipantBins[40] = 3
	h.Bins[0], h.Bins[contest.HistogramBins-1] = 1<<40, 1
	return h
}

// TestRun tests that a complete check has all that a Run stored, and that readers see nothing
// before.
func TestRun(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	contestID, submissions := newContest(t, db, "Finals", 4)
	given := contest.Check{
		ContestID: contestID,
		Digest:    "abc",
		Parameters: contest.Parameters{ShingleLength: 8, MinMatch: 9, Threshold: 0.5, Keep: 0.1, Verdicts: "judged",
			Participants: "official", Layout: `(?P<problem>\u0000.*)`, Base: []string{"t.cpp"}},
		ToolVersion:      "v1",
		AlgorithmVersion: "2",
		StartedAt:        time.Date(2026, 3, 1, 12, 0, 0, 5000, time.FixedZone("", 3600)),
	}
	base := []contest.File{{Path: "z.cpp", Content: []byte("z")}, {Path: "a.cpp", Content: []byte("int main() { return 0; }")}}
	// One submission is given twice, as if the input had it twice.
	run, err := db.BeginCheck(ctx, review.CommandLine, given, append(idsOf(submissions), submissions[0].ID), base)
	must(t, err)
	defer run.Close()

	want := given
	want.ID = run.ID()
	want.Contest = "Finals"
	want.State = contest.Running
	want.StartedAt = given.StartedAt.UTC()
	check := func() contest.Check {
		t.Helper()
		c, err := db.Check(ctx, run.ID())
		must(t, err)
		return c
	}
	wantEqual(t, "running check", want, check())

	pairs := []contest.Pair{pair(1, submissions[0], submissions[2], 0.9), pair(2, submissions[3], submissions[1], 0.2)}
	pairs[1].Hamming, pairs[1].Percentile, pairs[1].Chance = nil, nil, nil
	for _, p := range pairs { // in two calls
		must(t, run.SavePairs(ctx, []contest.Pair{p}))
	}
	wantNoResults(t, db, run.ID())

	summary := contest.Summary{Problems: 2, Participants: 4, Submissions: 4, PairsCompared: 1 << 40, PairsStored: 2, Skipped: 2}
	histograms := []contest.Histogram{histogram("B"), histogram("A")}
	skipped := []contest.SkippedItem{{Path: "z", Reason: i18n.Verbatim("too short")}, {Path: "a", Reason: i18n.Verbatim("binary")}}
	must(t, run.Complete(ctx, summary, histograms, skipped))
	got := check()
	if got.FinishedAt.IsZero() || got.FinishedAt.Location() != time.UTC {
		t.Errorf("check finished at %v, want a time in UTC", got.FinishedAt)
	}
	want.State, want.Summary, want.FinishedAt = contest.Complete, summary, got.FinishedAt
	wantEqual(t, "complete check", want, got)

	gotPairs, total, err := db.Pairs(ctx, run.ID(), contest.PairFilter{})
	must(t, err)
	if len(gotPairs) != total {
		t.Errorf("got %d pairs, but %d in all", len(gotPairs), total)
	}
	for i := range gotPairs {
		one, _, err := db.PairAndCheck(ctx, gotPairs[i].ID)
		must(t, err)
		if diff := cmp.Diff(gotPairs[i], one); diff != "" {
			t.Errorf("Pair differs from Pairs (-Pairs +Pair):\n%s", diff)
		}
		pairs[i].ID, pairs[i].CheckID = one.ID, run.ID()
	}
	wantEqual(t, "pairs", pairs, gotPairs, ignoreDatabaseFields)
	if got, err := db.Histograms(ctx, run.ID()); err != nil || !cmp.Equal(histograms, got) {
		t.Errorf("histograms: error %v (-want +got):\n%s", err, cmp.Diff(histograms, got))
	}
	elsewhere := gotPairs[0] // counted nowhere
	elsewhere.ID, elsewhere.Language = unknownID, "go"
	wantOf := make(map[int64]contest.Histogram)
	for _, p := range gotPairs {
		if h, ok := contest.HistogramFor(p, histograms); ok {
			wantOf[p.ID] = h
		}
	}
	if got, err := db.HistogramsOf(ctx, append(gotPairs, elsewhere)); err != nil || len(wantOf) == 0 || !cmp.Equal(wantOf, got) {
		t.Errorf("histograms of %d pairs: error %v (-want +got):\n%s", len(wantOf), err, cmp.Diff(wantOf, got))
	}
	gotSkipped, total, err := db.Skipped(ctx, run.ID(), 0, 0) // in the order of a hash, because the contest is blind
	byPath := cmpopts.SortSlices(func(a, b contest.SkippedItem) int { return strings.Compare(a.Path, b.Path) })
	if err != nil || !cmp.Equal(skipped, gotSkipped, byPath) || total != 2 {
		t.Fatalf("skipped: got %d in all, want 2, error %v (-want +got):\n%s", total, err, cmp.Diff(skipped, gotSkipped, byPath))
	}
	if got, total, err := db.Skipped(ctx, run.ID(), 1, 5); err != nil || !cmp.Equal(gotSkipped[1:], got) || total != 2 {
		t.Errorf("skipped, second page: got %d in all, want 2, error %v (-want +got):\n%s", total, err, cmp.Diff(gotSkipped[1:], got))
	}
	if got, err := db.Base(ctx, run.ID()); err != nil || !cmp.Equal(base, got) {
		t.Errorf("base code: error %v (-want +got):\n%s", err, cmp.Diff(base, got))
	}
	// Base code that somebody also submitted is stored once.
	if got := rowsOf(t, db, "sources")["sources"]; got != 5 {
		t.Errorf("got %d sources, want 5", got)
	}

	for _, err := range []error{run.SavePairs(ctx, nil), run.Fail(ctx, i18n.Verbatim("late")), run.Complete(ctx, summary, nil, nil)} {
		if !errors.Is(err, errEnded) {
			t.Errorf("after the end: got error %v, want errEnded", err)
		}
	}
	for range 2 {
		if err := run.Close(); err != nil {
			t.Error(err)
		}
	}
	if got := check(); got.State != contest.Complete {
		t.Errorf("the closed check is %s, want complete", got.State)
	}
}

// wantNoResults fails the test if readers see results of a check.
func wantNoResults(t *testing.T, db *DB, checkID int64) {
	t.Helper()
	ctx := context.Background()
	for name, read := range map[string]func() error{
		"pairs":      func() error { _, _, err := db.Pairs(ctx, checkID, contest.PairFilter{}); return err },
		"histograms": func() error { _, err := db.Histograms(ctx, checkID); return err },
		"skipped":    func() error { _, _, err := db.Skipped(ctx, checkID, 0, 0); return err },
		"base":       func() error { _, err := db.Base(ctx, checkID); return err },
		"template":   func() error { _, err := db.Templates(ctx, checkID, []int64{1}); return err },
		"pair": func() error {
			var id int64
			err := db.pool.QueryRow(ctx, "SELECT coalesce(min(id), 0) FROM pairs WHERE check_id = $1", checkID).Scan(&id)
			if err != nil {
				return err
			}
			_, _, err = db.PairAndCheck(ctx, id)
			return err
		},
	} {
		if err := read(); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("%s of an incomplete check: got error %v, want ErrNotFound", name, err)
		}
	}
}

// A failed check has a reason, and none of its results stays.
func TestRunFail(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	contestID, submissions := newContest(t, db, "c", 2)
	tests := []struct {
		name string
		end  func(contest.Run) error
		want string
	}{
		{"failed", func(r contest.Run) error { return r.Fail(ctx, i18n.Verbatim("the disk is \x00 full \xff")) }, "the disk is \uFFFD full \uFFFD"},
		{"failed without a reason", func(r contest.Run) error { return r.Fail(ctx, i18n.Verbatim("")) }, unknownReason.String()},
		{"failed after the context ended", func(r contest.Run) error {
			ended, cancel := context.WithCancel(ctx)
			cancel()
			return r.Fail(ended, i18n.Verbatim("cancelled"))
		}, "cancelled"},
		{"closed without an end", func(r contest.Run) error { return r.Close() }, interruptedReason.String()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			run := beginCheck(t, db, contestID, submissions)
			must(t, run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[1], 0.5)}))
			must(t, tt.end(run))
			c, err := db.Check(ctx, run.ID())
			must(t, err)
			if c.State != contest.Failed || c.Reason.String() != tt.want || c.FinishedAt.IsZero() {
				t.Errorf("check is %s, %q, finished at %v; want failed, %q", c.State, c.Reason, c.FinishedAt, tt.want)
			}
			wantNoResults(t, db, run.ID())
			var left int
			if err := db.pool.QueryRow(ctx, "SELECT count(*) FROM pairs WHERE check_id = $1", run.ID()).Scan(&left); err != nil || left != 0 {
				t.Errorf("got %d stored pairs, %v; want none", left, err)
			}
		})
	}
}

// BeginCheck refuses invalid checks, and stores nothing of them.
func TestBeginCheckRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	contestID, submissions := newContest(t, db, "c", 2)
	others := contestOf(2)
	importContest(t, db, "other", others)
	ok := contest.Check{ContestID: contestID}
	tests := []struct {
		name  string
		check contest.Check
		ids   []int64
		base  []contest.File
		want  string
	}{
		{"submission of another contest", ok, []int64{submissions[0].ID, others[0].ID}, nil, "1 of 2 submissions: not found"},
		{"unknown submission", ok, []int64{unknownID}, nil, "not found"},
		{"unknown contest", contest.Check{ContestID: unknownID}, nil, nil, fmt.Sprintf("contest %d: not found", unknownID)},
		{"parameter with NUL", contest.Check{ContestID: contestID, Parameters: contest.Parameters{Layout: "\x00"}}, nil, nil, "contains a NUL"},
		{"base code's name not UTF-8", ok, nil, []contest.File{{Path: "\xff"}}, "not valid UTF-8"},
		{"base code without a path", ok, nil, []contest.File{{}}, "no path"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			run, err := db.BeginCheck(ctx, review.CommandLine, tt.check, tt.ids, tt.base)
			if err == nil {
				run.Close()
				t.Fatal("BeginCheck returned no error")
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got error %v, want one with %q", err, tt.want)
			}
		})
	}
	t.Cleanup(func() {
		if n := rowsOf(t, db, "checks")["checks"]; n != 0 {
			t.Errorf("refused calls stored %d checks", n)
		}
	})
}

// SavePairs refuses invalid pairs, and works again afterwards.
func TestSavePairsRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(3)
	run := beginCheck(t, db, importContest(t, db, "c", submissions), submissions[:2])
	nan := func() float64 { var zero float64; return zero / zero }()
	tests := []struct {
		name   string
		change func(*contest.Pair)
	}{
		{"rank 0", func(p *contest.Pair) { p.Rank = 0 }},
		{"suspicion above 1", func(p *contest.Pair) { p.Suspicion = 1.001 }},
		{"negative similarity", func(p *contest.Pair) { p.Similarity = -0.1 }},
		{"coverage NaN", func(p *contest.Pair) { p.CoverageLeft = nan }},
		{"longest match longer than all matches", func(p *contest.Pair) { p.LongestMatch = p.MatchedTokens + 1 }},
		{"Hamming distance 65", func(p *contest.Pair) { p.Hamming = new(65) }},
		{"one submission on both sides", func(p *contest.Pair) { p.Right = p.Left }},
		{"a submission outside the check", func(p *contest.Pair) { p.Right.SubmissionID = submissions[2].ID }},
		{"problem with NUL", func(p *contest.Pair) { p.Problem = "\x00" }},
	}
	for _, tt := range tests {
		p := pair(1, submissions[0], submissions[1], 0.5)
		tt.change(&p)
		if err := run.SavePairs(ctx, []contest.Pair{p}); err == nil {
			t.Errorf("%s: SavePairs returned no error", tt.name)
		}
	}
	if err := run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[1], 0.5)}); err != nil {
		t.Errorf("a valid pair after refused ones: got error %v", err)
	}
	if err := run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[1], 0.5)}); err == nil {
		t.Error("a second pair with the same rank was stored")
	}
}
