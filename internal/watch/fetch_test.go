package watch

import (
	"errors"
	"testing"
	"time"
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
