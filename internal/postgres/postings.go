package postgres

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/simhash"
)

// Postings are for an archive that no longer fits on one machine. If fingerprints were
// distributed, a search would have to ask every machine, because it looks up three blocks.
// So the postings have a row for each block, with a bucket that has all that a search knows:
// block, value and version of the algorithm. Each probe asks only the machine that has its
// bucket.
//
// Postings are derived from the fingerprints and can be made again, and no table refers to
// them. Deleting a contest removes its postings. On one machine they are of no use: they take
// more room and more time. No command of ojcheck creates or reads them: they are the tested
// design for several machines.
const createPostings = `
	CREATE TABLE fingerprint_postings (
		-- version of the algorithm * 2^24 + block * 2^22 + value of the block
		bucket      bigint NOT NULL,
		fingerprint bigint NOT NULL,
		program     bigint NOT NULL, -- ID of the submission
		-- The key includes the fingerprint, so that a search reads only the index.
		PRIMARY KEY (bucket, program) INCLUDE (fingerprint)
	)`

// CreatePostings creates the empty table of postings with this number of partitions by
// bucket. With 0 it is one table, which a cluster of Citus distributes by
//
//	SELECT create_distributed_table('fingerprint_postings', 'bucket')
//
// On one machine, partitions are only useful for tests.
func (db *DB) CreatePostings(ctx context.Context, partitions int) (err error) {
	defer wrap(&err, "create postings")
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if partitions <= 0 {
			_, err := tx.Exec(ctx, createPostings)
			return err
		}
		if _, err := tx.Exec(ctx, createPostings+" PARTITION BY HASH (bucket)"); err != nil {
			return err
		}
		for i := range partitions {
			_, err := tx.Exec(ctx, fmt.Sprintf(`
				CREATE TABLE fingerprint_postings_%d PARTITION OF fingerprint_postings
				FOR VALUES WITH (MODULUS %d, REMAINDER %[1]d)`, i, partitions))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// RebuildPostings deletes all postings, makes them again from all fingerprints, and returns
// their number. Searches wait meanwhile.
func (db *DB) RebuildPostings(ctx context.Context) (rows int64, err error) {
	defer wrap(&err, "rebuild postings")
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "TRUNCATE fingerprint_postings"); err != nil {
			return err
		}
		shift := 64
		for block, width := range simhash.Thirds().Widths() {
			shift -= width
			// Insert in the order of the key; otherwise every row would go to another page.
			inserted, err := tx.Exec(ctx, fmt.Sprintf(`
				INSERT INTO fingerprint_postings (bucket, fingerprint, program)
				SELECT (algorithm::bigint << 24) | (%d << 22) | (fingerprint >> %d & %d), fingerprint, submission_id
				FROM index_entries
				WHERE fingerprint IS NOT NULL
				ORDER BY 1, 3`, block, shift, 1<<width-1))
			if err != nil {
				return err
			}
			rows += inserted.RowsAffected()
		}
		return nil
	})
	if err == nil {
		_, err = db.pool.Exec(ctx, "VACUUM (ANALYZE) fingerprint_postings")
	}
	return rows, err
}

// DropPostings removes the table of postings, if there is one.
func (db *DB) DropPostings(ctx context.Context) (err error) {
	defer wrap(&err, "drop postings")
	_, err = db.pool.Exec(ctx, "DROP TABLE IF EXISTS fingerprint_postings")
	return err
}

// removePostings removes the postings of the submissions that a condition with $1 selects, if the
// table exists. It reads all postings, because they have no index by program, and removals are rare.
func removePostings(ctx context.Context, tx pgx.Tx, condition string, value int64) error {
	var exists bool
	if err := tx.QueryRow(ctx, "SELECT to_regclass('fingerprint_postings') IS NOT NULL").Scan(&exists); err != nil || !exists {
		return err
	}
	_, err := tx.Exec(ctx, `
		DELETE FROM fingerprint_postings
		WHERE program = ANY (SELECT id FROM submissions WHERE `+condition+`)`, value)
	return err
}

// bucket returns the bucket of the postings with a value of a block.
func bucket(version int, p simhash.Probe) int64 {
	return int64(version)<<24 | int64(p.Block)<<22 | int64(p.Value)
}

// selectPostings is the query of one probe. Its counts are right because postings with equal
// fingerprints have the same buckets.
const selectPostings = `
	SELECT fingerprint, bit_count((fingerprint # $2)::bit(64)) AS distance, count(*) AS programs,
		(array_agg(program ORDER BY program))[1:$5]
	FROM fingerprint_postings
	WHERE bucket = $1 AND bit_count((fingerprint # $2)::bit(64)) <= $3
	GROUP BY fingerprint
	ORDER BY distance, fingerprint # ` + signBit + `
	LIMIT $4`

func scanNear(row pgx.CollectableRow) (n contest.FingerprintMatch, err error) {
	var f int64
	err = row.Scan(&f, &n.Distance, &n.Programs, &n.Submissions)
	n.Fingerprint = uint64(f)
	return n, err
}

// NearPostings is [DB.Near] with postings: each probe is a statement for only one machine. All
// statements are sent at once.
func (db *DB) NearPostings(ctx context.Context, version int, fingerprint uint64, distance, limit int) (_ contest.FingerprintMatches, err error) {
	defer wrap(&err, "search the postings for %016x within %d bits", fingerprint, distance)
	if limit < 1 {
		return contest.FingerprintMatches{}, errLimit
	}
	probes, err := simhash.Thirds().Probes(simhash.Fingerprint(fingerprint), distance)
	if err != nil {
		return contest.FingerprintMatches{}, err
	}
	matches := make(map[uint64]contest.FingerprintMatch)
	var batch pgx.Batch
	for _, p := range probes {
		query := batch.Queue(selectPostings, bucket(version, p), int64(fingerprint), distance, limit+1, contest.MaxListedSubmissions)
		query.Query(func(rows pgx.Rows) error {
			near, err := pgx.CollectRows(rows, scanNear)
			for _, match := range near {
				matches[match.Fingerprint] = match
			}
			return err
		})
	}
	err = db.search.SendBatch(ctx, &batch).Close()
	return nearest(limit, slices.Collect(maps.Values(matches))), err
}
