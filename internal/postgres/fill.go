package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Filled tells what [DB.Fill] did.
type Filled struct {
	Rows        int64
	Copy, Index time.Duration // to load them, and to build the indexes afterwards
	Heap        int64         // bytes
	Indexes     int64         // bytes, that of the primary key included
}

// Fill makes a scratch database an archive of fingerprints and nothing else, to
// be measured. It loads them as fast as can be, by COPY and with the indexes
// built afterwards. The submissions need not be there, and nothing ties the
// fingerprints to them any more: the database is of no other use. One that
// holds contests is refused.
func (db *DB) Fill(ctx context.Context, version int, fingerprints iter.Seq[contest.Fingerprint]) (filled Filled, err error) {
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) (err error) {
		filled, err = fill(ctx, tx, version, fingerprints)
		return err
	})
	if err == nil {
		// Without it each look at an index visits the heap too.
		_, err = db.pool.Exec(ctx, "VACUUM (ANALYZE) fingerprints")
	}
	if err == nil {
		err = db.pool.QueryRow(ctx, "SELECT pg_table_size('fingerprints'), pg_indexes_size('fingerprints')").Scan(&filled.Heap, &filled.Indexes)
	}
	if err != nil {
		return Filled{}, fmt.Errorf("fill a scratch archive: %w", explain(err))
	}
	return filled, nil
}

func fill(ctx context.Context, tx pgx.Tx, version int, fingerprints iter.Seq[contest.Fingerprint]) (filled Filled, err error) {
	// Nobody adds a contest meanwhile.
	if _, err := tx.Exec(ctx, "LOCK TABLE contests IN SHARE MODE"); err != nil {
		return filled, err
	}
	var used bool
	if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM contests)").Scan(&used); err != nil {
		return filled, err
	}
	if used {
		return filled, errors.New("the database holds contests")
	}
	// What a table created or emptied in the same transaction gets need not be
	// logged, where the server's wal_level is minimal.
	if _, err := tx.Exec(ctx, "TRUNCATE fingerprints"); err != nil {
		return filled, err
	}
	restore, err := dropIndexes(ctx, tx)
	if err != nil {
		return filled, err
	}
	start := time.Now()
	next, stop := iter.Pull(fingerprints)
	defer stop()
	row := make([]any, 3)
	filled.Rows, err = tx.CopyFrom(ctx, pgx.Identifier{"fingerprints"}, []string{"fingerprint", "submission_id", "algorithm"},
		pgx.CopyFromFunc(func() ([]any, error) {
			f, ok := next()
			if !ok {
				return nil, nil
			}
			row[0], row[1], row[2] = int64(f.Value), f.SubmissionID, version
			return row, nil
		}))
	if err != nil {
		return filled, err
	}
	filled.Copy = time.Since(start)
	start = time.Now()
	if _, err := tx.Exec(ctx, "SET LOCAL maintenance_work_mem = '512MB'"); err != nil {
		return filled, err
	}
	for _, statement := range restore {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return filled, err
		}
	}
	filled.Index = time.Since(start)
	return filled, nil
}

// dropIndexes drops the keys and indexes of the fingerprints and returns the
// statements that restore them, all but the foreign keys.
func dropIndexes(ctx context.Context, tx pgx.Tx) (restore []string, err error) {
	rows, err := tx.Query(ctx, `
		SELECT contype = 'f', format('ALTER TABLE fingerprints DROP CONSTRAINT %I', conname),
			format('ALTER TABLE fingerprints ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid))
		FROM pg_constraint
		WHERE conrelid = 'fingerprints'::regclass AND contype IN ('f', 'p')
		UNION ALL
		SELECT false, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
		FROM pg_index
		WHERE indrelid = 'fingerprints'::regclass AND NOT indisprimary
		ORDER BY 2`)
	if err != nil {
		return nil, err
	}
	var foreign bool
	var statement, inverse string
	var drop []string
	_, err = pgx.ForEachRow(rows, []any{&foreign, &statement, &inverse}, func() error {
		drop = append(drop, statement)
		if !foreign {
			restore = append(restore, inverse)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, statement := range drop {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return nil, err
		}
	}
	return restore, nil
}
