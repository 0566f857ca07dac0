package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

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

// Lexed is [LexCache.Lexed] for submissions of any contest.
func (db *DB) Lexed(ctx context.Context, version int, submissionIDs []int64) (_ []contest.LexedFile, err error) {
	defer wrap(&err, "lexed files of %d submissions", len(submissionIDs))
	return list(ctx, db.pool, pgx.RowToStructByPos[contest.LexedFile], selectLexed, version, submissionIDs)
}

// LexCache stores lexed files and index entries of a contest's programs. Both do not depend
// on a check, so both stay if a check fails.
type LexCache struct {
	contestID int64
	do        func(action string, f func(executor) error) error
}

// LexCache returns the cache of a contest, for use outside a check.
func (db *DB) LexCache(contestID int64) *LexCache {
	return &LexCache{contestID, func(action string, f func(executor) error) (err error) {
		defer wrap(&err, "%s of contest %d", action, contestID)
		return f(db.pool)
	}}
}

// Lexed returns the files of submissions that a version of the lexer has read. A file that the
// lexer has read in several languages comes once for each language.
func (c *LexCache) Lexed(ctx context.Context, version int, submissionIDs []int64) (files []contest.LexedFile, err error) {
	err = c.do("load lexed files", func(q executor) error {
		files, err = list(ctx, q, pgx.RowToStructByPos[contest.LexedFile], selectLexed, version, submissionIDs)
		return err
	})
	return files, err
}

// SaveLexed stores files of submissions that a version of the lexer has read. They replace what
// other versions have read.
func (c *LexCache) SaveLexed(ctx context.Context, version int, files []contest.LexedFile) error {
	if len(files) == 0 {
		return nil
	}
	ids := make([]int64, len(files))
	ordinals := make([]int32, len(files))
	languages := make([]string, len(files))
	contents := make([][]byte, len(files))
	for i, f := range files {
		ids[i], ordinals[i], languages[i], contents[i] = f.SubmissionID, int32(f.File)+1, f.Language, f.Content
	}
	return c.do("store lexed files", func(q executor) error {
		return pgx.BeginFunc(ctx, q, func(tx pgx.Tx) error {
			// Otherwise what was read of a file could stay after its contest was deleted: no foreign key refers to the
			// sources of a distributed archive.
			if err := shareSources(ctx, tx); err != nil {
				return err
			}
			// COPY cannot do ON CONFLICT. The order prevents a deadlock of two checks that
			// store one file.
			_, err := tx.Exec(ctx, `
			INSERT INTO lexed_files (source, language, version, content)
			SELECT DISTINCT ON (f.source, new.language) f.source, new.language, $1::integer, new.content
			FROM unnest($2::bigint[], $3::integer[], $4::text[], $5::bytea[]) AS new (submission_id, ordinal, language, content)
			JOIN submission_files f ON f.submission_id = new.submission_id AND f.ordinal = new.ordinal
			ORDER BY f.source, new.language
			ON CONFLICT (source, language) DO UPDATE SET version = excluded.version, content = excluded.content`,
				version, ids, ordinals, languages, contents)
			return err
		})
	})
}
