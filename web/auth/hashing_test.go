package auth

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ojcheck/ojcheck/internal/httperr"
)

// As many hashes run at once as the queue allows. Other requests wait, and a full queue refuses more.
func TestHashQueue(t *testing.T) {
	t.Parallel()
	q := newHashQueue(2, 5)
	var running, most, done atomic.Int64
	started, proceed := make(chan struct{}, 6), make(chan struct{})
	hash := func() {
		now := running.Add(1)
		for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
		}
		started <- struct{}{}
		<-proceed
		running.Add(-1)
		done.Add(1)
	}
	ctx := context.Background()
	var work sync.WaitGroup
	request := func() {
		if err := q.do(ctx, hash); err != nil {
			t.Errorf("a request with a place in the queue: %v", err)
		}
	}
	for range 2 {
		work.Go(request)
		<-started
	}
	if !q.slots.TryAcquire(3) {
		t.Fatal("two requests have more than two slots")
	}
	err := q.do(ctx, hash)
	if refusal := httperr.Describe(err); !errors.Is(err, errBusy) || refusal.Status != 503 || refusal.RetryAfter == 0 {
		t.Errorf("a request to a full queue: error %v, want a refusal with the time to try again", err)
	}
	q.slots.Release(3)
	for range 3 {
		work.Go(request)
	}
	close(proceed)
	work.Wait()
	if done.Load() != 5 || most.Load() > 2 {
		t.Errorf("%d hashes, at most %d at once, want 5, at most 2", done.Load(), most.Load())
	}
	if err := q.do(ctx, hash); err != nil {
		t.Errorf("a request when the queue is empty again: %v", err)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	q.running.TryAcquire(2)
	if err := q.do(canceled, hash); !errors.Is(err, context.Canceled) {
		t.Errorf("a request whose client is gone: error %v, want context.Canceled", err)
	}
}
