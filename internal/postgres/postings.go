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

// Postings are for an archive that no longer fits one machine. The row of a
// fingerprint is looked up by three blocks, so it cannot lie where all of them
// lead to: asking many machines for it would ask each of them. The postings
// have a row for each block instead, under a bucket that is all a search needs
// to know: which block, which value, which version of the algorithm. So each
// probe goes to the one machine that has its bucket.
//
// They are derived from the fingerprints, tied to nothing, and made again when
// need be; deleting a contest removes its postings too. One machine does without
// them: they take more room and more time. No command of ojcheck makes or asks
// them: they are the design for more machines, tested against the archive.
const createPostings = `
	CREATE TABLE fingerprint_postings (
		-- version of the algorithm * 2^24 + block * 2^22 + value of the block
		bucket      bigint NOT NULL,
		fingerprint bigint NOT NULL,
		program     bigint NOT NULL, -- ID of the submission
		-- The fingerprint is there so that the index alone is read.
		PRIMARY KEY (bucket, program) INCLUDE (fingerprint)
	)`

// CreatePostings creates the table of postings, empty: in as many partitions by
// bucket, or as one table if partitions is 0. On a cluster of Citus, the latter
// is then distributed by
//
//	SELECT create_distributed_table('fingerprint_postings', 'bucket')
//
// On one machine partitions are of no use but to try it out.
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

// RebuildPostings makes the postings again from all fingerprints,
// and returns how many there are. Searches meanwhile wait for its end.
func (db *DB) RebuildPostings(ctx context.Context) (rows int64, err error) {
	defer wrap(&err, "rebuild postings")
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "TRUNCATE fingerprint_postings"); err != nil {
			return err
		}
		for block := range simhash.Thirds().Widths() {
			// In the order of the key, or every row would go to another page.
			made, err := tx.Exec(ctx, fmt.Sprintf(`
				INSERT INTO fingerprint_postings (bucket, fingerprint, program)
				SELECT (algorithm::bigint << 24) | (%d << 22) | b%[1]d, fingerprint, submission_id
				FROM fingerprints
				ORDER BY 1, 3`, block))
			if err != nil {
				return err
			}
			rows += made.RowsAffected()
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

// removePostings removes those of a contest, if there is the table. It looks at
// all postings, which have no index by program, for a contest is rarely deleted.
func removePostings(ctx context.Context, tx pgx.Tx, contestID int64) error {
	var exists bool
	if err := tx.QueryRow(ctx, "SELECT to_regclass('fingerprint_postings') IS NOT NULL").Scan(&exists); err != nil || !exists {
		return err
	}
	_, err := tx.Exec(ctx, `
		DELETE FROM fingerprint_postings
		WHERE program = ANY (SELECT id FROM submissions WHERE contest_id = $1)`, contestID)
	return err
}

// bucket is where the postings with a value of a block are stored.
func bucket(version int, p simhash.Probe) int64 {
	return int64(version)<<24 | int64(p.Block)<<22 | int64(p.Value)
}

// selectPostings is one probe. All that have the same fingerprint lie in the
// same buckets, so that they are counted rightly wherever they are found.
const selectPostings = `
	SELECT fingerprint, bit_count((fingerprint # $2)::bit(64)) AS distance, count(*) AS programs,
		(array_agg(program ORDER BY program))[1:$5]
	FROM fingerprint_postings
	WHERE bucket = $1 AND bit_count((fingerprint # $2)::bit(64)) <= $3
	GROUP BY fingerprint
	ORDER BY distance, fingerprint # ` + smallest + `
	LIMIT $4`

// NearPostings does what [DB.Near] does, from the postings: each probe is a
// statement that one machine answers by itself, and all are sent at once.
func (db *DB) NearPostings(ctx context.Context, version int, fingerprint uint64, distance, limit int) (contest.FingerprintMatches, error) {
	fail := func(err error) (contest.FingerprintMatches, error) {
		return contest.FingerprintMatches{}, fmt.Errorf("search the postings for %016x within %d bits: %w", fingerprint, distance, err)
	}
	if limit < 1 {
		return fail(errLimit)
	}
	probes, err := simhash.Thirds().Probes(simhash.Fingerprint(fingerprint), distance)
	if err != nil {
		return fail(err)
	}
	found := make(map[uint64]contest.FingerprintMatch)
	var batch pgx.Batch
	for _, p := range probes {
		query := batch.Queue(selectPostings, bucket(version, p), int64(fingerprint), distance, limit+1, contest.MaxListedSubmissions)
		query.Query(func(rows pgx.Rows) error {
			near, err := pgx.CollectRows(rows, scanNear)
			for _, n := range near {
				found[n.Fingerprint] = n
			}
			return err
		})
	}
	if err := db.search.SendBatch(ctx, &batch).Close(); err != nil {
		return fail(explain(err))
	}
	return upTo(limit, slices.Collect(maps.Values(found))), nil
}
