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
	running *semaphore.Weighted // searches of all accounts

	mu       sync.Mutex
	accounts map[int64]*searchAccount // of the accounts with searches, by ID
}

type searchAccount struct {
	running  *semaphore.Weighted
	searches int // that run or wait
}

func newSearchLimiter() *searchLimiter {
	return &searchLimiter{running: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))), accounts: make(map[int64]*searchAccount)}
}

var errTooManySearches = httperr.New(http.StatusTooManyRequests, "Too many searches",
	"Several of your searches are running or waiting already.",
	"Wait until one of them is done, and search again.")

// do waits until a search of an account may run, and runs it. If too many wait already, it returns errTooManySearches.
func (s *searchLimiter) do(ctx context.Context, account int64, search func() error) error {
	a := s.enter(account)
	if a == nil {
		return errTooManySearches
	}
	defer s.leave(account)
	for _, limit := range []*semaphore.Weighted{a.running, s.running} {
		if err := limit.Acquire(ctx, 1); err != nil {
			return err
		}
		defer limit.Release(1)
	}
	return search()
}

// enter counts one more search of an account. If the account has too many, it counts none and returns nil.
func (s *searchLimiter) enter(account int64) *searchAccount {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.accounts[account]
	if a == nil {
		a = &searchAccount{running: semaphore.NewWeighted(1)}
		s.accounts[account] = a
	}
	if a.searches == maxSearches {
		return nil
	}
	a.searches++
	return a
}

func (s *searchLimiter) leave(account int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.accounts[account]
	if a.searches--; a.searches == 0 {
		delete(s.accounts, account)
	}
}
