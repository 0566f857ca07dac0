package postgres

import (
	"context"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const (
	// batchSamples is how many samples go into one statement.
	batchSamples = 5_000
	// batchShingles is how many shingles one statement of Telling looks up.
	batchShingles = 5_000
)

// SaveSamples stores samples of shingles that a version of the algorithm took
// of programs, none of them empty. As with fingerprints, they must be of the
// check's contest, those that are stored already are left as they are, and they stay
// when the check fails.
func (r *Run) SaveSamples(ctx context.Context, version int, samples []contest.Sample) error {
	return r.do("save samples", func(s *session) error { return putSamples(ctx, s, r.contestID, version, samples) })
}

func putSamples(ctx context.Context, q executor, contestID int64, version int, samples []contest.Sample) error {
	for batch := range slices.Chunk(samples, batchSamples) {
		submissions := make([]int64, len(batch))
		arrays := make([]string, len(batch))
		for i, sample := range batch {
			submissions[i], arrays[i] = sample.SubmissionID, integerArray(sample.Shingles)
		}
		// Texts, for PostgreSQL has no arrays of arrays of different lengths.
		_, err := q.Exec(ctx, `
			INSERT INTO shingle_samples (submission_id, algorithm, shingles)
			SELECT `+ofItsContest+`, $1, new.shingles::integer[]
			FROM unnest($2::bigint[], $3::text[]) AS new (submission_id, shingles)
			ORDER BY new.submission_id
			ON CONFLICT DO NOTHING`, version, submissions, arrays, contestID)
		if err != nil {
			return err
		}
	}
	return nil
}

// integerArray writes shingles as PostgreSQL writes an array of integers.
func integerArray(shingles []uint32) string {
	b := []byte{'{'}
	for i, shingle := range shingles {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(int32(shingle)), 10)
	}
	return string(append(b, '}'))
}

// SelectiveShingles returns those of the shingles, in their order, that are not too common
// in the archive to say anything: those that fewer than 3 of every 256th program have.
// One that 500 programs have is returned with a probability of .69, one that 2,560 have
// with .003, so that looking up what is returned reads some 350 programs for each at
// most.
func (db *DB) SelectiveShingles(ctx context.Context, version int, shingles []uint32) (_ []uint32, err error) {
	defer wrap(&err, "look up common shingles")
	var selective []uint32
	err = db.lookUp(ctx, func(tx pgx.Tx) error {
		for batch := range slices.Chunk(shingles, batchShingles) {
			list, err := list(ctx, tx, pgx.RowTo[int32], selectiveQuery, version, signed(batch))
			if err != nil {
				return err
			}
			selective = append(selective, unsigned(list)...)
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
			SELECT FROM shingle_samples
			WHERE shingles @> ARRAY[shingle] AND submission_id % 256 = 0 AND algorithm = $1
			LIMIT 3
		) common
	) < 3
	ORDER BY place`

// FindSamples returns the samples of the archive, within a scope, that have at least
// one of the shingles, in the order of their first submissions. Shingles that are
// not telling make it slow.
func (db *DB) FindSamples(ctx context.Context, version int, shingles []uint32, scope contest.Scope) (_ []contest.SampleMatch, err error) {
	defer wrap(&err, "look up shingles")
	query, args := sampledQuery(version, shingles, scope)
	var found []contest.SampleMatch
	err = db.lookUp(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, query, args...)
		if err == nil {
			found, err = collectSampled(rows)
		}
		return err
	})
	return found, err
}

// fewShingles is how many shingles are looked up at once. Of more, each is looked
// up by itself, for a search for thousands at once would compare every row with
// all of them.
const fewShingles = 300

const (
	sampledByFew = `
		SELECT p.submission_id, p.shingles
		FROM shingle_samples p
		WHERE p.shingles && $2::integer[] AND p.algorithm = $1`
	// Each program is read once, however many of the shingles it has.
	sampledByMany = `
		WITH p AS MATERIALIZED (
			SELECT DISTINCT one.submission_id, one.algorithm
			FROM unnest($2::integer[]) AS asked (shingle)
			CROSS JOIN LATERAL (
				SELECT submission_id, algorithm FROM shingle_samples
				WHERE shingles @> ARRAY[shingle]
			) one
		)
		SELECT p.submission_id, whole.shingles
		FROM p
		JOIN shingle_samples whole ON whole.submission_id = p.submission_id AND whole.algorithm = p.algorithm
		WHERE p.algorithm = $1`
	// ofScope goes on with either.
	ofScope = `
		  AND EXISTS (
			SELECT FROM submissions s
			WHERE s.id = p.submission_id
			  AND ($3::bigint[] IS NULL OR s.contest_id = ANY ($3)) AND s.contest_id <> ALL ($4::bigint[])
		)`
	bySubmission = `
		ORDER BY p.submission_id`
)

// sampledQuery returns the statement that looks up shingles, with its arguments.
func sampledQuery(version int, shingles []uint32, scope contest.Scope) (query string, args []any) {
	query, args = sampledByFew, []any{version, signed(shingles)}
	if len(shingles) > fewShingles {
		query = sampledByMany
	}
	if scope.Within != nil || len(scope.Without) > 0 {
		query += ofScope
		args = append(args, scope.Within, append([]int64{}, scope.Without...)) // null would be no contest left out
	}
	return query + bySubmission, args
}

// collectSampled puts submissions that have the same sample together. (PostgreSQL
// would sort arrays for it, which takes longer than finding them.)
func collectSampled(rows pgx.Rows) ([]contest.SampleMatch, error) {
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
			found = append(found, contest.SampleMatch{Shingles: unsigned(shingles)})
		}
		s := &found[place]
		if s.Programs++; s.Programs <= contest.MaxListedSubmissions {
			s.Submissions = append(s.Submissions, submission)
		}
		return nil
	})
	return found, err
}

// unsigned is the other way round of signed.
func unsigned(shingles []int32) []uint32 {
	list := make([]uint32, len(shingles))
	for i, shingle := range shingles {
		list[i] = uint32(shingle)
	}
	return list
}

// signed returns shingles as PostgreSQL stores them.
func signed(shingles []uint32) []int32 {
	list := make([]int32, len(shingles))
	for i, shingle := range shingles {
		list[i] = int32(shingle)
	}
	return list
}

// lookUp calls f with settings for queries of thousands of small look-ups, much
// as searchPool has them for fingerprints; but a GIN index is read by bitmap
// scans, which those rule out.
func (db *DB) lookUp(ctx context.Context, f func(pgx.Tx) error) error {
	return pgx.BeginTxFunc(ctx, db.pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lookUpSettings); err != nil {
			return err
		}
		return f(tx)
	})
}

const lookUpSettings = `
	SELECT set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true),
		set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
		set_config('enable_mergejoin', 'off', true)`
