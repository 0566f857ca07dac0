// Package watch follows a contest while it runs: it reads the event feed of the
// judge system, stores each judged submission, compares the accepted ones with
// what was handed in before, and tells of pairs that reach the threshold. When
// the contest's updates end, all is checked anew.
//
// # The archive is the state
//
// Nothing is noted beside the archive of how far the feed was read. Whenever it
// is begun, the feed is read from its beginning over what the archive holds
// under the contest's name: what is stored there is not fetched again, and what
// was alerted is not alerted again, for there is one alert for each case. What
// was stored but perhaps not compared before a kill is compared once more, while
// what comes then is compared at once. So
// there is neither a gap nor a double, wherever it was ended.
//
// # One goroutine decides
//
// What the feed says is kept in a ccs.Model. One goroutine applies the events,
// decides what is to be done with each submission that changed, stores what was
// fetched meanwhile, in batches, and has it compared. Others read the feed,
// fetch files, and send alerts on. A submission is stored once it is judged: a
// verdict that came later would store it a second time.
//
// # The closing
//
// An alert has the score of its moment. How rare code is, and what is usual at a
// problem, moves with every submission, so the end of updates is followed by a
// full check of all that the judge system has told of, and has not deleted. The
// alerts are measured by it: see contest.AlertState.
package watch

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Source is a contest of a judge system.
type Source interface {
	// Load reads all that there is at this moment. It may be called while Feed runs.
	Load(ctx context.Context, m *ccs.Model) error
	// Feed reads the event feed from its beginning, and goes on until ctx ends or a
	// function that it calls fails, whatever becomes of the connection: turn is told
	// of that. Both are called from one goroutine, in the order of the feed.
	Feed(ctx context.Context, each func(ccs.Notification) error, turn func(ConnState) error) error
	// Files fetches the files of a submission, and tells what of them is left out. It
	// tries once: it is called again after a while.
	Files(ctx context.Context, s ccs.Submission) ([]contest.File, []contest.SkippedItem, error)
}

// ConnState is a turn that the connection to the event feed takes.
type ConnState struct {
	Connected bool
	// Restarted: the judge system no longer knows where the feed was, and tells all
	// from the beginning. What it does not tell again is gone.
	Restarted bool
	Reason    error // why it is not connected
}

// Store is the archive.
type Store interface {
	Import(ctx context.Context, by review.Person, as review.Action, contestName, origin string, submissions []contest.Submission,
		skipped []contest.SkippedItem, progress func(done, total int)) (contestID int64, added int, err error)
	SaveParticipants(ctx context.Context, contestID int64, participants []contest.Participant) error
	SaveAbout(ctx context.Context, contestID int64, about contest.About) error
	Contents(ctx context.Context, contestName string) (contest.Contents, error)
	StoredSubmissions(ctx context.Context, contestID int64) ([]contest.Submission, []contest.SkippedItem, error)
	FilesOf(ctx context.Context, submissionIDs []int64) (map[int64][]contest.File, error)
	// Retract has what was read from some paths of a contest not count any more.
	Retract(ctx context.Context, contestID int64, paths []string) error
	AddAlerts(ctx context.Context, contestID int64, alerts []contest.Alert) (added []contest.Alert, err error)
	CloseAlerts(ctx context.Context, contestID, checkID int64, at time.Time) (added []contest.Alert, err error)
	// Alerts returns those after one, the oldest first; NewestAlerts those of a filter,
	// the newest first. Limit 0 is no limit.
	Alerts(ctx context.Context, contestID, after int64, limit int) ([]contest.Alert, error)
	NewestAlerts(ctx context.Context, contestID int64, of contest.AlertFilter) ([]contest.Alert, error)
	AlertCounts(ctx context.Context, contestID int64, visible []int64) (contest.AlertCounts, error)
	SaveWatch(ctx context.Context, w contest.Watch) error
}

// Scorer compares programs as they come: check.Scorer.
type Scorer interface {
	// Load takes submissions in that are stored.
	Load(ctx context.Context, submissions []contest.Submission) ([]contest.SkippedItem, error)
	// Pairs returns the pairs with some of them that reach the threshold now.
	Pairs(ctx context.Context, submissionIDs ...int64) ([]contest.Pair, error)
	// Remove takes submissions out that are not to be compared any more.
	Remove(submissionIDs ...int64)
}

// Checker checks a whole contest: check.Checker.
type Checker interface {
	Check(ctx context.Context, req check.Request, progress check.Progress) (checkID int64, err error)
}

// Watcher follows one contest. All fields but After, Webhook, Close and Log are
// needed.
type Watcher struct {
	Contest  string // its name in the archive
	URL      string // of the judge system
	SystemID string // what that calls the contest
	Source   Source
	Store    Store
	Checker  Checker
	// NewScorer returns what compares the programs of the contest, and holds none
	// yet. It is called once, when the archive knows the contest.
	NewScorer func(ctx context.Context, contestID int64) (Scorer, error)
	// Parameters are those of the closing check; Threshold is that of alerts too.
	Parameters contest.Parameters
	Base       []contest.File // base code
	// OnAlerts is called with alerts that are new, the oldest first.
	OnAlerts func([]contest.Alert)
	// After is the last alert that was told by an earlier run; nil where only those
	// are to be told that come now.
	After *int64
	// Webhook says why the webhook gets nothing at the moment; "" where it does. Nil
	// where there is none.
	Webhook func() string
	// Close makes it read what there is at this moment, and close at once, as if
	// the judge system had said that no updates follow.
	Close bool
	Log   *slog.Logger // nil for none
}

// Result is what following a contest came to.
type Result struct {
	ContestID int64 // 0 where nothing was stored
	CheckID   int64 // the closing check; 0 where there was nothing to check
	Late      int   // alerts that the closing check has added
	Alerts    contest.AlertCounts
}

// origin tells in the archive where the submissions come from.
func (w *Watcher) origin() string { return w.URL + " " + w.SystemID }

// Run follows the contest until its updates end and it is closed, or ctx ends, or
// it cannot go on. Begun again, it goes on from where it was.
func (w *Watcher) Run(ctx context.Context) (Result, error) {
	f := newFollower(w)
	result, err := f.run(ctx)
	if err == nil {
		return result, nil
	}
	f.watch.State, f.watch.Reason = contest.WatchFailed, err.Error()
	if ctx.Err() != nil {
		f.watch.State, f.watch.Reason = contest.WatchStopped, ""
		err = context.Cause(ctx)
	}
	if errors.Is(err, contest.ErrInUse) {
		return result, err // somebody else tells now where it stands
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if saved := f.saveWatch(late); saved != nil {
		f.log.Warn("where it stands could not be noted", "error", saved)
	}
	return result, err
}

func (f *follower) run(ctx context.Context) (Result, error) {
	if err := f.begin(ctx); err != nil {
		return Result{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f.fetcher.start(ctx, f.Source)
	if !f.Close {
		if err := f.follow(ctx); err != nil {
			return Result{}, err
		}
	}
	if err := f.takeAll(ctx); err != nil {
		return Result{}, err
	}
	return f.close(ctx)
}
