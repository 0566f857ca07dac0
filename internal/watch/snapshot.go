package watch

import (
	"context"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
)

// snapshot holds the current facts of the stored submissions. The feed begins with outdated facts, so the follower ignores
// a submission until the facts in the feed match the snapshot. Meanwhile it loads the snapshot again: if a fact changes
// after loading, the feed may never have the loaded fact.
type snapshot struct {
	expected map[string]facts // by ID of the submission
	loadedAt time.Time        // when the snapshot was loaded
	wait     time.Duration    // from loadedAt to the next load
	loading  chan *ccs.Model  // receives the model of the running load, or nil if the load fails; nil if no load runs
}

// The wait before a snapshot is loaded again doubles from firstRefresh to longestRefresh.
const (
	firstRefresh   = 2 * time.Second
	longestRefresh = 2 * time.Minute
)

// timeLeft returns the time until the next load of the snapshot.
func (s snapshot) timeLeft() time.Duration {
	if len(s.expected) == 0 || s.loading != nil {
		return longestRefresh
	}
	return max(0, time.Until(s.loadedAt.Add(s.wait)))
}

func (f *follower) loadSnapshot(ctx context.Context) error {
	model, err := f.loadModel(ctx)
	if err != nil {
		return err
	}
	f.system = model.About().System
	f.snapshot = snapshot{expected: make(map[string]facts), loadedAt: time.Now(), wait: firstRefresh}
	for id := range f.stored {
		f.expect(id, model)
	}
	return nil
}

func (f *follower) expect(id string, model *ccs.Model) {
	s, ok := model.Submission(id)
	switch {
	case ok && s.IgnoreReason == "" && s.Judged:
		f.snapshot.expected[id] = factsOf(s.Submission)
	case ok && f.stored[id] != nil:
		f.snapshot.expected[id] = f.stored[id].facts
	default:
		delete(f.snapshot.expected, id)
	}
}

func (f *follower) refresh(ctx context.Context) {
	if f.snapshot.timeLeft() > 0 {
		return
	}
	loading := make(chan *ccs.Model, 1)
	f.snapshot.loadedAt, f.snapshot.wait, f.snapshot.loading = time.Now(), min(2*f.snapshot.wait, longestRefresh), loading
	go func() {
		model, err := f.loadOnce(ctx)
		if err != nil {
			f.log.Debug("the current state of the submissions could not be read", "error", err)
		}
		loading <- model
	}()
}

// applySnapshot updates the expected facts from a loaded model, which is nil if the load
// failed. The events so far may match the new facts, so it reconciles.
func (f *follower) applySnapshot(model *ccs.Model) {
	f.snapshot.loading, f.snapshot.loadedAt = nil, time.Now()
	if model == nil {
		return
	}
	for id := range f.snapshot.expected {
		f.expect(id, model)
		f.reconcile(id)
	}
}

// isStale reports whether the facts that the feed has given so far about a submission do
// not match the snapshot yet.
func (f *follower) isStale(id string, s ccs.Submission, ok bool) bool {
	expected, isStale := f.snapshot.expected[id]
	if isStale && ok && s.IgnoreReason == "" && s.Judged && factsOf(s.Submission) == expected {
		delete(f.snapshot.expected, id)
		return false
	}
	return isStale
}
