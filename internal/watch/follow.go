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
	// shortestRest is the least time from one batch of submissions to the next, and
	// restShare the share of the time that a batch took: many submissions at once take
	// little longer than one, so where one takes long, more of them are to gather.
	shortestRest = 250 * time.Millisecond
	restShare    = 2 // a divisor
	// buffered is how many events may wait while others are dealt with.
	buffered = 1 << 12
	// bufferedBytes bounds them together, but for one that is larger by itself.
	bufferedBytes = 64 << 20
)

// follower is a Watcher at work. Its methods are called from one goroutine.
type follower struct {
	*Watcher       // whose Store and Checker wait for an archive that is away
	raw      Store // which does not
	reached  bool  // the judge system has answered
	log      *slog.Logger
	model    *ccs.Model
	fetcher  *fetcher
	scorer   Scorer              // nil before there is something to compare
	system   string              // what the judge system is
	room     *semaphore.Weighted // of events that wait

	kept    map[string]*kept // by ID in the judge system
	ahead   ahead
	judged  map[string]bool       // those that are, of the model's
	ready   map[string]fetched    // to be stored; those without files have theirs in the archive
	empty   map[string]bool       // those without any file that can be kept
	skipped []contest.SkippedItem // and not told to the archive yet
	next    time.Time             // when the next batch is due
	// those that the scorer holds, and has not been asked for the pairs of
	uncompared []int64
	logged     bool // the audit log names the run
	closing    bool // nothing more comes: what is not judged never will be

	told     int64 // the last alert that was
	watch    contest.Watch
	progress progress
}

func newFollower(w *Watcher) *follower {
	now := time.Now()
	own := *w
	f := &follower{
		Watcher: &own, raw: w.Store, log: cmp.Or(w.Log, slog.New(slog.DiscardHandler)), model: ccs.NewModel(), fetcher: newFetcher(),
		kept: make(map[string]*kept), judged: make(map[string]bool), ready: make(map[string]fetched),
		empty: make(map[string]bool),
		watch: contest.Watch{URL: w.URL, SystemID: w.SystemID, State: contest.WatchFollowing, StartedAt: now},
	}
	own.Store, own.Checker = patient{w.Store, f.again}, patientChecker{w.Checker, f.again}
	return f
}

// event is something that the feed brings.
type event struct {
	notification ccs.Notification
	bytes        int64      // that it takes of bufferedBytes
	turn         *ConnState // nil for a notification
}

// follow reads the feed until the judge system says that no updates follow.
func (f *follower) follow(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events := make(chan event, buffered)
	failed := make(chan error, 1)
	f.room = semaphore.NewWeighted(bufferedBytes)
	send := func(e event) error {
		e.bytes = min(int64(len(e.notification.Data)), bufferedBytes)
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

// takeAll takes what the judge system has at this moment, which is all where its
// updates have ended: events may come in any order, and so the end before others.
func (f *follower) takeAll(ctx context.Context) error {
	now, err := f.loadModel(ctx)
	if err != nil {
		return err
	}
	now.FillDefaults()
	f.model, f.ahead, f.closing = now, ahead{}, true
	clear(f.judged)
	clear(f.empty) // which are asked for once more, as those that failed
	for id := range f.kept {
		f.look(id) // also those that are deleted
	}
	for _, id := range now.Submissions() {
		f.look(id)
	}
	f.fetcher.hurry()
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

// step does the next thing that there is to do.
func (f *follower) step(ctx context.Context, events <-chan event, failed <-chan error) error {
	var batch <-chan time.Time
	if f.storable() || len(f.uncompared) > 0 {
		timer := time.NewTimer(time.Until(f.next))
		defer timer.Stop()
		batch = timer.C
	}
	tick := time.NewTimer(f.fetcher.soonest(time.Now(), min(noteEvery, f.ahead.due())))
	defer tick.Stop()
	jobs, next := f.fetcher.next(f.model)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-failed:
		return err
	case e := <-events:
		f.room.Release(e.bytes)
		if e.turn == nil {
			f.apply(e.notification)
		} else if err := f.turn(ctx, *e.turn); err != nil {
			return err
		}
	case jobs <- next:
		f.fetcher.sent(next)
	case now := <-f.ahead.loaded:
		f.catchUp(now)
	case r := <-f.fetcher.results:
		f.fetched(r)
	case <-batch:
		if err := f.takeBatch(ctx); err != nil {
			return err
		}
	case <-tick.C:
	}
	f.refresh(ctx)
	f.fetcher.again(time.Now())
	return f.note(ctx)
}

// takeBatch stores what is ready, and compares a batch of what waits for it.
func (f *follower) takeBatch(ctx context.Context) error {
	began := time.Now()
	if err := f.flush(ctx); err != nil {
		return err
	}
	if err := f.compare(ctx); err != nil {
		return err
	}
	f.next = time.Now().Add(max(shortestRest, time.Since(began)/restShare))
	return nil
}

// turn takes a turn of the connection.
func (f *follower) turn(ctx context.Context, t ConnState) error {
	f.watch.State, f.watch.Reason = contest.WatchFollowing, ""
	if !t.Connected {
		f.watch.State = contest.WatchReconnecting
		if t.Reason != nil {
			f.watch.Reason = t.Reason.Error()
		}
	}
	if f.watch.State != f.progress.noted.State {
		if err := f.saveWatch(ctx); err != nil {
			return err
		}
	}
	if !t.Restarted {
		return nil
	}
	f.model = ccs.NewModel()
	clear(f.judged)
	return f.lookAhead(ctx)
}

// apply takes a notification.
func (f *follower) apply(n ccs.Notification) {
	f.watch.LastEventAt = time.Now()
	changed, err := f.model.Apply(n)
	if err != nil {
		f.log.Warn("an event of the feed is passed over", "error", err)
	}
	for _, id := range changed {
		f.look(id)
	}
}

// look decides what is to be done with a submission of which something may have
// changed.
func (f *follower) look(id string) {
	s, ok := f.model.Submission(id)
	taken := ok && s.IgnoreReason == ""
	if f.judged[id] = taken && s.Judged; !f.judged[id] {
		delete(f.judged, id)
	}
	if f.isPast(id, s, ok) {
		return
	}
	k := f.kept[id]
	switch {
	case !taken:
		delete(f.ready, id)
		f.withdraw(k)
	case !s.Judged && !f.closing:
	case f.filesChanged(id, s):
		f.fetcher.ask(id, f.compares(factsOf(s.Submission)))
	case k == nil:
		if _, there := f.ready[id]; !there && !f.empty[id] {
			f.fetcher.ask(id, f.compares(factsOf(s.Submission)))
		}
	case k.facts != factsOf(s.Submission):
		if _, there := f.ready[id]; !there {
			f.ready[id] = fetched{id: id}
		}
	}
}

// fetched takes what came of fetching a submission.
func (f *follower) fetched(r fetched) {
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
