package postgres

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// sourceHash is the SHA-256 of a file's bytes, the key of a stored source.
type sourceHash = [sha256.Size]byte

// shareSources prevents other transactions from removing sources that this one adds or
// refers to.
func shareSources(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock_shared($1)", lockSources.key(0))
	return err
}

// putSources adds the sources that are not stored yet. It removes stored sources from the map contents.
// The caller has called shareSources in the transaction.
func (db *DB) putSources(ctx context.Context, tx pgx.Tx, contents map[sourceHash][]byte) error {
	all := make([][]byte, 0, len(contents))
	for hash := range contents {
		all = append(all, hash[:])
	}
	stored, err := list(ctx, tx, pgx.RowTo[[]byte], "SELECT hash FROM sources WHERE hash = ANY ($1)", all)
	if err != nil {
		return err
	}
	for _, hash := range stored {
		delete(contents, sourceHash(hash))
	}
	if len(contents) == 0 {
		return nil
	}
	var hashes, compressed [][]byte
	var sizes []int32
	// Imports into other contests may add the same sources at this moment; a common order
	// prevents a deadlock.
	for _, hash := range slices.SortedFunc(maps.Keys(contents), func(a, b sourceHash) int { return bytes.Compare(a[:], b[:]) }) {
		content := contents[hash]
		hashes = append(hashes, hash[:])
		sizes = append(sizes, int32(len(content)))
		compressed = append(compressed, db.encoder.EncodeAll(content, nil))
	}
	// COPY cannot do ON CONFLICT.
	_, err = tx.Exec(ctx, `
		INSERT INTO sources (hash, size, content)
		SELECT * FROM unnest($1::bytea[], $2::integer[], $3::bytea[])
		ON CONFLICT DO NOTHING`, hashes, sizes, compressed)
	return err
}

// removeSources removes the given sources that nothing uses any more.
func removeSources(ctx context.Context, tx pgx.Tx, hashes [][]byte) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", lockSources.key(0)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		DELETE FROM sources r
		WHERE r.hash = ANY ($1)
		  AND NOT EXISTS (SELECT FROM submission_files f WHERE f.source = r.hash)
		  AND NOT EXISTS (SELECT FROM check_base b WHERE b.source = r.hash)
		  AND NOT EXISTS (SELECT FROM known_sources k WHERE k.source = r.hash)
		  AND NOT EXISTS (SELECT FROM check_sources k WHERE k.source = r.hash)`, hashes)
	return err
}

// Files returns the files of a submission, sorted by path. The error wraps [contest.ErrErased] if
// they were erased.
func (db *DB) Files(ctx context.Context, submissionID int64) (_ []contest.File, err error) {
	defer wrap(&err, "files of submission %d", submissionID)
	files, err := db.files(ctx, `
		SELECT f.path, r.size, r.content
		FROM submission_files f
		JOIN sources r ON r.hash = f.source
		JOIN submissions s ON s.id = f.submission_id
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		WHERE f.submission_id = $1
		ORDER BY f.ordinal`, submissionID)
	if err == nil && len(files) == 0 {
		var exists bool
		err = db.pool.QueryRow(ctx, `
			SELECT EXISTS (SELECT FROM submissions s JOIN imports i ON i.id = s.import_id AND i.state = 'complete' WHERE s.id = $1)`, submissionID).Scan(&exists)
		if err == nil && exists {
			err = contest.ErrErased
		} else if err == nil {
			err = contest.ErrNotFound
		}
	}
	return files, err
}

// FilesOf returns the files of submissions by submission ID, sorted by path. It leaves out
// submissions that do not exist.
func (db *DB) FilesOf(ctx context.Context, submissionIDs []int64) (_ map[int64][]contest.File, err error) {
	defer wrap(&err, "files of %d submissions", len(submissionIDs))
	// OFFSET 0 makes PostgreSQL look up each submission by itself: for many of them the
	// planner would read a whole table.
	rows := query(ctx, db.pool, `
		SELECT f.submission_id, f.path, r.size, r.content
		FROM unnest($1::bigint[]) AS wanted (id)
		CROSS JOIN LATERAL (
			SELECT f.submission_id, f.ordinal, f.path, f.source
			FROM submission_files f
			JOIN submissions s ON s.id = f.submission_id
			JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
			WHERE f.submission_id = wanted.id OFFSET 0
		) f
		CROSS JOIN LATERAL (SELECT size, content FROM sources WHERE hash = f.source OFFSET 0) r
		ORDER BY f.submission_id, f.ordinal`, slices.Compact(slices.Sorted(slices.Values(submissionIDs))))
	files := make(map[int64][]contest.File, len(submissionIDs))
	var id int64
	var stored storedFile
	_, err = pgx.ForEachRow(rows, []any{&id, &stored.path, &stored.size, &stored.content}, func() error {
		file, err := db.decompress(stored)
		if err != nil {
			return fmt.Errorf("submission %d: %w", id, err)
		}
		files[id] = append(files[id], file)
		return nil
	})
	return files, err
}

// Base returns the base code files of a check in their original order.
func (db *DB) Base(ctx context.Context, checkID int64) (_ []contest.File, err error) {
	defer wrap(&err, "base code of check %d", checkID)
	if _, err := db.requireComplete(ctx, checkID); err != nil {
		return nil, err
	}
	return db.files(ctx, `
		SELECT b.path, r.size, r.content
		FROM check_base b
		JOIN sources r ON r.hash = b.source
		WHERE b.check_id = $1
		ORDER BY b.ordinal`, checkID)
}

// files returns the files of a query of path, size and compressed content.
func (db *DB) files(ctx context.Context, query string, id int64) ([]contest.File, error) {
	return list(ctx, db.pool, func(row pgx.CollectableRow) (contest.File, error) {
		var stored storedFile
		if err := row.Scan(&stored.path, &stored.size, &stored.content); err != nil {
			return contest.File{}, err
		}
		return db.decompress(stored)
	}, query, id)
}

// storedFile is a file in the form in which it is stored.
type storedFile struct {
	path    string
	size    int    // of the decompressed content, in bytes
	content []byte // compressed
}

func (db *DB) decompress(s storedFile) (contest.File, error) {
	content, err := db.decoder.DecodeAll(s.content, make([]byte, 0, s.size))
	if err == nil && len(content) != s.size {
		err = fmt.Errorf("%d bytes instead of %d", len(content), s.size)
	}
	if err != nil {
		return contest.File{Path: s.path}, fmt.Errorf("stored file %q is damaged: %w", s.path, err)
	}
	return contest.File{Path: s.path, Content: content}, nil
}

// ProgramHashes returns the [review.ProgramHash] of submissions by ID. It leaves out
// submissions that do not exist.
func (db *DB) ProgramHashes(ctx context.Context, submissions []int64) (_ map[int64]string, err error) {
	defer wrap(&err, "hashes of programs")
	files, err := mapOf[int64, [][]byte](ctx, db.pool, `
		SELECT submission_id, array_agg(source ORDER BY path COLLATE "C", ordinal)
		FROM submission_files
		WHERE submission_id = ANY ($1)
		GROUP BY submission_id`, submissions)
	hashes := make(map[int64]string, len(files))
	for id, sources := range files {
		hashes[id] = review.ProgramHash(sources)
	}
	return hashes, err
}
