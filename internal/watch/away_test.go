package watch_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// cutConnections ends all connections to the database except its own.
func cutConnections(t *testing.T, db archive) {
	t.Helper()
	_, err := db.Pool().Exec(context.Background(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
	if err != nil && !strings.Contains(err.Error(), "57P01") {
		t.Log(err) // this connection was already cut
	}
}

// failingArchive stores alerts, but returns an error the first few times.
type failingArchive struct {
	archive
	left atomic.Int64
	err  error
}

func (f *failingArchive) AddAlerts(ctx context.Context, id int64, alerts []contest.Alert) ([]contest.Alert, error) {
	added, err := f.archive.AddAlerts(ctx, id, alerts)
	if len(alerts) > 0 && f.left.Add(-1) >= 0 {
		return nil, f.err
	}
	return added, err
}

// The watch continues although its connections to the database break again and again.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	store := &failingArchive{archive: r.db, err: fmt.Errorf("cut off: %w", contest.ErrUnavailable)}
	store.left.Store(3)
	w := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.Store = store })
	r.submit(r.amrit)
	r.eventuallyVerdict(t, r.amrit, "AC")
	for range 20 {
		cutConnections(t, r.db)
	}
	r.submit(r.goran)
	for range 20 {
		cutConnections(t, r.db)
	}
	eventually(t, "the fourth call of AddAlerts", func() bool { return store.left.Load() < 0 })
	eventually(t, "the pair is alerted", func() bool { return slices.Contains(r.alerts(t), openAlert) })
	r.server.EndContest()
	w.end()
	if got := r.alerts(t); !slices.Equal(got, []string{upheldAlert}) {
		t.Errorf("alerts %q", got)
	}
	if len(w.alerts) != 1 {
		t.Errorf("OnAlerts got %d alerts, want 1", len(w.alerts))
	}
}

// With After, a run passes on alerts that a killed run stored but did not pass on.
func TestAfter(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	store := &failingArchive{archive: r.db, err: errors.New("killed")}
	store.left.Store(1)
	first := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.Store = store })
	r.submit(r.amrit)
	r.submit(r.goran)
	<-first.done
	r.server.EndContest()
	if len(first.alerts) != 0 {
		t.Errorf("the first run passes on %+v", first.alerts)
	}
	none := int64(0)
	second := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.After = &none })
	second.end()
	if len(second.alerts) != 1 {
		t.Fatalf("after 0: OnAlerts got %d alerts, want 1", len(second.alerts))
	}
	for name, after := range map[string]*int64{"the last": &second.alerts[0].ID, "none": nil} {
		third := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.After = after })
		third.end()
		if len(third.alerts) != 0 {
			t.Errorf("after %s: OnAlerts got %+v", name, third.alerts)
		}
	}
}

// An error of the archive other than ErrUnavailable ends the run.
func TestDatabaseRefuses(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	store := &failingArchive{archive: r.db, err: errors.New("no permission")}
	store.left.Store(1)
	w := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.Store = store })
	r.submit(r.amrit)
	r.submit(r.goran)
	<-w.done
	if !errors.Is(w.err, store.err) {
		t.Errorf("the run ends with error %v", w.err)
	}
}

// The watch survives a judge system that is installed again during the contest: for a
// while, it knows neither the position in the feed nor the contest.
func TestSystemReinstalled(t *testing.T) {
	t.Parallel()
	for _, endpoint := range []string{"submissions", "event-feed"} {
		t.Run(endpoint, func(t *testing.T) {
			t.Parallel()
			r := setUp(t)
			w := startWatch(t, r.server, r.db)
			r.submit(r.amrit)
			r.eventuallyVerdict(t, r.amrit, "AC")
			r.server.Fail(endpoint, 3, ccstest.Fault{Status: 404})
			r.server.ForgetTokens()
			r.server.DropConnections()
			r.submit(r.goran)
			eventually(t, "the pair is alerted", func() bool { return slices.Contains(r.alerts(t), openAlert) })
			r.server.EndContest()
			w.end()
		})
	}
}

// refusingSource returns an error for the first few loads.
type refusingSource struct {
	source
	left atomic.Int64
	err  error
}

func (s *refusingSource) Load(ctx context.Context, m *ccs.Model) error {
	if s.left.Add(-1) >= 0 {
		return s.err
	}
	return s.source.Load(ctx, m)
}

// At the start, a run ends if the judge system refuses the account, and waits if the
// contest does not exist yet.
func TestStart(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		err   error
		close bool
		ends  bool
	}{
		{"account refused", fmt.Errorf("%w: wrong password", watch.ErrRefused), false, true},
		{"no contest yet", errors.New("404"), false, false},
		{"no contest with Close", errors.New("404"), true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := setUp(t)
			from := &refusingSource{source: openSource(t, r.server), err: test.err}
			from.left.Store(2)
			w := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.Source, w.Close = from, test.close })
			r.submit(r.amrit)
			r.server.EndContest()
			<-w.done
			if ended := errors.Is(w.err, test.err); ended != test.ends {
				t.Errorf("the run ends with error %v", w.err)
			}
		})
	}
}
