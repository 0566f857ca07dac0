package watch_test

import (
	"context"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// blockedChecker waits for release before it checks.
type blockedChecker struct {
	watch.Checker
	release chan struct{}
}

func (c blockedChecker) Check(ctx context.Context, req check.Request, p check.Progress) (int64, error) {
	<-c.release
	return c.Checker.Check(ctx, req, p)
}

// The watch is updated while the closing check runs, however long it takes.
func TestClosing(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	r := setUp(t)
	release := make(chan struct{})
	w := startWatch(t, r.server, r.db, func(w *watch.Watcher) { w.Checker = blockedChecker{w.Checker, release} })
	r.submit(r.amrit)
	r.submit(r.goran)
	r.server.EndContest()
	var firstUpdate time.Time
	eventually(t, "the watch is closing", func() bool {
		got := r.watch(t)
		firstUpdate = got.UpdatedAt
		return got.State == contest.WatchClosing
	})
	eventually(t, "the watch is updated again", func() bool { return r.watch(t).UpdatedAt.After(firstUpdate) })
	if got := r.watch(t); got.State != contest.WatchClosing {
		t.Errorf("during the closing check: watch %+v, want state closing", got)
	}
	close(release)
	w.end()
	if got := r.watch(t); got.State != contest.WatchEnded {
		t.Errorf("at the end: watch %+v, want state ended", got)
	}
}

// If all submissions are deleted, there is no closing check, and no alert stays open.
func TestAllDeleted(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	w := startWatch(t, r.server, r.db)
	r.submit(r.amrit)
	r.submit(r.goran)
	r.waitForAlert(t)
	for _, judged := range []ccstest.JudgedSubmission{r.amrit, r.goran} {
		r.server.Delete("judgements", judged.Judgement.ID)
		r.server.Delete("submissions", judged.Submission.ID)
	}
	r.server.EndContest()
	result := w.end()
	r.wantAlerts(t, notUpheldAlert)
	if result.CheckID != 0 || result.Alerts != (contest.AlertCounts{NotUpheld: 1}) {
		t.Errorf("result %+v, want no check and one alert that is not upheld", result)
	}
}

// If the judge system takes back the end of a contest, the next run follows the contest again, although the feed begins with
// the end.
func TestEndTakenBack(t *testing.T) {
	t.Parallel()
	r := setUp(t)
	first := startWatch(t, r.server, r.db)
	r.submit(r.amrit)
	r.server.EndContest()
	first.end()
	for _, property := range []string{"ended", "finalized", "end_of_updates"} {
		r.server.Set("state", "", property, nil)
	}
	loads := func() int { return r.server.Requests()["contests/finals26/judgements"] }
	before := loads()
	second := startWatch(t, r.server, r.db)
	eventually(t, "the run has begun, and has checked the end in the feed", func() bool { return loads() >= before+2 })
	r.submit(r.goran)
	r.waitForAlert(t)
	r.server.EndContest()
	second.end()
	r.wantAlerts(t, upheldAlert)
}
