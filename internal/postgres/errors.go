package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

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
			return fmt.Errorf("the disk of the database is full, free some space and try again: %w", err)
		case server.Code == "53300":
			return fmt.Errorf("the database has no free connection, try again later or raise its max_connections: %w", err)
		case server.Code == "42501" || server.Code == "25006":
			return fmt.Errorf("the database does not let this user write: %w", err)
		case strings.HasPrefix(server.Code, "57P") || strings.HasPrefix(server.Code, "08"):
			return fmt.Errorf("lost the database, see that it runs and try again: %w", err)
		}
		return err
	}
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) {
		return fmt.Errorf("cannot reach the database, see that it runs and that its address is right: %w", err)
	}
	var network net.Error
	if errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("lost the database, see that it runs and try again: %w", err)
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
