package watch

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// explainRefusal says that the judge system refuses the account if that is the reason of an error.
func explainRefusal(err error) error {
	if errors.Is(err, ccs.ErrRefused) {
		return i18n.Errorf("%s: %s", ccs.ErrRefused, err)
	}
	return err
}

// waitReason returns why a watch waits for the judge system or the database, for its page.
func waitReason(err error) i18n.Text {
	if errors.Is(err, ccs.ErrRefused) {
		return i18n.Textf("%s. To give another account, password or token, stop following the contest and follow it again", err)
	}
	return i18n.TextOf(err)
}

// newWaits returns the waits between tries. The first is 100 ms, and each further one twice as long, up to 10
// seconds.
func newWaits() *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{InitialInterval: 100 * time.Millisecond, Multiplier: 2, MaxInterval: 10 * time.Second}
}

// retry is retryIf for errors that wrap contest.ErrUnavailable. Repeating do must be harmless.
func (f *follower) retry(ctx context.Context, do func() error) error {
	isRetriable := func(err error) bool { return errors.Is(err, contest.ErrUnavailable) }
	return f.retryIf(ctx, isRetriable, "the database is not available; retrying", do)
}

// retryValue is like retry, for a function that returns a value.
func retryValue[T any](ctx context.Context, f *follower, do func() (T, error)) (value T, err error) {
	err = f.retry(ctx, func() (err error) {
		value, err = do()
		return err
	})
	return value, err
}

// retryIf calls do until do succeeds or fails with an error that is not retriable, or ctx ends. After each
// failure, retryIf logs the message, and tries to store that the watch is reconnecting.
func (f *follower) retryIf(ctx context.Context, isRetriable func(error) bool, message string, do func() error) error {
	before, failed := f.watch, false
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		if failed && f.watch.ContestID != 0 && f.Store.SaveWatch(ctx, f.watch) == nil {
			f.progress.saved, f.progress.savedAt = f.watch, time.Now()
		}
		err := do()
		if err != nil && (ctx.Err() != nil || !isRetriable(err)) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithBackOff(newWaits()), backoff.WithMaxElapsedTime(0), backoff.WithNotify(func(err error, wait time.Duration) {
		failed = true
		f.log.Warn(message, "error", err, "in", wait)
		f.watch.State, f.watch.Reason = contest.WatchReconnecting, waitReason(err)
	}))
	if failed && err == nil {
		f.log.Info("reconnected")
		f.watch.State, f.watch.Reason = before.State, before.Reason
	}
	return err
}

// sleep waits. If ctx ends first, it returns the error of ctx.
func sleep(ctx context.Context, wait time.Duration) error {
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// loadModel is tryLoadModel with retries. Before the first answer, an error ends the tries if CloseNow is set or the
// judge system refuses the account.
func (f *follower) loadModel(ctx context.Context) (model *ccs.Model, err error) {
	isRetriable := func(err error) bool { return f.hasAnswered || !f.CloseNow && !errors.Is(err, ccs.ErrRefused) }
	err = f.retryIf(ctx, isRetriable, "the contest cannot be read; retrying", func() (err error) {
		model, err = f.tryLoadModel(ctx)
		return err
	})
	f.hasAnswered = f.hasAnswered || err == nil
	return model, err
}

// tryLoadModel reads the current state of the contest, and adds the objects that the judge system does not
// list.
func (f *follower) tryLoadModel(ctx context.Context) (*ccs.Model, error) {
	model := ccs.NewModel()
	if err := f.Source.Load(ctx, model); err != nil {
		return nil, explainRefusal(err)
	}
	model.FillDefaults()
	return model, nil
}

// feed reads the event feed. If the feed fails after it was open, the method reads it again from the
// beginning.
func (f *follower) feed(ctx context.Context, send func(event) error) error {
	hasOpened, restarted, waits := false, false, newWaits()
	for {
		err := f.Source.Feed(ctx,
			func(n ccs.Notification) error { return send(event{notification: n}) },
			func(state ccs.FeedState) {
				if state.Connected {
					state.Restarted = state.Restarted || restarted
					hasOpened, restarted = true, false
					waits.Reset()
				}
				_ = send(event{conn: &state}) // fails only if ctx has ended
			})
		if err == nil {
			err = i18n.Errorf("the event feed has ended")
		}
		err = explainRefusal(err)
		if ctx.Err() != nil || !hasOpened || errors.Is(err, ccs.ErrUnreadable) {
			return err
		}
		restarted = true
		wait := waits.NextBackOff()
		f.log.Warn("the event feed cannot be read; retrying", "error", err, "in", wait)
		if err := send(event{conn: &ccs.FeedState{Reason: err}}); err != nil {
			return err
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}
