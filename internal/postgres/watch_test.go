package postgres

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
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
	added(t, db, id, alert("A", submissions[0], submissions[1], 0.5))
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
