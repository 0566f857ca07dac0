package watch

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
)

const (
	fetchers     = 4  // number of goroutines; few, because the judge system is busy with the contest
	maxTries     = 30 // after so many failures, a submission is tried only every lateRetryWait, and nothing waits for it
	closingTries = 5  // number of further tries when the run closes
	emptyTries   = 8  // number of tries before a submission counts as one without files; they take a minute
	// The wait after a failure doubles from firstRetryWait to maxRetryWait. The judge system may ask for a
	// longer wait.
	firstRetryWait = 500 * time.Millisecond
	maxRetryWait   = 30 * time.Second
	lateRetryWait  = 5 * time.Minute
)

// job is a submission to fetch.
type job struct {
	id         string
	submission ccs.Submission
	isUrgent   bool
	fromNormal bool // the job was in fetcher.normal
}

// fetchResult is the result of a job.
type fetchResult struct {
	job
	files   []contest.File
	skipped []contest.SkippedItem
	err     error
}

// fetcher fetches the files of submissions. Urgent submissions are those that are compared during the
// contest. They come first, and one goroutine fetches only them. After a failure, an urgent submission goes
// to the front of the queue of normal submissions. Only one goroutine may call the methods.
type fetcher struct {
	jobs    chan job
	results chan fetchResult

	urgent, normal []string            // queues of IDs
	pending        map[string]bool     // IDs that are queued or being fetched
	normalJobs     int                 // number of submissions from normal that are being fetched
	failures       map[string]*failure // by ID of the submission

	// While the judge system is busy or refuses the account, nothing is fetched. The pauses follow each other without a success
	// between them.
	pauses      backoff.ExponentialBackOff
	pausedUntil time.Time
}

// failure is a submission that could not be fetched.
type failure struct {
	err      error
	isUrgent bool
	tries    int
	waits    backoff.ExponentialBackOff
	nextTry  time.Time
}

func newFetcher() *fetcher {
	return &fetcher{
		jobs: make(chan job), results: make(chan fetchResult),
		pending: make(map[string]bool), failures: make(map[string]*failure), pauses: newRetryWaits(),
	}
}

// newRetryWaits returns the waits after failures.
func newRetryWaits() backoff.ExponentialBackOff {
	return backoff.ExponentialBackOff{InitialInterval: firstRetryWait, Multiplier: 2, MaxInterval: maxRetryWait}
}

// start starts the goroutines that fetch. They end when ctx ends.
func (f *fetcher) start(ctx context.Context, source Source) {
	for range fetchers {
		go func() {
			for {
				select {
				case <-ctx.Done():
					return
				case j := <-f.jobs:
					files, skipped, err := source.FilesOnce(ctx, j.submission)
					select {
					case <-ctx.Done():
					case f.results <- fetchResult{j, files, skipped, explainRefusal(err)}:
					}
				}
			}
		}()
	}
}

// enqueue queues a submission, unless it is queued already, is being fetched, or waits for a retry.
func (f *fetcher) enqueue(id string, isUrgent bool) {
	switch {
	case f.failures[id] != nil:
		f.failures[id].isUrgent = isUrgent
	case !f.pending[id] && !isUrgent:
		f.pending[id] = true
		f.normal = append(f.normal, id)
	case !f.pending[id]:
		f.pending[id] = true
		f.urgent = append(f.urgent, id)
	case isUrgent:
		if i := slices.Index(f.normal, id); i >= 0 { // searched only now, because a contest may have thousands
			f.normal = slices.Delete(f.normal, i, i+1)
			f.urgent = append(f.urgent, id)
		}
	}
}

// next returns the next job, and the channel to send it to. The channel is nil if there is no job, or during a pause.
func (f *fetcher) next(m *ccs.Model, now time.Time) (chan<- job, job) {
	if now.Before(f.pausedUntil) {
		return nil, job{}
	}
	for len(f.urgent) > 0 {
		id := f.urgent[0]
		if s, ok := m.Submission(id); ok {
			return f.jobs, job{id: id, submission: s, isUrgent: true}
		}
		f.forget(id)
		f.urgent = f.urgent[1:]
	}
	for len(f.normal) > 0 && f.normalJobs < fetchers-1 {
		id := f.normal[0]
		if s, ok := m.Submission(id); ok {
			isUrgent := f.failures[id] != nil && f.failures[id].isUrgent
			return f.jobs, job{id: id, submission: s, isUrgent: isUrgent, fromNormal: true}
		}
		f.forget(id)
		f.normal = f.normal[1:]
	}
	return nil, job{}
}

// forget drops a submission that the judge system has deleted. Otherwise isIdle would wait for its next try.
func (f *fetcher) forget(id string) {
	delete(f.pending, id)
	delete(f.failures, id)
}

// dequeue removes the job that next returned from its queue.
func (f *fetcher) dequeue(j job) {
	if j.fromNormal {
		f.normal = f.normal[1:]
		f.normalJobs++
	} else {
		f.urgent = f.urgent[1:]
	}
}

// handleResult records whether a job failed. If it failed, handleResult sets the time of the next try. If the judge system is
// busy or refuses the account, all queued submissions count as failed.
func (f *fetcher) handleResult(r fetchResult, now time.Time) {
	delete(f.pending, r.id)
	if r.fromNormal {
		f.normalJobs--
	}
	if r.err == nil {
		delete(f.failures, r.id)
		f.pauses.Reset()
		return
	}
	if (errors.Is(r.err, ccs.ErrBusy) || errors.Is(r.err, ccs.ErrRefused)) && !now.Before(f.pausedUntil) { // else the job began before the pause
		f.pausedUntil = now.Add(waitFor(r.err, &f.pauses))
		for _, id := range f.urgent {
			f.fail(id, true, r.err).nextTry = f.pausedUntil
		}
		for _, id := range f.normal {
			f.fail(id, false, r.err).nextTry = f.pausedUntil
		}
		f.urgent, f.normal = nil, nil
	}
	failed := f.fail(r.id, r.isUrgent, r.err)
	wait := waitFor(r.err, &failed.waits)
	if failed.tries >= maxTries {
		wait = max(wait, lateRetryWait)
	}
	failed.nextTry = now.Add(wait)
}

// fail records that a submission could not be fetched. The caller sets the time of the next try.
func (f *fetcher) fail(id string, isUrgent bool, err error) *failure {
	delete(f.pending, id)
	failed := f.failures[id]
	if failed == nil {
		failed = &failure{isUrgent: isUrgent, waits: newRetryWaits()}
		f.failures[id] = failed
	}
	failed.tries++
	failed.err = err
	return failed
}

// waitFor returns the next of some waits, or the wait that the judge system asks for if it is longer.
func waitFor(err error, waits *backoff.ExponentialBackOff) time.Duration {
	wait := waits.NextBackOff()
	if busy, ok := errors.AsType[*backoff.RetryAfterError](err); ok {
		wait = max(wait, busy.Duration)
	}
	return wait
}

// tries returns how often a submission could not be fetched since it was fetched last.
func (f *fetcher) tries(id string) int {
	if failed := f.failures[id]; failed != nil {
		return failed.tries
	}
	return 0
}

// requeueFailed queues the failed submissions that are due, urgent ones first.
func (f *fetcher) requeueFailed(now time.Time) {
	var due []string
	for id, failed := range f.failures {
		if !f.pending[id] && !now.Before(failed.nextTry) {
			due = append(due, id)
		}
	}
	slices.Sort(due)
	var urgent []string
	for _, id := range due {
		f.pending[id] = true
		if f.failures[id].isUrgent {
			urgent = append(urgent, id)
		} else {
			f.normal = append(f.normal, id)
		}
	}
	f.normal = append(urgent, f.normal...)
}

// retryAllNow makes all failed submissions due, and allows each of them closingTries more tries.
func (f *fetcher) retryAllNow() {
	for _, failed := range f.failures {
		failed.tries, failed.nextTry = maxTries-closingTries, time.Time{}
		failed.waits.Reset()
	}
	f.pauses.Reset()
	f.pausedUntil = time.Time{}
}

// isIdle reports whether every submission was fetched, or failed maxTries times. Later tries may be under way.
func (f *fetcher) isIdle() bool {
	for _, failed := range f.failures {
		if failed.tries < maxTries {
			return false
		}
	}
	for id := range f.pending {
		if f.failures[id] == nil {
			return false
		}
	}
	return true
}

// untilRetry returns the time until a failed submission is due, at most limit.
func (f *fetcher) untilRetry(now time.Time, limit time.Duration) time.Duration {
	for id, failed := range f.failures {
		if !f.pending[id] {
			limit = min(limit, max(0, failed.nextTry.Sub(now)))
		}
	}
	return limit
}
