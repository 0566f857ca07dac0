package watch

import (
	"context"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
)

// snapshot holds the current fields of the stored submissions, such as the verdict. The judge system's event
// feed begins with outdated fields. So the follower ignores a submission until its fields in the feed match the
// snapshot. A field may change after the snapshot was loaded, and the feed may never show the loaded value. So
// the follower loads the snapshot again and again.
type snapshot struct {
	expected map[string]liveFields // by ID of the submission
	loadedAt time.Time             // when the snapshot was loaded
	wait     time.Duration         // from loadedAt to the next load
	// loading receives the model when the running load ends, or a nil model if the load fails. If no load
	// runs, the channel is nil.
	loading chan *ccs.Model
}

// The wait before a snapshot is loaded again doubles from firstRefresh to longestRefresh.
const (
	firstRefresh   = 2 * time.Second
	longestRefresh = 2 * time.Minute
)

// untilReload returns the time until the snapshot must be loaded again. It returns longestRefresh if no
// submission waits for the snapshot, or if a load runs.
func (s snapshot) untilReload() time.Duration {
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
	f.system = model.Metadata().System
	f.snapshot = snapshot{expected: make(map[string]liveFields), loadedAt: time.Now(), wait: firstRefresh}
	for id := range f.stored {
		f.setExpected(id, model)
	}
	return nil
}

// setExpected sets the fields that the feed must show of a submission: those in the model, or those in the
// archive if the model's submission is ignored or not judged. It deletes the fields if the submission is
// missing.
func (f *follower) setExpected(id string, model *ccs.Model) {
	s, ok := model.Submission(id)
	switch {
	case ok && s.IgnoreReason == "" && s.Judged:
		f.snapshot.expected[id] = liveFieldsOf(s.Submission)
	case ok && f.stored[id] != nil:
		f.snapshot.expected[id] = f.stored[id].fields
	default:
		delete(f.snapshot.expected, id)
	}
}

// reloadSnapshot starts to load the snapshot again, if that is due.
func (f *follower) reloadSnapshot(ctx context.Context) {
	if f.snapshot.untilReload() > 0 {
		return
	}
	loading := make(chan *ccs.Model, 1)
	f.snapshot.loadedAt, f.snapshot.wait, f.snapshot.loading = time.Now(), min(2*f.snapshot.wait, longestRefresh), loading
	go func() {
		model, err := f.tryLoadModel(ctx)
		if err != nil {
			f.log.Debug("the current state of the submissions could not be read", "error", err)
		}
		loading <- model
	}()
}

// applySnapshot updates the expected fields from a loaded model, which is nil if the load failed. The fields in
// the feed may match now, so it compares the submissions with the archive again.
func (f *follower) applySnapshot(model *ccs.Model) {
	f.snapshot.loading, f.snapshot.loadedAt = nil, time.Now()
	if model == nil {
		return
	}
	for id := range f.snapshot.expected {
		f.setExpected(id, model)
		f.reconcile(id)
	}
}

// feedLagsBehind reports whether the snapshot has fields of a submission that the feed has not shown yet. s is the
// submission in the feed, if exists is true. Once the feed shows these fields, the snapshot forgets them.
func (f *follower) feedLagsBehind(id string, s ccs.Submission, exists bool) bool {
	expected, isExpected := f.snapshot.expected[id]
	if isExpected && exists && s.IgnoreReason == "" && s.Judged && liveFieldsOf(s.Submission) == expected {
		delete(f.snapshot.expected, id)
		return false
	}
	return isExpected
}
