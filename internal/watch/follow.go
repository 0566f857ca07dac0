package watch

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
)

const (
	// The pause between batches is half as long as the last batch took, at least
	// shortestRest: a batch of many submissions takes little longer than one submission.
	shortestRest = 250 * time.Millisecond
	restDivisor  = 2
	// Bounds on the queue of feed events. A larger event fills the queue by itself.
	maxEvents     = 1 << 12
	maxEventBytes = 64 << 20
)

// follower is the state of a run of a Watcher. Its methods are called from one goroutine.
type follower struct {
	*Watcher
	reached bool // the judge system has answered
	log     *slog.Logger
	model   *ccs.Model
	fetcher *fetcher
	scorer  Scorer              // nil until a submission is to be compared
	system  string              // kind of judge system
	room    *semaphore.Weighted // bytes of queued events

	stored   map[string]*storedSubmission // by ID in the judge system
	snapshot snapshot
	judged   map[string]bool        // judged submissions of the model
	ready    map[string]fetchResult // to be stored; without files if the archive has them
	empty    map[string]bool        // submissions without a file that can be stored
	skipped  []contest.SkippedItem  // not stored yet
	next     time.Time              // when the next batch is due

	uncompared []int64 // submissions that the scorer has loaded but not compared
	logged     bool    // the audit log names the run
	closing    bool    // no updates follow: unjudged submissions stay so

	lastAlert int64 // ID of the last alert passed to OnAlerts
	watch     contest.Watch
	progress  progress
}

func newFollower(w *Watcher) *follower {
	return &follower{
		Watcher: w, log: cmp.Or(w.Log, slog.New(slog.DiscardHandler)), model: ccs.NewModel(), fetcher: newFetcher(),
		stored: make(map[string]*storedSubmission), judged: make(map[string]bool), ready: make(map[string]fetchResult),
		empty: make(map[string]bool),
		watch: contest.Watch{URL: w.URL, SystemID: w.SystemID, State: contest.WatchFollowing, StartedAt: time.Now()},
	}
}

// event is an event of the feed.
type event struct {
	notification ccs.Notification
	bytes        int64      // of maxEventBytes
	conn         *ConnState // nil for a notification
}

// follow reads the feed until the judge system says that no updates follow.
func (f *follower) follow(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events := make(chan event, maxEvents)
	failed := make(chan error, 1)
	f.room = semaphore.NewWeighted(maxEventBytes)
	send := func(e event) error {
		e.bytes = min(int64(len(e.notification.Data)), maxEventBytes)
		if err := f.room.Acquire(ctx, e.bytes); err != nil {
			return err
		}
		select {
		case events <- e:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	go func() { failed <- f.feed(ctx, send) }()
	for !f.model.Ended() {
		if err := f.step(ctx, events, failed); err != nil {
			return err
		}
	}
	return nil
}

// drain loads the contest as it is now, and stores and compares what is missing, since the
// feed may announce the end before other events.
func (f *follower) drain(ctx context.Context) error {
	now, err := f.loadModel(ctx)
	if err != nil {
		return err
	}
	now.FillDefaults()
	f.model, f.snapshot, f.closing = now, snapshot{}, true
	clear(f.judged)
	clear(f.empty) // fetch them again, like failed ones
	for id := range f.stored {
		f.reconcile(id) // includes deleted ones
	}
	for _, id := range now.Submissions() {
		f.reconcile(id)
	}
	f.fetcher.retryAllNow()
	for !f.fetcher.idle() {
		if err := f.step(ctx, nil, nil); err != nil {
			return err
		}
	}
	if err := f.flush(ctx); err != nil {
		return err
	}
	for len(f.uncompared) > 0 {
		if err := f.compare(ctx); err != nil {
			return err
		}
	}
	return nil
}

// step waits for the next event, result or timer, and handles it.
func (f *follower) step(ctx context.Context, events <-chan event, failed <-chan error) error {
	var batch <-chan time.Time
	if f.storable() || len(f.uncompared) > 0 {
		batch = time.After(time.Until(f.next))
	}
	tick := time.After(f.fetcher.nextRetry(time.Now(), min(saveEvery, f.snapshot.due())))
	jobs, next := f.fetcher.next(f.model)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-failed:
		return err
	case e := <-events:
		f.room.Release(e.bytes)
		if e.conn == nil {
			f.apply(e.notification)
		} else if err := f.handleConn(ctx, *e.conn); err != nil {
			return err
		}
	case jobs <- next:
		f.fetcher.sent(next)
	case now := <-f.snapshot.loaded:
		f.applySnapshot(now)
	case r := <-f.fetcher.results:
		f.handleFetched(r)
	case <-batch:
		if err := f.takeBatch(ctx); err != nil {
			return err
		}
	case <-tick:
	}
	f.refresh(ctx)
	f.fetcher.requeueFailed(time.Now())
	return f.reportProgress(ctx)
}

// takeBatch stores the ready submissions, and compares the next batch.
func (f *follower) takeBatch(ctx context.Context) error {
	began := time.Now()
	if err := f.flush(ctx); err != nil {
		return err
	}
	if err := f.compare(ctx); err != nil {
		return err
	}
	f.next = time.Now().Add(max(shortestRest, time.Since(began)/restDivisor))
	return nil
}

// handleConn handles a change of the connection.
func (f *follower) handleConn(ctx context.Context, state ConnState) error {
	f.watch.State, f.watch.Reason = contest.WatchFollowing, ""
	if !state.Connected {
		f.watch.State = contest.WatchReconnecting
		if state.Reason != nil {
			f.watch.Reason = state.Reason.Error()
		}
	}
	if f.watch.State != f.progress.saved.State {
		if err := f.saveWatch(ctx); err != nil {
			return err
		}
	}
	if !state.Restarted {
		return nil
	}
	f.model = ccs.NewModel()
	clear(f.judged)
	return f.loadSnapshot(ctx)
}

// apply applies a notification to the model.
func (f *follower) apply(n ccs.Notification) {
	f.watch.LastEventAt = time.Now()
	changed, err := f.model.Apply(n)
	if err != nil {
		f.log.Warn("an event of the feed is ignored", "error", err)
	}
	for _, id := range changed {
		f.reconcile(id)
	}
}

// reconcile compares a submission of the model with the stored one; if they differ, it
// has it fetched, stored or withdrawn.
func (f *follower) reconcile(id string) {
	s, ok := f.model.Submission(id)
	counts := ok && s.IgnoreReason == ""
	if f.judged[id] = counts && s.Judged; !f.judged[id] {
		delete(f.judged, id)
	}
	if f.isStale(id, s, ok) {
		return
	}
	stored := f.stored[id]
	switch {
	case !counts:
		delete(f.ready, id)
		f.withdraw(stored)
	case !s.Judged && !f.closing:
	case f.filesChanged(id, s):
		f.fetcher.enqueue(id, f.isCompared(factsOf(s.Submission)))
	case stored == nil:
		if _, there := f.ready[id]; !there && !f.empty[id] {
			f.fetcher.enqueue(id, f.isCompared(factsOf(s.Submission)))
		}
	case stored.facts != factsOf(s.Submission):
		if _, there := f.ready[id]; !there {
			f.ready[id] = fetchResult{id: id}
		}
	}
}

// handleFetched handles the result of fetching a submission.
func (f *follower) handleFetched(r fetchResult) {
	f.fetcher.done(r, time.Now())
	if r.err != nil {
		f.log.Warn("the files of a submission could not be fetched", "submission", r.id, "error", r.err)
		return
	}
	f.skip(r.skipped...)
	if len(r.files) == 0 {
		if len(r.skipped) == 0 {
			f.skip(contest.SkippedItem{Path: pathOf(r.id), Reason: "has no files"})
		}
		f.empty[r.id] = true
		return
	}
	f.ready[r.id] = r
}
