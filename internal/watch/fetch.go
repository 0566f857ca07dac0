package watch

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
)

const (
	fetchers = 4 // few, because the judge system has a contest to run
	// Tries to fetch a submission, and further tries when the run closes.
	maxTries     = 30
	closingTries = 5
	// The wait after a failure doubles from firstRest to longestRest; if the judge system
	// asks for a longer wait, that counts.
	firstRest   = 500 * time.Millisecond
	longestRest = 30 * time.Second
)

// fetchResult is the result of fetching a submission.
type fetchResult struct {
	id      string
	urgent  bool
	refs    string // see refsOf
	files   []contest.File
	skipped []contest.SkippedItem
	err     error
}

// job is a submission to fetch.
type job struct {
	id         string
	submission ccs.Submission
	urgent     bool
}

// fetcher fetches files of submissions. Urgent submissions, which are compared during the
// contest, come first and have a goroutine of their own until they fail. The methods of a
// fetcher are called from one goroutine.
type fetcher struct {
	jobs    chan job
	results chan fetchResult

	first, later []string        // queues of IDs: urgent submissions, and the others
	busy         map[string]bool // IDs that are queued or being fetched
	slow         map[string]bool // IDs from later that are being fetched
	failed       map[string]*failure
}

// failure is a submission that could not be fetched.
type failure struct {
	err    error
	urgent bool
	tries  int
	waits  backoff.ExponentialBackOff
	next   time.Time
}

func newFetcher() *fetcher {
	return &fetcher{
		jobs: make(chan job), results: make(chan fetchResult),
		busy: make(map[string]bool), slow: make(map[string]bool), failed: make(map[string]*failure),
	}
}

// start starts the goroutines that fetch; they end with ctx.
func (f *fetcher) start(ctx context.Context, source Source) {
	for range fetchers {
		go func() {
			for {
				var j job
				select {
				case <-ctx.Done():
					return
				case j = <-f.jobs:
				}
				r := fetchResult{id: j.id, refs: refsOf(j.submission), urgent: j.urgent}
				r.files, r.skipped, r.err = source.Files(ctx, j.submission)
				select {
				case <-ctx.Done():
					return
				case f.results <- r:
				}
			}
		}()
	}
}

// enqueue queues a submission, unless it is queued, being fetched, or waiting for a
// retry.
func (f *fetcher) enqueue(id string, urgent bool) {
	switch {
	case f.failed[id] != nil:
		f.failed[id].urgent = urgent
	case !f.busy[id]:
		f.busy[id] = true
		if urgent {
			f.first = append(f.first, id)
		} else {
			f.later = append(f.later, id)
		}
	case urgent:
		if i := slices.Index(f.later, id); i >= 0 {
			f.later = slices.Delete(f.later, i, i+1)
			f.first = append(f.first, id)
		}
	}
}

// next returns the next job and the channel to send it to, or a nil channel if there is no
// job.
func (f *fetcher) next(m *ccs.Model) (chan<- job, job) {
	for len(f.first) > 0 {
		if s, ok := m.Submission(f.first[0]); ok {
			return f.jobs, job{f.first[0], s, true}
		}
		delete(f.busy, f.first[0]) // deleted meanwhile
		f.first = f.first[1:]
	}
	for len(f.later) > 0 && len(f.slow) < fetchers-1 {
		id := f.later[0]
		if s, ok := m.Submission(id); ok {
			return f.jobs, job{id, s, f.failed[id] != nil && f.failed[id].urgent}
		}
		delete(f.busy, id)
		f.later = f.later[1:]
	}
	return nil, job{}
}

// sent removes a job, which next returned, from its queue.
func (f *fetcher) sent(j job) {
	if len(f.first) > 0 && f.first[0] == j.id {
		f.first = f.first[1:]
		return
	}
	f.later = f.later[1:]
	f.slow[j.id] = true
}

// retryAfter is an error that says how long the judge system asks to wait.
type retryAfter interface{ RetryAfter() time.Duration }

// done records a result.
func (f *fetcher) done(r fetchResult, now time.Time) {
	delete(f.busy, r.id)
	delete(f.slow, r.id)
	if r.err == nil {
		delete(f.failed, r.id)
		return
	}
	failed := f.failed[r.id]
	if failed == nil {
		failed = &failure{urgent: r.urgent, waits: backoff.ExponentialBackOff{InitialInterval: firstRest, Multiplier: 2, MaxInterval: longestRest}}
		f.failed[r.id] = failed
	}
	wait := failed.waits.NextBackOff()
	if limited := retryAfter(nil); errors.As(r.err, &limited) {
		wait = max(wait, limited.RetryAfter())
	}
	failed.err, failed.next = r.err, now.Add(wait)
	failed.tries++
}

// requeueFailed queues the failed submissions that are due, urgent ones first.
func (f *fetcher) requeueFailed(now time.Time) {
	for _, id := range slices.Sorted(maps.Keys(f.failed)) {
		failed := f.failed[id]
		if f.busy[id] || failed.tries >= maxTries || now.Before(failed.next) {
			continue
		}
		f.busy[id] = true
		if failed.urgent {
			f.later = slices.Insert(f.later, 0, id)
		} else {
			f.later = append(f.later, id)
		}
	}
}

// retryAllNow makes all failed submissions due, with closingTries more tries.
func (f *fetcher) retryAllNow() {
	for _, failed := range f.failed {
		failed.tries, failed.next = maxTries-closingTries, time.Time{}
		failed.waits.Reset()
	}
}

// idle reports whether nothing is queued, being fetched or to be retried.
func (f *fetcher) idle() bool {
	for _, failed := range f.failed {
		if failed.tries < maxTries {
			return false
		}
	}
	return len(f.busy) == 0
}

// nextRetry returns the time until the next failed submission is due, at most most.
func (f *fetcher) nextRetry(now time.Time, most time.Duration) time.Duration {
	for id, failed := range f.failed {
		if !f.busy[id] && failed.tries < maxTries {
			most = min(most, max(0, failed.next.Sub(now)))
		}
	}
	return most
}
