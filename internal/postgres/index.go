package postgres

import (
	"bytes"
	"context"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const batchSize = 5_000 // index entries or shingles in one statement

// SaveIndex stores index entries of submissions, made by a version of the algorithm. It replaces
// entries of older versions only, because an entry depends only on its program.
//
// The submissions must belong to complete imports into the contest, because searches of the
// archive rely on this. A check need not compare them.
func (c *LexCache) SaveIndex(ctx context.Context, version int, entries []contest.IndexEntry) error {
	return c.do("save index entries", func(q executor) error {
		for batch := range slices.Chunk(entries, batchSize) {
			submissions := make([]int64, len(batch))
			fingerprints := make([]*int64, len(batch))
			samples := make([]*string, len(batch)) // because PostgreSQL has no arrays of arrays of different lengths
			for i, entry := range batch {
				submissions[i] = entry.SubmissionID
				if entry.HasFingerprint {
					fingerprints[i] = new(int64(entry.Fingerprint))
				}
				if len(entry.Shingles) > 0 {
					samples[i] = new(integerArray(entry.Shingles))
				}
			}
			// A submission that is not of a complete import into the contest gets the ID null, which the
			// table refuses. COPY cannot do ON CONFLICT. The order prevents a deadlock of two checks of
			// one contest.
			_, err := q.Exec(ctx, `
				INSERT INTO index_entries AS stored (submission_id, algorithm, fingerprint, shingles)
				SELECT (
					SELECT s.id
					FROM submissions s
					JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
					WHERE s.id = new.submission_id AND s.contest_id = $5
				), $1, new.fingerprint, new.shingles::integer[]
				FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS new (submission_id, fingerprint, shingles)
				ORDER BY new.submission_id
				ON CONFLICT (submission_id) DO UPDATE
				SET algorithm = excluded.algorithm, fingerprint = excluded.fingerprint, shingles = excluded.shingles
				WHERE stored.algorithm < excluded.algorithm`, version, submissions, fingerprints, samples, c.contestID)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// integerArray formats shingles as PostgreSQL formats an array of integers.
func integerArray(shingles []uint32) string {
	b := []byte{'{'}
	for _, shingle := range shingles {
		b = append(strconv.AppendInt(b, int64(int32(shingle)), 10), ',')
	}
	return string(bytes.TrimSuffix(b, []byte(","))) + "}"
}

// NotIndexed returns the sorted IDs of the contest's submissions, compared or not, that have
// no index entry of this version: new programs, and programs that are too short.
func (c *LexCache) NotIndexed(ctx context.Context, version int) (submissionIDs []int64, err error) {
	err = c.do("look for programs without an index", func(q executor) error {
		submissionIDs, err = list(ctx, q, pgx.RowTo[int64], `
			SELECT s.id
			FROM submissions s
			JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
			LEFT JOIN index_entries e ON e.submission_id = s.id AND e.algorithm = $2
			WHERE s.contest_id = $1 AND e.submission_id IS NULL
			ORDER BY s.id`, c.contestID, version)
		return err
	})
	return submissionIDs, err
}

// ContestsNotIndexed returns the names, sorted, of the contests in a scope that have
// submissions but no index entry of this version: no check has read them since the version changed.
func (db *DB) ContestsNotIndexed(ctx context.Context, version int, scope contest.Scope) (_ []string, err error) {
	defer wrap(&err, "contests without an index")
	names, err := list(ctx, db.pool, pgx.RowTo[string], `
		SELECT c.name
		FROM contests c
		WHERE c.submissions > 0
		  AND ($2::bigint[] IS NULL OR c.id = ANY ($2)) AND c.id <> ALL ($3::bigint[])
		  AND NOT EXISTS (
			SELECT FROM submissions s
			JOIN index_entries e ON e.submission_id = s.id AND e.algorithm = $1
			WHERE s.contest_id = c.id)`,
		version, scope.Only, append([]int64{}, scope.Except...)) // not nil: a comparison with null would find no contest
	slices.Sort(names) // independent of the database's locale
	return names, err
}

// Searchable reports whether the archive has submissions, and whether some of them have index
// entries of this version. If none have, it reads all entries, which takes long.
func (db *DB) Searchable(ctx context.Context, version int) (_ contest.Searchable, err error) {
	defer wrap(&err, "look whether the archive can be searched")
	return get(ctx, db.pool, pgx.RowToStructByPos[contest.Searchable], `
		SELECT EXISTS (SELECT FROM submissions s JOIN imports i ON i.id = s.import_id AND i.state = 'complete'),
			EXISTS (SELECT FROM index_entries WHERE algorithm = $1)`, version)
}
