package postgres

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// TestAuditSample draws samples of the pairs that a check does not list: the same for the same seed, and each within a
// larger one.
func TestAuditSample(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	const participants = 20
	submissions := contestOf(participants)
	contestID := importContest(t, db, "new", submissions)
	run, err := db.BeginCheck(ctx, review.CommandLine,
		contest.Check{ContestID: contestID, Digest: "d", Parameters: contest.Parameters{Threshold: 0.5}}, idsOf(submissions), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { run.Close() })
	var pairs []contest.Pair
	for i := range participants {
		for j := range i {
			pairs = append(pairs, pair(len(pairs)+1, submissions[i], submissions[j], 1-float64(len(pairs))/190))
		}
	}
	if err := errors.Join(run.SavePairs(ctx, pairs), run.Complete(ctx, contest.Summary{}, nil, nil)); err != nil {
		t.Fatal(err)
	}
	const listed = 96 // from 1 to 0.5
	sample := func(size int, seed int64) []int {
		t.Helper()
		got, total, err := db.Pairs(ctx, run.ID(), contest.PairFilter{Audit: contest.AuditSample{Size: size, Seed: seed}})
		if err != nil || total != len(got) {
			t.Fatalf("a sample of %d: %d of %d pairs, %v", size, len(got), total, err)
		}
		return ranks(got)
	}
	small := sample(10, 7)
	if len(small) != 10 || small[0] <= listed {
		t.Errorf("the sample has the ranks %v, want 10 after the last listed one, %d", small, listed)
	}
	if diff := cmp.Diff(small, sample(10, 7)); diff != "" {
		t.Errorf("the same seed gives another sample:\n%s", diff)
	}
	if cmp.Equal(small, sample(10, 8)) {
		t.Error("seeds 7 and 8 give the same sample")
	}
	large := sample(60, 7)
	for _, rank := range small {
		if !slices.Contains(large, rank) {
			t.Errorf("rank %d of the sample of 10 is not in the sample of 60", rank)
		}
	}
	everything := sample(1000, 7)
	if n, err := db.UnlistedPairs(ctx, run.ID(), nil); err != nil || n != len(pairs)-listed || len(everything) != n {
		t.Errorf("%d pairs are not listed, %v, and the largest sample has %d; want %d", n, err, len(everything), len(pairs)-listed)
	}
	filtered, total, err := db.Pairs(ctx, run.ID(), contest.PairFilter{Audit: contest.AuditSample{Size: 10, Seed: 7}, AfterRank: small[4], Limit: 2})
	if err != nil || total != 5 || !slices.Equal(ranks(filtered), small[5:7]) {
		t.Errorf("the page after the fifth pair has the ranks %v of %d pairs, %v; want %v of 5", ranks(filtered), total, err, small[5:7])
	}
}
