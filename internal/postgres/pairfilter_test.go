package postgres

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Participants of a blind contest are found by number, and by name only once
// they are uncovered; decisions are found whichever side stands on the left.
func TestPairFilter(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	olds := []contest.Submission{submission("X", "zoe", 1, "old"), submission("X", "yan", 1, "older")}
	oldID := imported(t, db, "old", olds[:1])
	// A contest whose name is the ID of another.
	olderID := imported(t, db, fmt.Sprint(oldID), olds[1:])
	submissions := contestOf(5)
	submissions[4].Verdict = "WA"
	contestID := imported(t, db, "new", submissions)
	run := begun(t, db, contestID, submissions)
	pairs := []contest.Pair{
		pair(1, submissions[0], submissions[1], 0.9), // confirmed
		pair(2, submissions[2], submissions[1], 0.8), // pending, assigned to the second
		pair(3, submissions[2], submissions[3], 0.7), // withdrawn, so open
		pair(4, submissions[3], submissions[4], 0.6), // conflict
		pair(5, submissions[0], submissions[2], 0.5), // no case
		pair(6, submissions[0], olds[0], 0.4),        // dismissed
		pair(7, submissions[1], olds[1], 0.3),        // unclear
	}
	pairs[2].Problem = "A + B"
	err := errors.Join(run.SaveEarlier(ctx, "", idsOf(olds)), run.SavePairs(ctx, pairs),
		run.Complete(ctx, contest.Summary{Earlier: &contest.EarlierSummary{}}, nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	listed, _, err := db.Pairs(ctx, run.ID(), contest.PairFilter{})
	if err != nil || len(listed) != len(pairs) {
		t.Fatalf("%d pairs, %v", len(listed), err)
	}
	one, two := reviewer(t, db, "one"), reviewer(t, db, "two")
	decide := func(by review.Person, rank int, d review.Decision) error {
		_, err := db.Decide(ctx, by, review.KeyOf(contestID, listed[rank-1]), said(by, d))
		return err
	}
	third := review.KeyOf(contestID, listed[2])
	err = errors.Join(decide(one, 1, review.Confirmed), decide(two, 1, review.Confirmed), decide(one, 2, review.Confirmed),
		decide(one, 3, review.Confirmed), decide(one, 4, review.Confirmed), decide(two, 4, review.Dismissed),
		decide(one, 6, review.Dismissed), decide(two, 7, review.Unclear),
		func() error { _, err := db.Withdraw(ctx, one, third); return err }(),
		db.Assign(ctx, one, []review.Key{review.KeyOf(contestID, listed[1]), third}, two.ID))
	// Another problem's decision on the same two is none on this.
	other := third
	other.Problem = "A"
	_, err2 := db.Decide(ctx, one, other, said(one, review.Dismissed))
	shown := listed[0].Left // team000, of pairs 1, 5 and 6
	err = errors.Join(err, err2, db.Reveal(ctx, one, contestID, shown.Number))
	if err != nil {
		t.Fatal(err)
	}
	hidden := listed[3].Left // team003, of pairs 3 and 4
	zoe := listed[5].Right
	tests := []struct {
		name   string
		filter contest.PairFilter
		want   []int
	}{
		{"verdict of the right", contest.PairFilter{Verdict: "WA"}, []int{4}},
		{"verdict of both", contest.PairFilter{Verdict: "AC"}, []int{1, 2, 3, 4, 5, 6, 7}},
		{"verdict in lower case", contest.PairFilter{Verdict: "wa"}, []int{4}},
		{"verdict of nobody", contest.PairFilter{Verdict: "TLE"}, nil},
		{"number", contest.PairFilter{Number: hidden.Number}, []int{3, 4}},
		{"number in an earlier contest", contest.PairFilter{Number: zoe.Number, NumberOf: oldID}, []int{6}},
		{"number in an earlier contest that is invisible", contest.PairFilter{Number: zoe.Number, NumberOf: oldID, Visible: []int64{contestID}}, nil},
		{"number of nobody", contest.PairFilter{Number: 99}, nil},
		{"hidden name", contest.PairFilter{Participant: "team003"}, nil},
		{"hidden name of an earlier contest", contest.PairFilter{Participant: "zoe"}, nil},
		{"uncovered name among hidden ones", contest.PairFilter{Participant: "EAM00"}, []int{1, 5}},
		{"number as a name", contest.PairFilter{Participant: fmt.Sprint(hidden.Number)}, wantNumber(listed, hidden.Number)},
		{"label", contest.PairFilter{Participant: fmt.Sprintf(" participant  %d", hidden.Number)}, wantNumber(listed, hidden.Number)},
		{"part of the label", contest.PairFilter{Participant: "participant"}, nil},
		{"state open", contest.PairFilter{State: "open"}, []int{3, 5}},
		{"state waiting", contest.PairFilter{State: contest.StateWaiting}, []int{2, 3, 4, 5}},
		{"one's turn", contest.PairFilter{State: contest.StateMine, Queue: contest.ReviewQueue{User: one.ID, ConflictsOf: []int64{}}}, []int{3, 5}},
		{"a chief judge's turn", contest.PairFilter{State: contest.StateMine, Queue: contest.ReviewQueue{User: one.ID, ConflictsOf: []int64{contestID}}}, []int{3, 4, 5}},
		{"an administrator's turn", contest.PairFilter{State: contest.StateMine, Queue: contest.ReviewQueue{User: two.ID}}, []int{2, 3, 4, 5}},
		{"turn of a chief judge of another contest", contest.PairFilter{State: contest.StateMine, Queue: contest.ReviewQueue{User: two.ID, ConflictsOf: []int64{oldID}}}, []int{2, 3, 5}},
		{"nobody's turn", contest.PairFilter{State: contest.StateMine}, []int{2, 3, 4, 5}},
		{"state pending", contest.PairFilter{State: "pending"}, []int{2}},
		{"state conflict", contest.PairFilter{State: "conflict"}, []int{4}},
		{"state confirmed", contest.PairFilter{State: "confirmed"}, []int{1}},
		{"state dismissed", contest.PairFilter{State: "dismissed"}, []int{6}},
		{"state unclear", contest.PairFilter{State: "unclear"}, []int{7}},
		{"unknown state", contest.PairFilter{State: "guilty"}, nil},
		{"reviewer", contest.PairFilter{Reviewer: two.ID}, []int{1, 4, 7}},
		{"decided by anybody, or assigned", contest.PairFilter{Decided: true}, []int{1, 2, 3, 4, 6, 7}},
		{"reviewer who has not", contest.PairFilter{Reviewer: 4711}, nil},
		{"assigned", contest.PairFilter{Assigned: two.ID}, []int{2, 3}},
		{"assigned and pending", contest.PairFilter{Assigned: two.ID, State: "pending", Reviewer: one.ID}, []int{2}},
		{"earlier contest by name", contest.PairFilter{Contest: "old"}, []int{6}},
		{"earlier contest by ID", contest.PairFilter{Contest: fmt.Sprint(olderID)}, []int{7}},
		{"a name before an ID", contest.PairFilter{Contest: fmt.Sprint(oldID)}, []int{7}},
		{"contest that is not there", contest.PairFilter{Contest: "4711"}, nil},
		{"visible", contest.PairFilter{Visible: []int64{contestID, oldID}}, []int{1, 2, 3, 4, 5, 6}},
		{"visible none", contest.PairFilter{Visible: []int64{}}, []int{1, 2, 3, 4, 5}},
		{"invisible earlier contest", contest.PairFilter{Visible: []int64{contestID}, Contest: "old"}, nil},
		{"what cannot be stored", contest.PairFilter{Verdict: "\xff"}, nil},
		{"all at once", contest.PairFilter{Problem: listed[1].Problem, Language: listed[1].Language, Verdict: "AC", State: contest.StateWaiting, Reviewer: one.ID,
			Number: listed[1].Right.Number, Sides: contest.OwnSides, Visible: []int64{contestID}, Sort: contest.SortSimilarity, MinSuspicion: 0.1, Limit: 5}, []int{2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, total, err := db.Pairs(ctx, run.ID(), tt.filter)
			var streamed []contest.Pair
			for p, err := range db.EachPair(ctx, run.ID(), tt.filter) {
				if err != nil {
					t.Fatal(err)
				}
				streamed = append(streamed, p)
			}
			if diff := cmp.Diff(got, streamed, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("pairs one by one (-list +each):\n%s", diff)
			}
			if diff := cmp.Diff(tt.want, append([]int(nil), ranks(got)...)); diff != "" || total != len(tt.want) || err != nil {
				t.Errorf("total %d, %v; ranks (-want +got):\n%s", total, err, diff)
			}
		})
	}
	t.Run("deciders", func(t *testing.T) {
		reviewer(t, db, "three") // who has decided nothing
		for id, want := range map[int64][]review.Person{contestID: {one, two}, oldID: nil} {
			got, err := db.Reviewers(ctx, id)
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		}
	})
	t.Run("counted alike", func(t *testing.T) {
		for name, turn := range map[string]contest.ReviewQueue{
			"one":           {User: one.ID, ConflictsOf: []int64{}},
			"chief judge":   {User: one.ID, ConflictsOf: []int64{contestID}},
			"administrator": {User: two.ID},
			"of another":    {User: two.ID, ConflictsOf: []int64{oldID}},
		} {
			_, total, err := db.Pairs(ctx, run.ID(), contest.PairFilter{State: contest.StateMine, Queue: turn})
			counts, err2 := db.PairsToReview(ctx, []int64{contestID}, nil, turn)
			if err := errors.Join(err, err2); err != nil || counts[contestID] != total {
				t.Errorf("%s: %d are counted, %d listed, %v", name, counts[contestID], total, err)
			}
		}
	})
	t.Run("not blind", func(t *testing.T) {
		if err := db.SetBlind(ctx, one, oldID, false); err != nil {
			t.Fatal(err)
		}
		for part, want := range map[string][]int{"zoe": {6}, fmt.Sprint(zoe.Number): nil} {
			got, _, err := db.Pairs(ctx, run.ID(), contest.PairFilter{Participant: part, Sides: contest.EarlierSides, Contest: "old"})
			for _, p := range got { // the other side may have that number
				if want == nil && p.Left.Number == zoe.Number {
					want = []int{p.Rank}
				}
			}
			if diff := cmp.Diff(want, append([]int(nil), ranks(got)...)); diff != "" || err != nil {
				t.Errorf("%q: %v (-want +got):\n%s", part, err, diff)
			}
		}
	})
}

// wantNumber returns the ranks of the pairs with a side of a number, of whichever
// contest.
func wantNumber(pairs []contest.Pair, number int) (want []int) {
	for _, p := range pairs {
		if p.Left.Number == number || p.Right.Number == number {
			want = append(want, p.Rank)
		}
	}
	return want
}
