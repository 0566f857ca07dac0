package watch_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/watch"
)

// held is a Checker that does not go on before it is let.
type held struct {
	watch.Checker
	let chan struct{}
}

func (h held) Check(ctx context.Context, req check.Request, p check.Progress) (int64, error) {
	<-h.let
	return h.Checker.Check(ctx, req, p)
}

// However long the closing check takes, the archive is told that it is being made.
func TestClosing(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	r := begun(t)
	let := make(chan struct{})
	w := watched(t, r.server, r.db, func(w *watch.Watcher) { w.Checker = held{w.Checker, let} })
	r.hand(r.amrit)
	r.hand(r.goran)
	r.server.EndContest()
	state := func() (got contest.Watch) {
		if contents, err := r.db.Contents(t.Context(), name); err == nil {
			got, _ = r.db.Watch(t.Context(), contents.ID) // it may not be there yet
		}
		return got
	}
	var first time.Time
	eventually(t, "it is told that it is closed", func() bool {
		got := state()
		first = got.UpdatedAt
		return got.State == contest.WatchClosing
	})
	eventually(t, "it is told once more", func() bool { return state().UpdatedAt.After(first) })
	if got := state(); got.State != contest.WatchClosing {
		t.Errorf("meanwhile: %+v", got)
	}
	close(let)
	w.end()
	if got := state(); got.State != contest.WatchEnded {
		t.Errorf("at the end: %+v", got)
	}
}

// Where all submissions were deleted there is nothing to check, and no alert stays
// open.
func TestAllDeleted(t *testing.T) {
	t.Parallel()
	r := begun(t)
	w := watched(t, r.server, r.db)
	r.hand(r.amrit)
	r.hand(r.goran)
	eventually(t, "the pair is alerted", func() bool { return slices.Contains(r.alerts(t), unclosed) })
	for _, h := range []ccstest.JudgedSubmission{r.amrit, r.goran} {
		r.server.Delete("judgements", h.Judgement.ID)
		r.server.Delete("submissions", h.Submission.ID)
	}
	r.server.EndContest()
	result := w.end()
	if got := r.alerts(t); !slices.Equal(got, []string{fallen}) {
		t.Errorf("alerts %q", got)
	}
	if result.CheckID != 0 || result.Alerts != (contest.AlertCounts{NotUpheld: 1}) {
		t.Errorf("result %+v", result)
	}
}
