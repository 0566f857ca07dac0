package postgres

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Of a pair across contests both sides are shown, or none; and nobody gets one
// in which they are hidden by asking for whoever is shown elsewhere.
func TestPairsAcrossContests(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name               string
		blind, blindBefore bool // the contest, and the earlier one
		hidden             bool
		left, right        bool // has a number
		found              int  // by the earlier participant's name
	}{
		{"both blind", true, true, true, true, true, 0},
		{"the earlier one is not", true, false, true, true, false, 0},
		{"the earlier one alone is", false, true, true, false, true, 0},
		{"none is", false, false, false, true, true, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			db, ctx := open(t), t.Context()
			olds := []contest.Submission{submission("X", "zoe", 1, "old")}
			before := imported(t, db, "old", olds)
			submissions := contestOf(2)
			of := imported(t, db, "new", submissions)
			run := begun(t, db, of, submissions)
			if err := run.SaveEarlier(ctx, "", idsOf(olds)); err != nil {
				t.Fatal(err)
			}
			if err := run.SavePairs(ctx, []contest.Pair{pair(1, submissions[1], olds[0], 0.5)}); err != nil {
				t.Fatal(err)
			}
			if err := run.Complete(ctx, contest.Summary{}, nil, nil); err != nil {
				t.Fatal(err)
			}
			for id, blind := range map[int64]bool{before: tt.blindBefore, of: tt.blind} {
				if err := db.SetBlind(ctx, review.CommandLine, id, blind); err != nil {
					t.Fatal(err)
				}
			}
			pairs, _, err := db.Pairs(ctx, run.ID(), contest.PairFilter{})
			if err != nil || len(pairs) != 1 {
				t.Fatalf("%d pairs, %v", len(pairs), err)
			}
			p := pairs[0]
			if p.Left.Hidden != tt.hidden || p.Right.Hidden != tt.hidden {
				t.Errorf("hidden: %v and %v, want %v of both", p.Left.Hidden, p.Right.Hidden, tt.hidden)
			}
			if (p.Left.Number != 0) != tt.left || (p.Right.Number != 0) != tt.right {
				t.Errorf("numbers %d and %d", p.Left.Number, p.Right.Number)
			}
			if _, total, err := db.Pairs(ctx, run.ID(), contest.PairFilter{Participant: "zoe"}); err != nil || total != tt.found {
				t.Errorf("%d pairs by the name, %v; want %d", total, err, tt.found)
			}
			next, err := db.NextPairOf(ctx, run.ID(), p.Right.ParticipantID, 0, nil)
			if err != nil || (next.ID != 0) != tt.right {
				t.Errorf("the next pair of the earlier participant is %d, %v", next.ID, err)
			}
		})
	}
}
