// Package migrations holds the schema of the archive as numbered SQL files,
// and brings a database up to it.
//
// A migration that has been released is never edited; a change of the schema
// is a new file with the next number. There are no down migrations: an older
// ojcheck refuses a newer schema, and nothing is ever deleted.
package migrations

import (
	"context"
	"embed"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed *.sql
var files embed.FS

// NewerError tells that the database has a schema that this program does not
// know.
type NewerError struct {
	Schema int64 // version of the database's schema
	Known  int64 // the newest version that this program knows
}

func (e *NewerError) Error() string {
	return fmt.Sprintf("this database was made by a newer ojcheck (schema %d; this one knows %d): install the newer version", e.Schema, e.Known)
}

// Up brings the database at url to the newest schema, or leaves it alone if it
// has it. Any number of processes may call it at once: goose's session lock (a
// PostgreSQL advisory lock) lets one of them work and the others wait. A
// database with a schema newer than this program's is refused by a
// *NewerError.
func Up(ctx context.Context, url string) (err error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	db := stdlib.OpenDB(*config)
	defer func() {
		if e := db.Close(); e != nil {
			err = errors.Join(err, fmt.Errorf("migrate the database: %w", e))
		}
	}()
	// Another process migrates for seconds, not minutes: ask each second.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 600))
	if err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files,
		goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	// Up leaves a newer schema as it is, so it is early enough to ask now.
	schema, known, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	if schema > known {
		return &NewerError{Schema: schema, Known: known}
	}
	return nil
}
