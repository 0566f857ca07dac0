package watch

import (
	"cmp"
	"context"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const (
	// noteEvery is how often the archive is told how far it is, where something
	// has changed; where nothing has, it is told every tellAlive.
	noteEvery = 5 * time.Second
	tellAlive = 30 * time.Second
	// logEvery is how often a line is logged, where something has changed.
	logEvery = time.Minute
)

// progress is what was told of the progress, and when.
type progress struct {
	noted, logged     contest.Watch
	notedAt, loggedAt time.Time
}

// note tells the archive and the log how far it is, now and then.
func (f *follower) note(ctx context.Context) error {
	now := time.Now()
	if f.watch.ContestID == 0 || now.Sub(f.progress.notedAt) < noteEvery {
		return nil
	}
	f.count()
	if f.watch != f.progress.noted || now.Sub(f.progress.notedAt) >= tellAlive {
		if err := f.Store.SaveParticipants(ctx, f.watch.ContestID, f.model.Participants()); err != nil {
			return err
		}
		if err := f.Store.SaveAbout(ctx, f.watch.ContestID, f.about()); err != nil {
			return err
		}
		if err := f.saveWatch(ctx); err != nil {
			return err
		}
	}
	if f.watch != f.progress.logged && now.Sub(f.progress.loggedAt) >= logEvery {
		f.log.Info(string(f.watch.State), "submissions", f.watch.Submissions, "judged", f.watch.Judged, "compared", f.watch.Compared, "pending", f.watch.Pending)
		f.progress.logged, f.progress.loggedAt = f.watch, now
	}
	return nil
}

// about is what the judge system says of the contest. Feeds do not tell which
// system it is.
func (f *follower) about() contest.About {
	about := f.model.About()
	about.System = cmp.Or(about.System, f.system)
	return about
}

// count counts what the judge system has told of.
func (f *follower) count() {
	if f.Webhook != nil {
		f.watch.Webhook = f.Webhook()
	}
	f.watch.Submissions, f.watch.Judged, f.watch.Pending = len(f.model.Submissions()), len(f.judged), 0
	for id := range f.judged {
		if f.kept[id] == nil && !f.empty[id] {
			f.watch.Pending++
		}
	}
}

// saveWatch tells the archive how far it is, where that knows the contest.
func (f *follower) saveWatch(ctx context.Context) error {
	if f.watch.ContestID == 0 {
		return nil
	}
	f.count()
	if err := f.Store.SaveWatch(ctx, f.watch); err != nil {
		return err
	}
	f.progress.noted, f.progress.notedAt = f.watch, time.Now()
	return nil
}

// alive tells the archive now and then that it is still there, until stop is called:
// where one step takes long. How far it is does not change meanwhile.
func (f *follower) alive(ctx context.Context) (stop func()) {
	if f.watch.ContestID == 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	watch := f.watch
	go func() {
		defer close(done)
		for pause(ctx, noteEvery) == nil {
			_ = f.raw.SaveWatch(ctx, watch) // the next one may be saved
		}
	}()
	return func() {
		cancel()
		<-done
	}
}
