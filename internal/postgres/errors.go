package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// unavailableError is a [contest.ErrAway].
type unavailableError struct {
	what string
	err  error
}

func (e *unavailableError) Error() string   { return e.what + ": " + e.err.Error() }
func (e *unavailableError) Unwrap() []error { return []error{e.err, contest.ErrUnavailable} }

// connectionLost is an error of a connection that is gone.
func connectionLost(err error) error {
	return &unavailableError{"lost the database, see that it runs and try again", err}
}

// explain puts what happened, and what to do about it, before an error of
// PostgreSQL that a judge may meet. Others are returned as they are.
func explain(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	var server *pgconn.PgError
	if errors.As(err, &server) {
		switch {
		case server.Code == "53100":
			return &unavailableError{"the disk of the database is full, free some space and try again", err}
		case server.Code == "53300":
			return &unavailableError{"the database has no free connection, try again later or raise its max_connections", err}
		case server.Code == "42501" || server.Code == "25006":
			return fmt.Errorf("the database does not let this user write: %w", err)
		case strings.HasPrefix(server.Code, "57P") || strings.HasPrefix(server.Code, "08"):
			return connectionLost(err)
		}
		return err
	}
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) {
		return &unavailableError{"cannot reach the database, see that it runs and that its address is right", err}
	}
	var network net.Error
	if errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err) {
		return connectionLost(err)
	}
	return err
}

// wrap puts what failed before an error, if there is one, and explains it.
func wrap(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf(format+": %w", append(args, explain(*err))...)
	}
}

// isForeignKeyViolation reports whether a row was refused for what it refers to is not
// there.
func isForeignKeyViolation(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == "23503"
}

// isUniqueViolation reports whether a row was refused because another one has a name, or
// the like, that only one may have.
func isUniqueViolation(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == "23505"
}
