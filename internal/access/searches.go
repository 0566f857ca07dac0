package access

import (
	"context"
	"net/http"
	"runtime"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/ojcheck/ojcheck/internal/httperr"
)

// maxSearches is the number of searches that an account may have at once: one runs, the others wait.
const maxSearches = 4

// searchLimiter limits how many searches run at once: one of each account, and of all accounts as many as there are
// processors. Other searches wait until they may run, or until their client leaves.
type searchLimiter struct {
	running  *semaphore.Weighted // searches of all accounts
	accounts sync.Map            // of *searchAccount by the ID of each account that has searched
}

type searchAccount struct {
	running, slots *semaphore.Weighted // a search that runs or waits has a slot
}

func newSearchLimiter() *searchLimiter {
	return &searchLimiter{running: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))}
}

var errTooManySearches = httperr.New(http.StatusTooManyRequests, "Too many searches",
	"Several of your searches are running or waiting already.",
	"Wait until one of them is done, and search again.")

// do waits until a search of an account may run, and runs it. If too many wait already, it returns errTooManySearches.
func (s *searchLimiter) do(ctx context.Context, account int64, search func() error) error {
	stored, _ := s.accounts.LoadOrStore(account, &searchAccount{semaphore.NewWeighted(1), semaphore.NewWeighted(maxSearches)})
	a := stored.(*searchAccount)
	if !a.slots.TryAcquire(1) {
		return errTooManySearches
	}
	defer a.slots.Release(1)
	for _, limit := range []*semaphore.Weighted{a.running, s.running} {
		if err := limit.Acquire(ctx, 1); err != nil {
			return err
		}
		defer limit.Release(1)
	}
	return search()
}
