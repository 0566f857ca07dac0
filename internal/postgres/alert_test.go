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

// alert returns an alert with the fields that a watch sets.
func alert(problem string, left, right contest.Submission, suspicion float64) contest.Alert {
	return contest.Alert{At: alertTime, Problem: problem, Suspicion: suspicion,
		Left: contest.Side{SubmissionID: left.ID}, Right: contest.Side{SubmissionID: right.ID}}
}

func storeAlerts(t testing.TB, db *DB, contestID int64, alerts ...contest.Alert) []contest.Alert {
	t.Helper()
	list, err := db.AddAlerts(context.Background(), contestID, alerts)
	must(t, err)
	return list
}

// alertSummary is an alert without IDs and times.
type alertSummary struct {
	Problem, Left, Right, Contest string
	Suspicion                     float64
	Closing                       *float64 // suspicion in the closing check
	State                         contest.AlertState
}

func summarize(alerts []contest.Alert) []alertSummary {
	list := []alertSummary{}
	for _, a := range alerts {
		list = append(list, alertSummary{a.Problem, a.Left.Path, a.Right.Path, a.Right.Contest, a.Suspicion, a.ClosingSuspicion, a.State})
	}
	return list
}

// TestAddAlerts tests that only the first alert for two participants at a problem is stored,
// and that all ways to read alerts return the stored ones.
func TestAddAlerts(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	old := []contest.Submission{submission("X", "zoe", 1, "old"), submission("X", "zoe", 2, "older"), submission("Y", "zoe", 1, "oldest")}
	importContest(t, db, "old", old)
	ann, annSecond, ben, cat := submission("A", "ann", 1, "a"), submission("A", "ann", 2, "aa"), submission("A", "ben", 1, "b"), submission("B", "cat", 1, "c")
	all := []contest.Submission{ann, annSecond, ben, cat}
	id := importContest(t, db, "c", all)
	ann, annSecond, ben, cat = all[0], all[1], all[2], all[3]

	first := storeAlerts(t, db, id, alert("A", ann, ben, 0.8), alert("A + B", ben, cat, 0.7))
	want := []contest.Alert{{
		ContestID: id, At: alertTime, Problem: "A", Suspicion: 0.8, State: contest.AlertOpen,
		Left:  contest.Side{SubmissionID: ann.ID, ContestID: id, Participant: "ann", Number: 1, Hidden: true, Problem: "A", Path: ann.Path, Language: "cpp", Verdict: "AC", Attempt: 1, Time: ann.Time},
		Right: contest.Side{SubmissionID: ben.ID, ContestID: id, Participant: "ben", Number: 2, Hidden: true, Problem: "A", Path: ben.Path, Language: "cpp", Verdict: "AC", Attempt: 1, Time: ben.Time},
	}}
	ignoreIDs := cmp.Options{cmpopts.IgnoreFields(contest.Alert{}, "ID"), cmpopts.IgnoreFields(contest.Side{}, "ParticipantID", "Number")}
	wantEqual(t, "the first stored alert", want, first[:1], ignoreIDs)
	if l, r := first[0].Left, first[0].Right; l.Number*r.Number == 0 || l.Number == r.Number || l.ParticipantID == r.ParticipantID {
		t.Errorf("both sides have the same participant number or ID, or number 0: %+v", first[0])
	}
	for _, tt := range []struct {
		name string
		add  []contest.Alert
		want []alertSummary // of the alerts that AddAlerts returns
	}{
		{"no alerts", nil, []alertSummary{}},
		{"the same pair again", []contest.Alert{alert("A", ann, ben, 0.9)}, []alertSummary{}},
		{"sides exchanged, another attempt", []contest.Alert{alert("A", ben, annSecond, 0.95)}, []alertSummary{}},
		{"across two problems", []contest.Alert{alert("A + B", ann, cat, 0.6)}, []alertSummary{{"A + B", ann.Path, cat.Path, "", 0.6, nil, "open"}}},
		{"two problems of an earlier contest, one of them twice", []contest.Alert{alert("A", ann, old[0], 0.6), alert("A", ann, old[1], 0.7), alert("A", annSecond, old[2], 0.5)},
			[]alertSummary{{"A", ann.Path, old[0].Path, "old", 0.6, nil, "open"}, {"A", annSecond.Path, old[2].Path, "old", 0.5, nil, "open"}}},
	} {
		if diff := cmp.Diff(tt.want, summarize(storeAlerts(t, db, id, tt.add...))); diff != "" {
			t.Errorf("%s: new alerts (-want +got):\n%s", tt.name, diff)
		}
	}

	stored, err := db.AlertsAfter(ctx, id, 0, 0, nil)
	if err != nil || len(stored) != 5 || !slices.IsSortedFunc(stored, func(a, b contest.Alert) int { return int(a.ID - b.ID) }) {
		t.Fatalf("got alerts %+v, %v; want 5 sorted by ID", summarize(stored), err)
	}
	newest := slices.Clone(stored)
	slices.Reverse(newest)
	lists := []struct {
		name string
		list func() ([]contest.Alert, error)
		want []contest.Alert
	}{
		{"two after the second", func() ([]contest.Alert, error) { return db.AlertsAfter(ctx, id, stored[1].ID, 2, nil) }, stored[2:4]},
		{"two without the earlier contest, the oldest first", func() ([]contest.Alert, error) {
			return db.AlertsAfter(ctx, id, stored[0].ID, 2, []int64{id})
		}, stored[1:3]},
		{"after the alerts with the earlier contest", func() ([]contest.Alert, error) { return db.AlertsAfter(ctx, id, stored[2].ID, 1, []int64{id}) }, nil},
		{"after the last", func() ([]contest.Alert, error) { return db.AlertsAfter(ctx, id, stored[4].ID, 0, nil) }, stored[:0]},
		{"the newest two", func() ([]contest.Alert, error) { return db.Alerts(ctx, id, contest.AlertFilter{Limit: 2}) }, newest[:2]},
		{"before the newest two", func() ([]contest.Alert, error) {
			return db.Alerts(ctx, id, contest.AlertFilter{Before: newest[1].ID})
		}, newest[2:]},
		{"without the earlier contest", func() ([]contest.Alert, error) {
			return db.Alerts(ctx, id, contest.AlertFilter{Visible: []int64{id}})
		}, newest[2:]},
		{"of one problem", func() ([]contest.Alert, error) {
			return db.Alerts(ctx, id, contest.AlertFilter{Problem: "A + B"})
		}, []contest.Alert{stored[2], stored[1]}},
		{"by suspicion, without the first", func() ([]contest.Alert, error) {
			return db.Alerts(ctx, id, contest.AlertFilter{BySuspicion: true, Offset: 1, Limit: 3})
		}, []contest.Alert{stored[1], stored[3], stored[2]}},
		{"of an unknown contest", func() ([]contest.Alert, error) { return db.AlertsAfter(ctx, id+1, 0, 0, nil) }, nil},
	}
	for _, tt := range lists {
		got, err := tt.list()
		if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
	if got, err := db.AlertProblems(ctx, id, nil); err != nil || !slices.Equal(got, []string{"A", "A + B"}) {
		t.Errorf("AlertProblems: got %q, %v; want A and A + B", got, err)
	}
	if got, err := db.Alert(ctx, stored[3].ID); err != nil || !cmp.Equal(got, stored[3]) {
		t.Errorf("alert by ID: got %+v, %v, want %+v", got, err, stored[3])
	}
	if _, err := db.Alert(ctx, stored[4].ID+100); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("alert with an unknown ID: got error %v, want ErrNotFound", err)
	}
	for visible, want := range map[int64]int{0: 5, id: 3} {
		var ids []int64
		if visible != 0 {
			ids = []int64{visible}
		}
		if got, err := db.AlertCounts(ctx, id, ids); err != nil || got != (contest.AlertCounts{Open: want}) || got.Total() != want {
			t.Errorf("counts for visible contests %v: %+v, %v; want %d open", ids, got, err, want)
		}
	}
}

// TestAddAlertsRefuses tests that AddAlerts stores nothing if one of two alerts is invalid.
func TestAddAlertsRefuses(t *testing.T) {
	t.Parallel()
	db := open(t)
	other := contestOf(2)
	importContest(t, db, "other", other)
	own := contestOf(2)
	id := importContest(t, db, "c", own)
	good := alert("A", own[0], own[1], 0.5)
	for _, tt := range []struct {
		name         string
		contest      int64
		alert        contest.Alert
		wantNotFound bool // want contest.ErrNotFound
	}{
		{"an unknown contest", id + 1, good, true},
		{"an unknown submission", id, alert("A", own[0], contest.Submission{ID: unknownID}, 0.5), true},
		{"a left side of another contest", id, alert("A", other[0], own[0], 0.5), true},
		{"an empty problem", id, alert("", own[0], own[1], 0.5), false},
		{"a problem of invalid UTF-8", id, alert("\xff", own[0], own[1], 0.5), false},
		{"a suspicion above 1", id, alert("A", own[0], own[1], 1.5), false},
		{"one submission on both sides", id, alert("A", own[0], own[0], 0.5), false},
	} {
		_, err := db.AddAlerts(t.Context(), tt.contest, []contest.Alert{good, tt.alert})
		if err == nil || errors.Is(err, contest.ErrNotFound) != tt.wantNotFound {
			t.Errorf("%s: got error %v; want an error, ErrNotFound: %v", tt.name, err, tt.wantNotFound)
		}
	}
	if got := rowsOf(t, db, "alerts"); got["alerts"] != 0 {
		t.Errorf("AddAlerts failed, but stored %d alerts", got["alerts"])
	}
}

// If several watches add the same alerts, each alert is stored and reported once. A reader
// who repeatedly asks for alerts after the last one that it got misses none.
func TestAddAlertsConcurrently(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	id, submissions := newContest(t, db, "c", 16)
	var alerts []contest.Alert
	for i := range submissions {
		for j := range i {
			alerts = append(alerts, alert("A", submissions[j], submissions[i], 0.5))
		}
	}
	var adders sync.WaitGroup
	var mu sync.Mutex
	reports := make(map[int64]int) // how often each alert was returned as new, by ID
	for n := range 4 {
		adders.Go(func() {
			list := slices.Clone(alerts)
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
	readCount := make(chan int)
	finished := make(chan struct{})
	go func() {
		var last int64
		n := 0
		for final := false; ; {
			list, err := db.AlertsAfter(ctx, id, last, 10, nil)
			if err != nil {
				t.Error(err)
			}
			if n += len(list); len(list) > 0 {
				last = list[len(list)-1].ID
				continue
			}
			if final {
				readCount <- n
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
	if n := <-readCount; n != len(alerts) {
		t.Errorf("the reader got %d alerts, want %d", n, len(alerts))
	}
	if len(reports) != len(alerts) {
		t.Errorf("%d alerts were reported, want %d", len(reports), len(alerts))
	}
	for id, times := range reports {
		if times != 1 {
			t.Errorf("alert %d was reported %d times, want once", id, times)
		}
	}
}

// An alert names the participants who have its two submissions after each import.
func TestAlertsFollowSubmissions(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	own := contestOf(3)
	id := importContest(t, db, "c", own)
	storeAlerts(t, db, id, alert("A", own[0], own[1], 0.5))
	for _, name := range []string{own[2].Participant, own[0].Participant, own[1].Participant} {
		moved := own[0]
		moved.Participant = name
		importContest(t, db, "c", []contest.Submission{moved})
		want := moved.Participant
		if want == own[1].Participant { // both submissions would be of one participant
			want = own[0].Participant
		}
		got, err := db.AlertsAfter(ctx, id, 0, 0, nil)
		if err != nil || got[0].Left.Participant != want || got[0].Right.Participant != own[1].Participant {
			t.Errorf("a submission of %s: the alert is %+v, %v", name, got, err)
		}
	}
}

// Deleting an earlier contest deletes the alerts that name its submissions, and no others.
func TestDeleteEarlierContestOfAlerts(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	old, own := contestOf(1), contestOf(2)
	earlier := importContest(t, db, "old", old)
	id := importContest(t, db, "c", own)
	storeAlerts(t, db, id, alert("A", own[0], old[0], 0.5), alert("A", own[0], own[1], 0.5))
	must(t, db.DeleteContest(ctx, review.CommandLine, earlier))
	got, err := db.AlertsAfter(ctx, id, 0, 0, nil)
	if want := []alertSummary{{"A", own[0].Path, own[1].Path, "", 0.5, nil, "open"}}; err != nil || !cmp.Equal(summarize(got), want) {
		t.Errorf("remaining alerts: got %+v, %v, want %+v", summarize(got), err, want)
	}
}
