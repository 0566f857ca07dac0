// Package scratch gives a measurement a PostgreSQL database of its own that
// leaves nothing behind.
//
//	db, err := scratch.Create(ctx, url)
//	...
//	defer db.Drop()
//
// The database stands on the server of the given one, and its name tells of
// which. [Database.Drop] drops it, whoever is still connected, also where the
// context has ended. What a killed process could not drop, the next [Create]
// beside the same database does: a scratch database in use always has a
// connection, so one without any is abandoned.
package scratch

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// lockKey is the advisory lock of those who create and sweep beside one
// database. It is of a kind of its own: see internal/postgres, lock.go.
const lockKey = 0x5c7a<<48 | 1

// patience is how long the database may take to go.
const patience = time.Minute

// Database is a scratch database. It must be dropped.
type Database struct {
	base string // URL of the database that it was created beside
	name string
	url  string
	hold *pgx.Conn // shows that the database is in use
}

// Create creates an empty database beside the one at url, a connection URL or
// keyword string, after dropping those that killed processes have left there.
func Create(ctx context.Context, url string) (_ *Database, err error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("create scratch database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) // and give back the lock
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", int64(lockKey)); err != nil {
		return nil, fmt.Errorf("create scratch database: %w", err)
	}
	if err := sweep(ctx, conn); err != nil {
		return nil, fmt.Errorf("drop abandoned scratch databases: %w", err)
	}
	db := &Database{base: url, name: prefix(conn) + strings.ToLower(rand.Text())}
	db.url = withDatabase(url, db.name)
	defer func() {
		if err != nil {
			err = errors.Join(err, db.Drop())
		}
	}()
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+quote(db.name)+" TEMPLATE template0"); err != nil {
		return nil, fmt.Errorf("create scratch database: %w", explain(err))
	}
	if db.hold, err = pgx.Connect(ctx, db.url); err != nil {
		return nil, fmt.Errorf("connect to scratch database: %w", err)
	}
	return db, nil
}

// explain says what to do where the right to create databases is missing.
func explain(err error) error {
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == "42501" {
		return fmt.Errorf("%w: ALTER ROLE ... CREATEDB gives the right, or leave the server to ojcheck", err)
	}
	return err
}

// URL is the connection URL, or keyword string, of the database.
func (db *Database) URL() string { return db.url }

// Server is the version of the PostgreSQL server, as it says itself.
func (db *Database) Server() string { return db.hold.PgConn().ParameterStatus("server_version") }

// Drop drops the database with all that is in it, and ends the connections to
// it.
func (db *Database) Drop() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if db.hold != nil {
		_ = db.hold.Close(ctx)
	}
	conn, err := pgx.Connect(ctx, db.base)
	if err != nil {
		return fmt.Errorf("drop scratch database %s: %w", db.name, err)
	}
	defer conn.Close(ctx)
	for {
		_, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+quote(db.name)+" WITH (FORCE)")
		if err == nil {
			return nil
		}
		// A backend that builds an index may take longer to end than the
		// server waits for it.
		var busy *pgconn.PgError
		if !errors.As(err, &busy) || busy.Code != "55006" {
			return fmt.Errorf("drop scratch database %s: %w", db.name, err)
		}
	}
}

// Left lists the scratch databases beside the one at url, those in use too.
func Left(ctx context.Context, url string) ([]string, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("list scratch databases: %w", err)
	}
	defer conn.Close(ctx)
	names, err := list(ctx, conn, "true")
	if err != nil {
		return nil, fmt.Errorf("list scratch databases: %w", err)
	}
	return names, nil
}

// list lists the scratch databases beside the connection's for which a
// condition holds.
func list(ctx context.Context, conn *pgx.Conn, condition string) ([]string, error) {
	rows, err := conn.Query(ctx, "SELECT datname FROM pg_database d WHERE starts_with(datname, $1) AND "+condition+" ORDER BY datname", prefix(conn))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// sweep drops the scratch databases that nobody is connected to. The caller
// holds the lock, so none of them has only just been created.
func sweep(ctx context.Context, conn *pgx.Conn) error {
	names, err := list(ctx, conn, "NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datid = d.oid)")
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+quote(name)); err != nil {
			return err
		}
	}
	return nil
}

// prefix begins the names of the scratch databases beside the one that is
// connected to. A hash stands for its name, as names have at most 63 bytes.
func prefix(conn *pgx.Conn) string {
	hash := fnv.New32a()
	hash.Write([]byte(conn.Config().Database))
	return fmt.Sprintf("ojcheck_scratch_%08x_", hash.Sum32())
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
