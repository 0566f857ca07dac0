package watch

import (
	"context"
	"errors"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// ErrRefused is what a Source wraps where the judge system does not let the account
// in. That ends it at the start, when somebody is there to mend it; later, the judge
// system may just be setting itself up again.
var ErrRefused = errors.New("the judge system refuses the account")

// ErrUnreadable is what a Source wraps where the feed says what cannot be read, and
// will say it again.
var ErrUnreadable = errors.New("the event feed cannot be read")

// loadModel reads all that there is at this moment. Once the judge system has answered,
// it is asked until it does so again.
func (f *follower) loadModel(ctx context.Context) (*ccs.Model, error) {
	before := f.watch
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		now := ccs.NewModel() // of one moment, without what an earlier try has got
		err := f.Source.Load(ctx, now)
		if err == nil {
			f.reached = true
			f.watch.State, f.watch.Reason = before.State, before.Reason
			return now, nil
		}
		if ctx.Err() != nil || !f.reached && (f.Close || errors.Is(err, ErrRefused)) {
			return nil, err
		}
		f.log.Warn("the contest cannot be read; it is tried again", "error", err, "in", wait)
		f.watch.State, f.watch.Reason = contest.WatchReconnecting, err.Error()
		f.tellAway(ctx)
		if err := pause(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// feed reads the event feed. Where that was open, and ends all the same, it is read
// from its beginning again.
func (f *follower) feed(ctx context.Context, send func(event) error) error {
	opened, anew := false, false
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		err := f.Source.Feed(ctx,
			func(n ccs.Notification) error { return send(event{notification: n}) },
			func(t ConnState) error {
				if t.Connected {
					t.Restarted = t.Restarted || anew
					opened, anew, wait = true, false, firstWait
				}
				return send(event{turn: &t})
			})
		if err == nil {
			err = errors.New("the event feed has ended")
		}
		if ctx.Err() != nil || !opened || errors.Is(err, ErrUnreadable) {
			return err
		}
		anew = true
		f.log.Warn("the event feed cannot be read; it is tried again", "error", err, "in", wait)
		if err := send(event{turn: &ConnState{Reason: err}}); err != nil {
			return err
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}
