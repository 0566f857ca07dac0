package watch

import (
	"context"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
)

// snapshot holds the current facts of the stored submissions. The feed begins with old
// facts: events about a submission are ignored until they match the snapshot.
//
// They never match if a fact changes after the snapshot is loaded and the feed contains
// only the new fact. So the snapshot is loaded again while such events are expected.
type snapshot struct {
	expected map[string]facts // by ID of the submission
	at       time.Time        // when it was loaded
	wait     time.Duration    // until it is loaded again
	// loaded receives the model of a running load, or nil if it fails. The channel is nil
	// if no load runs.
	loaded chan *ccs.Model
}

// The wait before a snapshot is loaded again doubles from firstRefresh to longestRefresh.
const (
	firstRefresh   = 2 * time.Second
	longestRefresh = 2 * time.Minute
)

// due returns the time until the next load of the snapshot.
func (s snapshot) due() time.Duration {
	if len(s.expected) == 0 || s.loaded != nil {
		return longestRefresh
	}
	return max(0, time.Until(s.at.Add(s.wait)))
}

// loadSnapshot loads the current facts from the judge system.
func (f *follower) loadSnapshot(ctx context.Context) error {
	now, err := f.loadModel(ctx)
	if err != nil {
		return err
	}
	now.FillDefaults()
	f.system = now.About().System
	f.snapshot = snapshot{expected: make(map[string]facts), at: time.Now(), wait: firstRefresh}
	for id := range f.stored {
		f.expect(id, now)
	}
	return nil
}

// expect sets the facts of a submission that the feed must match first.
func (f *follower) expect(id string, now *ccs.Model) {
	s, ok := now.Submission(id)
	switch {
	case ok && s.IgnoreReason == "" && s.Judged:
		f.snapshot.expected[id] = factsOf(s.Submission)
	case ok && f.stored[id] != nil:
		f.snapshot.expected[id] = f.stored[id].facts
	default:
		delete(f.snapshot.expected, id)
	}
}

// refresh starts to load the snapshot again if it is due.
func (f *follower) refresh(ctx context.Context) {
	if f.snapshot.due() > 0 {
		return
	}
	loaded := make(chan *ccs.Model, 1)
	f.snapshot.at, f.snapshot.wait, f.snapshot.loaded = time.Now(), min(2*f.snapshot.wait, longestRefresh), loaded
	go func() {
		now := ccs.NewModel()
		if err := f.Source.Load(ctx, now); err != nil {
			f.log.Debug("the current state of the submissions could not be read", "error", err)
			loaded <- nil
			return
		}
		now.FillDefaults()
		loaded <- now
	}()
}

// applySnapshot updates the expected facts from a loaded model, nil if the load failed.
// Earlier events may already match them.
func (f *follower) applySnapshot(now *ccs.Model) {
	f.snapshot.loaded, f.snapshot.at = nil, time.Now()
	if now == nil {
		return
	}
	for id := range f.snapshot.expected {
		f.expect(id, now)
		f.reconcile(id)
	}
}

// isStale reports whether the feed does not match the snapshot of a submission yet.
func (f *follower) isStale(id string, s ccs.Submission, ok bool) bool {
	expected, waits := f.snapshot.expected[id]
	if waits && ok && s.IgnoreReason == "" && s.Judged && factsOf(s.Submission) == expected {
		delete(f.snapshot.expected, id)
		return false
	}
	return waits
}
