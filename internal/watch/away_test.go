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

// cut ends all connections to the database but the one that does it.
func cut(t *testing.T, db archive) {
	t.Helper()
	_, err := db.Pool().Exec(context.Background(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
	if err != nil && !strings.Contains(err.Error(), "57P01") {
		t.Log(err) // a connection that was cut before
	}
}

// failing is an archive whose alerts fail so often, after they are stored.
type failing struct {
	archive
	left atomic.Int64
	err  error
}

func (f *failing) AddAlerts(ctx context.Context, id int64, alerts []contest.Alert) ([]contest.Alert, error) {
	added, err := f.archive.AddAlerts(ctx, id, alerts)
	if len(alerts) > 0 && f.left.Add(-1) >= 0 {
		return nil, f.err
	}
	return added, err
}

// The watch outlasts a database that is restarted again and again.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	r := begun(t)
	store := &failing{archive: r.db, err: fmt.Errorf("cut off: %w", contest.ErrUnavailable)}
	store.left.Store(3)
	w := watched(t, r.server, r.db, func(w *watch.Watcher) { w.Store = store })
	r.hand(r.amrit)
	r.eventuallyVerdict(t, r.amrit, "AC")
	for range 20 {
		cut(t, r.db)
	}
	r.hand(r.goran)
	for range 20 {
		cut(t, r.db)
	}
	eventually(t, "the archive was asked four times", func() bool { return store.left.Load() < 0 })
	eventually(t, "the pair is alerted", func() bool { return slices.Contains(r.alerts(t), unclosed) })
	r.server.EndContest()
	w.end()
	if got := r.alerts(t); !slices.Equal(got, []string{standing}) {
		t.Errorf("alerts %q", got)
	}
	if len(w.alerts) != 1 {
		t.Errorf("told of %d alerts, want 1", len(w.alerts))
	}
}

// What was stored but not told before a kill is told to who gives the last that they
// have.
func TestAfter(t *testing.T) {
	t.Parallel()
	r := begun(t)
	store := &failing{archive: r.db, err: errors.New("killed")}
	store.left.Store(1)
	first := watched(t, r.server, r.db, func(w *watch.Watcher) { w.Store = store })
	r.hand(r.amrit)
	r.hand(r.goran)
	<-first.done
	r.server.EndContest()
	if len(first.alerts) != 0 {
		t.Errorf("the first run tells %+v", first.alerts)
	}
	none := int64(0)
	second := watched(t, r.server, r.db, func(w *watch.Watcher) { w.After = &none })
	second.end()
	if len(second.alerts) != 1 {
		t.Fatalf("after 0: %d alerts are told, want 1", len(second.alerts))
	}
	for name, after := range map[string]*int64{"the last": &second.alerts[0].ID, "none": nil} {
		third := watched(t, r.server, r.db, func(w *watch.Watcher) { w.After = after })
		third.end()
		if len(third.alerts) != 0 {
			t.Errorf("after %s: told %+v", name, third.alerts)
		}
	}
}

// Other errors of the archive end it.
func TestDatabaseRefuses(t *testing.T) {
	t.Parallel()
	r := begun(t)
	store := &failing{archive: r.db, err: errors.New("no permission")}
	store.left.Store(1)
	w := watched(t, r.server, r.db, func(w *watch.Watcher) { w.Store = store })
	r.hand(r.amrit)
	r.hand(r.goran)
	<-w.done
	if !errors.Is(w.err, store.err) {
		t.Errorf("it ends: %v", w.err)
	}
}

// A judge system that is set up anew while the contest runs knows nothing for a
// while, neither where the feed was nor the contest.
func TestSystemSetUpAnew(t *testing.T) {
	t.Parallel()
	for _, endpoint := range []string{"submissions", "event-feed"} {
		t.Run(endpoint, func(t *testing.T) {
			t.Parallel()
			r := begun(t)
			w := watched(t, r.server, r.db)
			r.hand(r.amrit)
			r.eventuallyVerdict(t, r.amrit, "AC")
			r.server.Fail(endpoint, 3, ccstest.Fault{Status: 404})
			r.server.ForgetTokens()
			r.server.DropConnections()
			r.hand(r.goran)
			eventually(t, "the pair is alerted", func() bool { return slices.Contains(r.alerts(t), unclosed) })
			r.server.EndContest()
			w.end()
		})
	}
}

// refusing is a judge system that does not let the account in at first.
type refusing struct {
	source
	left atomic.Int64
	err  error
}

func (s *refusing) Load(ctx context.Context, m *ccs.Model) error {
	if s.left.Add(-1) >= 0 {
		return s.err
	}
	return s.source.Load(ctx, m)
}

// At the start, an account that is refused ends it; a system that is not whole yet
// is waited for.
func TestStart(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		err   error
		close bool
		ends  bool
	}{
		{"refused", fmt.Errorf("%w: wrong password", watch.ErrRefused), false, true},
		{"not there yet", errors.New("404"), false, false},
		{"not there, to be closed at once", errors.New("404"), true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := begun(t)
			from := &refusing{source: opened(t, r.server), err: test.err}
			from.left.Store(2)
			w := watched(t, r.server, r.db, func(w *watch.Watcher) { w.Source, w.Close = from, test.close })
			r.hand(r.amrit)
			r.server.EndContest()
			<-w.done
			if ended := errors.Is(w.err, test.err); ended != test.ends {
				t.Errorf("it ends: %v", w.err)
			}
		})
	}
}
