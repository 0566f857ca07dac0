package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// TestWatch tests that each step of a watch is stored and changes the version of the live
// page, and that the address is stored without the password.
func TestWatch(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	id, submissions := newContest(t, db, "c", 2)
	quiet := importContest(t, db, "quiet", contestOf(1))
	if _, err := db.Watch(ctx, id); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("never followed: got error %v, want ErrNotFound", err)
	}
	ignoreUpdated := cmpopts.IgnoreFields(contest.Watch{}, "UpdatedAt")
	expectWatch := func(step string, want contest.Watch) {
		t.Helper()
		got, err := db.Watch(ctx, id)
		if diff := cmp.Diff(want, got, ignoreUpdated); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", step, err, diff)
		}
		if got.UpdatedAt.IsZero() {
			t.Errorf("%s: UpdatedAt is not set", step)
		}
		all, err := db.Watches(ctx)
		if err != nil || !cmp.Equal(all, map[int64]contest.Watch{id: got}) {
			t.Errorf("%s: Watches returns %+v, %v; want only %+v", step, all, err, got)
		}
	}
	var version contest.LiveVersion
	expectNewVersion := func(step string) {
		t.Helper()
		got, err := db.LiveVersions(ctx, []int64{id, quiet})
		if err != nil || got[id] == version || got[quiet] != (contest.LiveVersion{}) {
			t.Errorf("%s: got versions %+v, %v; want another than %+v, and zero for the quiet contest", step, got, err, version)
		}
		version = got[id]
	}
	w := contest.Watch{ContestID: id, URL: "https://judge.example/api/?strict=1", SystemID: "finals", State: contest.WatchFollowing, StartedAt: alertTime}
	secret := w
	secret.URL = "https://jury:secret@judge.example/api/?strict=1"
	must(t, db.SaveWatch(ctx, secret))
	expectWatch("begun", w)
	expectNewVersion("begun")
	storeAlerts(t, db, id, alert("A", submissions[0], submissions[1], 0.5))
	expectNewVersion("alert added")
	check := checkForAlerts(t, db, id, submissions, nil, 0.5)
	if _, err := db.CloseAlerts(ctx, id, check, alertTime); err != nil {
		t.Fatal(err)
	}
	expectNewVersion("alerts closed")
	w.State, w.WebhookFailure = contest.WatchClosing, i18n.Verbatim("chat.example answers 500")
	must(t, db.SaveWatch(ctx, w))
	expectWatch("closing", w)
	w.State, w.Reason, w.LastEventAt, w.CheckID, w.WebhookFailure = contest.WatchEnded, i18n.Verbatim("so it is"), alertTime, check, i18n.Text{}
	w.Submissions, w.Judged, w.Compared, w.Uncompared = 5, 4, 3, 1
	must(t, db.SaveWatch(ctx, w))
	expectWatch("ended", w)
	expectNewVersion("ended")
}

// SaveWatch refuses invalid watches.
func TestSaveWatchRefuses(t *testing.T) {
	t.Parallel()
	db := open(t)
	id := importContest(t, db, "c", contestOf(1))
	good := contest.Watch{ContestID: id, State: contest.WatchFollowing}
	for _, tt := range []struct {
		name         string
		change       func(*contest.Watch)
		wantNotFound bool // want contest.ErrNotFound
	}{
		{"an unknown contest", func(w *contest.Watch) { w.ContestID = unknownID }, true},
		{"an unknown check", func(w *contest.Watch) { w.CheckID = unknownID }, true},
		{"an empty state", func(w *contest.Watch) { w.State = "" }, false},
		{"an invalid address", func(w *contest.Watch) { w.URL = "http://%zz" }, false},
		{"a negative number", func(w *contest.Watch) { w.Judged = -1 }, false},
	} {
		w := good
		tt.change(&w)
		if err := db.SaveWatch(t.Context(), w); err == nil || errors.Is(err, contest.ErrNotFound) != tt.wantNotFound {
			t.Errorf("%s: got error %v; want an error, ErrNotFound: %v", tt.name, err, tt.wantNotFound)
		}
	}
}

// Only one process follows a contest.
func TestFollow(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	_, release, err := db.Follow(ctx, "finals", 0)
	must(t, err)
	if _, _, err := db.Follow(ctx, "finals", 0); !errors.Is(err, contest.ErrInUse) {
		t.Errorf("a second process follows: got error %v, want ErrInUse", err)
	}
	_, releaseOther, err := db.Follow(ctx, "semifinals", 0)
	if err != nil {
		t.Fatalf("follow another contest: %v", err)
	}
	releaseOther()
	spare := db.spare.take()
	if spare == nil || !db.spare.put(spare) {
		t.Error("the next session cannot use the connection of a follower that stopped")
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := db.Follow(stopped, "finals", time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("a process is stopped while it waits: got error %v, want context.Canceled", err)
	}
	time.AfterFunc(50*time.Millisecond, release)
	_, releaseAgain, err := db.Follow(ctx, "finals", time.Hour)
	if err != nil {
		t.Fatalf("a process waits until the first stops: %v", err)
	}
	releaseAgain()
}

// After a lost connection, a follower takes the lock again, or learns that another process
// has it.
func TestFollowAgain(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	holder := func() (pid int) {
		t.Helper()
		for pid == 0 {
			must(t, ctx.Err())
			_ = db.pool.QueryRow(ctx, "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND (classid::bigint << 32 | objid::bigint) = $1", lockWatch.key(nameKey("finals"))).Scan(&pid)
		}
		return pid
	}
	kill := func(pid int) {
		t.Helper()
		execute(t, db, "SELECT pg_terminate_backend($1::integer)", pid)
	}
	following, release, err := db.Follow(ctx, "finals", 0)
	must(t, err)
	defer release()
	first := holder()
	kill(first)
	for holder() == first {
		time.Sleep(time.Millisecond)
	}
	if err := context.Cause(following); err != nil {
		t.Errorf("the context ended, but no other process follows: %v", err)
	}
	// Another session waits for the lock. So it gets the lock when the holder's session ends.
	waiter, err := db.session(ctx)
	must(t, err)
	defer waiter.close()
	locked := make(chan error, 1)
	go func() { locked <- waiter.lock(ctx, lockWatch, nameKey("finals"), "another watch") }()
	for waits := false; !waits; {
		must(t, db.pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND (classid::bigint << 32 | objid::bigint) = $1)", lockWatch.key(nameKey("finals"))).Scan(&waits))
	}
	kill(holder())
	must(t, <-locked)
	<-following.Done()
	if err := context.Cause(following); !errors.Is(err, contest.ErrInUse) {
		t.Errorf("another process follows, but the context ended with: %v", err)
	}
}

// Each alert of a contest is delivered once, the oldest first.
func TestDeliveries(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	old, own, quiet := contestOf(1), contestOf(3), contestOf(2)
	earlier, id, other := importContest(t, db, "old", old), importContest(t, db, "c", own), importContest(t, db, "quiet", quiet)
	all := storeAlerts(t, db, id, alert("A", own[0], own[1], 0.9), alert("A", own[0], own[2], 0.5), alert("A", own[1], own[2], 0.7), alert("A", own[0], old[0], 0.8))
	storeAlerts(t, db, other, alert("A", quiet[0], quiet[1], 0.5))

	for _, id := range []int64{id, earlier, other} {
		w := contest.Watch{ContestID: id, State: contest.WatchEnded, StartedAt: time.Now(), WebhookFailure: i18n.Verbatim("no answer")}
		must(t, db.SaveWatch(ctx, w))
	}
	refusal := ""
	deliver := func() (alertID int64) {
		t.Helper()
		a, ok, err := db.NextDelivery(ctx, id)
		must(t, err)
		if !ok {
			return 0
		}
		for range 2 { // twice, as after a kill
			must(t, db.SaveDelivery(ctx, a.ID, refusal))
		}
		return a.ID
	}
	for i := range 2 {
		refusal = []string{"", "it answers 422"}[i]
		if got := deliver(); got != all[i].ID {
			t.Errorf("delivery %d is alert %d, want %d", i+1, got, all[i].ID)
		}
		if w, err := db.Watch(ctx, id); err != nil || !w.WebhookFailure.IsZero() {
			t.Errorf("after delivery %d the watch has the webhook error %q (error %v), want none", i+1, w.WebhookFailure, err)
		}
	}
	if w, err := db.Watch(ctx, earlier); err != nil || !w.WebhookFailure.IsZero() {
		t.Errorf("the watch of a contest without alerts says of the webhook %q (error %v), want nothing", w.WebhookFailure, err)
	}
	if w, err := db.Watch(ctx, other); err != nil || w.WebhookFailure.IsZero() {
		t.Errorf("the watch of a contest with an alert to be sent says nothing of the webhook (error %v)", err)
	}
	if got := deliver(); got != all[2].ID {
		t.Errorf("delivery 3 is alert %d, want %d", got, all[2].ID)
	}
	must(t, db.DeleteContest(ctx, review.CommandLine, earlier))
	if err := db.SaveDelivery(ctx, all[3].ID, ""); err != nil {
		t.Errorf("delivery of a deleted alert: got error %v", err)
	}
	if got := deliver(); got != 0 {
		t.Errorf("delivery 4 is alert %d, want none", got)
	}
	if _, ok, err := db.NextDelivery(ctx, other); !ok || err != nil {
		t.Errorf("the alert of the other contest is delivered or fails (%v)", err)
	}
	if err := db.DeleteContest(ctx, review.CommandLine, id); err != nil {
		t.Errorf("delete a contest whose alerts were sent: %v", err)
	}
}
