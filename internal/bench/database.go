package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/ojcheck/ojcheck/internal/citus"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/simhash"
)

// database is an archive for one measurement, on the server of the user's database. Its name contains the oid
// of the user's database. So the next measurement finds the archive of a killed measurement, and drops it.
type database struct {
	*postgres.DB
	name     string
	userConn *pgx.Conn    // to the user's database; holds the lock
	nodes    []citus.Node // of the cluster of the user's database; nil without a cluster
}

// lockKey is the key of the advisory lock that a measurement holds in the user's database. No other lock has
// the same first bits, see internal/postgres/lock.go.
const lockKey = 0x5c7a<<48 | 1

// open creates an empty archive on the server of the database at connection, a URL or keyword string.
func open(ctx context.Context, connection string) (_ *database, err error) {
	db := new(database)
	if db.userConn, err = pgx.Connect(ctx, connection); err != nil {
		return nil, err
	}
	var isLocked bool
	err = db.userConn.QueryRow(ctx, `SELECT 'ojcheck_bench_' || oid, pg_try_advisory_lock($1)
		FROM pg_database WHERE datname = current_database()`, int64(lockKey)).Scan(&db.name, &isLocked)
	if err == nil && !isLocked {
		err = errors.New("another measurement runs beside this database: wait until it ends")
	}
	if err != nil {
		db.userConn.Close(ctx)
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, db.drop())
		}
	}()
	if db.nodes, err = citus.Nodes(ctx, db.userConn); err != nil {
		return nil, err
	}
	if err = citus.CreateDatabase(ctx, db.userConn.Config(), db.nodes, db.name); err != nil {
		if denied, ok := errors.AsType[*pgconn.PgError](err); ok && denied.Code == "42501" {
			err = fmt.Errorf("%w: let the role create databases (ALTER ROLE ... CREATEDB), or let ojcheck start a server of its own", err)
		}
		return nil, err
	}
	if db.DB, err = postgres.Open(ctx, withDatabase(connection, db.name)); err == nil && len(db.nodes) > 0 {
		err = db.Distribute(ctx, postgres.DistributeOptions{})
	}
	return db, err
}

func withDatabase(connection, name string) string {
	u, err := url.Parse(connection)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return connection + " dbname=" + name // the last dbname counts
	}
	query := u.Query()
	query.Del("dbname")
	query.Del("database")
	u.Path, u.RawQuery = "/"+name, query.Encode()
	return u.String()
}

// drop drops the database. It takes no context, so that it also works after an interrupt.
func (db *database) drop() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if db.DB != nil {
		db.DB.Close()
	}
	defer db.userConn.Close(ctx)
	return citus.DropDatabase(ctx, db.userConn.Config(), db.nodes, db.name)
}

// load stores fingerprints, and adds times and sizes to the report. If indexFirst is set, it builds the
// indexes before it loads the rows. Otherwise it builds them after the rows, because that is faster.
func (db *database) load(ctx context.Context, stored []simhash.Fingerprint, indexFirst bool, r *Report) error {
	if len(db.nodes) > 0 {
		return db.loadPostings(ctx, stored, indexFirst, r)
	}
	var indexes []string // also the primary key, but not the indexes on shingles
	if err := db.Pool().QueryRow(ctx, `
		SELECT current_setting('server_version'), array_agg(pg_get_indexdef(indexrelid))
		FROM pg_index WHERE indrelid = 'index_entries'::regclass AND pg_get_indexdef(indexrelid) LIKE '% USING btree %'`).
		Scan(&r.Server, &indexes); err != nil {
		return err
	}
	// The new table has no indexes, and no foreign key, because there are no submissions.
	if _, err := db.Pool().Exec(ctx, `
		CREATE TABLE bare_entries (LIKE index_entries INCLUDING ALL EXCLUDING INDEXES);
		DROP TABLE index_entries CASCADE;
		ALTER TABLE bare_entries RENAME TO index_entries`); err != nil {
		return err
	}
	build := "SET LOCAL maintenance_work_mem = '512MB';" + strings.Join(indexes, ";")
	if indexFirst {
		if _, err := db.Pool().Exec(ctx, build); err != nil {
			return err
		}
		build = ""
	}
	start := time.Now()
	if _, err := db.Pool().CopyFrom(ctx, pgx.Identifier{"index_entries"}, []string{"fingerprint", "submission_id", "algorithm"},
		pgx.CopyFromSlice(len(stored), func(i int) ([]any, error) {
			return []any{int64(stored[i]), int64(i + 1), algorithmVersion}, nil
		})); err != nil {
		return err
	}
	if err := db.finish(ctx, "index_entries", build, start, len(stored), r); err != nil {
		return err
	}
	return db.Pool().QueryRow(ctx, `
		SELECT round(pg_table_size('index_entries') / $1::numeric, 2)::float8, round(pg_indexes_size('index_entries') / $1::numeric, 2)::float8,
			round((pg_relation_size('index_entries_b0') + pg_relation_size('index_entries_b1') + pg_relation_size('index_entries_b2')) / $1::numeric, 2)::float8`,
		len(stored)).Scan(&r.HeapBytes, &r.IndexBytes, &r.BlockBytes) // per fingerprint
}

// finish builds the indexes of a table that was loaded since start, and reports the times.
func (db *database) finish(ctx context.Context, table, build string, start time.Time, rows int, r *Report) error {
	loadSeconds := time.Since(start).Seconds()
	for _, statement := range []string{build, "VACUUM (ANALYZE) " + table} { // otherwise index-only scans read the table too
		if _, err := db.Pool().Exec(ctx, statement); err != nil {
			return err
		}
	}
	r.LoadSeconds, r.IndexSeconds = rounded(loadSeconds), rounded(time.Since(start).Seconds()-loadSeconds)
	r.RowsPerSecond = math.Round(float64(rows) / loadSeconds)
	return nil
}

// readIndexes reads the indexes once. Then the server has as much of them in its shared buffers as fits, like a server
// that has run for a while. Building indexes does not do this, and some thousands of queries read only a part of a large index.
func (db *database) readIndexes(ctx context.Context) error {
	if len(db.nodes) > 0 {
		return nil // the workers ignore these settings
	}
	_, err := db.Pool().Exec(ctx, `
		SET LOCAL enable_seqscan = off;
		SET LOCAL enable_bitmapscan = off;
		SELECT count(fingerprint) FROM index_entries;
		SELECT count(b1) FROM index_entries;
		SELECT count(b2) FROM index_entries`)
	return err
}

// loadPostings is load for a cluster.
func (db *database) loadPostings(ctx context.Context, stored []simhash.Fingerprint, indexFirst bool, r *Report) error {
	r.Workers = len(db.nodes) - 1
	var key string
	if err := db.Pool().QueryRow(ctx, `
		SELECT current_setting('server_version'), pg_get_constraintdef(oid)
		FROM pg_constraint WHERE conrelid = 'fingerprint_postings'::regclass AND contype = 'p'`).Scan(&r.Server, &key); err != nil {
		return err
	}
	build := "ALTER TABLE fingerprint_postings ADD CONSTRAINT fingerprint_postings_pkey " + key
	if indexFirst {
		build = ""
	} else if _, err := db.Pool().Exec(ctx, "ALTER TABLE fingerprint_postings DROP CONSTRAINT fingerprint_postings_pkey"); err != nil {
		return err
	}
	start := time.Now()
	blocks := len(simhash.Thirds().Widths())
	var buckets []int64
	if _, err := db.Pool().CopyFrom(ctx, pgx.Identifier{"fingerprint_postings"}, []string{"bucket", "fingerprint", "program", "contest_id"},
		pgx.CopyFromSlice(blocks*len(stored), func(i int) ([]any, error) {
			f, block := stored[i/blocks], i%blocks
			if block == 0 {
				buckets = postgres.Buckets(algorithmVersion, uint64(f))
			}
			return []any{buckets[block], int64(f), int64(i/blocks + 1), int64(1)}, nil
		})); err != nil {
		return err
	}
	if err := db.finish(ctx, "fingerprint_postings", build, start, blocks*len(stored), r); err != nil {
		return err
	}
	return db.Pool().QueryRow(ctx, `
		SELECT round(citus_table_size('fingerprint_postings') / $1::numeric, 2)::float8,
			round((citus_total_relation_size('fingerprint_postings') - citus_table_size('fingerprint_postings')) / $1::numeric, 2)::float8`,
		len(stored)).Scan(&r.HeapBytes, &r.IndexBytes) // per fingerprint
}
