package ui

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestWatchViewStale(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 10, 20, 30, 0, time.UTC)
	for _, tt := range []struct {
		name    string
		state   contest.WatchState
		silent  time.Duration
		shown   string
		running bool
	}{
		{"following", contest.WatchFollowing, contest.WatchSilence, "Following", true},
		{"following, long ago", contest.WatchFollowing, contest.WatchSilence + 1, "No sign of life", false},
		{"reconnecting, long ago", contest.WatchReconnecting, time.Hour, "No sign of life", false},
		{"closing", contest.WatchClosing, contest.WatchSilence, "Closing", true},
		{"closing, long ago", contest.WatchClosing, contest.WatchSilence + 1, "No sign of life", false},
		{"ended long ago", contest.WatchEnded, time.Hour, "Ended", false},
		{"failed long ago", contest.WatchFailed, time.Hour, "Failed", false},
	} {
		v := watchView{contest.Watch{State: tt.state, UpdatedAt: now.Add(-tt.silent)}, now}
		if v.stateText() != tt.shown || v.Running() != tt.running {
			t.Errorf("%s: %q, running %v", tt.name, v.stateText(), v.Running())
		}
	}
}

// However many read, there is one look for all of them, and none when they left.
func TestLiveMarksAreShared(t *testing.T) {
	t.Parallel()
	polls := make(chan []int64)
	answer := make(chan map[int64]contest.LiveVersion)
	l := newChangeNotifier(func(ctx context.Context, ids []int64) (map[int64]contest.LiveVersion, error) {
		polls <- ids
		return <-answer, nil
	})
	leave := []func(){l.subscribe(7)}
	if ids := <-polls; fmt.Sprint(ids) != "[7]" {
		t.Errorf("asked for %v", ids)
	}
	for range 5 {
		leave = append(leave, l.subscribe(7), l.subscribe(9))
	}
	_, changed := l.now(7)
	answer <- map[int64]contest.LiveVersion{7: {Alert: 1}}
	<-changed
	if ids := <-polls; fmt.Sprint(ids) != "[7 9]" {
		t.Errorf("asked for %v", ids)
	}
	mark, same := l.now(7)
	for _, f := range leave {
		f()
	}
	answer <- map[int64]contest.LiveVersion{7: {Alert: 1}}
	select {
	case <-same:
		t.Errorf("told of %s twice", mark)
	default:
	}
	l.close() // would not end if somebody still looked: nobody answers
	if l.polling {
		t.Error("somebody looks, for nobody")
	}
}

func TestTitles(t *testing.T) {
	t.Parallel()
	list := titles{"A": "Asteroid Rangers", "B": "Bottles", "C + D": "Two letters"}
	for problem, want := range map[string]string{
		"A": "A — Asteroid Rangers", "Z": "Z", "A + B": "A + B — Asteroid Rangers + Bottles", "A + Z": "A + Z", "C + D": "C + D — Two letters", "": "",
	} {
		if got := list.full(problem); got != want {
			t.Errorf("%q is %q, want %q", problem, got, want)
		}
	}
}
