//go:build unix

package pgtest

import (
	"context"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Reused returns a function that opens an empty database. It prefers the database of a test that has ended: it deletes the
// rows and leaves the connections open. A new database, its connections and their first plans cost PostgreSQL 50 ms of
// processor time, an emptied one 5 ms.
//
// A database is not used again if its test failed, ended all connections, changed the schema, the statistics or a setting, left
// a lock or a transaction, or made a table large. A test that ends some connections of a pool takes a database of New. On a
// cluster, no database is used again.
func Reused[DB closer](open func(ctx context.Context, url string) (DB, error)) func(testing.TB) DB {
	var mu sync.Mutex
	var idle []*reused[DB]
	take := func() (r *reused[DB]) { // nil if there is none
		mu.Lock()
		defer mu.Unlock()
		if last := len(idle) - 1; last >= 0 {
			r, idle = idle[last], idle[:last]
		}
		return r
	}
	return func(t testing.TB) DB {
		t.Helper()
		s := start(t)
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		r := take()
		for ; r != nil; r = take() {
			isReusable, err := r.prepareAgain(ctx)
			if err != nil {
				go r.drop(s)
				t.Fatalf("pgtest: empty database: %v", err)
			}
			if isReusable {
				break
			}
			go r.drop(s)
		}
		if r == nil {
			var err error
			if r, err = openReused(ctx, s, open); err != nil {
				t.Fatalf("pgtest: open database: %v", err)
			}
		}
		t.Cleanup(func() {
			if t.Failed() || OnCluster() {
				go r.drop(s)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			idle = append(idle, r)
		})
		return r.db
	}
}

type closer interface{ Close() }

// reused is an opened database that tests use one after the other.
type reused[DB closer] struct {
	db     DB
	name   string
	conn   *pgx.Conn // to empty the database
	schema string    // of selectSchema, before the first test
}

func openReused[DB closer](ctx context.Context, s *server, open func(ctx context.Context, url string) (DB, error)) (r *reused[DB], err error) {
	r = new(reused[DB])
	if r.name, err = s.newDatabase(ctx, s.newTemplate); err != nil {
		return r, err
	}
	url := databaseURL(s.url, r.name)
	if r.conn, err = pgx.Connect(ctx, url); err != nil {
		return r, err
	}
	if err = r.conn.QueryRow(ctx, selectSchema).Scan(&r.schema); err != nil {
		return r, err
	}
	r.db, err = open(ctx, url)
	return r, err
}

// drop drops the database before it closes the connections: Close would wait for those that a failed test uses.
func (r *reused[DB]) drop(s *server) {
	s.dropAndLog(r.name)
	_ = r.conn.Close(context.Background()) // the server has ended it
	r.db.Close()
}

// selectSchema returns a text that changes with the schema, the statistics and the settings of the database: a row of a
// catalogue that a test adds or changes has a new xmin. The OIDs of ojcheck's objects begin at 16384. emptyTables changes
// the trigger of the audit log.
const selectSchema = `
	SELECT string_agg(concat_ws(' ', catalogue, number, newest), ', ') FROM (
		SELECT 'class', count(*), max(xmin::text::bigint) FROM pg_class WHERE oid >= 16384 AND oid <> 'audit_log'::regclass
		UNION ALL SELECT 'attribute', count(*), max(xmin::text::bigint) FROM pg_attribute WHERE attrelid >= 16384
		UNION ALL SELECT 'constraint', count(*), max(xmin::text::bigint) FROM pg_constraint WHERE oid >= 16384
		UNION ALL SELECT 'trigger', count(*), max(xmin::text::bigint) FROM pg_trigger WHERE tgrelid <> 'audit_log'::regclass
		UNION ALL SELECT 'function', count(*), max(xmin::text::bigint) FROM pg_proc WHERE oid >= 16384
		UNION ALL SELECT 'migration', count(*), max(xmin::text::bigint) FROM goose_db_version
		UNION ALL SELECT 'vacuumed', sum(relpages), 0 FROM pg_class WHERE oid >= 16384
		UNION ALL SELECT 'analyzed', count(*), 0 FROM pg_statistic WHERE starelid >= 16384
		UNION ALL SELECT 'database', count(setdatabase), max(d.xmin::text::bigint) FROM pg_database d LEFT JOIN pg_db_role_setting ON setdatabase = oid
			WHERE datname = current_database()
	) AS c (catalogue, number, newest)`

// selectInUse returns whether another connection works or has an advisory lock, or a table has more than a megabyte: an
// emptied table keeps its size, which changes plans.
const selectInUse = `
	SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle')
		OR EXISTS (SELECT FROM pg_locks JOIN pg_database d ON d.oid = database WHERE datname = current_database() AND locktype = 'advisory')
		OR EXISTS (SELECT FROM pg_class WHERE oid >= 16384 AND relkind = 'r' AND pg_relation_size(oid) > 1 << 20)`

// emptyTables deletes all rows, and lets new IDs begin at 1. TRUNCATE would take five times the processor time.
const emptyTables = `
	BEGIN;
	SET LOCAL session_replication_role = replica; -- without foreign keys, so in any order
	ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only;
	DO $$ DECLARE name regclass; BEGIN
		FOR name IN SELECT oid FROM pg_class
			WHERE oid >= 16384 AND relkind = 'r' AND relname <> 'goose_db_version' AND pg_relation_size(oid) > 0
		LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
	END $$;
	ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only;
	SELECT setval(seqrelid, seqstart, false) FROM pg_sequence
		WHERE seqrelid <> 'goose_db_version_id_seq'::regclass AND pg_sequence_last_value(seqrelid) IS NOT NULL;
	COMMIT`

// prepareAgain deletes all rows. If the database cannot be used again, it changes nothing and returns false.
func (r *reused[DB]) prepareAgain(ctx context.Context) (isReusable bool, err error) {
	if r.conn.Ping(ctx) != nil {
		return false, nil // a test has ended the connections, or dropped the database
	}
	var schema string
	if err := r.conn.QueryRow(ctx, selectSchema).Scan(&schema); err != nil || schema != r.schema {
		return false, err
	}
	var isInUse bool
	if err := r.conn.QueryRow(ctx, selectInUse).Scan(&isInUse); err != nil || isInUse {
		return false, err
	}
	_, err = r.conn.Exec(ctx, emptyTables)
	return err == nil, err
}
