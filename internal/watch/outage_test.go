package watch_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// cutConnections ends all connections to the database except the one that it uses.
func cutConnections(t *testing.T, db *postgres.DB) {
	t.Helper()
	_, err := db.Pool().Exec(context.Background(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
	if err != nil && !strings.Contains(err.Error(), "57P01") {
		t.Log(err) // this connection was already cut
	}
}

// failingArchive stores alerts, but returns an error the first few times.
type failingArchive struct {
	*postgres.DB
	failures atomic.Int64 // calls of AddAlerts that still fail
	err      error
}

func (f *failingArchive) AddAlerts(ctx context.Context, id int64, alerts []contest.Alert) ([]contest.Alert, error) {
	added, err := f.DB.AddAlerts(ctx, id, alerts)
	if len(alerts) > 0 && f.failures.Add(-1) >= 0 {
		return nil, f.err
	}
	return added, err
}

// The watch continues although its connections to the database break again and again.
func TestDatabaseOutage(t *testing.T) {
	skipIfShort(t, "takes seconds")
	t.Parallel()
	r := setUp(t)
	store := &failingArchive{DB: r.db, err: fmt.Errorf("cut off: %w", contest.ErrUnavailable)}
	store.failures.Store(3)
	w := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.Store = store })
	r.submit(r.amrit)
	r.waitForVerdict(t, r.amrit, "AC")
	for range 20 {
		cutConnections(t, r.db)
	}
	r.submit(r.goran)
	for range 20 {
		cutConnections(t, r.db)
	}
	eventually(t, "the fourth call of AddAlerts", func() bool { return store.failures.Load() < 0 })
	r.waitForAlert(t)
	r.server.EndContest()
	w.end()
	r.wantAlerts(t, upheldAlert)
	if len(w.alerts) != 1 {
		t.Errorf("OnAlerts got %d alerts, want 1", len(w.alerts))
	}
}

// With AfterAlert, a run passes on alerts that a killed run stored but did not pass on.
func TestAfter(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	store := &failingArchive{DB: r.db, err: errors.New("killed")}
	store.failures.Store(1)
	first := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.Store = store })
	r.submit(r.amrit)
	r.submit(r.goran)
	<-first.done
	r.server.EndContest()
	if len(first.alerts) != 0 {
		t.Errorf("the first run passes on %+v, want nothing", first.alerts)
	}
	zero := int64(0)
	second := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.AfterAlert = &zero })
	second.end()
	if len(second.alerts) != 1 {
		t.Fatalf("with AfterAlert = 0: OnAlerts got %d alerts, want 1", len(second.alerts))
	}
	for name, after := range map[string]*int64{"the ID of the last alert": &second.alerts[0].ID, "nil": nil} {
		third := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.AfterAlert = after })
		third.end()
		if len(third.alerts) != 0 {
			t.Errorf("with AfterAlert = %s: OnAlerts got %+v, want nothing", name, third.alerts)
		}
	}
}

// An error of the archive other than ErrUnavailable ends the run.
func TestDatabaseRefuses(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	store := &failingArchive{DB: r.db, err: errors.New("no permission")}
	store.failures.Store(1)
	w := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.Store = store })
	r.submit(r.amrit)
	r.submit(r.goran)
	<-w.done
	if !errors.Is(w.err, store.err) {
		t.Errorf("the run ends with error %v, want %v", w.err, store.err)
	}
}

// The watch continues if the judge system is installed again during the contest, and for a
// while knows neither the position in the feed nor the contest.
func TestSystemReinstalled(t *testing.T) {
	skipIfShort(t, "takes a second")
	t.Parallel()
	for _, endpoint := range []string{"submissions", "event-feed"} {
		t.Run(endpoint, func(t *testing.T) {
			t.Parallel()
			r := setUp(t)
			w := startWatch(t, r.server, r.db)
			r.submit(r.amrit)
			r.waitForVerdict(t, r.amrit, "AC")
			r.server.Fail(endpoint, 3, ccstest.Fault{Status: 404})
			r.server.ForgetTokens()
			r.server.DropConnections()
			r.submit(r.goran)
			r.waitForAlert(t)
			r.server.EndContest()
			w.end()
		})
	}
}

// refusingSource returns an error for the first few loads.
type refusingSource struct {
	watch.Source
	failures atomic.Int64 // calls of Load that still fail
	err      error
}

func (s *refusingSource) Load(ctx context.Context, m *ccs.Model) error {
	if s.failures.Add(-1) >= 0 {
		return s.err
	}
	return s.Source.Load(ctx, m)
}

// At the start, a run ends if the judge system refuses the account. It waits for a contest
// that does not exist yet, unless CloseNow is set.
func TestStart(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		err   error
		close bool
		ends  bool
	}{
		{"account refused", fmt.Errorf("%w: wrong password", ccs.ErrRefused), false, true},
		{"no contest yet", errors.New("404"), false, false},
		{"no contest yet, and CloseNow is set", errors.New("404"), true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := setUp(t)
			refusing := &refusingSource{Source: openSource(t, r.server), err: test.err}
			refusing.failures.Store(2)
			w := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.Source, w.CloseNow = refusing, test.close })
			r.submit(r.amrit)
			r.server.EndContest()
			<-w.done
			if ended := errors.Is(w.err, test.err); ended != test.ends {
				t.Errorf("the run ends with error %v; because of the source's error: %v, want %v", w.err, ended, test.ends)
			}
		})
	}
}

// Submissions for which the judge system answers 404 or a web page at first are fetched again, and compared while the
// contest runs.
func TestFilesComeLate(t *testing.T) {
	skipIfShort(t, "takes seconds")
	t.Parallel()
	r := setUp(t)
	startWatch(t, r.server, r.db)
	r.server.Fail("/files", 2, ccstest.Fault{Status: http.StatusNotFound})
	r.server.Fail("/files", 2, ccstest.Fault{Page: true})
	r.submit(r.amrit)
	r.submit(r.goran)
	r.waitForAlert(t)
}

// A watch does not store a contest that was deleted meanwhile as a new one.
func TestContestDeleted(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	w := startWatch(t, r.server, r.db)
	r.submit(r.goran)
	r.waitForVerdict(t, r.goran, "AC")
	if _, err := r.db.Pool().Exec(t.Context(), "UPDATE contests SET name = 'deleted'"); err != nil {
		t.Fatal(err)
	}
	r.submit(r.amrit)
	<-w.done
	if w.err == nil || !strings.Contains(w.err.Error(), "was deleted during the watch") {
		t.Errorf("the run ends with error %v, want one about the deleted contest", w.err)
	}
	if _, err := r.db.ContestByName(t.Context(), name); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("the contest was stored again (error %v)", err)
	}
}

// A submission that cannot be fetched and is then deleted does not keep the contest from closing.
func TestDeletedBeforeFetched(t *testing.T) {
	skipIfShort(t, "takes a second")
	t.Parallel()
	for name, fault := range map[string]ccstest.Fault{"an error": {Status: http.StatusInternalServerError}, "no files": {Status: http.StatusNotFound}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setUp(t)
			w := startWatch(t, r.server, r.db)
			r.submit(r.goran)
			r.waitForVerdict(t, r.goran, "AC")
			r.server.Fail("/"+r.amrit.Submission.ID+"/files", -1, fault)
			r.submit(r.amrit)
			eventually(t, "the submission is requested", func() bool { return r.server.FileRequests()[r.amrit.Submission.ID] > 0 })
			r.server.Delete("submissions", r.amrit.Submission.ID)
			r.server.EndContest()
			w.end()
		})
	}
}
