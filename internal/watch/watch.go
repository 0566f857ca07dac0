// Package watch follows a contest while it runs. It reads the event feed of the judge system, stores each
// judged submission, and compares each accepted submission with all others. It raises alerts for pairs that
// reach the threshold. When the judge system says that no updates follow, it runs a full check.
//
// The archive does not have the position in the feed. So every run reads the whole feed, and fetches the
// submissions that are not stored. A killed run may have stored submissions without comparing them. So a run
// compares all stored submissions again, after the new submissions. A case has only one alert.
//
// One goroutine applies the events of the feed to a ccs.Model, decides what to do with each changed
// submission, and stores and compares fetched submissions in batches. Other goroutines read the feed, fetch
// files, and deliver alerts. A submission is stored only when it is judged, because a later verdict would
// store the submission a second time.
//
// An alert keeps the suspicion that its pair had when the alert was raised. Every further submission changes
// how rare code is, and what is usual for a problem. So the full check upholds or withdraws alerts, see
// contest.AlertState.
package watch

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Source is a contest of a judge system. An error of Load or FilesOnce is a ccs.ErrRefused if the judge system
// refuses the account.
type Source interface {
	// Load reads the current state of the contest. The caller may call Load while Feed runs.
	Load(ctx context.Context, m *ccs.Model) error
	// Feed reads the event feed from the beginning, until ctx ends or onNotification fails. It calls
	// onNotification for every notification, and onState when the connection changes. Both calls come from one
	// goroutine, in the order of the feed. Feed reconnects. Its error wraps ccs.ErrUnreadable if a retry would
	// not help.
	Feed(ctx context.Context, onNotification func(ccs.Notification) error, onState func(ccs.FeedState)) error
	// FilesOnce fetches the files of a submission, and also returns the skipped files. It tries only once; the
	// caller tries again later.
	FilesOnce(ctx context.Context, s ccs.Submission) ([]contest.File, []contest.SkippedItem, error)
}

// Store is the archive. postgres.DB, which implements it, documents the methods.
type Store interface {
	Import(ctx context.Context, by review.Person, auditAs review.Action, in contest.Import) (contestID int64, added int, err error)
	SaveAbout(ctx context.Context, contestID int64, about contest.About) error
	Contents(ctx context.Context, contestName string) (contest.StoredCounts, error)
	StoredSubmissions(ctx context.Context, contestID int64) ([]contest.Submission, []contest.SkippedItem, error)
	FilesOf(ctx context.Context, submissionIDs []int64) (map[int64][]contest.File, error)
	Retract(ctx context.Context, contestID int64, paths []string) error
	AddAlerts(ctx context.Context, contestID int64, alerts []contest.Alert) (added []contest.Alert, err error)
	CloseAlerts(ctx context.Context, contestID, checkID int64, at time.Time) (added []contest.Alert, err error)
	AlertsAfter(ctx context.Context, contestID, lastID int64, limit int, visible []int64) ([]contest.Alert, error)
	Alerts(ctx context.Context, contestID int64, filter contest.AlertFilter) ([]contest.Alert, error)
	AlertCounts(ctx context.Context, contestID int64, visible []int64) (contest.AlertCounts, error)
	SaveWatch(ctx context.Context, w contest.Watch) error
}

// Scorer compares programs during a contest. check.Scorer, which implements it, documents the methods.
type Scorer interface {
	Load(ctx context.Context, submissions []contest.Submission) ([]contest.SkippedItem, error)
	Pairs(ctx context.Context, submissionIDs ...int64) ([]contest.Pair, error)
	Remove(submissionIDs ...int64)
}

// Checker checks a whole contest: check.Checker.
type Checker interface {
	Check(ctx context.Context, req check.Request, progress check.Progress) (checkID int64, err error)
}

// Watcher follows one contest. AfterAlert, DeliveryFailure, CloseNow and Log are optional.
type Watcher struct {
	Contest  string        // name of the contest in the archive
	URL      string        // address of the judge system
	SystemID string        // ID of the contest in the judge system
	By       review.Person // the actor in the audit log
	Source   Source
	Store    Store
	Checker  Checker
	// NewScorer returns a Scorer without programs. Run calls NewScorer once, after storing the contest.
	NewScorer  func(ctx context.Context, contestID int64) (Scorer, error)
	Parameters contest.Parameters    // parameters of the closing check; Threshold also applies to alerts
	Base       []contest.File        // base code
	OnAlerts   func([]contest.Alert) // receives new alerts, the oldest first
	// AfterAlert is the ID of the last alert that an earlier run passed to OnAlerts; nil to pass only alerts of this run.
	AfterAlert *int64
	// DeliveryFailure returns why the last delivery of an alert of a contest failed; zero if it succeeded. It is nil
	// without a webhook.
	DeliveryFailure func(contestID int64) i18n.Text
	CloseNow        bool         // run the closing check at once, as if the judge system had said that no updates follow
	Log             *slog.Logger // nil for none
}

// Result describes a complete run.
type Result struct {
	ContestID   int64 // 0 if nothing was stored
	CheckID     int64 // the closing check; 0 if the contest had nothing to check
	AddedAlerts int   // number of alerts that the closing check added
	Alerts      contest.AlertCounts
}

// origin returns where the submissions come from, in the form that the archive shows.
func (w *Watcher) origin() string { return w.URL + " " + w.SystemID }

// Run follows the contest until the updates end and the closing check is done, or ctx
// ends, or an error stops Run. The next call continues where the last call ended.
func (w *Watcher) Run(ctx context.Context) (Result, error) {
	f := newFollower(w)
	result, err := f.run(ctx)
	if err == nil {
		return result, nil
	}
	f.watch.State, f.watch.Reason = contest.WatchFailed, i18n.TextOf(err)
	if ctx.Err() != nil {
		f.watch.State, f.watch.Reason = contest.WatchStopped, i18n.Text{}
		err = context.Cause(ctx)
	}
	if errors.Is(err, contest.ErrInUse) {
		return result, err // another process stores the state of the watch now
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if saveErr := f.saveWatch(ctx); saveErr != nil {
		f.log.Warn("the state of the watch could not be stored", "error", saveErr)
	}
	return result, err
}

// run follows the contest and closes the watch. If run fails, the caller stores why.
func (f *follower) run(ctx context.Context) (Result, error) {
	if err := f.begin(ctx); err != nil {
		return Result{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f.fetcher.start(ctx, f.Source)
	read := f.follow
	if f.CloseNow {
		read = f.loadModel
	}
	model, err := read(ctx)
	if err == nil {
		err = f.drain(ctx, model)
	}
	if err != nil {
		return Result{}, err
	}
	return f.close(ctx)
}
