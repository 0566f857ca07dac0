package postgres

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

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

// maxName is the most bytes that the name of a contest, a problem or a
// participant may have, because names are indexed.
const maxName = 1000

// checkText tells why s cannot be stored as text: PostgreSQL takes valid UTF-8
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

// checkName tells why s cannot be the name of something.
func checkName(what, s string) error {
	if s == "" {
		return fmt.Errorf("%s has no name", what)
	}
	if len(s) > maxName {
		return fmt.Errorf("%s name %.40q... has %d bytes, at most %d are possible", what, s, len(s), maxName)
	}
	return checkText(what, s)
}

// checkPath tells why s cannot be the path of a file.
func checkPath(s string) error {
	if s == "" {
		return errors.New("a file has no path")
	}
	return checkText("path", s)
}
