package watch_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// caseOf names the two of a pair or alert, and their problem.
func caseOf(problem string, left, right contest.Side) string {
	names := []string{left.Participant, right.Participant}
	slices.Sort(names)
	return fmt.Sprint(problem, " ", names, right.Contest)
}

// asksThat the contest was closed as it should be: every pair at or above the
// threshold was alerted, no case twice, what fell is marked, and a check made
// afterwards has the same pairs.
func asksClosed(t *testing.T, server *ccstest.Server, db archive, result watch.Result) {
	t.Helper()
	ctx := context.Background()
	p := check.Defaults()
	pairs, _, err := db.Pairs(ctx, result.CheckID, contest.PairFilter{})
	if err != nil {
		t.Fatal(err)
	}
	alerts, err := db.Alerts(ctx, result.ContestID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	alerted := map[string]contest.Alert{}
	for _, a := range alerts {
		key := caseOf(a.Problem, a.Left, a.Right)
		if _, twice := alerted[key]; twice {
			t.Errorf("%s was alerted twice", key)
		}
		alerted[key] = a
		if a.CheckID != result.CheckID || a.State == contest.AlertOpen {
			t.Errorf("%s was not closed: %+v", key, a)
		}
		if standing := a.Closing != nil && *a.Closing >= p.Threshold; standing != (a.State == contest.AlertUpheld) {
			t.Errorf("%s is %s at %v", key, a.State, a.Closing)
		}
	}
	above := 0
	for _, pair := range pairs {
		if pair.Suspicion < p.Threshold {
			continue
		}
		above++
		key := caseOf(pair.Problem, pair.Left, pair.Right)
		if a, ok := alerted[key]; !ok || a.State != contest.AlertUpheld {
			t.Errorf("%s with %v: its alert is %+v", key, pair.Suspicion, a)
		}
	}
	if above == 0 {
		t.Error("no pair is above the threshold: this shows nothing")
	}
	if counts := (contest.AlertCounts{Upheld: above, NotUpheld: len(alerts) - above}); result.Alerts != counts {
		t.Errorf("counts %+v, want %+v", result.Alerts, counts)
	}

	again := afterwards(t, server, db, p)
	same, _, err := db.Pairs(ctx, again, contest.PairFilter{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(pairs, same, cmpopts.IgnoreFields(contest.Pair{}, "ID", "CheckID")); diff != "" {
		t.Errorf("a check made afterwards has other pairs (-closing +afterwards):\n%s", diff)
	}
	closing, err := db.Check(ctx, result.CheckID)
	if err != nil {
		t.Fatal(err)
	}
	after, err := db.Check(ctx, again)
	if err != nil {
		t.Fatal(err)
	}
	if closing.Digest != after.Digest {
		t.Errorf("digest %s, of a check made afterwards %s", closing.Digest, after.Digest)
	}
}

// A contest is followed from its beginning to its end.
func TestFollow(t *testing.T) {
	t.Parallel()
	scenario, list := labelled(t)
	server := ccstest.NewServer(t, scenario)
	db := open(t)
	w := watched(t, server, db)
	for _, h := range list {
		server.AddSubmission(h.Submission, h.PendingJudgement())
		server.Judge(h.Judgement)
	}
	server.EndContest()
	result := w.end()
	if got := stored(t, db); len(got) != len(list) {
		t.Errorf("%d submissions are stored, of %d", len(got), len(list))
	}
	if n := rows(t, db); n != len(list) {
		t.Errorf("%d rows of submissions, for %d", n, len(list))
	}
	for id, times := range server.FileRequests() {
		if times != 1 {
			t.Errorf("submission %s was fetched %d times", id, times)
		}
	}
	asksClosed(t, server, db, result)
	sent := map[int64]bool{}
	for _, a := range w.alerts {
		if sent[a.ID] {
			t.Errorf("alert %d was told twice", a.ID)
		}
		sent[a.ID] = true
	}
	alerts, err := db.Alerts(t.Context(), result.ContestID, 0, 0)
	if err != nil || len(sent) != len(alerts) {
		t.Errorf("%d of %d alerts were reported (%v)", len(sent), len(alerts), err)
	}
	seen, err := db.Watch(t.Context(), result.ContestID)
	if err != nil {
		t.Fatal(err)
	}
	want := contest.Watch{ContestID: result.ContestID, URL: server.URL, SystemID: "finals26", State: contest.WatchEnded,
		Submissions: len(list), Judged: len(list) - 3, // which nobody has judged
		CheckID: result.CheckID, Compared: accepted(list)}
	if diff := cmp.Diff(want, seen, cmpopts.IgnoreFields(contest.Watch{}, "StartedAt", "LastEventAt", "UpdatedAt")); diff != "" {
		t.Errorf("the watch (-want +got):\n%s", diff)
	}
	c, err := db.Contest(t.Context(), result.ContestID)
	if err != nil || c.About.Title != "Finals 2026" || c.About.SystemID != "finals26" {
		t.Errorf("about %+v (%v)", c.About, err)
	}
}

func accepted(list []ccstest.JudgedSubmission) (n int) {
	for _, h := range list {
		if h.Judgement.Type == "AC" {
			n++
		}
	}
	return n
}

// Begun again after the end, it finds the same, and fetches nothing.
func TestFollowAgain(t *testing.T) {
	t.Parallel()
	scenario, list := labelled(t)
	for _, h := range list[:60] {
		scenario.Submissions = append(scenario.Submissions, h.Submission)
		scenario.Judgements = append(scenario.Judgements, h.Judgement)
	}
	scenario.Ended, scenario.Disorder = true, true
	server := ccstest.NewServer(t, scenario)
	db := open(t)
	first := watched(t, server, db).end()
	second := watched(t, server, db)
	result := second.end()
	if first.Alerts != result.Alerts || first.ContestID != result.ContestID {
		t.Errorf("%+v, then %+v", first, result)
	}
	if len(second.alerts) != 0 {
		t.Errorf("%d alerts were reported again", len(second.alerts))
	}
	fetched := server.FileRequests()
	if len(fetched) != 60 || slices.Max(slices.Collect(maps.Values(fetched))) != 1 {
		t.Errorf("fetched %v", fetched)
	}
	asksClosed(t, server, db, result)
}
