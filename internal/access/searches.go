package access

import (
	"context"
	"net/http"
	"runtime"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// maxSearches is the number of an account's searches that may run or wait at once. At most one of them runs.
const maxSearches = 4

// searches limits the searches that run at once: one for each account, and as many in all as there are
// processors. Other searches wait for their turn, or until their client leaves.
type searches struct {
	slots *semaphore.Weighted

	mu       sync.Mutex
	accounts map[int64]*searchAccount // accounts with a search
}

type searchAccount struct {
	turn  *semaphore.Weighted
	count int
}

func newSearches() *searches {
	return &searches{slots: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))), accounts: map[int64]*searchAccount{}}
}

var errSearches = &httperr.Error{
	Status: http.StatusTooManyRequests, Title: "Too many searches",
	Message: i18n.Errorf("Several of your searches are running already."), Advice: i18n.Errorf("Wait until one of them is done, and search again."),
}

// do waits for a search's turn, and runs the search.
func (s *searches) do(ctx context.Context, account int64, search func() error) error {
	s.mu.Lock()
	a := s.accounts[account]
	if a == nil {
		a = &searchAccount{turn: semaphore.NewWeighted(1)}
		s.accounts[account] = a
	}
	if a.count == maxSearches {
		s.mu.Unlock()
		return errSearches
	}
	a.count++
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if a.count--; a.count == 0 {
			delete(s.accounts, account)
		}
	}()
	for _, turn := range []*semaphore.Weighted{a.turn, s.slots} {
		if err := turn.Acquire(ctx, 1); err != nil {
			return err
		}
		defer turn.Release(1)
	}
	return search()
}
