package postgres

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/klauspost/compress/zstd"

	"github.com/ojcheck/ojcheck/migrations"
)

// DB is the archive. It is safe for concurrent use.
type DB struct {
	pool      *pgxpool.Pool
	search    *pgxpool.Pool           // for searches in the archive: see searchPool
	encoder   *zstd.Encoder           // only for EncodeAll, which may run concurrently
	decoder   *zstd.Decoder           // only for DecodeAll
	jobs      atomic.Pointer[jobLock] // the newest; nil before LockJobs
	onWorkers atomic.Bool             // whether the index was distributed at the last search: see onLayout

	// OnWait, unless nil, is called before an operation waits for another operation; other is the name
	// of that operation. Set OnWait before the first use of the DB.
	OnWait func(other string)
}

// Open connects to the database at url, a PostgreSQL connection URL or keyword string, and
// migrates it. A database of a newer ojcheck gives a [migrations.NewerError].
func Open(ctx context.Context, url string) (*DB, error) { return OpenTraced(ctx, url, nil) }

// OpenTraced is Open with a tracer of all statements; nil traces nothing.
func OpenTraced(ctx context.Context, url string, tracer pgx.QueryTracer) (_ *DB, err error) {
	defer wrap(&err, "open database")
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("wrong address of the database, give it as postgres://user@host/database: %w", err)
	}
	if err := checkPooler(ctx, config.ConnConfig, poolerTimeout); err != nil {
		return nil, err
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
	if err := migrations.Up(ctx, url); err != nil {
		return nil, err
	}
	// The default is one encoder of 1.4 MB for each processor. One is enough, because storing
	// sources is mostly waiting for the server.
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

// Close closes all connections. It waits until nobody uses them.
func (db *DB) Close() {
	db.pool.Close()
	db.search.Close()
	db.decoder.Close()
}

// Pool returns the connections, for tests.
func (db *DB) Pool() *pgxpool.Pool { return db.pool }
