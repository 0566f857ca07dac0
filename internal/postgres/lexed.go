package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The offset has each file looked up by itself, 2.5 ms for a thousand. The
// planner would rather read all of the table, large as it may be, while it has no
// statistics of it.
const selectLexed = `
	SELECT f.submission_id, f.ordinal - 1, l.language, l.content
	FROM submission_files f
	CROSS JOIN LATERAL (
		SELECT language, content FROM lexed_files WHERE source = f.source AND version = $1 OFFSET 0
	) l
	WHERE f.submission_id = ANY ($2)`

// Lexed returns those files of submissions that are kept as a version of the
// lexer read them, in all languages in which it did.
func (r *Run) Lexed(ctx context.Context, version int, submissionIDs []int64) (files []contest.LexedFile, err error) {
	err = r.do("load lexed files", func(s *session) error {
		files, err = lexed(ctx, s, version, submissionIDs)
		return err
	})
	return files, err
}

// Lexed returns what [Run.Lexed] does.
func (db *DB) Lexed(ctx context.Context, version int, submissionIDs []int64) ([]contest.LexedFile, error) {
	files, err := lexed(ctx, db.pool, version, submissionIDs)
	if err != nil {
		return nil, fmt.Errorf("lexed files of %d submissions: %w", len(submissionIDs), explain(err))
	}
	return files, nil
}

func lexed(ctx context.Context, q querier, version int, submissionIDs []int64) ([]contest.LexedFile, error) {
	rows, err := q.Query(ctx, selectLexed, version, submissionIDs)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[contest.LexedFile])
}

// SaveLexed keeps files of stored submissions as a version of the lexer read
// them. They replace what other versions made of the same files. They belong to
// the sources, and so they stay when the check fails.
func (r *Run) SaveLexed(ctx context.Context, version int, files []contest.LexedFile) error {
	return r.do("keep lexed files", func(s *session) error { return saveLexed(ctx, s, version, files) })
}

func saveLexed(ctx context.Context, q executor, version int, files []contest.LexedFile) error {
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
	// Arrays rather than COPY, which knows no ON CONFLICT. The order keeps
	// two checks of the same files from waiting for each other for ever.
	_, err := q.Exec(ctx, `
		INSERT INTO lexed_files (source, language, version, content)
		SELECT DISTINCT ON (f.source, new.language) f.source, new.language, $1::integer, new.content
		FROM unnest($2::bigint[], $3::integer[], $4::text[], $5::bytea[]) AS new (submission_id, ordinal, language, content)
		JOIN submission_files f ON f.submission_id = new.submission_id AND f.ordinal = new.ordinal
		ORDER BY f.source, new.language
		ON CONFLICT (source, language) DO UPDATE SET version = excluded.version, content = excluded.content`,
		version, ids, ordinals, languages, contents)
	return err
}
