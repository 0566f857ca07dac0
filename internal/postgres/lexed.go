package postgres

import (
	"context"

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

// Lexed returns the stored files of submissions as a version of the lexer read them, in
// all languages in which it did.
func (r *Run) Lexed(ctx context.Context, version int, submissionIDs []int64) (files []contest.LexedFile, err error) {
	err = r.do("load lexed files", func(s *session) error {
		files, err = lexed(ctx, s, version, submissionIDs)
		return err
	})
	return files, err
}

// Lexed returns what [Run.Lexed] does.
func (db *DB) Lexed(ctx context.Context, version int, submissionIDs []int64) (_ []contest.LexedFile, err error) {
	defer wrap(&err, "lexed files of %d submissions", len(submissionIDs))
	files, err := lexed(ctx, db.pool, version, submissionIDs)
	return files, err
}

func lexed(ctx context.Context, q querier, version int, submissionIDs []int64) ([]contest.LexedFile, error) {
	return list(ctx, q, pgx.RowToStructByPos[contest.LexedFile], selectLexed, version, submissionIDs)
}

// SaveLexed stores files of submissions as a version of the lexer read them. They
// replace those of other versions. They belong to the sources, so they stay if the
// check fails.
func (r *Run) SaveLexed(ctx context.Context, version int, files []contest.LexedFile) error {
	return r.do("store lexed files", func(s *session) error { return saveLexed(ctx, s, version, files) })
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

// LexCache stores what is read of a contest's programs without a check, as a [Run]
// does; its methods of the same names say more.
type LexCache struct {
	db        *DB
	contestID int64
}

// LexCache returns the cache of a contest.
func (db *DB) LexCache(contestID int64) *LexCache { return &LexCache{db, contestID} }

// Lexed returns what [Run.Lexed] does.
func (k *LexCache) Lexed(ctx context.Context, version int, submissionIDs []int64) ([]contest.LexedFile, error) {
	return k.db.Lexed(ctx, version, submissionIDs)
}

// SaveLexed does what [Run.SaveLexed] does.
func (k *LexCache) SaveLexed(ctx context.Context, version int, files []contest.LexedFile) error {
	return k.error("store lexed files", saveLexed(ctx, k.db.pool, version, files))
}

// NotIndexed returns what [Run.NotIndexed] does.
func (k *LexCache) NotIndexed(ctx context.Context, fingerprintVersion, sampleVersion int) ([]int64, error) {
	ids, err := notIndexed(ctx, k.db.pool, k.contestID, fingerprintVersion, sampleVersion)
	return ids, k.error("look for programs without an index", err)
}

// SaveFingerprints does what [Run.SaveFingerprints] does.
func (k *LexCache) SaveFingerprints(ctx context.Context, version int, fingerprints []contest.Fingerprint) error {
	return k.error("save fingerprints", saveFingerprints(ctx, k.db.pool, k.contestID, version, fingerprints))
}

// SaveSamples does what [Run.SaveSamples] does.
func (k *LexCache) SaveSamples(ctx context.Context, version int, samples []contest.Sample) error {
	return k.error("save samples", putSamples(ctx, k.db.pool, k.contestID, version, samples))
}

func (k *LexCache) error(what string, err error) error {
	wrap(&err, "%s of contest %d", what, k.contestID)
	return err
}

// NotIndexed returns those submissions of the check's contest, compared or not,
// that have no fingerprint of one version of the algorithm, or no sample of
// another, in order: the new ones, and those that are too short for one.
func (r *Run) NotIndexed(ctx context.Context, fingerprintVersion, sampleVersion int) (submissionIDs []int64, err error) {
	err = r.do("look for programs without an index", func(s *session) error {
		submissionIDs, err = notIndexed(ctx, s, r.contestID, fingerprintVersion, sampleVersion)
		return err
	})
	return submissionIDs, err
}

func notIndexed(ctx context.Context, q querier, contestID int64, fingerprintVersion, sampleVersion int) ([]int64, error) {
	return list(ctx, q, pgx.RowTo[int64], `
		SELECT s.id
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		LEFT JOIN fingerprints f ON f.submission_id = s.id AND f.algorithm = $2
		LEFT JOIN shingle_samples a ON a.submission_id = s.id AND a.algorithm = $3
		WHERE s.contest_id = $1 AND (f.submission_id IS NULL OR a.submission_id IS NULL)
		ORDER BY s.id`, contestID, fingerprintVersion, sampleVersion)
}
