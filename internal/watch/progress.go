package watch

import (
	"context"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const (
	saveEvery          = 5 * time.Second  // how often changed progress is stored; in a long step, unchanged progress too
	saveUnchangedEvery = 30 * time.Second // how often unchanged progress is stored
	logEvery           = time.Minute      // how often changed progress is logged, and failures to fetch files
)

// progress holds the states that were stored and logged last, and when.
type progress struct {
	saved, logged     contest.Watch
	savedAt, loggedAt time.Time
}

// reportProgress stores and logs the progress, if that is due.
func (f *follower) reportProgress(ctx context.Context) error {
	now := time.Now()
	if f.watch.ContestID == 0 || now.Sub(f.progress.savedAt) < saveEvery {
		return nil
	}
	f.updateWatch()
	if f.watch != f.progress.saved || now.Sub(f.progress.savedAt) >= saveUnchangedEvery {
		var err error
		if len(f.snapshot.expected) == 0 { // else the feed may still show old names
			err = f.retry(ctx, func() error { return f.Store.SaveAbout(ctx, f.watch.ContestID, f.about()) })
		}
		if err == nil {
			err = f.saveWatch(ctx)
		}
		if err != nil {
			return err
		}
	}
	if f.watch != f.progress.logged && now.Sub(f.progress.loggedAt) >= logEvery {
		f.log.Info(string(f.watch.State), "submissions", f.watch.Submissions, "judged", f.watch.Judged,
			"compared", f.watch.Compared, "uncompared", f.watch.Uncompared)
		f.progress.logged, f.progress.loggedAt = f.watch, now
	}
	return nil
}

// updateWatch sets the counts of submissions and the webhook's state in f.watch.
func (f *follower) updateWatch() {
	if f.DeliveryFailure != nil {
		f.watch.WebhookFailure = f.DeliveryFailure(f.watch.ContestID)
	}
	if !f.hasAnswered {
		return // the counts are those of the archive
	}
	f.watch.Submissions, f.watch.Judged, f.watch.Uncompared = len(f.model.Submissions()), len(f.judged), 0
	// Stored submissions count too if the feed has not shown them yet: it begins anew when the watch starts.
	for id := range f.snapshot.expected {
		if _, ok := f.model.Submission(id); !ok {
			f.watch.Submissions++
			f.watch.Judged++
		}
	}
	for id := range f.judged {
		if f.stored[id] == nil && !f.empty[id] {
			f.watch.Uncompared++
		}
	}
}

// saveWatch stores the progress, if the contest is in the archive.
func (f *follower) saveWatch(ctx context.Context) error {
	if f.watch.ContestID == 0 {
		return nil
	}
	f.updateWatch()
	if err := f.retry(ctx, func() error { return f.Store.SaveWatch(ctx, f.watch) }); err != nil {
		return err
	}
	f.progress.saved, f.progress.savedAt = f.watch, time.Now()
	return nil
}

// heartbeat stores the unchanged progress every saveEvery until the caller calls stop. It shows during a long
// step that the process is alive.
func (f *follower) heartbeat(ctx context.Context) (stop func()) {
	if f.watch.ContestID == 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	watch := f.watch
	var saver sync.WaitGroup
	saver.Go(func() {
		for sleep(ctx, saveEvery) == nil {
			_ = f.Store.SaveWatch(ctx, watch) // the next call may succeed
		}
	})
	return func() {
		cancel()
		saver.Wait()
	}
}
