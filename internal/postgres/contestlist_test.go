package postgres

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// checked makes a contest of five participants with a complete check of some
// pairs, whose suspicions are given, and of a threshold.
func checked(t *testing.T, db *DB, name string, threshold float64, suspicions ...float64) (contestID int64, pairs []contest.Pair) {
	t.Helper()
	ctx := context.Background()
	submissions := contestOf(5)
	contestID = imported(t, db, name, submissions)
	run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: contestID, Parameters: contest.Parameters{Threshold: threshold}}, idsOf(submissions), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	for i, s := range suspicions {
		pairs = append(pairs, pair(i+1, submissions[i%5], submissions[(i+1)%5], s))
	}
	if err := errors.Join(run.SavePairs(ctx, pairs), run.Complete(ctx, contest.Summary{}, nil, nil)); err != nil {
		t.Fatal(err)
	}
	pairs, _, err = db.Pairs(ctx, run.ID(), contest.PairFilter{})
	if err != nil {
		t.Fatal(err)
	}
	return contestID, pairs
}

func TestWaiting(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	by := reviewer(t, db, "one")
	old, _ := checked(t, db, "old", 0.5, 0.9)
	id, pairs := checked(t, db, "new", 0.5, 0.9, 0.8, 0.7, 0.5, 0.4)
	none, _ := checked(t, db, "none listed", 0.99, 0.9)
	never := imported(t, db, "never checked", contestOf(2))
	begun(t, db, never, nil)
	later := contestOf(5)
	imported(t, db, "new", later)
	begun(t, db, id, later) // a newer check, which is not complete
	ask := func(want map[int64]int, visible []int64) {
		t.Helper()
		got, err := db.PairsToReview(ctx, []int64{old, id, none, never, 4711}, visible, contest.ReviewQueue{})
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
	ask(map[int64]int{old: 1, id: 4, none: 0}, nil)
	for i, d := range []review.Decision{review.Dismissed, review.Confirmed, review.Unclear} {
		if _, err := db.Decide(ctx, by, review.KeyOf(id, pairs[i]), said(by, d)); err != nil {
			t.Fatal(err)
		}
	}
	ask(map[int64]int{old: 1, id: 2, none: 0}, nil) // the confirmed one waits for another reviewer
	if err := db.SetAgreement(ctx, by, id, 1); err != nil {
		t.Fatal(err)
	}
	ask(map[int64]int{old: 1, id: 1, none: 0}, nil)
}

// A check of which everything was skipped hides none before it.
func TestWaitingAfterAnEmptyCheck(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	var ids, checks []int64
	for i, submissions := range []int{5, 0} {
		s := contestOf(5)
		id := imported(t, db, "finals", s)
		run := begun(t, db, id, s)
		var pairs []contest.Pair
		if submissions > 0 {
			pairs = append(pairs, pair(1, s[0], s[1], 0.9))
		}
		if err := errors.Join(run.SavePairs(ctx, pairs), run.Complete(ctx, contest.Summary{Submissions: submissions}, nil, nil)); err != nil {
			t.Fatal(err)
		}
		ids, checks = append(ids, id), append(checks, run.ID())
		waiting, err := db.PairsToReview(ctx, ids[:1], nil, contest.ReviewQueue{})
		if err != nil || waiting[ids[0]] != 1 {
			t.Errorf("after check %d: %d wait, want 1: %v", i+1, waiting[ids[0]], err)
		}
		list, _, err := db.ContestsPage(ctx, contest.ContestFilter{}, 0, 0)
		if err != nil || len(list) != 1 || list[0].LastCheck != checks[0] || list[0].PairsToReview != 1 {
			t.Errorf("after check %d the list has %+v, want check %d and one that waits: %v", i+1, list, checks[0], err)
		}
	}
}

// Pairs with contests that one may not see do not wait for one.
func TestWaitingWithEarlier(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	olds := []contest.Submission{submission("X", "zoe", 1, "old")}
	oldID := imported(t, db, "old", olds)
	checkID, _ := against(t, db, "new", olds...)
	check, err := db.Check(ctx, checkID)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		visible []int64
		want    int
	}{
		{"all", nil, 2},
		{"both", []int64{check.ContestID, oldID}, 2},
		{"the new one", []int64{check.ContestID}, 1},
		{"none", []int64{}, 1},
	} {
		got, err := db.PairsToReview(ctx, []int64{check.ContestID}, tt.visible, contest.ReviewQueue{})
		if err != nil || got[check.ContestID] != tt.want {
			t.Errorf("%s: %v, %v; want %d", tt.name, got, err, tt.want)
		}
	}
}

func TestContestsPage(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	first, _ := checked(t, db, "Ünder the bridge", 0.5, 0.9, 0.8)
	second := imported(t, db, "bridge", contestOf(2))
	third, _ := checked(t, db, "third", 0.5, 0.1)
	all := contestOf(5)
	imported(t, db, "third", all)
	running := begun(t, db, third, all)
	if _, err := db.pool.Exec(ctx, "INSERT INTO contests (name) VALUES ('not there yet')"); err != nil {
		t.Fatal(err)
	}
	entry := func(id int64, state contest.CheckState, waiting int) contest.ContestEntry {
		c, err := db.Contest(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		checks, err := db.Checks(ctx, id)
		if err != nil || len(checks) != c.Checks {
			t.Fatal(checks, err)
		}
		e := contest.ContestEntry{Contest: c, LastState: state, PairsToReview: waiting}
		if len(checks) > 0 {
			e.LastCheck, e.LastStartedAt = checks[0].ID, checks[0].StartedAt
		}
		return e
	}
	one, two, three := entry(first, contest.Complete, 2), entry(second, "", 0), entry(third, contest.Running, 0)
	if three.LastCheck != running.ID() {
		t.Fatalf("the last check is %d", three.LastCheck)
	}
	tests := []struct {
		name          string
		filter        contest.ContestFilter
		offset, limit int
		want          []contest.ContestEntry
		total         int
	}{
		{"all", contest.ContestFilter{}, 0, 0, []contest.ContestEntry{three, two, one}, 3},
		{"page", contest.ContestFilter{}, 1, 1, []contest.ContestEntry{two}, 3},
		{"beyond", contest.ContestFilter{}, 3, 1, nil, 3},
		{"part of the name", contest.ContestFilter{Name: "BRIDGE"}, 0, 5, []contest.ContestEntry{two, one}, 2},
		{"part in any case", contest.ContestFilter{Name: "üNDER"}, 0, 5, []contest.ContestEntry{one}, 1},
		{"visible", contest.ContestFilter{Visible: []int64{third, first}}, 0, 5, []contest.ContestEntry{three, one}, 2},
		{"visible ones of a name", contest.ContestFilter{Visible: []int64{third, first}, Name: "bridge"}, 0, 5, []contest.ContestEntry{one}, 1},
		{"none visible", contest.ContestFilter{Visible: []int64{}}, 0, 5, nil, 0},
	}
	for _, tt := range tests {
		got, total, err := db.ContestsPage(ctx, tt.filter, tt.offset, tt.limit)
		if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(contest.ContestEntry{}, "ImportedAt"), cmpopts.EquateEmpty()); diff != "" || total != tt.total || err != nil {
			t.Errorf("%s: %d in all, %v (-want +got):\n%s", tt.name, total, err, diff)
		}
		for _, e := range got {
			if e.ImportedAt.Before(e.CreatedAt) {
				t.Errorf("%s: %s was imported at %v", tt.name, e.Name, e.ImportedAt)
			}
		}
	}
}
