package watch

import (
	"context"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
)

const (
	fetchers = 4 // at a time: the judge system has a contest to run
	// mostTries bounds how often a submission is asked for, each time with the
	// tries of the source itself.
	mostTries = 5
	// retryAfter is how long one that failed is left alone.
	retryAfter = 30 * time.Second
)

// fetched is what came of fetching a submission.
type fetched struct {
	id      string
	files   []contest.File
	skipped []contest.Skipped
	err     error
}

// job is a submission to fetch.
type job struct {
	id         string
	submission ccs.Submission
}

// fetcher fetches files of submissions. Its methods are called from one goroutine.
type fetcher struct {
	jobs    chan job
	results chan fetched

	waiting []string        // IDs
	busy    map[string]bool // those, and the ones that are being fetched
	failed  map[string]*failure
}

// failure is a submission that could not be fetched.
type failure struct {
	err   error
	tries int
	next  time.Time
}

func newFetcher() *fetcher {
	return &fetcher{
		jobs: make(chan job), results: make(chan fetched),
		busy: make(map[string]bool), failed: make(map[string]*failure),
	}
}

// start starts the goroutines that fetch, which end with ctx.
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
				r := fetched{id: j.id}
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

// ask puts a submission into the queue, unless it is there or is to be left alone
// for a while.
func (f *fetcher) ask(id string) {
	if !f.busy[id] && f.failed[id] == nil {
		f.busy[id] = true
		f.waiting = append(f.waiting, id)
	}
}

// next is where to send the first that waits; the channel is nil where none does.
func (f *fetcher) next(m *ccs.Model) (chan<- job, job) {
	for len(f.waiting) > 0 {
		id := f.waiting[0]
		if s, ok := m.Submission(id); ok {
			return f.jobs, job{id, s}
		}
		delete(f.busy, id) // deleted meanwhile
		f.waiting = f.waiting[1:]
	}
	return nil, job{}
}

// sent takes the first off the queue.
func (f *fetcher) sent() { f.waiting = f.waiting[1:] }

// done notes what came of one.
func (f *fetcher) done(r fetched, now time.Time) {
	delete(f.busy, r.id)
	if r.err == nil {
		delete(f.failed, r.id)
		return
	}
	if f.failed[r.id] == nil {
		f.failed[r.id] = &failure{}
	}
	bad := f.failed[r.id]
	bad.err, bad.next = r.err, now.Add(retryAfter)
	bad.tries++
}

// again puts those into the queue once more that failed a while ago, or all that
// failed.
func (f *fetcher) again(now time.Time, all bool) {
	for id, bad := range f.failed {
		if !f.busy[id] && (all || bad.tries < mostTries && !now.Before(bad.next)) {
			f.busy[id] = true
			f.waiting = append(f.waiting, id)
		}
	}
}

// idle reports whether nothing is being fetched.
func (f *fetcher) idle() bool { return len(f.busy) == 0 }
