package postgres

import (
	"context"
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
	contestID, submissions := newContest(t, db, "new", participants)
	run, err := db.BeginCheck(ctx, review.CommandLine,
		contest.Check{ContestID: contestID, Digest: "d", Parameters: contest.Parameters{Threshold: 0.5}}, idsOf(submissions), nil)
	must(t, err)
	t.Cleanup(func() { run.Close() })
	var pairs []contest.Pair
	for i := range participants {
		for j := range i {
			pairs = append(pairs, pair(len(pairs)+1, submissions[i], submissions[j], 1-float64(len(pairs))/190))
		}
	}
	complete(t, run, pairs...)
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

	// A decided pair stays in the sample when its program is erased. Others leave it for the next pairs, which can be decided.
	one, two := reviewer(t, db, "one"), reviewer(t, db, "two")
	stored, _, err := db.Pairs(ctx, run.ID(), contest.PairFilter{})
	must(t, err)
	decided := stored[small[0]-1]
	erased := decided.Left.SubmissionID
	execute(t, db, "DELETE FROM submission_files WHERE submission_id = $1", erased)
	isErased := func(rank int) bool {
		p := stored[rank-1]
		return erased == p.Left.SubmissionID || erased == p.Right.SubmissionID
	}
	must(t, db.SetSettings(ctx, review.CommandLine, contestID, contest.Settings{Agreement: new(2)}))
	for _, decision := range []review.Decision{review.Dismissed, review.Confirmed} { // settled, then waiting for a second reviewer
		decide(t, db, one, review.KeyOf(contestID, decided), reviewOf(one, decision))
		for _, tt := range []struct {
			viewer string
			seal   contest.Seal
			keeps  bool // the decided pair
		}{
			{"who sees all", contest.Seal{}, true},
			{"who decided it", contest.Seal{Viewer: one.ID, AlsoSettled: true}, true},
			{"from whom independent review hides it", contest.Seal{Viewer: two.ID, AlsoSettled: true}, false},
		} {
			got, _, err := db.Pairs(ctx, run.ID(), contest.PairFilter{Audit: contest.AuditSample{Size: 10, Seed: 7}, Seal: tt.seal})
			if err != nil || len(got) != 10 {
				t.Fatalf("a reviewer %s: %d pairs, %v; want 10", tt.viewer, len(got), err)
			}
			for _, rank := range ranks(got) {
				if isErased(rank) && (rank != small[0] || !tt.keeps) {
					t.Errorf("a reviewer %s: the sample has the erased pair %d", tt.viewer, rank)
				}
			}
			if slices.Contains(ranks(got), small[0]) != tt.keeps {
				t.Errorf("a reviewer %s: the sample has the decided pair: %v, want %v", tt.viewer, !tt.keeps, tt.keeps)
			}
			for _, rank := range small[1:] {
				if !isErased(rank) && !slices.Contains(ranks(got), rank) {
					t.Errorf("a reviewer %s: pair %d left the sample, but can be decided", tt.viewer, rank)
				}
			}
		}
	}
}
