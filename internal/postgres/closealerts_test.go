package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// closing makes a complete check of a contest with a threshold and pairs.
func closing(t *testing.T, db *DB, contestID int64, own, earlier []contest.Submission, threshold float64, pairs ...contest.Pair) int64 {
	t.Helper()
	ctx := context.Background()
	run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: contestID, Digest: "d", Parameters: contest.Parameters{Threshold: threshold}}, idsOf(own), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	for i := range pairs {
		pairs[i].Rank = i + 1
	}
	if err := errors.Join(run.SaveEarlier(ctx, "of it", idsOf(earlier)), run.SavePairs(ctx, pairs), run.Complete(ctx, contest.Summary{}, nil, nil)); err != nil {
		t.Fatal(err)
	}
	return run.ID()
}

func TestCloseAlerts(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	old := []contest.Submission{submission("X", "zoe", 1, "old"), submission("X", "zoe", 2, "older"), submission("Y", "zoe", 1, "oldest")}
	imported(t, db, "old", old)
	own := []contest.Submission{submission("A", "ann", 1, "a"), submission("A", "ann", 2, "aa"), submission("A", "ben", 1, "b"), submission("A", "cat", 1, "c"), submission("A", "dan", 1, "d")}
	id := imported(t, db, "c", own)
	ann, later, ben, cat, dan := own[0], own[1], own[2], own[3], own[4]

	storeAlerts(t, db, id, alert("A", ann, ben, 0.9), alert("A", ann, cat, 0.8), alert("A", ben, cat, 0.7), alert("A", ann, old[0], 0.6))
	at := alertTime.Add(time.Hour)
	problemA := func(p contest.Pair) contest.Pair { p.Problem = "A"; return p }
	check := closing(t, db, id, own, old, 0.5,
		problemA(pair(0, ben, later, 0.95)),    // as ann and ben, of another attempt
		problemA(pair(0, ben, ann, 0.85)),      // the same two in another pool
		problemA(pair(0, later, old[1], 0.75)), // of another attempt of zoe's
		problemA(pair(0, dan, ann, 0.5)),       // new
		problemA(pair(0, dan, old[2], 0.5)),    // new
		problemA(pair(0, ann, cat, 0.49999)),   // fell
		problemA(pair(0, dan, ben, 0.25)),      // never was
	)
	share := func(f float64) *float64 { return &f }
	want := []alertSummary{
		{"A", ann.Path, ben.Path, "", 0.9, share(0.95), "standing"},
		{"A", ann.Path, cat.Path, "", 0.8, share(0.49999), "fallen"},
		{"A", ben.Path, cat.Path, "", 0.7, nil, "fallen"},
		{"A", ann.Path, old[0].Path, "old", 0.6, share(0.75), "standing"},
		{"A", dan.Path, ann.Path, "", 0.5, share(0.5), "standing"},
		{"A", dan.Path, old[2].Path, "old", 0.5, share(0.5), "standing"},
	}
	got, err := db.CloseAlerts(ctx, id, check, at)
	if diff := cmp.Diff(want[4:], summarize(got)); diff != "" || err != nil {
		t.Errorf("added: %v (-want +got):\n%s", err, diff)
	}
	once, err := db.Alerts(ctx, id, 0, 0)
	if diff := cmp.Diff(want, summarize(once)); diff != "" || err != nil {
		t.Errorf("closed: %v (-want +got):\n%s", err, diff)
	}
	// Each says which pair it became.
	for i, rank := range []int{1, 6, 0, 3, 4, 5} {
		a := once[i]
		if a.CheckID != check || (a.PairID == 0) != (rank == 0) {
			t.Errorf("alert %d is of check %d, pair %d", i, a.CheckID, a.PairID)
		}
		if rank == 0 {
			continue
		}
		if p, err := db.Pair(ctx, a.PairID); err != nil || p.Rank != rank || p.Suspicion != *a.Closing {
			t.Errorf("alert %d leads to %+v, %v; want rank %d", i, p, err, rank)
		}
		if i >= 4 && !a.At.Equal(at) {
			t.Errorf("alert %d is of %v", i, a.At)
		}
	}
	if got, err := db.AlertCounts(ctx, id, nil); err != nil || got != (contest.AlertCounts{Upheld: 4, NotUpheld: 2}) {
		t.Errorf("counts: %+v, %v", got, err)
	}

	if got, err := db.CloseAlerts(ctx, id, check, at.Add(time.Hour)); err != nil || len(got) != 0 {
		t.Errorf("again: added %+v, %v", got, err)
	}
	if twice, err := db.Alerts(ctx, id, 0, 0); err != nil || !cmp.Equal(once, twice) {
		t.Errorf("again: %v (-once +twice):\n%s", err, cmp.Diff(once, twice))
	}
	// What comes after it is open until the next one, which measures all anew.
	storeAlerts(t, db, id, alert("A", ben, dan, 0.6))
	check = closing(t, db, id, own, nil, 0.9, problemA(pair(0, ann, cat, 0.9)))
	if got, err := db.CloseAlerts(ctx, id, check, at); err != nil || len(got) != 0 {
		t.Errorf("by a later check: added %+v, %v", got, err)
	}
	want = append(want, alertSummary{"A", ben.Path, dan.Path, "", 0.6, nil, "fallen"})
	for i := range want {
		want[i].Closing, want[i].State = nil, "fallen"
	}
	want[1].Closing, want[1].State = share(0.9), "standing"
	all, err := db.Alerts(ctx, id, 0, 0)
	if diff := cmp.Diff(want, summarize(all)); diff != "" || err != nil {
		t.Errorf("by a later check: %v (-want +got):\n%s", err, diff)
	}
}

// Where there is nothing to check, all have fallen, until a later check measures
// them.
func TestCloseAlertsWithoutCheck(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	own, others := contestOf(3), contestOf(2)
	id, other := imported(t, db, "c", own), imported(t, db, "other", others)
	storeAlerts(t, db, id, alert("A", own[0], own[1], 0.9), alert("A", own[0], own[2], 0.5))
	storeAlerts(t, db, other, alert("A", others[0], others[1], 0.9))
	p := pair(0, own[0], own[1], 0.9)
	p.Problem = "A"
	check := closing(t, db, id, own, nil, 0.5, p)
	for _, step := range []struct {
		name  string
		check int64
		want  contest.AlertCounts
	}{
		{"nothing to check", 0, contest.AlertCounts{NotUpheld: 2}},
		{"checked", check, contest.AlertCounts{Upheld: 1, NotUpheld: 1}},
		{"all deleted since", 0, contest.AlertCounts{NotUpheld: 2}},
	} {
		if got, err := db.CloseAlerts(ctx, id, step.check, alertTime); err != nil || len(got) != 0 {
			t.Errorf("%s: added %+v, %v", step.name, got, err)
		}
		if got, err := db.AlertCounts(ctx, id, nil); err != nil || got != step.want {
			t.Errorf("%s: counts %+v, %v", step.name, got, err)
		}
	}
	if got, err := db.AlertCounts(ctx, other, nil); err != nil || got.Open != 1 {
		t.Errorf("the other contest: counts %+v, %v", got, err)
	}
}

// A check that is not complete, or of another contest, closes nothing.
func TestCloseAlertsRefuses(t *testing.T) {
	t.Parallel()
	db := open(t)
	own, others := contestOf(2), contestOf(2)
	id, other := imported(t, db, "c", own), imported(t, db, "other", others)
	storeAlerts(t, db, id, alert("A", own[0], own[1], 0.5))
	complete := closing(t, db, other, others, nil, 0.5)
	running := begun(t, db, id, own)
	for _, tt := range []struct {
		name           string
		contest, check int64
	}{
		{"a running check", id, running.ID()},
		{"another contest's", id, complete},
		{"none", id, 4711},
		{"no contest", 4711, complete},
	} {
		if _, err := db.CloseAlerts(t.Context(), tt.contest, tt.check, alertTime); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("%s: got error %v", tt.name, err)
		}
	}
	if got, err := db.AlertCounts(t.Context(), id, nil); err != nil || got.Open != 1 {
		t.Errorf("counts: %+v, %v", got, err)
	}
}
