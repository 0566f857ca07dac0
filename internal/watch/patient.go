package watch

import (
	"context"
	"errors"
	"time"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// The waits before something is asked for again that was away: the first, doubled
// each time up to the longest.
const (
	firstWait   = 100 * time.Millisecond
	longestWait = 10 * time.Second
)

// patient is a Store that waits for an archive which is away, for as long as it
// takes: what is asked of it may be asked again.
type patient struct {
	Store
	again func(ctx context.Context, do func() error) error
}

func (p patient) Import(ctx context.Context, by review.Person, as review.Action, contestName, origin string, submissions []contest.Submission,
	skipped []contest.SkippedItem, progress func(done, total int)) (id int64, added int, err error) {
	err = p.again(ctx, func() error {
		id, added, err = p.Store.Import(ctx, by, as, contestName, origin, submissions, skipped, progress)
		return err
	})
	return id, added, err
}

func (p patient) SaveParticipants(ctx context.Context, contestID int64, participants []contest.Participant) error {
	return p.again(ctx, func() error { return p.Store.SaveParticipants(ctx, contestID, participants) })
}

func (p patient) SaveAbout(ctx context.Context, contestID int64, about contest.About) error {
	return p.again(ctx, func() error { return p.Store.SaveAbout(ctx, contestID, about) })
}

func (p patient) Contents(ctx context.Context, contestName string) (c contest.Contents, err error) {
	err = p.again(ctx, func() error {
		c, err = p.Store.Contents(ctx, contestName)
		return err
	})
	return c, err
}

func (p patient) StoredSubmissions(ctx context.Context, contestID int64) (list []contest.Submission, skipped []contest.SkippedItem, err error) {
	err = p.again(ctx, func() error {
		list, skipped, err = p.Store.StoredSubmissions(ctx, contestID)
		return err
	})
	return list, skipped, err
}

func (p patient) FilesOf(ctx context.Context, submissionIDs []int64) (files map[int64][]contest.File, err error) {
	err = p.again(ctx, func() error {
		files, err = p.Store.FilesOf(ctx, submissionIDs)
		return err
	})
	return files, err
}

func (p patient) Retract(ctx context.Context, contestID int64, paths []string) error {
	return p.again(ctx, func() error { return p.Store.Retract(ctx, contestID, paths) })
}

func (p patient) AddAlerts(ctx context.Context, contestID int64, alerts []contest.Alert) (added []contest.Alert, err error) {
	err = p.again(ctx, func() error {
		added, err = p.Store.AddAlerts(ctx, contestID, alerts)
		return err
	})
	return added, err
}

func (p patient) CloseAlerts(ctx context.Context, contestID, checkID int64, at time.Time) (added []contest.Alert, err error) {
	err = p.again(ctx, func() error {
		added, err = p.Store.CloseAlerts(ctx, contestID, checkID, at)
		return err
	})
	return added, err
}

func (p patient) Alerts(ctx context.Context, contestID, after int64, limit int) (list []contest.Alert, err error) {
	err = p.again(ctx, func() error {
		list, err = p.Store.Alerts(ctx, contestID, after, limit)
		return err
	})
	return list, err
}

func (p patient) NewestAlerts(ctx context.Context, contestID int64, of contest.AlertFilter) (list []contest.Alert, err error) {
	err = p.again(ctx, func() error {
		list, err = p.Store.NewestAlerts(ctx, contestID, of)
		return err
	})
	return list, err
}

func (p patient) AlertCounts(ctx context.Context, contestID int64, visible []int64) (n contest.AlertCounts, err error) {
	err = p.again(ctx, func() error {
		n, err = p.Store.AlertCounts(ctx, contestID, visible)
		return err
	})
	return n, err
}

func (p patient) SaveWatch(ctx context.Context, w contest.Watch) error {
	return p.again(ctx, func() error { return p.Store.SaveWatch(ctx, w) })
}

// patientChecker is a Checker that begins anew where the archive was away.
type patientChecker struct {
	Checker
	again func(ctx context.Context, do func() error) error
}

func (p patientChecker) Check(ctx context.Context, req check.Request, progress check.Progress) (id int64, err error) {
	err = p.again(ctx, func() error {
		id, err = p.Checker.Check(ctx, req, progress)
		return err
	})
	return id, err
}

// again does something until the archive does not lack for it, and tells what it
// waits for.
func (f *follower) again(ctx context.Context, do func() error) error {
	before := f.watch
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		err := do()
		if ctx.Err() != nil || !errors.Is(err, contest.ErrUnavailable) {
			if wait > firstWait {
				f.log.Info("the archive answers again")
				f.watch.State, f.watch.Reason = before.State, before.Reason
			}
			return err
		}
		f.log.Warn("the archive is away; it is asked again", "error", err, "in", wait)
		f.watch.State, f.watch.Reason = contest.WatchReconnecting, err.Error()
		if err := pause(ctx, wait); err != nil {
			return err
		}
		f.tellAway(ctx)
	}
}

// tellAway notes what it waits for, if the archive takes it.
func (f *follower) tellAway(ctx context.Context) {
	if f.watch.ContestID != 0 && f.raw.SaveWatch(ctx, f.watch) == nil {
		f.progress.noted, f.progress.notedAt = f.watch, time.Now()
	}
}

// pause waits, or gives the error of ctx.
func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
