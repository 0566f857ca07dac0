package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// explainedError puts advice before an error, and may also wrap [contest.ErrUnavailable].
type explainedError struct {
	advice string
	errs   []error // all wrapped errors, the original error first
}

func (e *explainedError) Error() string   { return e.advice + ": " + e.errs[0].Error() }
func (e *explainedError) Unwrap() []error { return e.errs }

// unavailable puts advice before err. The result wraps err, [contest.ErrUnavailable], and cause unless it is nil.
func unavailable(advice string, err, cause error) error {
	errs := []error{err, contest.ErrUnavailable}
	if cause != nil {
		errs = append(errs, cause)
	}
	return &explainedError{advice, errs}
}

func connectionLost(err error) error {
	return unavailable("lost the database, see that it runs and try again", err, nil)
}

// Explain puts advice before errors of the database, for packages that use the database directly. It
// returns other errors, and errors with advice, unchanged.
func Explain(err error) error {
	_, isServer := errors.AsType[*pgconn.PgError](err)
	_, isConnect := errors.AsType[*pgconn.ConnectError](err)
	if isServer || isConnect {
		return explain(err)
	}
	return err
}

// hasContextEnded reports whether the caller ended the call, or set a time that was too short for it.
func hasContextEnded(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// explain puts advice before errors of the connection and of PostgreSQL that users can do something about. It returns
// other errors unchanged.
func explain(err error) error {
	if _, isExplained := errors.AsType[*explainedError](err); err == nil || isExplained || errors.Is(err, context.Canceled) {
		return err
	}
	if server, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch {
		case server.Code == "53100":
			return unavailable("the disk of the database is full, free some space and try again", err, contest.ErrDiskFull)
		case server.Code == "53300":
			return unavailable("the database has no free connection, try again later or raise its max_connections", err, contest.ErrTooManyConnections)
		case server.Code == "42501" || server.Code == "25006":
			return &explainedError{"the database does not let this user write", []error{err}}
		case strings.Contains(server.Message, "unsupported startup parameter"):
			return &explainedError{"the pooler of the database refuses a setting of its address, take the setting out of the address", []error{err}}
		case strings.Contains(server.Message, "query_wait_timeout"):
			return unavailable("the pooler of the database has no free connection, raise its default_pool_size", err, contest.ErrTooManyConnections)
		case strings.HasPrefix(server.Code, "57P") || strings.HasPrefix(server.Code, "08"):
			return connectionLost(err)
		}
		return err
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return unavailable("cannot reach the database, see that it runs and that its address is right", err, nil)
	}
	if hasContextEnded(err) { // a deadline is also a net.Error
		return err
	}
	if _, ok := errors.AsType[net.Error](err); ok || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err) {
		return connectionLost(err)
	}
	return err
}

// wrap explains *err and puts the name of the failed action before it. It does nothing if
// *err is nil.
func wrap(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf(format+": %w", append(args, explain(*err))...)
	}
}

// orNotFound returns [contest.ErrNotFound] if err means that a row refers to a missing row,
// and otherwise err.
func orNotFound(err error) error {
	if hasCode(err, foreignKeyViolation) {
		return contest.ErrNotFound
	}
	return err
}

// The error codes of PostgreSQL that callers of hasCode know.
const (
	undefinedTable      = "42P01"
	undefinedColumn     = "42703"
	uniqueViolation     = "23505"
	foreignKeyViolation = "23503"
	lockNotAvailable    = "55P03"
	deadlockDetected    = "40P01"
)

// hasCode reports whether err is an error of PostgreSQL with one of the codes.
func hasCode(err error, codes ...string) bool {
	server, ok := errors.AsType[*pgconn.PgError](err)
	return ok && slices.Contains(codes, server.Code)
}
