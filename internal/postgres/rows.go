package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// querier is the pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// executor is a querier that changes something.
type executor interface {
	querier
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// list returns the rows of a query.
func list[T any](ctx context.Context, q querier, scan pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	return pgx.CollectRows(query(ctx, q, sql, args...), scan)
}

// get returns the only row of a query, or [contest.ErrNotFound].
func get[T any](ctx context.Context, q querier, scan pgx.RowToFunc[T], sql string, args ...any) (T, error) {
	v, err := pgx.CollectExactlyOneRow(query(ctx, q, sql, args...), scan)
	if errors.Is(err, pgx.ErrNoRows) {
		err = contest.ErrNotFound
	}
	return v, err
}

// query begins a query. Its error, if it has one, is that of reading the rows.
func query(ctx context.Context, q querier, sql string, args ...any) pgx.Rows {
	rows, _ := q.Query(ctx, sql, args...)
	return rows
}

// mapOf returns the rows of a query of two columns: key and value.
func mapOf[K comparable, V any](ctx context.Context, q querier, sql string, args ...any) (map[K]V, error) {
	m := make(map[K]V)
	var key K
	var value V
	_, err := pgx.ForEachRow(query(ctx, q, sql, args...), []any{&key, &value}, func() error {
		m[key] = value
		return nil
	})
	return m, err
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

// optionalTime scans null as the zero time, and every other in UTC, so that it looks
// the same wherever it is read.
type optionalTime struct{ into *time.Time }

func (o optionalTime) ScanTimestamptz(v pgtype.Timestamptz) error {
	*o.into = time.Time{}
	if v.Valid {
		*o.into = v.Time.UTC()
	}
	return nil
}

// maxName is the most bytes that the name of a contest, a problem or a
// participant may have, because names are indexed.
const maxName = 1000

// checkText returns an error if s cannot be stored as text: PostgreSQL takes valid UTF-8
// without NUL.
func checkText(what, s string) error {
	switch {
	case !utf8.ValidString(s):
		return fmt.Errorf("%s %q is not valid UTF-8", what, s)
	case strings.ContainsRune(s, 0):
		return fmt.Errorf("%s %q contains a NUL", what, s)
	}
	return nil
}

// checkName returns an error if s cannot be the name of something.
func checkName(what, s string) error {
	if s == "" {
		return fmt.Errorf("%s has no name", what)
	}
	if len(s) > maxName {
		return fmt.Errorf("%s name %.40q... has %d bytes, at most %d are possible", what, s, len(s), maxName)
	}
	return checkText(what, s)
}

// checkPath returns an error if s cannot be the path of a file.
func checkPath(s string) error {
	if s == "" {
		return errors.New("a file has no path")
	}
	return checkText("path", s)
}
