package dump_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/dump"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
)

// newSchedule returns the schedule of a server that runs the jobs of a database, unless isSecond.
func newSchedule(t *testing.T, url, dir string, isSecond bool) *dump.Schedule {
	t.Helper()
	db, err := postgres.Open(t.Context(), url)
	must(t, err)
	t.Cleanup(db.Close)
	if !isSecond {
		_, release, err := db.LockJobs(t.Context(), func(string) {})
		must(t, err)
		t.Cleanup(release)
	}
	return &dump.Schedule{URL: url, Database: "7-1", Dir: dir, Hour: 3, Keep: 2, Tool: "test", Lock: db.LockDump,
		RequireRoom: func() error { return nil }}
}

func listDir(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// A dump is written once for each day, encrypted. The oldest dumps of this database are removed, and what a
// killed process left, but no other file.
func TestScheduleWritesDaily(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	url, dir := fullDatabase(t), filepath.Join(t.TempDir(), "dumps")
	key, err := age.GenerateX25519Identity()
	must(t, err)
	s := newSchedule(t, url, dir, false)
	s.Recipients = []string{key.Recipient().String()}
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 5, day, hour, minute, 0, 0, time.Local) }
	nameOf := func(at time.Time) string {
		return "ojcheck-" + at.UTC().Format("20060102T150405Z") + "-7-1.dump.age"
	}
	others := []string{"ojcheck-20200101T000000Z-7-2.dump", "ojcheck.dump"}
	for _, step := range []struct {
		now       time.Time
		isWritten bool
		before    string // a file that appears before
		want      []time.Time
	}{
		{at(1, 12, 0), true, "", []time.Time{at(1, 12, 0)}}, // the first server of this directory does not wait
		{at(1, 23, 0), false, others[0], []time.Time{at(1, 12, 0)}},
		{at(2, 2, 59), false, others[1], []time.Time{at(1, 12, 0)}},
		{at(2, 3, 0), true, nameOf(at(2, 2, 0)) + ".part", []time.Time{at(1, 12, 0), at(2, 3, 0)}},
		{at(3, 2, 0), false, "", []time.Time{at(1, 12, 0), at(2, 3, 0)}},
		{at(5, 9, 0), true, "", []time.Time{at(2, 3, 0), at(5, 9, 0)}},   // the server did not run for two days
		{at(4, 4, 0), true, "", []time.Time{at(4, 4, 0), at(5, 9, 0)}},   // the clock was wrong
		{at(3, 12, 0), true, "", []time.Time{at(3, 12, 0), at(5, 9, 0)}}, // and so it was for two dumps
	} {
		if step.before != "" {
			must(t, os.WriteFile(filepath.Join(dir, step.before), []byte("x"), 0o600))
		}
		name, err := s.WriteIfDue(t.Context(), step.now)
		must(t, err)
		if want := nameOf(step.now); step.isWritten != (name == want) {
			t.Errorf("%v: wrote %q, want %q: %t", step.now, name, want, step.isWritten)
		}
		var want []string
		for _, began := range step.want {
			want = append(want, nameOf(began))
		}
		var found []string
		for _, name := range listDir(t, dir) {
			if name != others[0] && name != others[1] {
				found = append(found, name)
			}
		}
		if diff := cmp.Diff(want, found); diff != "" {
			t.Fatalf("%v: dumps (-want +got):\n%s", step.now, diff)
		}
	}
	if names := listDir(t, dir); len(names) != 4 {
		t.Errorf("files %q, want two of others too", names)
	}
	for now, want := range map[time.Time]time.Time{at(3, 13, 0): at(3, 12, 0), at(6, 0, 0): at(5, 9, 0), at(1, 0, 0): {}} {
		if newest := s.Newest(now); !newest.Equal(want) {
			t.Errorf("at %v, the newest is of %v, want %v", now, newest, want)
		}
	}

	path := filepath.Join(dir, nameOf(at(3, 12, 0)))
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, error %v, want mode 0600", info.Mode(), err)
	}
	file, err := os.Open(path)
	must(t, err)
	defer file.Close()
	plain, err := dump.Decrypt(file, []age.Identity{key})
	must(t, err)
	restored := pgtest.NewEmpty(t)
	if _, err := dump.Restore(t.Context(), restored, plain, 0, silent); err != nil {
		t.Fatal(err)
	}
	want := contents(t, url)
	delete(want, "sessions")
	got := contents(t, restored)
	delete(got, "sessions")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the restored database (-want +got):\n%s", diff)
	}
}

// Of two servers on a database, the one that runs the jobs writes the dumps, and only one dump at a time.
func TestScheduleOfTwoServers(t *testing.T) {
	t.Parallel()
	url, dir, now := pgtest.New(t), t.TempDir(), time.Now()
	first, second := newSchedule(t, url, dir, false), newSchedule(t, url, dir, true)
	if name, err := second.WriteIfDue(t.Context(), now); name != "" || err != nil {
		t.Errorf("a server that does not run the jobs writes %q, error %v", name, err)
	}
	release, ok, err := first.Lock(t.Context())
	if err != nil || !ok {
		t.Fatalf("ok %t, error %v", ok, err)
	}
	if name, err := first.WriteIfDue(t.Context(), now); name != "" || err != nil {
		t.Errorf("during another dump, the server writes %q, error %v", name, err)
	}
	if names := listDir(t, dir); len(names) != 0 {
		t.Errorf("files %q, want none", names)
	}
	release()
	if name, err := first.WriteIfDue(t.Context(), now); name == "" || err != nil {
		t.Errorf("the server that runs the jobs writes %q, error %v", name, err)
	}
}

// A dump that fails or is interrupted leaves no file and removes no older dump.
func TestScheduleFails(t *testing.T) {
	t.Parallel()
	schedule := newSchedule(t, pgtest.New(t), "", false)
	cancelled, cancel := context.WithCancel(t.Context())
	for name, tt := range map[string]struct {
		ctx    context.Context
		change func(*dump.Schedule)
		want   string
	}{
		"no database": {t.Context(), func(s *dump.Schedule) { s.URL = pgtest.NewEmpty(t) }, "no tables of ojcheck"},
		"full disk":   {t.Context(), func(s *dump.Schedule) { s.RequireRoom = func() error { return errFull } }, errFull.Error()},
		"stop": {cancelled, func(s *dump.Schedule) {
			lock := s.Lock
			s.Lock = func(ctx context.Context) (func(), bool, error) {
				defer cancel()
				return lock(ctx)
			}
		}, "canceled"},
	} {
		dir := t.TempDir()
		const old = "ojcheck-20200101T000000Z-7-1.dump"
		must(t, os.WriteFile(filepath.Join(dir, old), nil, 0o600))
		s := *schedule
		s.Dir, s.Keep = dir, 1
		tt.change(&s)
		if _, err := s.WriteIfDue(tt.ctx, time.Now()); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", name, err, tt.want)
		}
		if names := listDir(t, dir); len(names) != 1 || names[0] != old {
			t.Errorf("%s: files %q, want only the old dump", name, names)
		}
	}
}

// Run reports each dump, and the reason of a failure.
func TestScheduleReports(t *testing.T) {
	t.Parallel()
	schedule := newSchedule(t, pgtest.New(t), "", false)
	for _, want := range []error{nil, errors.New("refused")} {
		s := *schedule
		s.Dir = t.TempDir()
		if want != nil {
			s.Lock = func(context.Context) (func(), bool, error) { return nil, false, want }
		}
		var log strings.Builder
		ctx, cancel := context.WithCancel(t.Context())
		s.Run(ctx, slog.New(slog.NewTextHandler(&log, nil)), func(err error) {
			if !errors.Is(err, want) {
				t.Errorf("reported %v, want %v", err, want)
			}
			cancel()
		})
		line := "wrote the daily dump"
		if want != nil {
			line = `the daily dump failed; will try again in an hour" error=refused`
		}
		if !strings.Contains(log.String(), line) {
			t.Errorf("log %s, want %s", log.String(), line)
		}
	}
}
