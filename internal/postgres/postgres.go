package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/klauspost/compress/zstd"

	"github.com/ojcheck/ojcheck/migrations"
)

// DB is the archive. It is safe for concurrent use.
type DB struct {
	pool           *pgxpool.Pool
	search         *pgxpool.Pool // for searches in the archive: see searchPool
	encoder        *zstd.Encoder // only for EncodeAll, which may run concurrently
	decoder        *zstd.Decoder // only for DecodeAll; never closed, since a caller of FilesOf may still decompress after Close
	spare          spareConn
	jobs           atomic.Pointer[jobLock] // the newest; nil before LockJobs
	wasDistributed atomic.Bool             // whether the index was distributed at the last search: see tryLayouts

	// OnWait, unless nil, is called before an operation waits for another operation; holder says for people
	// what that operation is. Set OnWait before the first use of the DB.
	OnWait func(holder string)
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
	config.ConnConfig.Tracer = tracer
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		scanTimes(conn)
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			pool.Close()
		}
	}()
	isNewest, err := testPool(ctx, pool, poolerTimeout)
	if err != nil {
		return nil, err
	}
	if !isNewest {
		if err := migrations.Up(ctx, url); err != nil {
			return nil, err
		}
	}
	// The default is one encoder of 1.4 MB for each processor. One is enough, because storing
	// sources is mostly waiting for PostgreSQL.
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
	if spare := db.spare.close(); spare != nil {
		_ = spare.Close(context.Background())
	}
	db.pool.Close()
	db.search.Close()
}

// Pool returns the connections, for tests and benchmarks.
func (db *DB) Pool() *pgxpool.Pool { return db.pool }

// errSharedConnections refuses a pooler that gives each transaction another connection: locks, LISTEN and prepared
// statements belong to a connection.
var errSharedConnections = errors.New("the database is behind a pooler, such as pgbouncer, that shares connections between transactions: " +
	"set pool_mode = session in the pooler, or give the address of PostgreSQL itself")

// poolerLooks is how often testPooler compares connections. One comparison may miss shared connections, because
// another client of the pooler may have taken one in between.
const poolerLooks = 5

// poolerTimeout bounds testPool. A pooler without a free connection does not answer, by default for two minutes.
const poolerTimeout = 30 * time.Second

// CheckPooler returns the error with which [Open] refuses the pooler before the database at url; nil if there is none, or a good
// one, or if Open refuses the database for its encoding.
func CheckPooler(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, poolerTimeout)
	defer cancel()
	conn, err := migrations.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if migrations.CheckEncoding(conn) != nil {
		return nil
	}
	return testPooler(ctx, conn)
}

// testPool opens the first connection of a pool. It reports whether the database has the newest schema. If a pooler between
// ojcheck and PostgreSQL shares connections between transactions, testPool returns errSharedConnections.
func testPool(ctx context.Context, pool *pgxpool.Pool, timeout time.Duration) (isNewest bool, err error) {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err = pool.AcquireFunc(limited, func(conn *pgxpool.Conn) (err error) {
		if err := migrations.CheckEncoding(conn.Conn()); err != nil {
			return err
		}
		if err = testPooler(limited, conn.Conn()); err == nil {
			isNewest, err = hasNewestSchema(limited, conn)
		}
		return err
	})
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return false, unavailable(fmt.Sprintf("could not open two connections to the database within %v, see that it runs, and if a pooler such as pgbouncer is before it, "+
			"set default_pool_size = 40 in the pooler", timeout), err, nil)
	}
	return isNewest, err
}

// hasNewestSchema reports whether all migrations are applied.
func hasNewestSchema(ctx context.Context, conn *pgxpool.Conn) (bool, error) {
	version, err := get[int64](ctx, conn, migrations.SelectVersion, pgx.QueryExecModeSimpleProtocol)
	if hasCode(err, undefinedTable) {
		return false, nil
	}
	return version == migrations.Newest(), err
}

// testPooler returns errSharedConnections if a pooler gives each transaction of first another connection to PostgreSQL.
// Without a pooler it costs one query.
func testPooler(ctx context.Context, first *pgx.Conn) error {
	process, err := backendPID(ctx, first)
	if err != nil || process == first.PgConn().PID() {
		return err
	}
	// A pooler gives clients process IDs of its own.
	second, err := pgx.ConnectConfig(ctx, first.Config())
	if err != nil {
		return err
	}
	defer second.Close(context.WithoutCancel(ctx))
	for range poolerLooks {
		tx, err := second.Begin(ctx)
		if _, isServer := errors.AsType[*pgconn.PgError](err); isServer {
			return errSharedConnections // between statements: such a pooler refuses transactions
		}
		if err != nil {
			return err
		}
		other, err := backendPID(ctx, tx)
		if err != nil {
			return err
		}
		again, err := backendPID(ctx, first)
		if err != nil {
			return err
		}
		if other == process || again != process {
			return errSharedConnections
		}
		if err := tx.Rollback(ctx); err != nil {
			return err
		}
	}
	return nil
}

// backendPID returns the ID of PostgreSQL's process. It prepares no statement, because another connection may run it.
func backendPID(ctx context.Context, q querier) (uint32, error) {
	return get[uint32](ctx, q, "SELECT pg_backend_pid()", pgx.QueryExecModeSimpleProtocol)
}
