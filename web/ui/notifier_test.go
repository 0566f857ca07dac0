package ui

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// A follower that should report but was silent for too long is shown as "Not responding".
func TestWatchViewStale(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 10, 20, 30, 0, time.UTC)
	for _, tt := range []struct {
		name    string
		state   contest.WatchState
		silent  time.Duration
		shown   i18n.Key
		running bool
	}{
		{"following", contest.WatchFollowing, contest.WatchSilence, "Following", true},
		{"following, long ago", contest.WatchFollowing, contest.WatchSilence + 1, "Not responding", false},
		{"reconnecting, long ago", contest.WatchReconnecting, time.Hour, "Not responding", false},
		{"closing", contest.WatchClosing, contest.WatchSilence, "Closing", true},
		{"closing, long ago", contest.WatchClosing, contest.WatchSilence + 1, "Not responding", false},
		{"ended long ago", contest.WatchEnded, time.Hour, "Ended", false},
		{"failed long ago", contest.WatchFailed, time.Hour, "Failed", false},
	} {
		v := watchView{contest.Watch{State: tt.state, UpdatedAt: now.Add(-tt.silent)}, now}
		if v.stateText() != tt.shown || v.Running() != tt.running {
			t.Errorf("%s: %q, running %v; want %q, %v", tt.name, v.stateText(), v.Running(), tt.shown, tt.running)
		}
	}
}

// One poll serves all subscribers, and polling ends when the last one leaves.
func TestPollsAreShared(t *testing.T) {
	t.Parallel()
	polls := make(chan []int64)
	answer := make(chan map[int64]contest.LiveVersion)
	notifier := newChangeNotifier(func(ctx context.Context, ids []int64) (map[int64]contest.LiveVersion, error) {
		polls <- ids
		return <-answer, nil
	})
	leave := []func(){notifier.subscribe(7)}
	if ids := <-polls; fmt.Sprint(ids) != "[7]" {
		t.Errorf("the first poll is for contests %v, want [7]", ids)
	}
	for range 5 {
		leave = append(leave, notifier.subscribe(7), notifier.subscribe(9))
	}
	_, changed := notifier.current(7)
	answer <- map[int64]contest.LiveVersion{7: {Alert: 1}}
	<-changed
	if ids := <-polls; fmt.Sprint(ids) != "[7 9]" {
		t.Errorf("the second poll is for contests %v, want [7 9]", ids)
	}
	version, changedAgain := notifier.current(7)
	for _, unsubscribe := range leave {
		unsubscribe()
	}
	answer <- map[int64]contest.LiveVersion{7: {Alert: 1}}
	select {
	case <-changedAgain:
		t.Errorf("subscribers were notified of version %s twice", version)
	default:
	}
	notifier.close() // would hang if another poll had begun, because nobody answers it
	if notifier.polling {
		t.Error("polling goes on without subscribers")
	}
}

// A problem is shown with its title, and a pair across problems with both titles, if they are known.
func TestTitles(t *testing.T) {
	t.Parallel()
	list := titles{"A": "Asteroid Rangers", "B": "Bottles", "C + D": "Two letters"}
	for problem, want := range map[string]string{
		"A": "A — Asteroid Rangers", "Z": "Z", "A + B": "A + B — Asteroid Rangers + Bottles", "A + Z": "A + Z", "C + D": "C + D — Two letters", "": "",
	} {
		if got := list.nameWithTitle(problem); got != want {
			t.Errorf("problem %q is shown as %q, want %q", problem, got, want)
		}
	}
}
