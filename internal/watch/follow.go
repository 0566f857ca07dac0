package watch

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

const (
	// The pause after a batch is half as long as the batch took, but at least minPause.
	minPause     = 250 * time.Millisecond
	pauseDivisor = 2
	// Bounds on the queue of feed events. An event larger than maxEventBytes fills the queue alone.
	maxEvents     = 1 << 12
	maxEventBytes = 64 << 20
)

// follower is the state of a run of a Watcher. Only one goroutine may call the methods.
type follower struct {
	*Watcher
	log         *slog.Logger
	model       *ccs.Model
	fetcher     *fetcher
	scorer      Scorer              // nil until the first submission to compare
	system      string              // name of the judge system, as in contest.Metadata.System
	queuedBytes *semaphore.Weighted // bounds the bytes of the queued events

	stored   map[string]*storedSubmission // by ID in the judge system
	snapshot snapshot
	judged   map[string]bool        // judged submissions of the model
	ready    map[string]fetchResult // submissions to store, by ID; files is nil if the files are stored already
	empty    map[string]bool        // submissions of which no file can be stored
	skipped  []contest.SkippedItem  // skipped items that are not stored yet
	batchAt  time.Time              // when the next batch is due
	// allChanged means that any submission of the model may have changed. The next batch reconciles all, so that
	// many events about teams cost little.
	allChanged bool

	uncompared  []int64 // submissions that the scorer has loaded but not compared
	hasAnswered bool    // the judge system has answered
	isLogged    bool    // the audit log has an entry for the run
	isClosing   bool    // no updates follow: submissions without a verdict never get one

	disconnection error // why the feed is not connected; nil if it is
	refusal       error // of the last files that were fetched; nil if the account may read them

	warnedAt  time.Time // when the log got the last warning of a failure to fetch
	notWarned int       // further failures since then

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

// event is a notification of the feed, or a change of the connection.
type event struct {
	notification ccs.Notification
	bytes        int64          // how much of maxEventBytes the event takes
	conn         *ccs.FeedState // nil for a notification
}

// endCheckEvery is how often the follower asks whether the contest has ended if the feed says so and the state does not.
const endCheckEvery = time.Minute

// follow reads the feed until the judge system says that no updates follow. It returns the contest as it is then. The judge
// system may take back the end of a contest, and the feed begins with old events.
func (f *follower) follow(ctx context.Context) (*ccs.Model, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events := make(chan event, maxEvents)
	failed := make(chan error, 1)
	f.queuedBytes = semaphore.NewWeighted(maxEventBytes)
	send := func(e event) error {
		e.bytes = min(int64(len(e.notification.Data)), maxEventBytes)
		if err := f.queuedBytes.Acquire(ctx, e.bytes); err != nil {
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
	var checkedAt time.Time // when the end in the feed was checked
	for {
		if !f.model.Ended() {
			checkedAt = time.Time{}
		} else if time.Since(checkedAt) >= endCheckEvery {
			model, err := f.loadModel(ctx)
			if err != nil || !model.GoesOn() {
				return model, err
			}
			f.log.Info("the judge system has taken back the end of the contest")
			checkedAt = time.Now()
		}
		if err := f.step(ctx, events, failed); err != nil {
			return nil, err
		}
	}
}

// drain stores and compares the submissions of the current contest that are missing. Some may be missing
// because the feed may announce the end of the contest before other events.
func (f *follower) drain(ctx context.Context, model *ccs.Model) (err error) {
	f.model, f.snapshot, f.isClosing = model, snapshot{}, true
	clear(f.judged)
	clear(f.empty) // empty submissions are fetched again, like failed ones
	for id := range f.stored {
		f.reconcile(id) // also a submission that the judge system has deleted
	}
	f.allChanged = true
	f.reconcileAll()
	f.fetcher.retryAllNow()
	for err == nil && !f.fetcher.isIdle() {
		err = f.step(ctx, nil, nil)
	}
	if err == nil {
		err = f.flush(ctx)
	}
	for err == nil && len(f.uncompared) > 0 {
		err = f.compare(ctx)
	}
	return err
}

// step waits for the next event, result or timer, and handles it.
func (f *follower) step(ctx context.Context, events <-chan event, failed <-chan error) error {
	var batchDue <-chan time.Time
	if f.allChanged || f.canStore() || len(f.uncompared) > 0 {
		batchDue = time.After(time.Until(f.batchAt))
	}
	tick := time.After(f.fetcher.untilRetry(time.Now(), min(saveEvery, f.snapshot.untilReload())))
	jobs, next := f.fetcher.next(f.model, time.Now())
	var err error
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err = <-failed:
	case e := <-events:
		f.queuedBytes.Release(e.bytes)
		if e.conn == nil {
			f.apply(e.notification)
		} else {
			err = f.handleConn(ctx, *e.conn)
		}
	case jobs <- next:
		f.fetcher.dequeue(next)
	case model := <-f.snapshot.loading:
		f.applySnapshot(model)
	case r := <-f.fetcher.results:
		err = f.handleFetched(r)
	case <-batchDue:
		start := time.Now()
		f.reconcileAll()
		if err = f.flush(ctx); err == nil {
			err = f.compare(ctx)
		}
		f.batchAt = time.Now().Add(max(minPause, time.Since(start)/pauseDivisor))
	case <-tick:
	}
	if err != nil {
		return err
	}
	f.reloadSnapshot(ctx)
	f.fetcher.requeueFailed(time.Now())
	return f.reportProgress(ctx)
}

func (f *follower) handleConn(ctx context.Context, state ccs.FeedState) error {
	f.disconnection = state.Reason
	f.showConnection()
	var err error
	if f.watch.State != f.progress.saved.State {
		err = f.saveWatch(ctx)
	}
	if err != nil || !state.Restarted {
		return err
	}
	f.model = ccs.NewModel()
	clear(f.judged)
	return f.loadSnapshot(ctx)
}

// showConnection shows whether the judge system is followed, or why not.
func (f *follower) showConnection() {
	f.watch.State, f.watch.Reason = contest.WatchFollowing, i18n.Text{}
	if err := cmp.Or(f.disconnection, f.refusal); err != nil {
		f.watch.State, f.watch.Reason = contest.WatchReconnecting, waitReason(err)
	}
}

func (f *follower) apply(n ccs.Notification) {
	f.watch.LastEventAt = time.Now()
	changed, all, err := f.model.Apply(n)
	if err != nil {
		f.log.Warn("an event of the feed is ignored", "error", err)
	}
	f.allChanged = f.allChanged || all
	for _, id := range changed {
		f.reconcile(id)
	}
}

// reconcileAll reconciles all submissions, if all may have changed.
func (f *follower) reconcileAll() {
	if f.allChanged {
		f.allChanged = false
		for _, id := range f.model.Submissions() {
			f.reconcile(id)
		}
	}
}

// reconcile compares a submission in the model and in the archive. If they differ, reconcile
// queues the submission for fetching or storing, or unloads the submission.
func (f *follower) reconcile(id string) {
	s, ok := f.model.Submission(id)
	isUsable := ok && s.IgnoreReason == ""
	if isUsable && s.Judged {
		f.judged[id] = true
	} else {
		delete(f.judged, id)
	}
	if f.feedLagsBehind(id, s, ok) {
		return
	}
	stored, current := f.stored[id], liveFieldsOf(s.Submission)
	_, isReady := f.ready[id]
	switch {
	case !isUsable:
		delete(f.ready, id)
		f.removeFromScorer(stored)
	case !s.Judged && !f.isClosing: // wait for the verdict
	case f.filesChanged(id, s), stored == nil && !isReady && !f.empty[id]:
		f.fetcher.enqueue(id, f.comparesLive(current))
	case stored != nil && !isReady && stored.fields != current:
		f.ready[id] = fetchResult{}
	}
}

// errNoFiles means that a submission has no files that can be stored. A judge system that restarts, or gets its files
// from another one, may answer 404 or a web page for a while.
var errNoFiles = errors.New("it has no files that can be stored yet")

func (f *follower) handleFetched(r fetchResult) error {
	if r.err == nil && len(r.files) == 0 && !f.isClosing && f.fetcher.tries(r.id) < emptyTries-1 {
		r.err = errNoFiles
	}
	f.fetcher.handleResult(r, time.Now())
	// A refusal is final only before the first program: later, the judge system may be restarting.
	if errors.Is(r.err, ccs.ErrRefused) && len(f.stored)+len(f.ready) == 0 {
		return r.err
	}
	if errors.Is(r.err, ccs.ErrRefused) || f.refusal != nil && r.err == nil {
		f.refusal = r.err
		f.showConnection()
	}
	if r.err != nil {
		f.logFailure(r)
		return nil
	}
	if len(r.files) > 0 {
		f.ready[r.id] = r
	} else {
		f.empty[r.id] = true
		if len(r.skipped) == 0 {
			r.skipped = []contest.SkippedItem{{Path: pathOf(r.id), Reason: i18n.Textf("has no files")}}
		}
	}
	f.skipped = append(f.skipped, r.skipped...)
	return nil
}

// logFailure warns of a failure, but only once in logEvery, because hundreds of submissions may fail.
func (f *follower) logFailure(r fetchResult) {
	log := f.log.With("submission", r.id, "error", r.err)
	const message = "the files of a submission could not be fetched"
	switch {
	case errors.Is(r.err, errNoFiles): // usual for a submission of 0 bytes
		log.Debug(message)
	case time.Since(f.warnedAt) < logEvery:
		f.notWarned++
		log.Debug(message)
	default:
		log.Warn(message, "failures_before", f.notWarned)
		f.warnedAt, f.notWarned = time.Now(), 0
	}
}
