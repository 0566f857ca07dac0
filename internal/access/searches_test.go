package access

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
)

// One search of an account runs at a time. Searches of other accounts run beside it. Too many searches of an account are
// refused. A search that waits ends with its client. After its last search, nothing is stored of an account.
func TestSearches(t *testing.T) {
	t.Parallel()
	if runtime.GOMAXPROCS(0) < 2 {
		t.Skip("needs two processors")
	}
	synctest.Test(t, testSearches)
}

func testSearches(t *testing.T) {
	s := newSearchLimiter()
	started, finish := make(chan struct{}), make(chan struct{})
	results := make(chan error)
	run := func(ctx context.Context) {
		go func() {
			results <- s.do(ctx, 1, func() error {
				started <- struct{}{}
				<-finish
				return nil
			})
		}()
	}
	run(context.Background())
	<-started
	ctx, leave := context.WithCancel(context.Background())
	for range maxSearches - 1 {
		run(ctx) // waits for the first search
	}
	synctest.Wait() // until all wait
	if err := s.do(context.Background(), 1, func() error { return nil }); !errors.Is(err, errTooManySearches) {
		t.Errorf("one search too many: %v, want errTooManySearches", err)
	}
	if err := s.do(context.Background(), 2, func() error { return nil }); err != nil {
		t.Errorf("a search of another account: %v", err)
	}
	leave()
	for range maxSearches - 1 {
		if err := <-results; !errors.Is(err, context.Canceled) {
			t.Errorf("a search that waits when its client leaves: %v, want context.Canceled", err)
		}
	}
	close(finish)
	if err := <-results; err != nil {
		t.Errorf("the running search: %v", err)
	}
	if len(s.accounts) > 0 {
		t.Errorf("after all searches, %d accounts are stored", len(s.accounts))
	}
}
