package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

func TestWatch(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	submissions := contestOf(2)
	id := imported(t, db, "c", submissions)
	quiet := imported(t, db, "quiet", contestOf(1))
	if _, err := db.Watch(ctx, id); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("never followed: got error %v", err)
	}
	untouched := cmpopts.IgnoreFields(contest.Watch{}, "UpdatedAt")
	marks := []contest.LiveVersion{{}}
	// see asks that the watch is so, and that its mark is another one than before.
	see := func(name string, want contest.Watch) {
		t.Helper()
		got, err := db.Watch(ctx, id)
		if diff := cmp.Diff(want, got, untouched); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
		if got.UpdatedAt.IsZero() {
			t.Errorf("%s: nobody knows when", name)
		}
		all, err := db.Watches(ctx)
		if err != nil || !cmp.Equal(all, map[int64]contest.Watch{id: got}) {
			t.Errorf("%s: all are %+v, %v", name, all, err)
		}
	}
	moved := func(name string) {
		t.Helper()
		got, err := db.LiveVersions(ctx, []int64{id, quiet})
		if err != nil || got[id] == marks[len(marks)-1] || got[quiet] != (contest.LiveVersion{}) {
			t.Errorf("%s: marks are %+v, %v; before %+v", name, got, err, marks[len(marks)-1])
		}
		marks = append(marks, got[id])
	}
	w := contest.Watch{ContestID: id, URL: "https://judge.example/api/?strict=1", SystemID: "finals", State: contest.WatchFollowing, StartedAt: alertTime}
	secret := w
	secret.URL = "https://jury:secret@judge.example/api/?strict=1"
	if err := db.SaveWatch(ctx, secret); err != nil {
		t.Fatal(err)
	}
	see("begun", w)
	moved("begun")
	storeAlerts(t, db, id, alert("A", submissions[0], submissions[1], 0.5))
	moved("alerted")
	check := closing(t, db, id, submissions, nil, 0.5)
	if _, err := db.CloseAlerts(ctx, id, check, alertTime); err != nil {
		t.Fatal(err)
	}
	moved("closed")
	w.State, w.Webhook = contest.WatchClosing, "chat.example answers 500"
	if err := db.SaveWatch(ctx, w); err != nil {
		t.Fatal(err)
	}
	see("closing", w)
	w.State, w.Reason, w.LastEventAt, w.CheckID, w.Webhook = contest.WatchEnded, "so it is", alertTime, check, ""
	w.Submissions, w.Judged, w.Compared, w.Pending = 5, 4, 3, 1
	if err := db.SaveWatch(ctx, w); err != nil {
		t.Fatal(err)
	}
	see("ended", w)
	moved("ended")
}

func TestSaveWatchRefuses(t *testing.T) {
	t.Parallel()
	db := open(t)
	id := imported(t, db, "c", contestOf(1))
	good := contest.Watch{ContestID: id, State: contest.WatchFollowing}
	for _, tt := range []struct {
		name    string
		change  func(*contest.Watch)
		missing bool
	}{
		{"no contest", func(w *contest.Watch) { w.ContestID = 4711 }, true},
		{"no check", func(w *contest.Watch) { w.CheckID = 4711 }, true},
		{"no state", func(w *contest.Watch) { w.State = "" }, false},
		{"an address that is none", func(w *contest.Watch) { w.URL = "http://%zz" }, false},
		{"a reason that is no text", func(w *contest.Watch) { w.Reason = "\x00" }, false},
		{"a webhook that is no text", func(w *contest.Watch) { w.Webhook = "\x00" }, false},
		{"fewer than none", func(w *contest.Watch) { w.Judged = -1 }, false},
	} {
		w := good
		tt.change(&w)
		if err := db.SaveWatch(t.Context(), w); err == nil || errors.Is(err, contest.ErrNotFound) != tt.missing {
			t.Errorf("%s: got error %v", tt.name, err)
		}
	}
}

// One at a time follows a contest.
func TestFollow(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	_, release, err := db.Follow(ctx, "finals", 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := db.Follow(ctx, "finals", 0); !errors.Is(err, contest.ErrInUse) {
		t.Errorf("a second one: error %v", err)
	}
	_, other, err := db.Follow(ctx, "semifinals", 0)
	if err != nil {
		t.Fatalf("another contest: %v", err)
	}
	other()
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := db.Follow(stopped, "finals", time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("one who is stopped while they wait: error %v", err)
	}
	time.AfterFunc(50*time.Millisecond, release)
	_, again, err := db.Follow(ctx, "finals", time.Hour)
	if err != nil {
		t.Fatalf("one who waits for the first: %v", err)
	}
	again()
}

// Where the database cuts its connections off, whoever follows takes the lock again,
// or learns that somebody else has it.
func TestFollowAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	holder := func() (pid int) {
		t.Helper()
		for pid == 0 {
			if err := ctx.Err(); err != nil {
				t.Fatal(err)
			}
			_ = db.pool.QueryRow(ctx, "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32 | objid::bigint) = $1", lockWatch.key(nameKey("finals"))).Scan(&pid)
		}
		return pid
	}
	kill := func(pid int) {
		t.Helper()
		if _, err := db.pool.Exec(ctx, "SELECT pg_terminate_backend($1)", pid); err != nil {
			t.Fatal(err)
		}
	}
	following, release, err := db.Follow(ctx, "finals", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	first := holder()
	kill(first)
	for holder() == first {
		time.Sleep(time.Millisecond)
	}
	if err := context.Cause(following); err != nil {
		t.Errorf("nobody else follows it, and it ends: %v", err)
	}
	// The lock is waited for before the session that has it ends, so it goes to the
	// one that waits.
	other, err := db.session(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer other.close()
	taken := make(chan error, 1)
	go func() { taken <- other.lock(ctx, lockWatch, nameKey("finals")) }()
	for waits := false; !waits; {
		if err := db.pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND (classid::bigint << 32 | objid::bigint) = $1)", lockWatch.key(nameKey("finals"))).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	kill(holder())
	if err := <-taken; err != nil {
		t.Fatal(err)
	}
	<-following.Done()
	if err := context.Cause(following); !errors.Is(err, contest.ErrInUse) {
		t.Errorf("somebody else follows it, and it ends: %v", err)
	}
}

// Alerts are to be sent once each, the oldest first, each contest's by itself.
func TestDeliveries(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	old, own, quiet := contestOf(1), contestOf(3), contestOf(2)
	earlier, id, other := imported(t, db, "old", old), imported(t, db, "c", own), imported(t, db, "quiet", quiet)
	all := storeAlerts(t, db, id, alert("A", own[0], own[1], 0.9), alert("A", own[0], own[2], 0.5), alert("A", own[1], own[2], 0.7), alert("A", own[0], old[0], 0.8))
	storeAlerts(t, db, other, alert("A", quiet[0], quiet[1], 0.5))

	refused := ""
	deliver := func() (alertID int64) {
		t.Helper()
		a, ok, err := db.NextDelivery(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return 0
		}
		for range 2 { // noted once more after a kill
			if err := db.SaveDelivery(ctx, a.ID, refused); err != nil {
				t.Fatal(err)
			}
		}
		return a.ID
	}
	for i := range 2 {
		refused = []string{"", "it answers 422"}[i]
		if got := deliver(); got != all[i].ID {
			t.Errorf("delivery %d is alert %d, want %d", i+1, got, all[i].ID)
		}
	}
	if n, err := db.CountUndelivered(ctx, id); n != 2 || err != nil {
		t.Errorf("%d are left (%v), want 2", n, err)
	}
	if got := deliver(); got != all[2].ID {
		t.Errorf("the third is alert %d, want %d", got, all[2].ID)
	}
	if err := db.DeleteContest(ctx, review.CommandLine, earlier); err != nil {
		t.Fatal(err)
	}
	if err := db.SaveDelivery(ctx, all[3].ID, ""); err != nil {
		t.Errorf("one that is gone: %v", err)
	}
	if got := deliver(); got != 0 {
		t.Errorf("alert %d is to be sent, and there is none", got)
	}
	if n, err := db.CountUndelivered(ctx, other); n != 1 || err != nil {
		t.Errorf("%d of the other contest (%v), want 1", n, err)
	}
	if err := db.DeleteContest(ctx, review.CommandLine, id); err != nil {
		t.Errorf("delete a contest whose alerts were sent: %v", err)
	}
}
