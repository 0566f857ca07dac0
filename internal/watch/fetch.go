package watch

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
)

const (
	fetchers = 4 // at a time: the judge system has a contest to run
	// mostTries bounds how often a submission is asked for; closingTries how often
	// once more at the closing.
	mostTries    = 30
	closingTries = 5
	// One that failed is left alone for firstRest, and each time for twice as long,
	// longestRest at most, or for as long as the judge system asks for.
	firstRest   = 500 * time.Millisecond
	longestRest = 30 * time.Second
)

// fetched is what came of fetching a submission.
type fetched struct {
	id      string
	urgent  bool   // it was the last time that it was asked for
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

// fetcher fetches files of submissions: first of those that are urgent, that is to
// be compared as they come, and have not failed. The others never take the last of
// the goroutines that fetch, for it waits for these. Its methods are called from one
// goroutine.
type fetcher struct {
	jobs    chan job
	results chan fetched

	first, later []string        // IDs of those that wait: urgent ones, and the others
	busy         map[string]bool // those, and the ones that are being fetched
	slow         map[string]bool // those of later that are being fetched
	failed       map[string]*failure
}

// failure is a submission that could not be fetched.
type failure struct {
	err    error
	urgent bool
	tries  int
	wait   time.Duration // the last one
	next   time.Time
}

func newFetcher() *fetcher {
	return &fetcher{
		jobs: make(chan job), results: make(chan fetched),
		busy: make(map[string]bool), slow: make(map[string]bool), failed: make(map[string]*failure),
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
				r := fetched{id: j.id, refs: refsOf(j.submission), urgent: j.urgent}
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
func (f *fetcher) ask(id string, urgent bool) {
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

// next is where to send the first that waits; the channel is nil where none does.
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

// sent takes one off the queue that next has returned.
func (f *fetcher) sent(j job) {
	if len(f.first) > 0 && f.first[0] == j.id {
		f.first = f.first[1:]
		return
	}
	f.later = f.later[1:]
	f.slow[j.id] = true
}

// retryAfter is an error of a judge system that says how long to wait.
type retryAfter interface{ RetryAfter() time.Duration }

// done notes what came of one.
func (f *fetcher) done(r fetched, now time.Time) {
	delete(f.busy, r.id)
	delete(f.slow, r.id)
	if r.err == nil {
		delete(f.failed, r.id)
		return
	}
	bad := f.failed[r.id]
	if bad == nil {
		bad = &failure{urgent: r.urgent, wait: firstRest / 2}
		f.failed[r.id] = bad
	}
	bad.wait = min(2*bad.wait, longestRest)
	wait := bad.wait
	if asked := retryAfter(nil); errors.As(r.err, &asked) {
		wait = max(wait, asked.RetryAfter())
	}
	bad.err, bad.next = r.err, now.Add(wait)
	bad.tries++
}

// again puts those into the queue once more that failed and have waited, the urgent
// ones before the others.
func (f *fetcher) again(now time.Time) {
	for _, id := range slices.Sorted(maps.Keys(f.failed)) {
		bad := f.failed[id]
		if f.busy[id] || bad.tries >= mostTries || now.Before(bad.next) {
			continue
		}
		f.busy[id] = true
		if bad.urgent {
			f.later = slices.Insert(f.later, 0, id)
		} else {
			f.later = append(f.later, id)
		}
	}
}

// hurry has all that failed asked for now, and closingTries times at most.
func (f *fetcher) hurry() {
	for _, bad := range f.failed {
		bad.tries, bad.wait, bad.next = mostTries-closingTries, firstRest/2, time.Time{}
	}
}

// idle reports whether nothing is being fetched, nor will be.
func (f *fetcher) idle() bool {
	for _, bad := range f.failed {
		if bad.tries < mostTries {
			return false
		}
	}
	return len(f.busy) == 0
}

// soonest is how long it takes until one that failed is to be asked for, most at
// most.
func (f *fetcher) soonest(now time.Time, most time.Duration) time.Duration {
	for id, bad := range f.failed {
		if !f.busy[id] && bad.tries < mostTries {
			most = min(most, max(0, bad.next.Sub(now)))
		}
	}
	return most
}
