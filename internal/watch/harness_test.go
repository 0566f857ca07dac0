package watch_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// testTimeout is the longest time that a test waits for a condition.
const testTimeout = 2 * time.Minute

// name is the name of the contest in the archive.
const name = "finals"

// open returns an empty archive, mostly that of an earlier test.
var open = pgtest.Reused(postgres.Open)

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// skipIfShort skips a slow test if tests run with -short.
func skipIfShort(t testing.TB, reason string) {
	t.Helper()
	if testing.Short() {
		t.Skip("NOT RUN with -short: " + reason)
	}
}

// openSource opens the server's contest.
func openSource(t testing.TB, server *ccstest.Server) *ccsclient.Contest {
	t.Helper()
	return openSourceWithWait(t, server, time.Millisecond)
}

// openSourceWithWait opens the server's contest with a client that waits before it tries
// again, at first for the given time.
func openSourceWithWait(t testing.TB, server *ccstest.Server, wait time.Duration) *ccsclient.Contest {
	t.Helper()
	client, err := ccsclient.New(ccsclient.Options{URL: server.URL, Wait: wait})
	must(t, err)
	c, err := client.Open(context.Background(), "finals26")
	must(t, err)
	return c
}

// watchRun is a running Watcher.
type watchRun struct {
	t      testing.TB
	cancel context.CancelFunc
	done   chan struct{}
	result watch.Result
	err    error

	mu         sync.Mutex
	alerts     []contest.Alert // the alerts that OnAlerts got
	alertTimes []time.Time     // when OnAlerts got them
}

// startWatch starts to follow the server's contest. The options modify the Watcher before it starts.
func startWatch(t testing.TB, server *ccstest.Server, db *postgres.DB, options ...func(*watch.Watcher)) *watchRun {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w := &watchRun{t: t, cancel: cancel, done: make(chan struct{})}
	checker := &check.Checker{Store: db, ToolVersion: "test"}
	watcher := &watch.Watcher{
		Contest: name, URL: server.URL, SystemID: "finals26", Source: openSource(t, server), Store: db,
		Checker: checker, Parameters: check.Defaults(),
		OnAlerts: func(alerts []contest.Alert) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.alerts = append(w.alerts, alerts...)
			for range alerts {
				w.alertTimes = append(w.alertTimes, time.Now())
			}
		},
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	watcher.NewScorer = func(ctx context.Context, contestID int64) (watch.Scorer, error) {
		return checker.Scorer(ctx, contestID, nil, watcher.Parameters)
	}
	for _, option := range options {
		option(watcher)
	}
	go func() {
		defer close(w.done)
		w.result, w.err = watcher.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-w.done
	})
	return w
}

// end waits until the run ends by itself.
func (w *watchRun) end() watch.Result {
	w.t.Helper()
	select {
	case <-w.done:
	case <-time.After(testTimeout):
		w.t.Fatal("the run does not end")
	}
	if w.err != nil {
		w.t.Fatalf("the run ends with error %v", w.err)
	}
	return w.result
}

// stop stops the run, as Ctrl+C does.
func (w *watchRun) stop() {
	w.t.Helper()
	w.cancel()
	<-w.done
	if w.err != context.Canceled {
		w.t.Fatalf("the stopped run ends with error %v, want context.Canceled", w.err)
	}
}

// eventually waits until a condition is true. The failure says what it waited for.
func eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(testTimeout); !condition(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("timeout; waited for: %s", what)
		}
	}
}

// storedSubmissions returns the archive's submissions of the contest by the judge
// system's IDs; none before the first import.
func storedSubmissions(t testing.TB, db *postgres.DB) map[string]contest.Submission {
	t.Helper()
	byID := make(map[string]contest.Submission)
	contents, err := db.Contents(context.Background(), name)
	if errors.Is(err, contest.ErrNotFound) {
		return byID
	}
	must(t, err)
	list, _, err := db.StoredSubmissions(context.Background(), contents.ID)
	if err != nil && !errors.Is(err, contest.ErrNotFound) { // the contest is stored before its submissions
		t.Fatal(err)
	}
	for _, s := range list {
		byID[s.SystemID] = s
	}
	return byID
}

// countRows returns the number of rows of submissions; a changed submission has several.
func countRows(t testing.TB, db *postgres.DB) int { return count(t, db, "submissions") }

// countImports returns the number of imports.
func countImports(t testing.TB, db *postgres.DB) int { return count(t, db, "imports") }

func count(t testing.TB, db *postgres.DB, table string) (n int) {
	t.Helper()
	must(t, db.Pool().QueryRow(context.Background(), "SELECT count(*) FROM "+table).Scan(&n))
	return n
}

// loadLabelled returns the labelled contest without submissions, and its submissions.
func loadLabelled(t testing.TB) (ccstest.Scenario, []ccstest.JudgedSubmission) {
	t.Helper()
	s, list, err := ccstest.LoadLabelled("../../testdata/submissions")
	must(t, err)
	return s, list
}

// checkFetchedOnce checks that the files of no submission were requested twice.
func checkFetchedOnce(t testing.TB, server *ccstest.Server) {
	t.Helper()
	for id, n := range server.FileRequests() {
		if n != 1 {
			t.Errorf("submission %s was fetched %d times, want once", id, n)
		}
	}
}

// fetchAll fetches the contest and its submissions from the judge system, as "import api" does.
func fetchAll(t testing.TB, server *ccstest.Server) (*ccs.Model, []contest.Submission) {
	t.Helper()
	ctx := context.Background()
	system := openSource(t, server)
	m := ccs.NewModel()
	must(t, system.Load(ctx, m))
	m.FillDefaults()
	var list []contest.Submission
	for _, id := range m.Submissions() {
		s, _ := m.Submission(id)
		if s.IgnoreReason != "" {
			continue
		}
		files, _, err := system.Files(ctx, s)
		if err != nil || len(files) == 0 {
			continue
		}
		s.Submission.Files, s.Attempt = files, m.Attempts()[id]
		list = append(list, s.Submission)
	}
	return m, list
}

// checkAfterwards checks the contest as "import api" and "check" do, with submissions
// that it fetches again from the judge system.
func checkAfterwards(t testing.TB, server *ccstest.Server, db *postgres.DB, p contest.Parameters) (checkID int64) {
	t.Helper()
	m, list := fetchAll(t, server)
	checkID, err := (&check.Checker{Store: db, ToolVersion: "test"}).Check(context.Background(), check.Request{
		Contest: name, Origin: "afterwards", Submissions: list, Participants: m.Participants(), Metadata: m.Metadata(), Parameters: p}, func(check.Stage, int, int) {})
	must(t, err)
	return checkID
}
