package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/klauspost/compress/zstd"

	"github.com/ojcheck/ojcheck/migrations"
)

// DB is the archive. It is safe for concurrent use.
type DB struct {
	pool    *pgxpool.Pool
	search  *pgxpool.Pool // for searches in the archive: see searchPool
	encoder *zstd.Encoder // used by EncodeAll only, which may run concurrently
	decoder *zstd.Decoder // used by DecodeAll only
}

// oldest is the oldest major version of PostgreSQL that will do.
const oldest = 15

// Open connects to the database at url, a PostgreSQL connection URL or keyword
// string, and brings its schema up to date. A database of a newer ojcheck gives
// a [migrations.NewerError].
func Open(ctx context.Context, url string) (*DB, error) { return OpenTraced(ctx, url, nil) }

// OpenTraced is Open with a tracer that sees each statement; nil is none.
func OpenTraced(ctx context.Context, url string, tracer pgx.QueryTracer) (_ *DB, err error) {
	defer wrap(&err, "open database")
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("the address of the database is wrong, give it as postgres://user@host/database: %w", err)
	}
	config.ConnConfig.Tracer = tracer
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			pool.Close()
		}
	}()
	if err := prepare(ctx, pool, url); err != nil {
		return nil, err
	}
	// One for all: there would be one of 1.4 MB for each processor, and whoever
	// stores sources waits for the server most of the time.
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0))
	if err != nil {
		return nil, err
	}
	search, err := searchPool(ctx, pool.Config())
	if err != nil {
		return nil, err
	}
	return &DB{pool: pool, search: search, encoder: encoder, decoder: decoder}, nil
}

// prepare sees that the server is new enough and has the schema.
func prepare(ctx context.Context, pool *pgxpool.Pool, url string) error {
	var number int // such as 150012
	var name string
	err := pool.QueryRow(ctx, "SELECT current_setting('server_version_num')::integer, current_setting('server_version')").Scan(&number, &name)
	if err != nil {
		return err
	}
	if err := checkServer(number, name); err != nil {
		return err
	}
	return migrations.Up(ctx, url)
}

// checkServer refuses a server that is too old.
func checkServer(number int, name string) error {
	if number < oldest*10_000 {
		return fmt.Errorf("the database is PostgreSQL %s: ojcheck needs %d or newer", name, oldest)
	}
	return nil
}

// Close closes all connections. It waits for those in use.
func (db *DB) Close() {
	db.pool.Close()
	db.search.Close()
	db.decoder.Close()
}

// Pool returns the connections, for a store of web sessions in the table
// sessions.
func (db *DB) Pool() *pgxpool.Pool { return db.pool }
