// Package migrations holds the schema of the archive as numbered SQL files, and
// applies them to databases.
//
// Never edit a released migration: a change of the schema is a new file with the next
// number. There are no down migrations: an older ojcheck refuses a newer schema, and
// migrations delete nothing.
package migrations

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed *.sql
var files embed.FS

// Files returns the embedded migrations: <number>_<name>.sql.
func Files() fs.FS { return files }

// ErrBeforeBaseline means that a version before the first release, with other
// migrations, made the database.
var ErrBeforeBaseline = errors.New("this database was made before the first release of ojcheck, and its tables cannot be updated in place: write a dump with `ojcheck db dump` and load it with `ojcheck db restore` into a new database or --data-dir, or start with an empty one")

// NewerError means that this program does not know the database's schema.
type NewerError struct {
	Schema int64 // version of the schema
	Known  int64 // newest version that this program knows
}

func (e *NewerError) Error() string {
	return fmt.Sprintf("this database was made by a newer ojcheck (schema %d; this one knows %d): install the newer version", e.Schema, e.Known)
}

// Up migrates the database at url to the newest schema. Any number of processes may
// call it at once: goose's session lock (a PostgreSQL advisory lock) lets one of them
// work while the others wait. A schema newer than this program gives a *NewerError.
func Up(ctx context.Context, url string) error {
	return withProvider(ctx, url, func(provider *goose.Provider) error {
		_, err := provider.Up(ctx)
		return err
	})
}

// UpTo is [Up] to an older version of the schema; it does not change a database with
// a newer one. A version that this program does not know gives a *NewerError.
func UpTo(ctx context.Context, url string, version int64) error {
	return withProvider(ctx, url, func(provider *goose.Provider) error {
		known := false
		for _, source := range provider.ListSources() {
			known = known || source.Version == version
		}
		if !known {
			_, newest, err := provider.GetVersions(ctx)
			if err != nil {
				return err
			}
			return &NewerError{Schema: version, Known: newest}
		}
		_, err := provider.UpTo(ctx, version)
		return err
	})
}

// withProvider calls work with the migrations for the database at url.
func withProvider(ctx context.Context, url string, work func(*goose.Provider) error) (err error) {
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
	// Try each second: migrations of another process take seconds, not minutes.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 600))
	if err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files,
		goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	var old bool
	err = db.QueryRowContext(ctx, `
		SELECT to_regclass('contests') IS NOT NULL AND to_regclass('submission_sides') IS NULL`).Scan(&old)
	if err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	if old {
		return ErrBeforeBaseline
	}
	if err := work(provider); err != nil {
		if newer := (*NewerError)(nil); errors.As(err, &newer) {
			return newer
		}
		return fmt.Errorf("migrate the database: %w", err)
	}
	// goose does not change a newer schema, so this check can come last.
	schema, known, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	if schema > known {
		return &NewerError{Schema: schema, Known: known}
	}
	return nil
}
