// Package follow makes a server follow contests of judge systems while they run. The database has a row for
// each such contest, which is called a following. The row stays until the contest is deleted, so that the
// server continues after a restart, and users can start again.
//
// Following a contest is not a job of package jobs, because it lasts for hours and must not wait for a check.
// postgres.DB.Follow locks each contest, so that no two servers follow one contest.
package follow

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Store reads and stores the followings.
type Store interface {
	Followings(ctx context.Context) ([]contest.Following, error)
	// SaveFollowing stores Active and Reason, unless somebody has stopped f or started it again meanwhile.
	SaveFollowing(ctx context.Context, f contest.Following) error
}

// Supervisor follows each contest that has an active following in a Store.
type Supervisor struct {
	store  Store
	follow func(ctx context.Context, f contest.Following, onWait func(error)) error
	log    *slog.Logger
	wake   chan struct{}
	// NewBackOff returns the waits between tries to follow a contest, by default at most a minute. Tests replace it.
	NewBackOff func() backoff.BackOff
}

// readInterval is the time between two reads of the followings, which other programs may change.
const readInterval = 5 * time.Second

// New returns a Supervisor that calls follow for each active following. follow returns nil at the end of the
// contest. After an error of follow, the Supervisor calls it again, unless the error is a
// [backoff.PermanentError]. follow calls onWait with the reason of a wait, and with nil when the wait ends.
func New(store Store, follow func(ctx context.Context, f contest.Following, onWait func(error)) error, log *slog.Logger,
) *Supervisor {
	newBackOff := func() backoff.BackOff {
		return &backoff.ExponentialBackOff{InitialInterval: 5 * time.Second, Multiplier: 2, MaxInterval: time.Minute}
	}
	return &Supervisor{store: store, follow: follow, log: log, wake: make(chan struct{}, 1), NewBackOff: newBackOff}
}

// Wake makes the Supervisor read the followings now.
func (s *Supervisor) Wake() {
	select {
	case s.wake <- struct{}{}:
	default: // the previous signal is still in the channel
	}
}

// run is a contest that the Supervisor follows now.
type run struct {
	following contest.Following
	stop      context.CancelFunc
	done      chan struct{}
}

// Run follows contests until ctx ends, and returns when all runs have ended.
func (s *Supervisor) Run(ctx context.Context) {
	var group sync.WaitGroup
	defer group.Wait()
	runs := make(map[string]*run) // by name of the contest; also runs that have ended
	for {
		if rows, err := s.store.Followings(ctx); err == nil {
			s.update(ctx, runs, rows, &group)
		} else if ctx.Err() == nil {
			s.log.Warn("the list of contests to follow cannot be read; trying again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-time.After(readInterval):
		}
	}
}

// update stops the runs without an active following, and starts the active followings without a run.
func (s *Supervisor) update(ctx context.Context, runs map[string]*run, rows []contest.Following, group *sync.WaitGroup) {
	active := make(map[string]contest.Following)
	for _, row := range rows {
		if row.Active {
			active[row.Name] = row
		}
	}
	for name, r := range runs {
		if row, ok := active[name]; !ok || row.StartID != r.following.StartID {
			r.stop()
		}
	}
	for name, row := range active {
		previous := runs[name]
		if previous != nil && previous.following.StartID == row.StartID {
			continue // the run goes on, or its end is not stored yet
		}
		runCtx, stop := context.WithCancel(ctx)
		r := &run{row, stop, make(chan struct{})}
		runs[name] = r
		group.Go(func() {
			defer close(r.done)
			defer stop()
			if previous != nil {
				<-previous.done
			}
			s.run(runCtx, row)
		})
	}
}

// run follows one contest until it ends, cannot be followed, or ctx ends. It stores the state of the
// following.
func (s *Supervisor) run(ctx context.Context, f contest.Following) {
	save := func(active bool, err error) {
		saved := f
		saved.Active, saved.Reason = active, i18n.TextOf(err)
		store := func() (struct{}, error) { return struct{}{}, s.store.SaveFollowing(ctx, saved) }
		_, err = backoff.Retry(ctx, store, backoff.WithBackOff(s.NewBackOff()), backoff.WithMaxElapsedTime(0))
		if err != nil && ctx.Err() == nil {
			s.log.Warn("the state of following a contest could not be stored", "contest", f.Name, "error", err)
		}
	}
	isWaiting := !f.Reason.IsZero() // the stored row says so
	err := s.retry(ctx, f, func(err error) {
		if err != nil || isWaiting {
			save(true, err)
		}
		isWaiting = err != nil
	})
	if ctx.Err() == nil { // otherwise somebody has stopped the following, or the server stops
		save(false, err)
	}
}

// Follow follows a contest that has no row, until it ends, cannot be followed, or ctx ends. It reports the
// state to onChange.
func (s *Supervisor) Follow(ctx context.Context, f contest.Following, onChange func(active bool, err error)) {
	onChange(true, nil)
	err := s.retry(ctx, f, func(err error) { onChange(true, err) })
	onChange(false, err)
}

// retry calls s.follow until s.follow succeeds or fails for good.
func (s *Supervisor) retry(ctx context.Context, f contest.Following, onWait func(error)) error {
	log := s.log.With("contest", f.SystemID)
	wait := func(err error) {
		if err != nil {
			log.Info("waiting to follow a contest", "reason", err)
		}
		onWait(err)
	}
	try := func() (struct{}, error) { return struct{}{}, s.follow(ctx, f, wait) }
	_, err := backoff.Retry(ctx, try, backoff.WithBackOff(s.NewBackOff()), backoff.WithMaxElapsedTime(0),
		backoff.WithNotify(func(err error, _ time.Duration) { wait(err) }))
	if err != nil && ctx.Err() == nil {
		log.Error("the contest is not followed any more", "error", err)
	}
	return err
}
