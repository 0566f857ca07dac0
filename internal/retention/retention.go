// Package retention erases data that contests have stored for longer than their settings allow, and expired sessions.
package retention

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// interval is how often Run looks for overdue data.
const interval = time.Hour

// Store has the methods of the archive that retention needs.
type Store interface {
	// FindOverdue stores since when contests are overdue, and returns those that will be erased in a day. now is the time of
	// this machine.
	FindOverdue(ctx context.Context, now time.Time) ([]contest.Overdue, error)
	// OverdueForADay returns what FindOverdue found overdue at least a day ago.
	OverdueForADay(ctx context.Context, now time.Time) ([]contest.Overdue, error)
	// ErasePlaces erases where the participants sat: their addresses and seats.
	ErasePlaces(ctx context.Context, by review.Person, contestID int64) (participants int, err error)
	ErasePrograms(ctx context.Context, by review.Person, contestID int64) (submissions int, err error)
	DeleteContest(ctx context.Context, by review.Person, contestID int64) error
	DeleteExpiredSessions(ctx context.Context) error
}

// Expire erases the overdue data of one contest. A field of c.Due is above 0 only if that data is overdue; it is then the
// number of days that were allowed.
func Expire(ctx context.Context, store Store, by review.Person, c contest.Overdue) (err error) {
	if c.Exceeded.All > 0 {
		return store.DeleteContest(ctx, by, c.ID)
	}
	if c.Exceeded.Programs > 0 {
		_, err = store.ErasePrograms(ctx, by, c.ID)
	}
	if c.Exceeded.Places > 0 && err == nil {
		_, err = store.ErasePlaces(ctx, by, c.ID)
	}
	return err
}

// Run erases data a day after it finds it overdue, and expired sessions. It looks at once and then every hour, until ctx
// ends. So a clock that is wrong for less than a day erases nothing. If erasing fails for a contest, such as a contest that
// is being checked, Run logs the error and tries again after another day.
func Run(ctx context.Context, store Store, log *slog.Logger) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		if err := look(ctx, store, log); err != nil && ctx.Err() == nil {
			log.Warn("could not erase overdue data; will try again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func look(ctx context.Context, store Store, log *slog.Logger) error {
	now := time.Now()
	overdue, err := store.OverdueForADay(ctx, now)
	errs := []error{store.DeleteExpiredSessions(ctx), err}
	for _, c := range overdue {
		// The contests before this one may have taken long. Meanwhile somebody may have changed how long this one is stored.
		still, err := store.OverdueForADay(ctx, now)
		i := slices.IndexFunc(still, func(o contest.Overdue) bool { return o.ID == c.ID })
		if err == nil && i < 0 {
			continue
		}
		if err == nil {
			c = still[i]
			err = Expire(ctx, store, review.Server, c)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("contest %d: %w", c.ID, err))
			continue
		}
		log.Info("erased the overdue data of a contest", "contest", c.Name, "erased", c.Data(), "remaining_participants", c.Remaining)
	}
	found, err := store.FindOverdue(ctx, now)
	for _, c := range found {
		log.Warn("the data of a contest is overdue and will be erased in a day; \"ojcheck contest retain\" changes for how long it is stored",
			"contest", c.Name, "overdue", c.Data(), "ended", c.Ended.Format(time.DateOnly))
	}
	return errors.Join(append(errs, err)...)
}
