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

// SaveIndex stores index entries of submissions, made by a version of the algorithm. It replaces only
// entries of older versions, because all entries of one version and program are equal.
//
// The submissions must belong to complete imports into the contest, because searches of the
// archive rely on this. A check need not compare the submissions. SaveIndex leaves out submissions that were superseded
// meanwhile.
func (db *DB) SaveIndex(ctx context.Context, contestID int64, version int, entries []contest.IndexEntry) (err error) {
	defer wrap(&err, "save index entries of contest %d", contestID)
	for batch := range slices.Chunk(entries, batchSize) {
		err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return saveBatch(ctx, tx, contestID, version, batch) })
		if err != nil {
			return err
		}
	}
	return nil
}

func saveBatch(ctx context.Context, tx pgx.Tx, contestID int64, version int, entries []contest.IndexEntry) error {
	submissions := make([]int64, len(entries))
	for i, e := range entries {
		submissions[i] = e.SubmissionID
	}
	rows := columns(entries, func(e contest.IndexEntry) []any {
		var fingerprint *int64
		if e.HasFingerprint {
			fingerprint = new(int64(e.Fingerprint))
		}
		// A sample is a text, because PostgreSQL has no arrays of arrays of different lengths.
		return []any{e.SubmissionID, fingerprint, orNull(integerArray(e.Shingles))}
	})
	// Imports and Retract lock the contest before they supersede submissions. So none does until the transaction ends.
	if err := execOne(ctx, tx, "SELECT FROM contests WHERE id = $1 FOR SHARE", contestID); err != nil {
		return err
	}
	distributed, err := shareIndex(ctx, tx)
	if err != nil {
		return err
	}
	if distributed {
		// Another check may be replacing the same entries: wait, to see and remove its postings.
		if err := execOne(ctx, tx, "SELECT pg_advisory_xact_lock($1)", lockIndex.key(contestID)); err != nil {
			return err
		}
		if err := removePostings(ctx, tx, "", submissions); err != nil { // postings of replaced entries
			return err
		}
	}
	// A submission that is not of a complete import into the contest gets the ID null, which the
	// table refuses. COPY cannot do ON CONFLICT. The order prevents a deadlock of two checks of
	// one contest.
	err = execOne(ctx, tx, `
		INSERT INTO index_entries AS stored (submission_id, algorithm, fingerprint, shingles)
		SELECT (
			SELECT s.id
			FROM submissions s
			JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
			WHERE s.id = new.submission_id AND s.contest_id = $2
		), $1::integer, new.fingerprint, new.shingles::integer[]
		FROM unnest($3::bigint[], $4::bigint[], $5::text[]) AS new (submission_id, fingerprint, shingles)
		WHERE NOT EXISTS (SELECT FROM submissions s WHERE s.id = new.submission_id AND s.superseded)
		ORDER BY new.submission_id
		ON CONFLICT (submission_id) DO UPDATE
		SET algorithm = excluded.algorithm, fingerprint = excluded.fingerprint, shingles = excluded.shingles
		WHERE stored.algorithm < excluded.algorithm`, append([]any{version, contestID}, rows...)...)
	if err != nil || !distributed {
		return err
	}
	return addPostings(ctx, tx, "", submissions)
}

// removeIndex removes the index entries of the submissions that a condition with $1 selects.
func removeIndex(ctx context.Context, tx pgx.Tx, condition string, value int64) error {
	distributed, err := shareIndex(ctx, tx)
	if err != nil {
		return err
	}
	submissions, err := list[int64](ctx, tx, "SELECT id FROM submissions WHERE "+condition, value)
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(submissions, batchSize) {
		if distributed {
			if err := removePostings(ctx, tx, "", batch); err != nil {
				return err
			}
		}
		if err := execOne(ctx, tx, "DELETE FROM index_entries WHERE submission_id = ANY ($1)", batch); err != nil {
			return err
		}
	}
	return nil
}

// integerArray formats shingles as PostgreSQL formats an array of integers; "" if there are none.
func integerArray(shingles []uint32) string {
	if len(shingles) == 0 {
		return ""
	}
	b := []byte{'{'}
	for _, shingle := range shingles {
		b = append(strconv.AppendInt(b, int64(int32(shingle)), 10), ',')
	}
	return string(bytes.TrimSuffix(b, []byte(","))) + "}"
}

// NotIndexed returns the sorted IDs of the contest's current submissions, compared or not, that have
// no index entry of this version: new programs, and programs that are too short.
func (db *DB) NotIndexed(ctx context.Context, contestID int64, version int) (submissionIDs []int64, err error) {
	defer wrap(&err, "look for programs without an index in contest %d", contestID)
	submissionIDs, err = list[int64](ctx, db.pool, `
		SELECT s.id
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		WHERE s.contest_id = $1 AND NOT s.superseded
		ORDER BY s.id`, contestID)
	if err != nil {
		return nil, err
	}
	indexed, err := withIndexEntry(ctx, db.pool, version, submissionIDs)
	return slices.DeleteFunc(submissionIDs, func(id int64) bool { return indexed[id] }), err
}

// withIndexEntry returns the submissions that have an index entry of this version. It needs its own statement, because
// entries and submissions may be on different machines.
func withIndexEntry(ctx context.Context, q querier, version int, submissionIDs []int64) (map[int64]bool, error) {
	return mapOf[int64, bool](ctx, q, "SELECT submission_id, true FROM index_entries WHERE submission_id = ANY ($2) AND algorithm = $1",
		version, submissionIDs)
}

// MarkIndexed stores that a version of the algorithm has read these submissions of a contest, also those that get no entry.
func (db *DB) MarkIndexed(ctx context.Context, contestID int64, version int, submissionIDs []int64) (err error) {
	defer wrap(&err, "mark contest %d as indexed", contestID)
	return execOne(ctx, db.pool, `
		UPDATE imports SET indexed = $2
		WHERE contest_id = $1 AND state = 'complete' AND indexed < $2 AND id <> ALL (
			SELECT i.id
			FROM imports i
			JOIN submissions s ON s.import_id = i.id
			WHERE i.contest_id = $1 AND i.indexed < $2 AND NOT s.superseded
				AND NOT EXISTS (SELECT FROM unnest($3::bigint[]) AS read (id) WHERE read.id = s.id)
				AND EXISTS (SELECT FROM submission_files f WHERE f.submission_id = s.id)
		)`, contestID, version, submissionIDs)
}

// ContestsNotIndexed returns the sorted names of the contests in a scope with programs that this version of the algorithm has
// not read: no check has read the whole contest since the version changed. Erased programs do not count, because no check can
// read them again.
func (db *DB) ContestsNotIndexed(ctx context.Context, version int, scope contest.Scope) (_ []string, err error) {
	defer wrap(&err, "contests without an index")
	names, err := list[string](ctx, db.pool, `
		SELECT c.name
		FROM contests c
		WHERE c.submissions > 0 AND ($2::bigint[] IS NULL OR c.id = ANY ($2)) AND c.id <> ALL ($3::bigint[])
			AND EXISTS (
				SELECT FROM imports i
				JOIN submissions s ON s.import_id = i.id AND NOT s.superseded
				JOIN submission_files f ON f.submission_id = s.id
				WHERE i.contest_id = c.id AND i.state = 'complete' AND i.indexed < $1
			)`, version, scope.Only, notNil(scope.Except))
	if len(names) == 0 {
		return nil, err
	}
	slices.Sort(names) // independent of the database's locale
	return names, err
}

// Searchable reports whether submissions have index entries, and whether some are of this version. If none has an entry of this
// version, Searchable reads all entries, which takes long.
func (db *DB) Searchable(ctx context.Context, version int) (s contest.Searchable, err error) {
	defer wrap(&err, "look whether the archive can be searched")
	// For EXISTS, Citus would read all entries from all machines.
	found, err := list[int64](ctx, db.pool, "SELECT submission_id FROM index_entries LIMIT 1")
	if err != nil {
		return s, err
	}
	s.Any = len(found) > 0
	found, err = list[int64](ctx, db.pool, "SELECT submission_id FROM index_entries WHERE algorithm = $1 LIMIT 1", version)
	s.Current = len(found) > 0
	return s, err
}

// selectLexed reads lexed files. OFFSET 0 makes PostgreSQL look up each file by itself, which
// takes 2.5 ms for a thousand files. Without OFFSET 0, while the table has no statistics, the
// planner reads the whole table, however large the table is.
const selectLexed = `
	SELECT f.submission_id, f.ordinal - 1, l.language, l.content
	FROM submission_files f
	CROSS JOIN LATERAL (
		SELECT language, content FROM lexed_files WHERE source = f.source AND version = $1 OFFSET 0
	) l
	WHERE f.submission_id = ANY ($2)`

// Lexed returns the files of submissions that a version of the lexer has read. A file that the
// lexer has read in several languages comes once for each language.
func (db *DB) Lexed(ctx context.Context, version int, submissionIDs []int64) (_ []contest.LexedFile, err error) {
	defer wrap(&err, "lexed files of %d submissions", len(submissionIDs))
	return list[contest.LexedFile](ctx, db.pool, selectLexed, version, submissionIDs)
}

// SaveLexed stores files of submissions that a version of the lexer has read. They replace the
// files of other versions. Like index entries, they do not depend on a check, so they stay if a check fails.
func (db *DB) SaveLexed(ctx context.Context, version int, files []contest.LexedFile) (err error) {
	defer wrap(&err, "store %d lexed files", len(files))
	if len(files) == 0 {
		return nil
	}
	rows := columns(files, func(f contest.LexedFile) []any { return []any{f.SubmissionID, f.File + 1, f.Language, f.Content} })
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		// Otherwise a lexed file could stay after its contest was deleted, because no foreign key refers to the
		// sources of a distributed archive.
		if err := shareSources(ctx, tx); err != nil {
			return err
		}
		// COPY cannot do ON CONFLICT. The order prevents a deadlock of two checks that
		// store one file.
		return execOne(ctx, tx, `
			INSERT INTO lexed_files (source, language, version, content)
			SELECT DISTINCT ON (f.source, new.language) f.source, new.language, $1::integer, new.content
			FROM unnest($2::bigint[], $3::integer[], $4::text[], $5::bytea[]) AS new (submission_id, ordinal, language, content)
			JOIN submission_files f ON f.submission_id = new.submission_id AND f.ordinal = new.ordinal
			ORDER BY f.source, new.language
			ON CONFLICT (source, language) DO UPDATE SET version = excluded.version, content = excluded.content`,
			append([]any{version}, rows...)...)
	})
}
