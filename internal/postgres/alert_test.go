package postgres

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

var alertTime = time.Date(2026, 3, 1, 11, 0, 0, 123456000, time.UTC)

// alert returns an alert as a watch makes it.
func alert(problem string, left, right contest.Submission, suspicion float64) contest.Alert {
	return contest.Alert{At: alertTime, Problem: problem, Suspicion: suspicion,
		Left: contest.Side{SubmissionID: left.ID}, Right: contest.Side{SubmissionID: right.ID}}
}

func storeAlerts(t testing.TB, db *DB, contestID int64, alerts ...contest.Alert) []contest.Alert {
	t.Helper()
	list, err := db.AddAlerts(context.Background(), contestID, alerts)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// alertSummary is an alert without IDs and times.
type alertSummary struct {
	Problem, Left, Right, Contest string
	Suspicion                     float64
	Closing                       *float64
	State                         contest.AlertState
}

func summarize(alerts []contest.Alert) []alertSummary {
	list := []alertSummary{}
	for _, a := range alerts {
		list = append(list, alertSummary{a.Problem, a.Left.Path, a.Right.Path, a.Right.Contest, a.Suspicion, a.Closing, a.State})
	}
	return list
}

func TestAddAlerts(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	old := []contest.Submission{submission("X", "zoe", 1, "old"), submission("X", "zoe", 2, "older"), submission("Y", "zoe", 1, "oldest")}
	imported(t, db, "old", old)
	ann, again, ben, cat := submission("A", "ann", 1, "a"), submission("A", "ann", 2, "aa"), submission("A", "ben", 1, "b"), submission("B", "cat", 1, "c")
	all := []contest.Submission{ann, again, ben, cat}
	id := imported(t, db, "c", all)
	ann, again, ben, cat = all[0], all[1], all[2], all[3]

	first := storeAlerts(t, db, id, alert("A", ann, ben, 0.8), alert("A + B", ben, cat, 0.7))
	want := []contest.Alert{{
		ContestID: id, At: alertTime, Problem: "A", Suspicion: 0.8, State: contest.AlertOpen,
		Left:  contest.Side{SubmissionID: ann.ID, ContestID: id, Participant: "ann", Number: 1, Hidden: true, Problem: "A", Path: ann.Path, Language: "cpp", Verdict: "AC", Attempt: 1, Time: ann.Time},
		Right: contest.Side{SubmissionID: ben.ID, ContestID: id, Participant: "ben", Number: 2, Hidden: true, Problem: "A", Path: ben.Path, Language: "cpp", Verdict: "AC", Attempt: 1, Time: ben.Time},
	}}
	noIDs := cmp.Options{cmpopts.IgnoreFields(contest.Alert{}, "ID"), cmpopts.IgnoreFields(contest.Side{}, "ParticipantID", "Number")}
	if diff := cmp.Diff(want, first[:1], noIDs); diff != "" {
		t.Errorf("the first (-want +got):\n%s", diff)
	}
	if l, r := first[0].Left, first[0].Right; l.Number*r.Number == 0 || l.Number == r.Number || l.ParticipantID == r.ParticipantID {
		t.Errorf("the two have the same number or ID: %+v", first[0])
	}
	for _, tt := range []struct {
		name string
		give []contest.Alert
		want []alertSummary
	}{
		{"none", nil, []alertSummary{}},
		{"the same", []contest.Alert{alert("A", ann, ben, 0.9)}, []alertSummary{}},
		{"the other way round, of another attempt", []contest.Alert{alert("A", ben, again, 0.95)}, []alertSummary{}},
		{"at other problems", []contest.Alert{alert("A + B", ann, cat, 0.6)}, []alertSummary{{"A + B", ann.Path, cat.Path, "", 0.6, nil, "open"}}},
		{"with earlier ones, and one of these twice", []contest.Alert{alert("A", ann, old[0], 0.6), alert("A", ann, old[1], 0.7), alert("A", again, old[2], 0.5)},
			[]alertSummary{{"A", ann.Path, old[0].Path, "old", 0.6, nil, "open"}, {"A", again.Path, old[2].Path, "old", 0.5, nil, "open"}}},
	} {
		if diff := cmp.Diff(tt.want, summarize(storeAlerts(t, db, id, tt.give...))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}

	every, err := db.Alerts(ctx, id, 0, 0)
	if err != nil || len(every) != 5 || !slices.IsSortedFunc(every, func(a, b contest.Alert) int { return int(a.ID - b.ID) }) {
		t.Fatalf("all: %+v, %v", summarize(every), err)
	}
	newest := slices.Clone(every)
	slices.Reverse(newest)
	lists := []struct {
		name string
		list func() ([]contest.Alert, error)
		want []contest.Alert
	}{
		{"after the second, two", func() ([]contest.Alert, error) { return db.Alerts(ctx, id, every[1].ID, 2) }, every[2:4]},
		{"after the last", func() ([]contest.Alert, error) { return db.Alerts(ctx, id, every[4].ID, 0) }, every[:0]},
		{"the newest two", func() ([]contest.Alert, error) { return db.NewestAlerts(ctx, id, contest.AlertFilter{Limit: 2}) }, newest[:2]},
		{"before the newest two", func() ([]contest.Alert, error) {
			return db.NewestAlerts(ctx, id, contest.AlertFilter{Before: newest[1].ID})
		}, newest[2:]},
		{"of this contest alone", func() ([]contest.Alert, error) {
			return db.NewestAlerts(ctx, id, contest.AlertFilter{Visible: []int64{id}})
		}, newest[2:]},
		{"of a problem", func() ([]contest.Alert, error) {
			return db.NewestAlerts(ctx, id, contest.AlertFilter{Problem: "A + B"})
		}, []contest.Alert{every[2], every[1]}},
		{"the most suspicious, after the first", func() ([]contest.Alert, error) {
			return db.NewestAlerts(ctx, id, contest.AlertFilter{Suspicious: true, Offset: 1, Limit: 3})
		}, []contest.Alert{every[1], every[3], every[2]}},
		{"of no contest", func() ([]contest.Alert, error) { return db.Alerts(ctx, id+1, 0, 0) }, nil},
	}
	for _, tt := range lists {
		got, err := tt.list()
		if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
	if got, err := db.AlertProblems(ctx, id, nil); err != nil || !slices.Equal(got, []string{"A", "A + B"}) {
		t.Errorf("problems: %q, %v", got, err)
	}
	if got, err := db.Alert(ctx, every[3].ID); err != nil || !cmp.Equal(got, every[3]) {
		t.Errorf("by ID: %+v, %v", got, err)
	}
	if _, err := db.Alert(ctx, every[4].ID+100); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("unknown ID: got error %v", err)
	}
	for visible, want := range map[int64]int{0: 5, id: 3} {
		var ids []int64
		if visible != 0 {
			ids = []int64{visible}
		}
		if got, err := db.AlertCounts(ctx, id, ids); err != nil || got != (contest.AlertCounts{Open: want}) || got.Total() != want {
			t.Errorf("counts for %v: %+v, %v", ids, got, err)
		}
	}
}

func TestAddAlertsRefuses(t *testing.T) {
	t.Parallel()
	db := open(t)
	other := contestOf(2)
	imported(t, db, "other", other)
	own := contestOf(2)
	id := imported(t, db, "c", own)
	good := alert("A", own[0], own[1], 0.5)
	for _, tt := range []struct {
		name    string
		contest int64
		alert   contest.Alert
		missing bool
	}{
		{"no contest", id + 1, good, true},
		{"an unknown submission", id, alert("A", own[0], contest.Submission{ID: 4711}, 0.5), true},
		{"a left side of another contest", id, alert("A", other[0], own[0], 0.5), true},
		{"no problem", id, alert("", own[0], own[1], 0.5), false},
		{"a problem that is no text", id, alert("\xff", own[0], own[1], 0.5), false},
		{"a score beyond 1", id, alert("A", own[0], own[1], 1.5), false},
		{"somebody with themselves", id, alert("A", own[0], own[0], 0.5), false},
	} {
		_, err := db.AddAlerts(t.Context(), tt.contest, []contest.Alert{good, tt.alert})
		if err == nil || errors.Is(err, contest.ErrNotFound) != tt.missing {
			t.Errorf("%s: got error %v", tt.name, err)
		}
	}
	if got := rowsOf(t, db, "alerts"); got["alerts"] != 0 {
		t.Errorf("AddAlerts failed and stored %v", got)
	}
}

// Several watches of one contest alert each case once, and a reader who asks for the
// alerts after the last one misses none.
func TestAddAlertsAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	submissions := contestOf(16)
	id := imported(t, db, "c", submissions)
	var cases []contest.Alert
	for i := range submissions {
		for j := range i {
			cases = append(cases, alert("A", submissions[j], submissions[i], 0.5))
		}
	}
	var adders sync.WaitGroup
	var mu sync.Mutex
	reports := make(map[int64]int)
	for n := range 4 {
		adders.Go(func() {
			list := slices.Clone(cases)
			if n%2 == 1 {
				slices.Reverse(list)
			}
			for batch := range slices.Chunk(list, 7) {
				added, err := db.AddAlerts(ctx, id, batch)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				for _, a := range added {
					reports[a.ID]++
				}
				mu.Unlock()
			}
		})
	}
	read := make(chan int)
	finished := make(chan struct{})
	go func() {
		var last int64
		n := 0
		for final := false; ; {
			list, err := db.Alerts(ctx, id, last, 10)
			if err != nil {
				t.Error(err)
			}
			if n += len(list); len(list) > 0 {
				last = list[len(list)-1].ID
				continue
			}
			if final {
				read <- n
				return
			}
			select {
			case <-finished:
				final = true
			default:
			}
		}
	}()
	adders.Wait()
	close(finished)
	if n := <-read; n != len(cases) {
		t.Errorf("a reader has seen %d alerts, want %d", n, len(cases))
	}
	if len(reports) != len(cases) {
		t.Errorf("%d alerts were reported, want %d", len(reports), len(cases))
	}
	for id, times := range reports {
		if times != 1 {
			t.Errorf("alert %d was reported %d times", id, times)
		}
	}
}

// Deleting an earlier contest deletes the alerts with its submissions, and no others.
func TestDeleteEarlierContestOfAlerts(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	old, own := contestOf(1), contestOf(2)
	earlier := imported(t, db, "old", old)
	id := imported(t, db, "c", own)
	storeAlerts(t, db, id, alert("A", own[0], old[0], 0.5), alert("A", own[0], own[1], 0.5))
	if err := db.DeleteContest(ctx, review.CommandLine, earlier); err != nil {
		t.Fatal(err)
	}
	got, err := db.Alerts(ctx, id, 0, 0)
	if want := []alertSummary{{"A", own[0].Path, own[1].Path, "", 0.5, nil, "open"}}; err != nil || !cmp.Equal(summarize(got), want) {
		t.Errorf("left: %+v, %v", summarize(got), err)
	}
}
