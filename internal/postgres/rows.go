package postgres

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// one returns the only row, or [contest.ErrNotFound].
func one[T any](rows pgx.Rows, scan pgx.RowToFunc[T]) (T, error) {
	v, err := pgx.CollectExactlyOneRow(rows, scan)
	if errors.Is(err, pgx.ErrNoRows) {
		err = contest.ErrNotFound
	}
	return v, err
}

// nullTime stores the zero time as null.
func nullTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// nullNumber stores 0 as null.
func nullNumber(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// fromNullTime reads null as the zero time, and every other in UTC, so that it
// looks the same wherever it is read.
func fromNullTime(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.UTC()
}
