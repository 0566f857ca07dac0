package postgres

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Only the last complete check of the contest counts that matched alike, and
// of it only pairs without own template.
func TestMeasured(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions, others := contestOf(5), contestOf(5)
	contestID, otherID := imported(t, db, "c", submissions), imported(t, db, "other", others)
	begin := func(contestID int64, matching string, submissions []contest.Submission) *Run {
		t.Helper()
		run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: contestID, Matching: matching}, idsOf(submissions), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { run.Close() })
		return run
	}
	check := func(contestID int64, matching string, submissions []contest.Submission, pairs ...contest.Pair) *Run {
		t.Helper()
		run := begin(contestID, matching, submissions)
		template := contest.Template{SubmissionID: submissions[4].ID, Passages: []contest.Passage{{Tokens: 30, Problems: []string{"A"}}}}
		if err := run.SaveTemplates(ctx, []contest.Template{template}); err != nil {
			t.Fatal(err)
		}
		if err := run.SavePairs(ctx, pairs); err != nil {
			t.Fatal(err)
		}
		return run
	}
	complete := func(run *Run) {
		t.Helper()
		if err := run.Complete(ctx, contest.Summary{}, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	s := submissions
	complete(check(contestID, "x", s, pair(1, s[0], s[3], 0.9)))
	complete(check(contestID, "x", s, pair(1, s[0], s[1], 0.9), pair(2, s[1], s[4], 0.8), pair(3, s[4], s[2], 0.7)))
	complete(check(contestID, "y", s, pair(1, s[1], s[2], 0.9)))
	complete(check(contestID, "", s, pair(1, s[2], s[3], 0.9)))
	complete(check(otherID, "x", others, pair(1, others[0], others[2], 0.9)))
	failed := check(contestID, "x", s, pair(1, s[0], s[2], 0.9))
	if err := failed.Fail(ctx, "broken on purpose"); err != nil {
		t.Fatal(err)
	}
	measured := func(left, right contest.Submission) contest.PairMeasures {
		p := pair(1, left, right, 0)
		return contest.PairMeasures{Left: left.ID, Right: right.ID, Similarity: p.Similarity, MaxSimilarity: p.MaxSimilarity,
			CoverageLeft: p.CoverageLeft, CoverageRight: p.CoverageRight, LongestMatch: p.LongestMatch, MatchedTokens: p.MatchedTokens}
	}
	for matching, want := range map[string][]contest.PairMeasures{
		"x": {measured(s[0], s[1])},
		"y": {measured(s[1], s[2])},
		"":  nil,
		"z": nil,
	} {
		got, err := begin(contestID, matching, s).Measured(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" && len(got)+len(want) > 0 {
			t.Errorf("matching %q (-want +got):\n%s", matching, diff)
		}
	}
}
