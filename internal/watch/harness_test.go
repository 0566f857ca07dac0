package watch_test

import (
	"context"
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
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// patience bounds how long a test waits for what is to happen.
const patience = 2 * time.Minute

// name is what the contest is called in the archive.
const name = "finals"

// archive makes a database a watch.Store and a check.Store.
type archive struct{ *postgres.DB }

func (a archive) LexCache(contestID int64) check.LexCache { return a.DB.LexCache(contestID) }

func (a archive) BeginCheck(ctx context.Context, by review.Person, c contest.Check, ids []int64, base []contest.File) (check.Run, error) {
	return a.DB.BeginCheck(ctx, by, c, ids, base)
}

func open(t testing.TB) archive {
	t.Helper()
	db, err := postgres.Open(context.Background(), pgtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return archive{db}
}

// source makes a contest of the client a watch.Source.
type source struct{ *ccsclient.Contest }

func (s source) Feed(ctx context.Context, each func(ccs.Notification) error, turn func(watch.ConnState) error) error {
	s.OnFeedState = func(f ccsclient.FeedState) {
		_ = turn(watch.ConnState{Connected: f.Connected, Restarted: f.Restarted, Reason: f.Reason})
	}
	return s.Contest.Feed(ctx, "", each)
}

func (s source) Files(ctx context.Context, of ccs.Submission) ([]contest.File, []contest.SkippedItem, error) {
	return s.Contest.FilesOnce(ctx, of)
}

// opened opens the server's contest.
func opened(t testing.TB, server *ccstest.Server) source {
	t.Helper()
	return patiently(t, server, time.Millisecond)
}

// patiently opens it, to wait for so long before a connection is made again.
func patiently(t testing.TB, server *ccstest.Server, wait time.Duration) source {
	t.Helper()
	client, err := ccsclient.New(ccsclient.Options{URL: server.URL, Wait: wait})
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.Open(context.Background(), "finals26")
	if err != nil {
		t.Fatal(err)
	}
	return source{c}
}

// watching is a Watcher at work.
type watching struct {
	t      testing.TB
	cancel context.CancelFunc
	done   chan struct{}
	result watch.Result
	err    error

	mu     sync.Mutex
	alerts []contest.Alert // as they were told
	told   []time.Time     // when
}

// watched starts to follow the server's contest; change may change how.
func watched(t testing.TB, server *ccstest.Server, db archive, change ...func(*watch.Watcher)) *watching {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w := &watching{t: t, cancel: cancel, done: make(chan struct{})}
	p := check.Defaults()
	checker := &check.Checker{Store: db, Earlier: db, ToolVersion: "test"}
	watcher := &watch.Watcher{
		Contest: name, URL: server.URL, SystemID: "finals26", Source: opened(t, server), Store: db,
		Checker: checker, Parameters: p,
		NewScorer: func(ctx context.Context, contestID int64) (watch.Scorer, error) {
			live, _, err := checker.Scorer(ctx, contestID, nil, p)
			return live, err
		},
		OnAlerts: func(alerts []contest.Alert) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.alerts = append(w.alerts, alerts...)
			for range alerts {
				w.told = append(w.told, time.Now())
			}
		},
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	for _, c := range change {
		c(watcher)
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

// end waits until it has ended by itself.
func (w *watching) end() watch.Result {
	w.t.Helper()
	select {
	case <-w.done:
	case <-time.After(patience):
		w.t.Fatal("it does not end")
	}
	if w.err != nil {
		w.t.Fatalf("it ends: %v", w.err)
	}
	return w.result
}

// stop stops it, as Ctrl+C does.
func (w *watching) stop() {
	w.t.Helper()
	w.cancel()
	<-w.done
	if w.err != context.Canceled {
		w.t.Fatalf("stopped, it ends: %v", w.err)
	}
}

// eventually waits until something holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never comes to this: %s", what)
		}
	}
}

// stored returns what the archive has of the contest, by the judge system's IDs.
func stored(t testing.TB, db archive) map[string]contest.Submission {
	t.Helper()
	byID := make(map[string]contest.Submission)
	contents, err := db.Contents(context.Background(), name)
	if err != nil {
		return byID // not there yet
	}
	list, _, err := db.StoredSubmissions(context.Background(), contents.ID)
	if err != nil {
		return byID
	}
	for _, s := range list {
		byID[s.SystemID] = s
	}
	return byID
}

// rows counts the rows of submissions, each time that one was stored.
func rows(t testing.TB, db archive) int { return count(t, db, "submissions") }

// imports counts the imports, of some submissions each.
func imports(t testing.TB, db archive) int { return count(t, db, "imports") }

func count(t testing.TB, db archive, table string) (n int) {
	t.Helper()
	if err := db.Pool().QueryRow(context.Background(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// labelled is the labelled contest before anything was handed in, and what was.
func labelled(t testing.TB) (ccstest.Scenario, []ccstest.JudgedSubmission) {
	t.Helper()
	s, list, err := ccstest.LoadLabelled("../../testdata/submissions")
	if err != nil {
		t.Fatal(err)
	}
	return s, list
}

// afterwards checks the contest as "import api" and "check" do: with what the
// judge system has, fetched once more.
func afterwards(t testing.TB, server *ccstest.Server, db archive, p contest.Parameters) (checkID int64) {
	t.Helper()
	ctx := context.Background()
	from := opened(t, server)
	m := ccs.NewModel()
	if err := from.Load(ctx, m); err != nil {
		t.Fatal(err)
	}
	m.FillDefaults()
	req := check.Request{Contest: name, Origin: "afterwards", Participants: m.Participants(), About: m.About(), Parameters: p}
	for _, id := range m.Submissions() {
		s, _ := m.Submission(id)
		if s.IgnoreReason != "" {
			continue
		}
		files, _, err := from.Contest.Files(ctx, s)
		if err != nil || len(files) == 0 {
			continue
		}
		s.Submission.Files = files
		req.Submissions = append(req.Submissions, s.Submission)
	}
	checkID, err := (&check.Checker{Store: db, Earlier: db, ToolVersion: "test"}).Check(ctx, req, func(check.Stage, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	return checkID
}
