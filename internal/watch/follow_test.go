package watch_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// caseOf returns a text with the problem and the participants of a pair or alert.
func caseOf(problem string, left, right contest.Side) string {
	names := []string{left.Participant, right.Participant}
	slices.Sort(names)
	return fmt.Sprint(problem, " ", names, right.Contest)
}

// checkClosed checks the closing: every pair at or above the threshold has one upheld
// alert, no other alert is upheld, and a later check has the same pairs.
func checkClosed(t *testing.T, server *ccstest.Server, db *postgres.DB, result watch.Result) {
	t.Helper()
	ctx := context.Background()
	p := check.Defaults()
	pairs, _, err := db.Pairs(ctx, result.CheckID, contest.PairFilter{})
	must(t, err)
	alerts, err := db.AlertsAfter(ctx, result.ContestID, 0, 0, nil)
	must(t, err)
	alerted := map[string]contest.Alert{}
	for _, a := range alerts {
		key := caseOf(a.Problem, a.Left, a.Right)
		if _, twice := alerted[key]; twice {
			t.Errorf("%s has two alerts", key)
		}
		alerted[key] = a
		if a.CheckID != result.CheckID || a.State == contest.AlertOpen {
			t.Errorf("%s: the closing check neither upheld nor withdrew %+v", key, a)
		}
		if isListed := a.ClosingSuspicion != nil && *a.ClosingSuspicion >= p.Threshold; isListed != (a.State == contest.AlertUpheld) {
			t.Errorf("%s: alert is %s with a closing suspicion of %v, want it upheld: %v", key, a.State, a.ClosingSuspicion, isListed)
		}
	}
	listed := 0
	for _, pair := range pairs {
		if pair.Suspicion < p.Threshold {
			continue
		}
		listed++
		key := caseOf(pair.Problem, pair.Left, pair.Right)
		if a, ok := alerted[key]; !ok || a.State != contest.AlertUpheld {
			t.Errorf("%s has suspicion %v, but its alert is not upheld: %+v", key, pair.Suspicion, a)
		}
	}
	if listed == 0 {
		t.Error("no pair is above the threshold: the test needs one")
	}
	if counts := (contest.AlertCounts{Upheld: listed, NotUpheld: len(alerts) - listed}); result.Alerts != counts {
		t.Errorf("alert counts %+v, want %+v", result.Alerts, counts)
	}

	laterCheck := checkAfterwards(t, server, db, p)
	laterPairs, _, err := db.Pairs(ctx, laterCheck, contest.PairFilter{})
	must(t, err)
	if diff := cmp.Diff(pairs, laterPairs, cmpopts.IgnoreFields(contest.Pair{}, "ID", "CheckID")); diff != "" {
		t.Errorf("a later check has other pairs (-closing +later):\n%s", diff)
	}
	closing, err := db.Check(ctx, result.CheckID)
	must(t, err)
	later, err := db.Check(ctx, laterCheck)
	must(t, err)
	if closing.Digest != later.Digest {
		t.Errorf("the closing check has digest %s, a later check %s; want the same", closing.Digest, later.Digest)
	}
}

// A run stores all submissions of a contest, fetches each once, and raises each alert once.
func TestFollow(t *testing.T) {
	t.Parallel()
	scenario, list := loadLabelled(t)
	server := ccstest.NewServer(t, scenario)
	db := open(t)
	w := startWatch(t, server, db)
	for _, judged := range list {
		server.AddSubmission(judged.Submission, judged.PendingJudgement())
		server.Judge(judged.Judgement)
	}
	server.EndContest()
	result := w.end()
	if got := storedSubmissions(t, db); len(got) != len(list) {
		t.Errorf("got %d stored submissions, want %d", len(got), len(list))
	}
	if n := countRows(t, db); n != len(list) {
		t.Errorf("%d rows of submissions, want %d", n, len(list))
	}
	checkFetchedOnce(t, server)
	checkClosed(t, server, db, result)
	ids := map[int64]bool{}
	for _, a := range w.alerts {
		if ids[a.ID] {
			t.Errorf("OnAlerts got alert %d twice", a.ID)
		}
		ids[a.ID] = true
	}
	alerts, err := db.AlertsAfter(t.Context(), result.ContestID, 0, 0, nil)
	if err != nil || len(ids) != len(alerts) {
		t.Errorf("OnAlerts got %d alerts, want the %d stored ones (error %v)", len(ids), len(alerts), err)
	}
	seen, err := db.Watch(t.Context(), result.ContestID)
	must(t, err)
	want := contest.Watch{ContestID: result.ContestID, URL: server.URL, SystemID: "finals26", State: contest.WatchEnded,
		Submissions: len(list), Judged: len(list) - 3, // three are never judged
		CheckID: result.CheckID, Compared: accepted(list)}
	if diff := cmp.Diff(want, seen, cmpopts.IgnoreFields(contest.Watch{}, "StartedAt", "LastEventAt", "UpdatedAt")); diff != "" {
		t.Errorf("the watch (-want +got):\n%s", diff)
	}
	c, err := db.Contest(t.Context(), result.ContestID)
	if err != nil || c.Metadata.Title != "Finals 2026" || c.Metadata.SystemID != "finals26" {
		t.Errorf("about %+v (error %v), want title Finals 2026 and ID finals26", c.Metadata, err)
	}
}

func accepted(list []ccstest.JudgedSubmission) (n int) {
	for _, judged := range list {
		if judged.Judgement.Type == "AC" {
			n++
		}
	}
	return n
}

// A second run after the end has the same result, and fetches nothing.
func TestFollowAgain(t *testing.T) {
	skipIfShort(t, "takes a second")
	t.Parallel()
	scenario, list := loadLabelled(t)
	for _, judged := range list[:60] {
		scenario.Submissions = append(scenario.Submissions, judged.Submission)
		scenario.Judgements = append(scenario.Judgements, judged.Judgement)
	}
	scenario.Ended, scenario.Disorder = true, true
	server := ccstest.NewServer(t, scenario)
	db := open(t)
	first := startWatch(t, server, db).end()
	second := startWatch(t, server, db)
	result := second.end()
	if first.Alerts != result.Alerts || first.ContestID != result.ContestID {
		t.Errorf("the second run has result %+v, want %+v", result, first)
	}
	if len(second.alerts) != 0 {
		t.Errorf("OnAlerts got %d alerts in the second run, want none", len(second.alerts))
	}
	fetched := server.FileRequests()
	if len(fetched) != 60 || slices.Max(slices.Collect(maps.Values(fetched))) != 1 {
		t.Errorf("fetched %v, want each of 60 submissions once", fetched)
	}
	checkClosed(t, server, db, result)
}

// savingArchive records the counts of the submissions that the archive stores.
type savingArchive struct {
	*postgres.DB
	mu    sync.Mutex
	saved []int
}

func (s *savingArchive) SaveWatch(ctx context.Context, w contest.Watch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saved = append(s.saved, w.Submissions)
	return s.DB.SaveWatch(ctx, w)
}

// A run that continues counts all submissions at once, and not only those that the feed has shown again.
func TestCountsAfterRestart(t *testing.T) {
	t.Parallel()
	scenario, list := loadLabelled(t)
	const n = 30
	for _, judged := range list[:n] {
		scenario.Submissions = append(scenario.Submissions, judged.Submission)
		scenario.Judgements = append(scenario.Judgements, judged.Judgement)
	}
	server := ccstest.NewServer(t, scenario)
	db := open(t)
	first := startWatch(t, server, db)
	eventually(t, "all submissions are stored", func() bool { return len(storedSubmissions(t, db)) == n })
	first.stop()
	saving := &savingArchive{DB: db}
	second := startWatch(t, server, db, func(w *watch.Watcher) { w.Store = saving })
	server.EndContest()
	second.end()
	if len(saving.saved) == 0 || slices.Min(saving.saved) != n {
		t.Errorf("the second run stores that there are %v submissions, want always %d", saving.saved, n)
	}
}

// The archive names the judge system while the contest runs, although the feed does not name it.
func TestSystemOfRunningContest(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	startWatch(t, r.server, r.db)
	r.submit(r.amrit)
	r.waitForVerdict(t, r.amrit, "AC")
	eventually(t, "the name of the judge system", func() bool {
		contents, err := r.db.Contents(t.Context(), name)
		must(t, err)
		c, err := r.db.Contest(t.Context(), contents.ID)
		return err == nil && c.System == "Test system 8.3.1, Contest API 2023-06"
	})
}
