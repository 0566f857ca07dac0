// Package retention erases data that contests have stored for longer than their settings allow, and expired sessions.
package retention

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// interval is how often Daily looks for overdue data.
const interval = 24 * time.Hour

// Store has the methods of the archive that retention needs.
type Store interface {
	Overdue(ctx context.Context) ([]contest.Overdue, error)
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

// Daily erases overdue data and expired sessions at once and then every day, until ctx ends. If erasing fails for a
// contest, such as a contest that is being checked, Daily logs the error and tries again the next day.
func Daily(ctx context.Context, store Store, log *slog.Logger) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		if err := expireAll(ctx, store, log); err != nil && ctx.Err() == nil {
			log.Warn("could not erase overdue data; will try again in 24 hours", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func expireAll(ctx context.Context, store Store, log *slog.Logger) error {
	overdue, err := store.Overdue(ctx)
	errs := []error{store.DeleteExpiredSessions(ctx), err}
	for _, c := range overdue {
		if err := Expire(ctx, store, review.Server, c); err != nil {
			errs = append(errs, fmt.Errorf("contest %d: %w", c.ID, err))
			continue
		}
		log.Info("erased the overdue data of a contest", "contest", c.Name, "remaining_participants", c.Remaining)
	}
	return errors.Join(errs...)
}
