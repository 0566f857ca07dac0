//go:build unix

package localpg

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	role     = "ojcheck" // the cluster's only user
	database = "ojcheck" // made at the first start
)

// An endpoint is a server as its postmaster.pid describes it.
type endpoint struct {
	pid       int
	socketDir string
	port      int
}

// url is the connection URL of a database, for pgx and for psql. It names the
// port and the TLS mode, so that PGPORT and PGSSLMODE do not count.
func (e endpoint) url(database string) string {
	dir := strings.NewReplacer("+", "%20", "%2F", "/").Replace(url.QueryEscape(e.socketDir))
	return fmt.Sprintf("postgres://%s@/%s?host=%s&port=%d&sslmode=disable", role, database, dir, e.port)
}

// connect opens a connection to a database.
func (e endpoint) connect(ctx context.Context, database string) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return pgx.Connect(ctx, e.url(database))
}

// A serverState is what a server says to a client.
type serverState int

const (
	silent serverState = iota // nothing of use: there is no server, or it hangs
	busy                      // not now: it starts, recovers or stops
	ready                     // welcome
)

// state connects to the server to see how it is.
func (e endpoint) state(ctx context.Context) serverState {
	conn, err := e.connect(ctx, "postgres")
	if err == nil {
		conn.Close(ctx)
		return ready
	}
	var refusal *pgconn.PgError
	if errors.As(err, &refusal) {
		switch refusal.Code {
		case "53300": // too_many_connections
			return ready
		case "57P03": // cannot_connect_now
			return busy
		}
	}
	return silent
}

// connections counts the clients' connections to ojcheck's database. Its own is
// to another.
func (e endpoint) connections(ctx context.Context) (int, error) {
	conn, err := e.connect(ctx, "postgres")
	if err != nil {
		return 0, err
	}
	defer conn.Close(ctx)
	var n int
	err = conn.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'",
		database).Scan(&n)
	return n, err
}

// createDatabase makes ojcheck's database if it is not there yet.
func (e endpoint) createDatabase(ctx context.Context) error {
	conn, err := e.connect(ctx, "postgres")
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var exists bool
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", database).Scan(&exists)
	if err != nil || exists {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{database}.Sanitize())
	return err
}
