package auth

import (
	"context"
	"net/http"
	"runtime"

	"golang.org/x/sync/semaphore"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// The bounds of hashing passwords. A hash takes a core and account.DefaultCost's memory, 46 MiB.
const (
	maxHashes    = 4   // at once, however many cores there are
	MaxHashQueue = 200 // requests that hash or wait
)

var errBusy = &httperr.Error{
	Status: http.StatusServiceUnavailable, Title: "Too many people are signing in", RetryAfter: 10,
	Message: i18n.Errorf("More than %d people are signing in at this moment.", MaxHashQueue),
	Advice:  i18n.Errorf("Try again in ten seconds."),
}

// hashQueue limits how many passwords are hashed at the same time, and how many requests wait for a turn.
type hashQueue struct {
	running *semaphore.Weighted
	slots   *semaphore.Weighted // of requests that hash or wait
}

func newHashQueue(atOnce, slots int64) *hashQueue {
	return &hashQueue{semaphore.NewWeighted(atOnce), semaphore.NewWeighted(slots)}
}

// hashesAtOnce returns how many passwords may be hashed at the same time: one for each core, up to maxHashes.
func hashesAtOnce() int64 { return int64(min(runtime.GOMAXPROCS(0), maxHashes)) }

// do calls hash when its turn comes. If the queue is full, it returns errBusy.
func (q *hashQueue) do(ctx context.Context, hash func()) error {
	if !q.slots.TryAcquire(1) {
		return errBusy
	}
	defer q.slots.Release(1)
	if err := q.running.Acquire(ctx, 1); err != nil {
		return err
	}
	defer q.running.Release(1)
	hash()
	return nil
}
