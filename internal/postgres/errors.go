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

// awayError is a [contest.ErrAway].
type awayError struct {
	what string
	err  error
}

func (e *awayError) Error() string   { return e.what + ": " + e.err.Error() }
func (e *awayError) Unwrap() []error { return []error{e.err, contest.ErrUnavailable} }

// lost is an error of a connection that is gone.
func lost(err error) error {
	return &awayError{"lost the database, see that it runs and try again", err}
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
			return &awayError{"the disk of the database is full, free some space and try again", err}
		case server.Code == "53300":
			return &awayError{"the database has no free connection, try again later or raise its max_connections", err}
		case server.Code == "42501" || server.Code == "25006":
			return fmt.Errorf("the database does not let this user write: %w", err)
		case strings.HasPrefix(server.Code, "57P") || strings.HasPrefix(server.Code, "08"):
			return lost(err)
		}
		return err
	}
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) {
		return &awayError{"cannot reach the database, see that it runs and that its address is right", err}
	}
	var network net.Error
	if errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err) {
		return lost(err)
	}
	return err
}

// refersToNothing reports whether a row was refused for what it refers to is not
// there.
func refersToNothing(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == "23503"
}

// isTaken reports whether a row was refused because another one has a name, or
// the like, that only one may have.
func isTaken(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == "23505"
}
