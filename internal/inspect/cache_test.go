package inspect

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// loader counts its loads of values that take ten bytes each.
type loader struct {
	loads atomic.Int64
	err   error
	wait  chan struct{} // a load waits until it is closed; nil for no wait
}

func (l *loader) load(ctx context.Context, key int) (int, int, error) {
	l.loads.Add(1)
	if l.wait != nil {
		<-l.wait
	}
	return -key, 10, errors.Join(l.err, ctx.Err())
}

func mustGet(t *testing.T, c *cache[int, int], keys ...int) {
	t.Helper()
	for _, key := range keys {
		if value, err := c.get(t.Context(), key); err != nil || value != -key {
			t.Errorf("key %d has the value %d and error %v, want %d", key, value, err, -key)
		}
	}
}

// A full cache drops the value that was read longest ago. The last value stays, however large it is.
func TestCacheDropsTheOldest(t *testing.T) {
	t.Parallel()
	var l loader
	c := newCache(30, l.load)
	mustGet(t, c, 1, 2, 3, 1, 2, 3)
	if n := l.loads.Load(); n != 3 {
		t.Errorf("%d loads of 3 values that fit, want 3", n)
	}
	mustGet(t, c, 1, 4, 1, 3, 4) // 4 replaces 2, which was read longest ago
	if n := l.loads.Load(); n != 4 || c.size != 30 {
		t.Errorf("%d loads, want 4; %d bytes, want 30", n, c.size)
	}
	mustGet(t, c, 2)
	if n := l.loads.Load(); n != 5 || c.size != 30 {
		t.Errorf("%d loads, want 5; %d bytes, want 30", n, c.size)
	}
	tooSmall := newCache(5, l.load)
	mustGet(t, tooSmall, 1, 1)
	if n := l.loads.Load(); n != 6 {
		t.Errorf("%d loads, want 6: the last value stays, however large", n)
	}
}

// A value that may be outdated is loaded again, and takes its memory once.
func TestCacheReloads(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l loader
		c := newCache(100, l.load)
		for want := int64(1); want <= 3; want++ {
			mustGet(t, c, 7, 7)
			if n := l.loads.Load(); n != want || c.size != 10 {
				t.Errorf("%d loads, %d bytes; want %d and 10", n, c.size, want)
			}
			time.Sleep(maxAge)
		}
	})
}

// Concurrent calls for one value load it once.
func TestCacheLoadsOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := loader{wait: make(chan struct{})}
		c := newCache(100, l.load)
		var callers sync.WaitGroup
		for range 20 {
			callers.Go(func() { mustGet(t, c, 7) })
		}
		synctest.Wait()
		close(l.wait)
		callers.Wait()
		if n := l.loads.Load(); n != 1 {
			t.Errorf("%d loads, want 1", n)
		}
	})
}

// After an error, the next call loads again.
func TestCacheForgetsErrors(t *testing.T) {
	t.Parallel()
	l := loader{err: errors.New("database not available")}
	c := newCache(100, l.load)
	if _, err := c.get(t.Context(), 1); !errors.Is(err, l.err) {
		t.Errorf("error %v, want %v", err, l.err)
	}
	l.err = nil
	mustGet(t, c, 1, 1)
	if n := l.loads.Load(); n != 2 {
		t.Errorf("%d loads, want 2", n)
	}
}

// A load that panics gives an error.
func TestCachePanic(t *testing.T) {
	t.Parallel()
	c := newCache(100, func(context.Context, int) (int, int, error) { panic("broken") })
	if _, err := c.get(t.Context(), 1); err == nil || !strings.Contains(err.Error(), "panic: broken") {
		t.Errorf("error %v, want an error with the panic", err)
	}
}

// A cancelled caller gets an error at once. Other callers get the value, even if the cancelled
// caller started the load.
func TestCacheCancelled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := loader{wait: make(chan struct{})}
		c := newCache(100, l.load)
		ctx, cancel := context.WithCancel(t.Context())
		errs := make(chan error)
		go func() {
			_, err := c.get(ctx, 1)
			errs <- err
		}()
		synctest.Wait()
		var others sync.WaitGroup
		for range 3 {
			others.Go(func() { mustGet(t, c, 1) })
		}
		synctest.Wait()
		cancel()
		if err := <-errs; !errors.Is(err, context.Canceled) {
			t.Errorf("the cancelled caller gets error %v, want %v", err, context.Canceled)
		}
		close(l.wait)
		others.Wait()
		if n := l.loads.Load(); n != 1 {
			t.Errorf("%d loads, want 1", n)
		}
	})
}

// Keys that differ only in where a text ends have loads of their own, even at once.
func TestCacheTellsKeysApart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCache(100, func(_ context.Context, key pool) (pool, int, error) {
			time.Sleep(time.Second)
			return key, 10, nil
		})
		var callers sync.WaitGroup
		for _, key := range []pool{{1, "A common", "lisp"}, {1, "A", "common lisp"}} {
			callers.Go(func() {
				if got, err := c.get(t.Context(), key); err != nil || got != key {
					t.Errorf("got %+v, %v; want %+v", got, err, key)
				}
			})
		}
		callers.Wait()
	})
}
