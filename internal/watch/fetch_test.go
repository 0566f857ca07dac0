package watch

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// After its last quick try, a submission is fetched again from time to time, and nobody waits for it.
func TestFetchAfterAllTries(t *testing.T) {
	t.Parallel()
	f, now := newFetcher(), time.Now()
	f.enqueue("7", true)
	for i := range maxTries {
		if f.isIdle() {
			t.Fatalf("idle after %d tries", i)
		}
		f.handleResult(fetchResult{job: job{id: "7", isUrgent: true}, err: errors.New("502")}, now)
		now = now.Add(maxRetryWait)
		if i < maxTries-1 {
			f.requeueFailed(now)
		}
	}
	if !f.isIdle() || f.pending["7"] {
		t.Errorf("idle: %v, queued: %v; want idle and not queued", f.isIdle(), f.pending["7"])
	}
	f.requeueFailed(now.Add(lateRetryWait))
	if !f.isIdle() || !f.pending["7"] {
		t.Errorf("idle: %v, queued: %v; want idle and queued", f.isIdle(), f.pending["7"])
	}
	f.enqueue("8", true)
	if f.isIdle() {
		t.Error("idle with a new submission")
	}
}

// While the judge system is busy or refuses the account, nothing is fetched. Queued submissions wait as well as those that have failed.
func TestFetchFromBusySystem(t *testing.T) {
	t.Parallel()
	m := ccs.NewModel()
	if err := m.Load("submissions", []byte(`[{"id": "1"}, {"id": "2"}, {"id": "3"}, {"id": "4"}]`)); err != nil {
		t.Fatal(err)
	}
	for _, reason := range []error{ccs.ErrBusy, ccs.ErrRefused} {
		f, now := newFetcher(), time.Now()
		take := func() (id string) {
			f.requeueFailed(now)
			jobs, next := f.next(m, now)
			if jobs != nil {
				f.dequeue(next)
			}
			return next.id
		}
		answer := func(id string, err error) {
			f.handleResult(fetchResult{job: job{id: id, fromNormal: true}, err: err}, now)
		}
		for _, id := range []string{"1", "2", "3"} {
			f.enqueue(id, false)
		}
		first, second := take(), take()
		answer(first, fmt.Errorf("%w: %w", reason, &backoff.RetryAfterError{Duration: time.Minute}))
		f.enqueue("4", true)
		answer(second, reason) // the request was sent before the pause
		for _, step := range []struct {
			after time.Duration
			want  string
		}{{time.Minute - time.Second, ""}, {time.Second, "4"}} {
			now = now.Add(step.after)
			if got := take(); got != step.want {
				t.Errorf("%v: after %v more: fetches %q, want %q", reason, step.after, got, step.want)
			}
		}
		f.handleResult(fetchResult{job: job{id: "4", isUrgent: true}, err: errors.New("500")}, now) // this is of the submission
		var got []string
		for range 3 {
			id := take()
			got = append(got, fmt.Sprintf("%s after %d", id, f.tries(id)))
		}
		slices.Sort(got)
		if diff := cmp.Diff([]string{"1 after 1", "2 after 1", "3 after 1"}, got); diff != "" {
			t.Errorf("%v: then fetches (-want +got):\n%s", reason, diff)
		}
	}
}

// The log gets one warning a minute, however many submissions fail.
func TestWarningsOfFailures(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	f := newFollower(&Watcher{Log: slog.New(slog.NewTextHandler(&log, nil))})
	for i := range 7 {
		if i == 5 {
			f.warnedAt = f.warnedAt.Add(-logEvery)
		}
		f.logFailure(fetchResult{job: job{id: "7"}, err: errors.New("502")})
	}
	warnings := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(warnings) != 2 || !strings.Contains(warnings[1], "failures_before=4") {
		t.Errorf("the log has %q, want two lines, the second with 4 failures before", warnings)
	}
}

// Files that can be read again do not hide that the feed is not connected, and a feed does not hide that files are refused.
func TestShownConnection(t *testing.T) {
	t.Parallel()
	f := newFollower(&Watcher{})
	f.stored["1"] = &storedSubmission{} // so that a refusal is not final
	fetched := func(err error) {
		_ = f.handleFetched(fetchResult{job: job{id: "7"}, files: make([]contest.File, 1), err: err})
	}
	connected := func(state ccs.FeedState) { _ = f.handleConn(t.Context(), state) }
	expect := func(step string, state contest.WatchState, reason string) {
		t.Helper()
		if f.watch.State != state || !strings.Contains(f.watch.Reason.String(), reason) {
			t.Errorf("%s: the watch is %s: %q, want %s: %q", step, f.watch.State, f.watch.Reason, state, reason)
		}
	}
	refused := fmt.Errorf("no files: %w", ccs.ErrRefused)
	fetched(refused)
	expect("refused", contest.WatchReconnecting, "no files")
	connected(ccs.FeedState{Reason: errors.New("502")})
	fetched(nil)
	expect("fetched without a feed", contest.WatchReconnecting, "502")
	fetched(refused)
	connected(ccs.FeedState{Connected: true})
	expect("refused with a feed", contest.WatchReconnecting, "no files")
	fetched(nil)
	expect("fetched", contest.WatchFollowing, "")
}
