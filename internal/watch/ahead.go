package watch

import (
	"context"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
)

// ahead is how the stored submissions stand now. The feed, which begins with how they
// stood long ago, is not believed of them before it has come there.
//
// It never comes there where something has changed since the judge system was asked,
// and the feed tells only how it stands in the end. So as long as the feed is awaited,
// the system is asked again, after growing waits.
type ahead struct {
	awaited map[string]facts // by ID of the submission
	at      time.Time        // when the system was asked
	wait    time.Duration    // until it is asked again
	// loaded brings what it has then, nil where that failed; nil where it is not
	// being asked.
	loaded chan *ccs.Model
}

// The system is asked again after firstRefresh, and after twice as long each time,
// longestRefresh at most.
const (
	firstRefresh   = 2 * time.Second
	longestRefresh = 2 * time.Minute
)

// due is how long it takes until the system is to be asked again.
func (a ahead) due() time.Duration {
	if len(a.awaited) == 0 || a.loaded != nil {
		return longestRefresh
	}
	return max(0, time.Until(a.at.Add(a.wait)))
}

// lookAhead asks the judge system how things stand.
func (f *follower) lookAhead(ctx context.Context) error {
	now, err := f.loadModel(ctx)
	if err != nil {
		return err
	}
	now.FillDefaults()
	f.system = now.About().System
	f.ahead = ahead{awaited: make(map[string]facts), at: time.Now(), wait: firstRefresh}
	for id := range f.kept {
		f.await(id, now)
	}
	return nil
}

// await notes what the feed is to come to with a submission.
func (f *follower) await(id string, now *ccs.Model) {
	s, ok := now.Submission(id)
	switch {
	case ok && s.IgnoreReason == "" && s.Judged:
		f.ahead.awaited[id] = factsOf(s.Submission)
	case ok && f.kept[id] != nil:
		f.ahead.awaited[id] = f.kept[id].facts
	default:
		delete(f.ahead.awaited, id)
	}
}

// refresh asks the system again, meanwhile, if it is due.
func (f *follower) refresh(ctx context.Context) {
	if f.ahead.due() > 0 {
		return
	}
	loaded := make(chan *ccs.Model, 1)
	f.ahead.at, f.ahead.wait, f.ahead.loaded = time.Now(), min(2*f.ahead.wait, longestRefresh), loaded
	go func() {
		now := ccs.NewModel()
		if err := f.Source.Load(ctx, now); err != nil {
			f.log.Debug("how the submissions stand could not be read", "error", err)
			loaded <- nil
			return
		}
		now.FillDefaults()
		loaded <- now
	}()
}

// catchUp takes how things stand now, which the feed may have told already.
func (f *follower) catchUp(now *ccs.Model) {
	f.ahead.loaded, f.ahead.at = nil, time.Now()
	if now == nil {
		return
	}
	for id := range f.ahead.awaited {
		f.await(id, now)
		f.look(id)
	}
}

// isPast reports whether what the feed says of a submission is of long ago.
func (f *follower) isPast(id string, s ccs.Submission, ok bool) bool {
	awaited, waits := f.ahead.awaited[id]
	if waits && ok && s.IgnoreReason == "" && s.Judged && factsOf(s.Submission) == awaited {
		delete(f.ahead.awaited, id)
		return false
	}
	return waits
}
