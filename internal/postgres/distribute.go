package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Citus, an extension of PostgreSQL, distributes an archive that no longer fits on one machine. Sources and index entries
// are then on the workers of Citus, and so are the postings, which replace the indexes of index entries. All other tables
// stay on the coordinator.
//
// Distribute fills new tables in the schema "distribution" while the previous tables are in use. Triggers log the keys of
// rows that change meanwhile. When the new tables are full, one transaction copies the last logged rows, and exchanges the
// tables. The previous tables stay in the schema "undistributed" for Undistribute: empty, with all indexes. So the two
// schemas also show the state of the archive.
//
// Tests use partitions instead of Citus. Only [spread], the options of the new tables, and requireWorkers differ. But Citus
// refuses some statements that partitions accept, such as most joins with tables of the coordinator.
//
// A migration that changes sources or index entries must also work in a distributed archive.

// DistributeOptions say how to distribute the archive.
type DistributeOptions struct {
	Partitions int // for tests: use this number of partitions on one machine instead of Citus
	BatchSize  int // rows in one transaction, 2,000 by default
	Progress   func(table string, done, total int64)
}

// movedTable is a table that Distribute moves, with the columns that it copies. The rows are distributed by the primary
// key; belowKeys is SQL for a value below all keys.
type movedTable struct{ name, key, keyType, belowKeys, columns string }

var movedTables = []movedTable{
	{"sources", "hash", "bytea", `'\x'`, "hash, size, content"},
	{"index_entries", "submission_id", "bigint", "0", "submission_id, algorithm, fingerprint, shingles"},
}

// postingTables are the tables that are only in a distributed archive.
var postingTables = []string{"fingerprint_postings", "shingle_postings"}

// distributedTables are all tables on the workers, with the columns by which the rows are distributed.
var distributedTables = []struct{ name, column string }{
	{"sources", "hash"}, {"index_entries", "submission_id"}, {"fingerprint_postings", "bucket"}, {"shingle_postings", "shingle"},
}

// isDistributed is the condition that the archive is distributed.
const isDistributed = "to_regclass('fingerprint_postings') IS NOT NULL"

// tryLayouts calls a search, whose SQL depends on whether the archive is distributed. To ask the database would take longer
// than many searches. So tryLayouts takes the layout of the last search, and the other layout if a table or column does
// not exist.
func (db *DB) tryLayouts(search func(distributed bool) error) error {
	distributed := db.wasDistributed.Load()
	err := search(distributed)
	if hasCode(err, undefinedTable, undefinedColumn) {
		db.wasDistributed.Store(!distributed)
		err = search(!distributed)
	}
	return err
}

// shareIndex takes a shared lock, so that the index stays where it is until the transaction ends. It reports whether
// the index is distributed.
func shareIndex(ctx context.Context, tx pgx.Tx) (distributed bool, err error) {
	if err := execOne(ctx, tx, "SELECT pg_advisory_xact_lock_shared($1)", lockIndex.key(0)); err != nil {
		return false, err
	}
	return get[bool](ctx, tx, "SELECT "+isDistributed)
}

// Distribute moves sources and index entries to the workers of Citus. The archive can be used meanwhile. After an
// interruption, the next call goes on where the previous call stopped.
func (db *DB) Distribute(ctx context.Context, opts DistributeOptions) (err error) {
	defer wrap(&err, "distribute the archive")
	if opts.BatchSize == 0 {
		opts.BatchSize = 2000
	}
	if opts.Progress == nil {
		opts.Progress = func(string, int64, int64) {}
	}
	return db.whileDistributing(ctx, func(s *session) error {
		state, err := distributionState(ctx, s)
		if err != nil {
			return err
		}
		if state == contest.Distributed {
			return contest.ErrDistributed
		}
		if state == contest.NotDistributed {
			if err := requireWorkers(ctx, s, opts.Partitions); err != nil {
				return err
			}
			if err := s.lockBriefly(ctx, s, func(tx pgx.Tx) error { return beginDistribution(ctx, tx, opts.Partitions) }); err != nil {
				return err
			}
		}
		for _, t := range movedTables {
			if err := s.fill(ctx, t, opts); err != nil {
				return err
			}
		}
		for _, t := range distributedTables {
			// Statistics for the planner, and the visibility map for index-only scans.
			if err := execOne(ctx, s, "VACUUM (ANALYZE) distribution."+t.name); err != nil {
				return err
			}
		}
		return s.lockBriefly(ctx, s, func(tx pgx.Tx) error { return exchange(ctx, tx, opts.BatchSize) })
	})
}

// whileDistributing calls f with the session of the only process that may distribute the archive.
func (db *DB) whileDistributing(ctx context.Context, f func(*session) error) error {
	s, err := db.session(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	// Wait up to five seconds: PostgreSQL frees the lock of a killed process only after a while.
	if err := execOne(ctx, s, "SET lock_timeout = '5s'"); err != nil {
		return s.explain(err)
	}
	if err := s.lock(ctx, lockDistribution, 0, "another process that distributes the archive"); hasCode(err, lockNotAvailable) {
		return errors.New("another process is distributing the archive: wait until it ends")
	} else if err != nil {
		return s.explain(err)
	}
	if err := execOne(ctx, s, "RESET lock_timeout"); err != nil {
		return s.explain(err)
	}
	return s.explain(f(s))
}

// hasCitus reports whether the database has the extension.
func hasCitus(ctx context.Context, q querier) (bool, error) {
	return get[bool](ctx, q, "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')")
}

// currentSchema returns the schema of the archive's tables, quoted.
func currentSchema(ctx context.Context, tx pgx.Tx) (string, error) {
	return get[string](ctx, tx, "SELECT quote_ident(current_schema())")
}

// requireWorkers returns an error with advice if the database cannot be distributed.
func requireWorkers(ctx context.Context, q querier, partitions int) error {
	if partitions > 0 {
		return nil
	}
	installed, err := hasCitus(ctx, q)
	if err != nil {
		return err
	}
	if !installed {
		return errors.New("the database does not have the extension citus: see docs/cluster.md")
	}
	workers, err := get[int64](ctx, q, "SELECT count(*) FROM pg_dist_node WHERE noderole = 'primary' AND isactive AND shouldhaveshards")
	if err == nil && workers == 0 {
		err = errors.New("the cluster has no worker: add one with citus_add_node, see docs/cluster.md")
	}
	return err
}

// lockBriefly calls f, which locks tables, in a transaction or in a part of one. If a table is not free within half a
// second, lockBriefly lets other transactions go on, says so once, and tries again. w is the session or its transaction.
func (s *session) lockBriefly(ctx context.Context, w writer, f func(pgx.Tx) error) error {
	for try := 1; ; try++ {
		err := pgx.BeginFunc(ctx, w, func(tx pgx.Tx) error {
			if err := execOne(ctx, tx, "SET LOCAL lock_timeout = '500ms'"); err != nil { // less than the default deadlock_timeout
				return err
			}
			if err := f(tx); err != nil {
				return err
			}
			return execOne(ctx, tx, "SET LOCAL lock_timeout TO DEFAULT") // what follows in the transaction
		})
		if !hasCode(err, lockNotAvailable, deadlockDetected) {
			return err
		}
		if try == 1 && s.db.OnWait != nil {
			s.db.OnWait("imports, checks, deletions or a dump")
		}
		if err := sleep(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
}

// beginDistribution creates the new tables and the triggers.
func beginDistribution(ctx context.Context, tx pgx.Tx, partitions int) error {
	like := func(t movedTable) string {
		return fmt.Sprintf("CREATE TABLE distribution.%[1]s (LIKE %[1]s INCLUDING CONSTRAINTS INCLUDING STORAGE, PRIMARY KEY (%[2]s))", t.name, t.key)
	}
	// options returns what follows the columns of a table.
	options := func(string) string { return " WITH (autovacuum_vacuum_insert_scale_factor = 0.05)" }
	if partitions > 0 {
		options = func(column string) string { return " PARTITION BY HASH (" + column + ")" }
	}
	statements := []string{
		"CREATE SCHEMA distribution",
		"CREATE TABLE distribution.moves (name text PRIMARY KEY, last text NOT NULL, done bigint NOT NULL, total bigint NOT NULL)",
		like(movedTables[0]) + options("hash"),
		like(movedTables[1]) + options("submission_id"),
		"ALTER TABLE distribution.index_entries DROP COLUMN b1, DROP COLUMN b2",
		createFingerprintPostings + options("bucket"),
		createShinglePostings + options("shingle"),
		indexCommonPostings,
	}
	if err := execAll(ctx, tx, statements); err != nil {
		return err
	}
	for _, t := range distributedTables {
		if err := spread(ctx, tx, t.name, t.column, partitions); err != nil {
			return err
		}
	}
	for _, t := range movedTables {
		// The trigger comes before the count and all copies. It waits for transactions that have changed the table.
		err := execOne(ctx, tx, fmt.Sprintf(`
			CREATE TABLE distribution.changed_%[1]s (key %[3]s NOT NULL);
			CREATE FUNCTION distribution.log_%[1]s() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				INSERT INTO distribution.changed_%[1]s VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.%[2]s ELSE NEW.%[2]s END);
				RETURN NULL;
			END $$;
			CREATE TRIGGER distribution AFTER INSERT OR UPDATE OR DELETE ON %[1]s
			FOR EACH ROW EXECUTE FUNCTION distribution.log_%[1]s();
			INSERT INTO distribution.moves SELECT '%[1]s', '', 0, count(*) FROM %[1]s`, t.name, t.key, t.keyType))
		if err != nil {
			return err
		}
	}
	return nil
}

// spread distributes an empty new table by a column.
func spread(ctx context.Context, tx pgx.Tx, name, column string, partitions int) error {
	if partitions == 0 {
		return execOne(ctx, tx, "SELECT create_distributed_table('distribution.' || $1::text, $2)", name, column)
	}
	for i := range partitions {
		err := execOne(ctx, tx, fmt.Sprintf(`CREATE TABLE distribution.%s_%d PARTITION OF distribution.%[1]s
			FOR VALUES WITH (MODULUS %[3]d, REMAINDER %[2]d)`, name, i, partitions))
		if err != nil {
			return err
		}
	}
	return nil
}

// fill copies the rows of a table in batches, sorted by key. Then it copies the rows that have changed meanwhile.
func (s *session) fill(ctx context.Context, t movedTable, opts DistributeOptions) error {
	for copied := opts.BatchSize; copied == opts.BatchSize; {
		var done, total int64
		err := pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
			// "ORDER BY hash" would sort texts.
			keys, err := list[string](ctx, tx, fmt.Sprintf(`
				SELECT old.%[1]s::text FROM %[2]s old
				WHERE old.%[1]s > coalesce((SELECT nullif(last, '')::%[3]s FROM distribution.moves WHERE name = '%[2]s'), %[4]s)
				ORDER BY old.%[1]s LIMIT $1`, t.key, t.name, t.keyType, t.belowKeys), opts.BatchSize)
			if err != nil {
				return err
			}
			last := ""
			if copied = len(keys); copied > 0 {
				last = keys[copied-1]
				if err := t.copy(ctx, tx, keys); err != nil {
					return err
				}
			}
			return tx.QueryRow(ctx, `
				UPDATE distribution.moves SET done = done + $2, total = greatest(total, done + $2), last = CASE $3 WHEN '' THEN last ELSE $3 END
				WHERE name = $1
				RETURNING done, total`, t.name, copied, last).Scan(&done, &total)
		})
		if err != nil {
			return err
		}
		opts.Progress(t.name, done, total)
	}
	for changed := opts.BatchSize; changed == opts.BatchSize; {
		err := pgx.BeginFunc(ctx, s, func(tx pgx.Tx) (err error) {
			changed, err = t.replay(ctx, tx, opts.BatchSize)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// copy copies the rows with these keys to the new table. For index entries, it adds postings.
func (t movedTable) copy(ctx context.Context, tx pgx.Tx, keys []string) error {
	err := execOne(ctx, tx, fmt.Sprintf(`
		INSERT INTO distribution.%[1]s (%[2]s) SELECT %[2]s FROM %[1]s WHERE %[3]s = ANY ($1::text[]::%[4]s[])
		ON CONFLICT DO NOTHING`, t.name, t.columns, t.key, t.keyType), keys)
	if err != nil {
		return err
	}
	return t.changePostings(ctx, tx, keys, addPostings)
}

// changePostings calls change for the rows with these keys in the new table of index entries; other tables have no postings.
func (t movedTable) changePostings(ctx context.Context, tx pgx.Tx, keys []string, change func(context.Context, pgx.Tx, string, []int64) error) error {
	if t.name != "index_entries" {
		return nil
	}
	ids, err := list[int64](ctx, tx, "SELECT unnest($1::text[])::bigint", keys)
	if err != nil {
		return err
	}
	return change(ctx, tx, "distribution.", ids)
}

// replay copies at most limit logged rows again, which changed after beginDistribution, and returns their number.
func (t movedTable) replay(ctx context.Context, tx pgx.Tx, limit int) (changed int, err error) {
	keys, err := list[string](ctx, tx, fmt.Sprintf(`
		DELETE FROM distribution.changed_%[1]s
		WHERE ctid = ANY (ARRAY(SELECT ctid FROM distribution.changed_%[1]s LIMIT $1))
		RETURNING key::text`, t.name), limit)
	if err != nil || len(keys) == 0 {
		return 0, err
	}
	changed = len(keys)
	slices.Sort(keys)
	keys = slices.Compact(keys)
	if err := t.changePostings(ctx, tx, keys, removePostings); err != nil {
		return 0, err
	}
	err = execOne(ctx, tx, fmt.Sprintf("DELETE FROM distribution.%s WHERE %s = ANY ($1::text[]::%s[])", t.name, t.key, t.keyType), keys)
	if err == nil {
		err = t.copy(ctx, tx, keys)
	}
	return changed, err
}

// lockMoved waits until no transaction changes sources or index entries, and prevents changes until tx ends. It makes
// Citus use one connection to each worker, as a transaction needs that changes tables and moves them to another schema.
// Without Citus the setting has no effect.
func lockMoved(ctx context.Context, tx pgx.Tx) error {
	if err := execOne(ctx, tx, "SET LOCAL citus.multi_shard_modify_mode = 'sequential'"); err != nil {
		return err
	}
	for _, kind := range []lockKind{lockIndex, lockSources} { // the order of deletions
		if err := execOne(ctx, tx, "SELECT pg_advisory_xact_lock($1)", kind.key(0)); err != nil {
			return err
		}
	}
	return nil
}

// exchange copies the last changed rows, and replaces the previous tables with the new tables.
func exchange(ctx context.Context, tx pgx.Tx, batchSize int) error {
	if err := lockMoved(ctx, tx); err != nil {
		return err
	}
	for _, t := range movedTables {
		for changed := batchSize; changed == batchSize; {
			var err error
			if changed, err = t.replay(ctx, tx, batchSize); err != nil {
				return err
			}
		}
	}
	// Foreign keys cannot refer to distributed tables.
	type constraint struct{ Drop, Add string }
	constraints, err := list[constraint](ctx, tx, `
		SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
			format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
		FROM pg_constraint
		WHERE contype = 'f' AND confrelid = 'sources'::regclass
		ORDER BY 1`)
	if err != nil {
		return err
	}
	if err := execOne(ctx, tx, "CREATE SCHEMA undistributed; CREATE TABLE undistributed.constraints (statement text NOT NULL)"); err != nil {
		return err
	}
	for _, c := range constraints {
		if err := execOne(ctx, tx, "INSERT INTO undistributed.constraints VALUES ($1)", c.Add); err != nil {
			return err
		}
		if err := execOne(ctx, tx, c.Drop); err != nil {
			return err
		}
	}
	schema, err := currentSchema(ctx, tx)
	if err != nil {
		return err
	}
	for _, t := range movedTables {
		if err := execOne(ctx, tx, fmt.Sprintf(`
			DROP TRIGGER distribution ON %[1]s;
			ALTER TABLE %[1]s SET SCHEMA undistributed;
			TRUNCATE undistributed.%[1]s`, t.name)); err != nil {
			return err
		}
	}
	for _, t := range distributedTables {
		// Partitions do not go with their table.
		tables, err := list[string](ctx, tx, `
			SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = ('distribution.' || $1::text)::regclass`, t.name)
		if err != nil {
			return err
		}
		for _, table := range append(tables, "distribution."+t.name) {
			if err := execOne(ctx, tx, "ALTER TABLE "+table+" SET SCHEMA "+schema); err != nil {
				return err
			}
		}
	}
	return execOne(ctx, tx, "DROP SCHEMA distribution CASCADE")
}

// Undistribute moves a distributed archive back to one machine, or gives up a distribution that has not ended. Imports,
// checks and deletions wait meanwhile; searches and pages do not. An interrupted Undistribute changes nothing.
func (db *DB) Undistribute(ctx context.Context, progress func(step string)) (err error) {
	defer wrap(&err, "move the archive to one machine")
	return db.whileDistributing(ctx, func(s *session) error {
		state, err := distributionState(ctx, s)
		if err != nil {
			return err
		}
		switch state {
		case contest.Distributing:
			return s.lockBriefly(ctx, s, func(tx pgx.Tx) error {
				return execOne(ctx, tx, `
					DROP TRIGGER distribution ON sources;
					DROP TRIGGER distribution ON index_entries;
					DROP SCHEMA distribution CASCADE`)
			})
		case contest.NotDistributed:
			return contest.ErrNotDistributed
		}
		err = pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error { return s.moveBack(ctx, tx, progress) })
		if err == nil {
			progress("vacuum")
			err = execOne(ctx, s, "VACUUM (ANALYZE) sources, index_entries")
		}
		return err
	})
}

// moveBack moves all rows to the previous tables, in the transaction of Undistribute.
func (s *session) moveBack(ctx context.Context, tx pgx.Tx, progress func(step string)) error {
	// These tables get their foreign keys back, so they are locked before the copy. Otherwise a transaction that changes
	// one of them, and then waits to remove sources, would end a copy of hours by a deadlock.
	referring, err := list[string](ctx, tx, "SELECT DISTINCT split_part(statement, ' ', 3) FROM undistributed.constraints ORDER BY 1")
	if err != nil {
		return err
	}
	err = s.lockBriefly(ctx, tx, func(tx pgx.Tx) error {
		if err := lockMoved(ctx, tx); err != nil {
			return err
		}
		return execOne(ctx, tx, "LOCK TABLE "+strings.Join(referring, ", ")+" IN SHARE ROW EXCLUSIVE MODE")
	})
	if err != nil {
		return err
	}
	for _, t := range movedTables {
		progress("copy " + t.name)
		if err := execOne(ctx, tx, fmt.Sprintf("INSERT INTO undistributed.%[1]s (%[2]s) SELECT %[2]s FROM %[1]s", t.name, t.columns)); err != nil {
			return err
		}
	}
	progress("exchange the tables")
	// The lock must not make short readers wait for a long reader, such as a dump.
	err = s.lockBriefly(ctx, tx, func(tx pgx.Tx) error {
		return execOne(ctx, tx, "LOCK TABLE sources, index_entries, "+strings.Join(postingTables, ", ")+" IN ACCESS EXCLUSIVE MODE")
	})
	if err != nil {
		return err
	}
	statements, err := list[string](ctx, tx, "SELECT statement FROM undistributed.constraints")
	if err != nil {
		return err
	}
	schema, err := currentSchema(ctx, tx)
	if err != nil {
		return err
	}
	var exchange []string
	for _, t := range movedTables {
		exchange = append(exchange, "DROP TABLE "+t.name, fmt.Sprintf("ALTER TABLE undistributed.%s SET SCHEMA %s", t.name, schema))
	}
	for _, name := range postingTables {
		exchange = append(exchange, "DROP TABLE "+name)
	}
	exchange = append(exchange, statements...)
	return execAll(ctx, tx, append(exchange, "DROP SCHEMA undistributed CASCADE"))
}

// distributionState returns the state that the existing tables show.
func distributionState(ctx context.Context, q querier) (contest.DistributionState, error) {
	return get[contest.DistributionState](ctx, q, `
		SELECT CASE WHEN `+isDistributed+` THEN $1 WHEN to_regnamespace('distribution') IS NOT NULL THEN $2 ELSE $3 END`,
		string(contest.Distributed), string(contest.Distributing), string(contest.NotDistributed))
}

// Distribution says on which machines the archive is.
func (db *DB) Distribution(ctx context.Context) (d contest.Distribution, err error) {
	defer wrap(&err, "look where the archive is")
	if d.State, err = distributionState(ctx, db.pool); err != nil {
		return d, err
	}
	if d.State == contest.Distributing {
		d.Tables, err = list[contest.MovedTable](ctx, db.pool, "SELECT name, done, total FROM distribution.moves ORDER BY name DESC")
	}
	if err != nil || d.State == contest.NotDistributed {
		return d, err
	}
	if installed, err := hasCitus(ctx, db.pool); err != nil || !installed {
		return d, err
	}
	d.Workers, err = list[contest.Worker](ctx, db.pool, `
		SELECT nodename || ':' || nodeport, count(*), coalesce(sum(shard_size), 0)::bigint
		FROM citus_shards
		GROUP BY 1 ORDER BY 1`)
	return d, err
}
