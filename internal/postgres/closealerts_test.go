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

// checkForAlerts makes a complete check with a threshold and pairs, to close alerts with.
func checkForAlerts(t *testing.T, db *DB, contestID int64, own, earlier []contest.Submission, threshold float64, pairs ...contest.Pair) int64 {
	t.Helper()
	ctx := context.Background()
	run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: contestID, Digest: "d", Parameters: contest.Parameters{Threshold: threshold}}, idsOf(own), nil)
	must(t, err)
	defer run.Close()
	for i := range pairs {
		pairs[i].Rank = i + 1
	}
	must(t, errors.Join(run.SaveEarlierSubmissions(ctx, "of it", idsOf(earlier)), run.SavePairs(ctx, pairs), run.Complete(ctx, contest.Summary{}, nil, nil)))
	return run.ID()
}

// A closing check upholds the alerts of pairs that reach its threshold, and no other alerts. It
// adds alerts for new pairs. A later closing check measures all alerts again.
func TestCloseAlerts(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	old := []contest.Submission{submission("X", "zoe", 1, "old"), submission("X", "zoe", 2, "older"), submission("Y", "zoe", 1, "oldest")}
	importContest(t, db, "old", old)
	own := []contest.Submission{submission("A", "ann", 1, "a"), submission("A", "ann", 2, "aa"), submission("A", "ben", 1, "b"), submission("A", "cat", 1, "c"), submission("A", "dan", 1, "d")}
	id := importContest(t, db, "c", own)
	ann, annSecond, ben, cat, dan := own[0], own[1], own[2], own[3], own[4]

	storeAlerts(t, db, id, alert("A", ann, ben, 0.9), alert("A", ann, cat, 0.8), alert("A", ben, cat, 0.7), alert("A", ann, old[0], 0.6))
	at := alertTime.Add(time.Hour)
	problemA := func(p contest.Pair) contest.Pair { p.Problem = "A"; return p }
	check := checkForAlerts(t, db, id, own, old, 0.5,
		problemA(pair(0, ben, annSecond, 0.95)),    // has an alert: ann and ben, with another attempt
		problemA(pair(0, ben, ann, 0.85)),          // has the same alert: ann and ben in another pool
		problemA(pair(0, annSecond, old[1], 0.75)), // has an alert: ann and zoe, with other attempts
		problemA(pair(0, dan, ann, 0.5)),           // no alert yet
		problemA(pair(0, dan, old[2], 0.5)),        // no alert yet
		problemA(pair(0, ann, cat, 0.49999)),       // has an alert, and is now below the threshold
		problemA(pair(0, dan, ben, 0.25)),          // no alert, and below the threshold
	)
	want := []alertSummary{
		{"A", ann.Path, ben.Path, "", 0.9, new(0.95), "upheld"},
		{"A", ann.Path, cat.Path, "", 0.8, new(0.49999), "not_upheld"},
		{"A", ben.Path, cat.Path, "", 0.7, nil, "not_upheld"},
		{"A", ann.Path, old[0].Path, "old", 0.6, new(0.75), "upheld"},
		{"A", dan.Path, ann.Path, "", 0.5, new(0.5), "upheld"},
		{"A", dan.Path, old[2].Path, "old", 0.5, new(0.5), "upheld"},
	}
	got, err := db.CloseAlerts(ctx, id, check, at)
	if diff := cmp.Diff(want[4:], summarize(got)); diff != "" || err != nil {
		t.Errorf("alerts added by the closing check: %v (-want +got):\n%s", err, diff)
	}
	once, err := db.AlertsAfter(ctx, id, 0, 0, nil)
	if diff := cmp.Diff(want, summarize(once)); diff != "" || err != nil {
		t.Errorf("alerts after the closing check: %v (-want +got):\n%s", err, diff)
	}
	// Each alert names its pair in the closing check. Rank 0 means that there is no pair.
	for i, rank := range []int{1, 6, 0, 3, 4, 5} {
		a := once[i]
		if a.CheckID != check || (a.PairID == 0) != (rank == 0) {
			t.Errorf("alert %d names check %d, pair %d; want check %d, pair of rank %d", i, a.CheckID, a.PairID, check, rank)
		}
		if rank == 0 {
			continue
		}
		if p, _, err := db.PairAndCheck(ctx, a.PairID); err != nil || p.Rank != rank || p.Suspicion != *a.ClosingSuspicion {
			t.Errorf("alert %d names the pair %+v, %v; want rank %d", i, p, err, rank)
		}
		if i >= 4 && !a.At.Equal(at) {
			t.Errorf("alert %d has the time %v, want %v", i, a.At, at)
		}
	}
	if got, err := db.AlertCounts(ctx, id, nil); err != nil || got != (contest.AlertCounts{Upheld: 4, NotUpheld: 2}) {
		t.Errorf("counts: got %+v, %v; want 4 upheld, 2 not", got, err)
	}

	if got, err := db.CloseAlerts(ctx, id, check, at.Add(time.Hour)); err != nil || len(got) != 0 {
		t.Errorf("closed again with the same check: added %+v, %v; want no alert", got, err)
	}
	if twice, err := db.AlertsAfter(ctx, id, 0, 0, nil); err != nil || !cmp.Equal(once, twice) {
		t.Errorf("closed again with the same check: %v (-once +twice):\n%s", err, cmp.Diff(once, twice))
	}
	// A later alert stays open until the next closing check, which measures all alerts again.
	storeAlerts(t, db, id, alert("A", ben, dan, 0.6))
	check = checkForAlerts(t, db, id, own, nil, 0.9, problemA(pair(0, ann, cat, 0.9)))
	if got, err := db.CloseAlerts(ctx, id, check, at); err != nil || len(got) != 0 {
		t.Errorf("closed with a later check: added %+v, %v; want no alert", got, err)
	}
	want = append(want, alertSummary{"A", ben.Path, dan.Path, "", 0.6, nil, "not_upheld"})
	for i := range want {
		want[i].Closing, want[i].State = nil, "not_upheld"
	}
	want[1].Closing, want[1].State = new(0.9), "upheld"
	all, err := db.AlertsAfter(ctx, id, 0, 0, nil)
	if diff := cmp.Diff(want, summarize(all)); diff != "" || err != nil {
		t.Errorf("closed with a later check: %v (-want +got):\n%s", err, diff)
	}
}

// Without a closing check, because there was nothing to check, no alert is upheld. A later
// check can still uphold alerts.
func TestCloseAlertsWithoutCheck(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	own, others := contestOf(3), contestOf(2)
	id, other := importContest(t, db, "c", own), importContest(t, db, "other", others)
	storeAlerts(t, db, id, alert("A", own[0], own[1], 0.9), alert("A", own[0], own[2], 0.5))
	storeAlerts(t, db, other, alert("A", others[0], others[1], 0.9))
	p := pair(0, own[0], own[1], 0.9)
	p.Problem = "A"
	check := checkForAlerts(t, db, id, own, nil, 0.5, p)
	for _, step := range []struct {
		name  string
		check int64
		want  contest.AlertCounts
	}{
		{"no check", 0, contest.AlertCounts{NotUpheld: 2}},
		{"a check", check, contest.AlertCounts{Upheld: 1, NotUpheld: 1}},
		{"again no check", 0, contest.AlertCounts{NotUpheld: 2}},
	} {
		if got, err := db.CloseAlerts(ctx, id, step.check, alertTime); err != nil || len(got) != 0 {
			t.Errorf("%s: added %+v, %v", step.name, got, err)
		}
		if got, err := db.AlertCounts(ctx, id, nil); err != nil || got != step.want {
			t.Errorf("%s: got counts %+v, %v, want %+v", step.name, got, err, step.want)
		}
	}
	if got, err := db.AlertCounts(ctx, other, nil); err != nil || got.Open != 1 {
		t.Errorf("the other contest: got counts %+v, %v, want one open", got, err)
	}
}

// A check that runs, or belongs to another contest, closes no alerts.
func TestCloseAlertsRefuses(t *testing.T) {
	t.Parallel()
	db := open(t)
	own, others := contestOf(2), contestOf(2)
	id, other := importContest(t, db, "c", own), importContest(t, db, "other", others)
	storeAlerts(t, db, id, alert("A", own[0], own[1], 0.5))
	complete := checkForAlerts(t, db, other, others, nil, 0.5)
	running := beginCheck(t, db, id, own)
	for _, tt := range []struct {
		name           string
		contest, check int64
	}{
		{"a running check", id, running.ID()},
		{"another contest's check", id, complete},
		{"an unknown check", id, unknownID},
		{"an unknown contest", unknownID, complete},
	} {
		if _, err := db.CloseAlerts(t.Context(), tt.contest, tt.check, alertTime); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("%s: got error %v, want ErrNotFound", tt.name, err)
		}
	}
	if got, err := db.AlertCounts(t.Context(), id, nil); err != nil || got.Open != 1 {
		t.Errorf("got counts %+v, %v, want one open", got, err)
	}
}
