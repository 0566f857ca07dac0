// Package migrations holds the schema of the archive as numbered SQL files, and
// applies them to databases.
//
// Never edit a released migration: a change of the schema is a new file with the next
// number. There are no down migrations, because an older ojcheck refuses a newer schema.
// Migrations delete nothing.
package migrations

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed *.sql
var files embed.FS

// Files returns the embedded migrations: <number>_<name>.sql.
func Files() fs.FS { return files }

// Newest returns the newest version of the schema that this program knows.
func Newest() (newest int64) {
	names, _ := fs.Glob(files, "*.sql") // fails only for a malformed pattern
	for _, name := range names {
		if version, err := goose.NumericComponent(name); err == nil {
			newest = max(newest, version)
		}
	}
	return newest
}

// SelectVersion is the SQL that returns the version of a database's schema. It fails if the database
// has no ojcheck tables.
const SelectVersion = "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied"

// SelectDatabase is the SQL that returns an ID of the database. No other database, of any server, has the same ID.
const SelectDatabase = `
	SELECT system_identifier || '-' || oid
	FROM pg_control_system(), pg_database
	WHERE datname = current_database()`

// LastBeforeBaseline is the last commit that can update databases and dumps that are older than the baseline, the first
// migration.
const LastBeforeBaseline = "28cb23b6"

// IsBeforeBaseline is the SQL condition that the schema of the database is older than the baseline. Such a schema has the table
// contests, but not index_entries.
const IsBeforeBaseline = "to_regclass('contests') IS NOT NULL AND to_regclass('index_entries') IS NULL"

// ErrBeforeBaseline means that the schema of the database is older than the baseline.
var ErrBeforeBaseline = errors.New("this database is older than the first release of ojcheck: run \"ojcheck contest list\" of commit " +
	LastBeforeBaseline + " on it once, which updates it or says what else to do; or start with an empty database")

// NewerError means that this program does not know the database's schema.
type NewerError struct {
	Schema int64 // version of the schema
	Known  int64 // newest version that this program knows
}

func (e *NewerError) Error() string {
	return fmt.Sprintf("this database was made by a newer ojcheck (schema %d; this one knows %d): install the newer version", e.Schema, e.Known)
}

// parseURL reads the address of a database, for a single connection. It leaves out the settings of a pool, such as
// pool_max_conns, which PostgreSQL would refuse.
func parseURL(url string) (*pgx.ConnConfig, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	return config.ConnConfig, nil
}

// Connect opens one connection to the database at url.
func Connect(ctx context.Context, url string) (*pgx.Conn, error) {
	config, err := parseURL(url)
	if err != nil {
		return nil, err
	}
	return pgx.ConnectConfig(ctx, config)
}

// Up migrates the database at url to the newest schema. Several processes may call it at once:
// goose's session lock (a PostgreSQL advisory lock) lets one of them migrate while the others
// wait. Up returns a *NewerError if the schema is newer than this program, and an error if
// the server is older than PostgreSQL 15.
func Up(ctx context.Context, url string) error {
	return withProvider(ctx, url, func(provider *goose.Provider) error {
		_, err := provider.Up(ctx)
		return err
	})
}

// UpTo migrates like [Up], but only to the given version of the schema. UpTo does not change a
// database with a newer schema. If this program does not know the version, UpTo returns a
// *NewerError.
func UpTo(ctx context.Context, url string, version int64) error {
	return withProvider(ctx, url, func(provider *goose.Provider) error {
		isVersion := func(source *goose.Source) bool { return source.Version == version }
		if !slices.ContainsFunc(provider.ListSources(), isVersion) {
			_, newest, err := provider.GetVersions(ctx)
			if err == nil {
				err = &NewerError{Schema: version, Known: newest}
			}
			return err
		}
		_, err := provider.UpTo(ctx, version)
		return err
	})
}

// withProvider checks the database at url, and calls migrate with a goose provider for the database.
func withProvider(ctx context.Context, url string, migrate func(*goose.Provider) error) (err error) {
	defer func() {
		if newer, ok := errors.AsType[*NewerError](err); ok {
			err = newer
		} else if err != nil && !errors.Is(err, ErrBeforeBaseline) {
			err = fmt.Errorf("migrate the database: %w", err)
		}
	}()
	config, err := parseURL(url)
	if err != nil {
		return err
	}
	// Commits need not wait for the disk (synchronous_commit = off): the server writes them in their order, so the
	// migrations are on disk before any later commit.
	prepare := stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		if err := CheckEncoding(conn); err != nil {
			return err
		}
		_, err := conn.Exec(ctx, "SET synchronous_commit = off")
		return err
	})
	db := stdlib.OpenDB(*config, prepare)
	defer func() { err = errors.Join(err, db.Close()) }()
	var isBeforeBaseline bool
	var version int        // of the server, such as 150012
	var versionText string // the version to show, such as "15.12"
	err = db.QueryRowContext(ctx, "SELECT "+IsBeforeBaseline+`,
			current_setting('server_version_num')::integer, current_setting('server_version')`).Scan(&isBeforeBaseline, &version, &versionText)
	if err == nil {
		err = CheckServer(version, versionText)
	}
	if err == nil && isBeforeBaseline {
		err = ErrBeforeBaseline
	}
	if err != nil {
		return err
	}
	// Try once a second, up to an hour: a migration may take minutes for an archive of millions of programs.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 3600))
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files,
		goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	if err := migrate(provider); err != nil {
		return err
	}
	// goose does not change a newer schema, so this check can come last.
	schema, known, err := provider.GetVersions(ctx)
	if err == nil && schema > known {
		err = &NewerError{Schema: schema, Known: known}
	}
	return err
}

// MinServer is the oldest major version of PostgreSQL that the schema works with.
const MinServer = 15

// CheckServer returns an error for a server that is too old. version is PostgreSQL's
// server_version_num, such as 150012, and versionText its server_version, such as "15.12".
func CheckServer(version int, versionText string) error {
	if version < MinServer*10_000 {
		return fmt.Errorf("the database is PostgreSQL %s: ojcheck needs %d or newer", versionText, MinServer)
	}
	return nil
}

// MakeDatabase is what to do about a database that is not in UTF-8.
const MakeDatabase = "make another database for ojcheck: CREATE DATABASE ojcheck ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0"

// CheckEncoding returns an error for a database that is not in UTF-8, unless its user has chosen UTF-8 for connections. A pooler
// may not tell the encoding.
func CheckEncoding(conn *pgx.Conn) error {
	encoding := conn.PgConn().ParameterStatus("server_encoding")
	if encoding == "" || encoding == "UTF8" || conn.PgConn().ParameterStatus("client_encoding") == "UTF8" {
		return nil
	}
	return fmt.Errorf("the database has the encoding %s, which cannot hold all names: %s", encoding, MakeDatabase)
}
