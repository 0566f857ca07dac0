package postgres

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// SelectiveShingles returns the shingles that are rare enough to search for, in the given order.
// A shingle is selective if fewer than 3 programs with an ID divisible by 256 have it. A shingle of
// 500 programs is selective with a probability of .69, a shingle of 2,560 programs with .003. Common
// shingles are rarely selective. So however many programs have a shingle, the expected number of programs that its look-up
// reads, 0 if it is not selective, is at most 350.
func (db *DB) SelectiveShingles(ctx context.Context, version int, shingles []uint32) (selective []uint32, err error) {
	defer wrap(&err, "look up common shingles")
	err = db.lookUp(ctx, func(tx pgx.Tx, distributed bool) error {
		for batch := range slices.Chunk(convert[int32](shingles), batchSize) {
			var found []int32
			if distributed {
				found, err = selectiveByPostings(ctx, tx, version, batch)
			} else {
				found, err = list[int32](ctx, tx, selectiveQuery, version, batch)
			}
			if err != nil {
				return err
			}
			selective = append(selective, convert[uint32](found)...)
		}
		return nil
	})
	return selective, err
}

const selectiveQuery = `
	SELECT shingle
	FROM unnest($2::integer[]) WITH ORDINALITY AS asked (shingle, place)
	WHERE (
		SELECT count(*) FROM (
			SELECT FROM index_entries
			WHERE shingles @> ARRAY[shingle] AND submission_id % 256 = 0 AND algorithm = $1
			LIMIT 3
		) common
	) < 3
	ORDER BY place`

// FindSamples returns the samples of the archive, within a scope, that have at least one of
// the shingles, sorted by their first submissions. It is slow for shingles that
// [DB.SelectiveShingles] does not return.
func (db *DB) FindSamples(ctx context.Context, version int, shingles []uint32, scope contest.Scope) (samples []contest.SampleMatch, err error) {
	defer wrap(&err, "look up shingles")
	err = db.lookUp(ctx, func(tx pgx.Tx, distributed bool) error {
		if distributed {
			samples, err = samplesByPostings(ctx, tx, version, convert[int32](shingles), scope)
			return err
		}
		sql, args := sampleQuery(version, shingles, scope)
		samples, err = collectSamples(query(ctx, tx, sql, args...))
		return err
	})
	return samples, err
}

// fewShingles is the largest number of shingles that one index search looks up. More shingles are looked
// up one by one, because one search for thousands of shingles compares every row with every shingle.
const fewShingles = 300

const (
	fewShinglesQuery = `
		SELECT p.submission_id, p.shingles
		FROM index_entries p
		WHERE p.shingles && $2::integer[] AND p.algorithm = $1`
	// Each program is read once, however many of the shingles it has.
	manyShinglesQuery = `
		WITH p AS MATERIALIZED (
			SELECT DISTINCT one.submission_id
			FROM unnest($2::integer[]) AS asked (shingle)
			CROSS JOIN LATERAL (
				SELECT submission_id FROM index_entries
				WHERE shingles @> ARRAY[shingle]
			) one
		)
		SELECT p.submission_id, whole.shingles
		FROM p
		JOIN index_entries whole ON whole.submission_id = p.submission_id
		WHERE whole.algorithm = $1`
	// inScope is appended to both queries.
	inScope = `
		  AND EXISTS (
			SELECT FROM submissions s
			WHERE s.id = p.submission_id
			  AND ($3::bigint[] IS NULL OR s.contest_id = ANY ($3)) AND s.contest_id <> ALL ($4::bigint[])
		)`
)

// sampleQuery returns the query that looks up shingles, with its arguments.
func sampleQuery(version int, shingles []uint32, scope contest.Scope) (query string, args []any) {
	query, args = fewShinglesQuery, []any{version, convert[int32](shingles)}
	if len(shingles) > fewShingles {
		query = manyShinglesQuery
	}
	if scope.Only != nil || len(scope.Except) > 0 {
		query += inScope
		args = append(args, scope.Only, notNil(scope.Except))
	}
	return query + " ORDER BY p.submission_id", args
}

// collectSamples groups submissions with equal samples. PostgreSQL would have to sort the
// samples for this, which takes longer than finding them.
func collectSamples(rows pgx.Rows) ([]contest.SampleMatch, error) {
	var found []contest.SampleMatch
	places := make(map[string]int)
	var key []byte
	var submission int64
	var shingles []int32
	_, err := pgx.ForEachRow(rows, []any{&submission, &shingles}, func() error {
		key = key[:0]
		for _, shingle := range shingles {
			key = binary.LittleEndian.AppendUint32(key, uint32(shingle))
		}
		place, ok := places[string(key)]
		if !ok {
			place = len(found)
			places[string(key)] = place
			found = append(found, contest.SampleMatch{Shingles: convert[uint32](shingles)})
		}
		s := &found[place]
		if s.Programs++; s.Programs <= contest.MaxListedSubmissions {
			s.Submissions = append(s.Submissions, submission)
		}
		return nil
	})
	return found, err
}

// convert converts between unsigned shingles and the signed integers of PostgreSQL.
func convert[To, From int32 | uint32 | int64](shingles []From) []To {
	list := make([]To, len(shingles))
	for i, shingle := range shingles {
		list[i] = To(shingle)
	}
	return list
}

// lookUp calls f in a transaction with settings for thousands of small look-ups in one query. The settings of
// searchPool would not work, because they exclude bitmap scans, and a GIN index needs these.
func (db *DB) lookUp(ctx context.Context, f func(tx pgx.Tx, distributed bool) error) error {
	return pgx.BeginTxFunc(ctx, db.pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		var distributed bool
		if err := tx.QueryRow(ctx, lookUpSettings).Scan(&distributed, nil, nil, nil, nil, nil); err != nil {
			return err
		}
		return f(tx, distributed)
	})
}

const lookUpSettings = `
	SELECT ` + isDistributed + `, set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true),
		set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
		set_config('enable_mergejoin', 'off', true)`
