package postgres

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// sourceHash is the SHA-256 of a file's bytes, by which it is stored.
type sourceHash = [sha256.Size]byte

// shareSources prevents sweeps from removing sources that the transaction adds, or
// is about to refer to.
func shareSources(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock_shared($1)", lockSources.key(0))
	return err
}

// putSources adds the sources that are not there yet. The caller has called
// shareSources in the transaction.
func (db *DB) putSources(ctx context.Context, tx pgx.Tx, contents map[sourceHash][]byte) error {
	wanted := make([][]byte, 0, len(contents))
	for hash := range contents {
		wanted = append(wanted, hash[:])
	}
	known, err := list(ctx, tx, pgx.RowTo[[]byte], "SELECT hash FROM sources WHERE hash = ANY ($1)", wanted)
	if err != nil {
		return err
	}
	missing := make(map[sourceHash]bool, len(contents))
	for hash := range contents {
		missing[hash] = true
	}
	for _, hash := range known {
		delete(missing, sourceHash(hash))
	}
	// Imports into other contests may add the same sources at this moment.
	// One then waits for the other, and would wait for ever if two of them
	// did not insert in the same order.
	slices.SortFunc(wanted, bytes.Compare)
	var hashes, compressed [][]byte
	var sizes []int32
	for _, hash := range wanted {
		if missing[sourceHash(hash)] {
			content := contents[sourceHash(hash)]
			hashes = append(hashes, hash)
			sizes = append(sizes, int32(len(content)))
			compressed = append(compressed, db.encoder.EncodeAll(content, nil))
		}
	}
	if len(hashes) == 0 {
		return nil
	}
	// Arrays rather than COPY, which knows no ON CONFLICT.
	_, err = tx.Exec(ctx, `
		INSERT INTO sources (hash, size, content)
		SELECT * FROM unnest($1::bytea[], $2::integer[], $3::bytea[])
		ON CONFLICT DO NOTHING`, hashes, sizes, compressed)
	return err
}

// removeSources removes those of some sources that nothing refers to any more.
func removeSources(ctx context.Context, tx pgx.Tx, hashes [][]byte) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", lockSources.key(0)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		DELETE FROM sources r
		WHERE r.hash = ANY ($1)
		  AND NOT EXISTS (SELECT FROM submission_files f WHERE f.source = r.hash)
		  AND NOT EXISTS (SELECT FROM check_base b WHERE b.source = r.hash)`, hashes)
	return err
}

// Files returns the files of a submission, sorted by path.
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
		err = contest.ErrNotFound
	}
	return files, err
}

// FilesOf returns the files of submissions, by their IDs, each sorted by path.
// Submissions that are not there are left out.
func (db *DB) FilesOf(ctx context.Context, submissionIDs []int64) (_ map[int64][]contest.File, err error) {
	defer wrap(&err, "files of %d submissions", len(submissionIDs))
	// The offset has each submission looked up by itself: the planner would
	// rather read a whole table where many are asked for.
	rows, err := db.pool.Query(ctx, `
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
	if err != nil {
		return nil, err
	}
	files := make(map[int64][]contest.File, len(submissionIDs))
	for rows.Next() {
		var id int64
		var stored storedFile
		if err := rows.Scan(&id, &stored.path, &stored.size, &stored.content); err != nil {
			rows.Close()
			return nil, err
		}
		file, err := db.file(stored)
		if err != nil {
			rows.Close()
			return nil, fmt.Errorf("files of submission %d: %w", id, err)
		}
		files[id] = append(files[id], file)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return files, nil
}

// Base returns the base code files of a check, in the order in which they were
// given.
func (db *DB) Base(ctx context.Context, checkID int64) (_ []contest.File, err error) {
	defer wrap(&err, "base code of check %d", checkID)
	_, err = db.requireComplete(ctx, checkID)
	if err != nil {
		return nil, err
	}
	files, err := db.files(ctx, `
		SELECT b.path, r.size, r.content
		FROM check_base b
		JOIN sources r ON r.hash = b.source
		WHERE b.check_id = $1
		ORDER BY b.ordinal`, checkID)
	return files, err
}

// files collects rows of path, size and compressed content.
func (db *DB) files(ctx context.Context, query string, id int64) ([]contest.File, error) {
	return list(ctx, db.pool, func(row pgx.CollectableRow) (contest.File, error) {
		var stored storedFile
		if err := row.Scan(&stored.path, &stored.size, &stored.content); err != nil {
			return contest.File{}, err
		}
		return db.file(stored)
	}, query, id)
}

// storedFile is a file as it is stored.
type storedFile struct {
	path    string
	size    int    // of what content is when it is decompressed, in bytes
	content []byte // compressed
}

// file decompresses a file.
func (db *DB) file(s storedFile) (contest.File, error) {
	content, err := db.decoder.DecodeAll(s.content, make([]byte, 0, s.size))
	if err == nil && len(content) != s.size {
		err = fmt.Errorf("%d bytes instead of %d", len(content), s.size)
	}
	if err != nil {
		return contest.File{Path: s.path}, fmt.Errorf("stored file %q is damaged: %w", s.path, err)
	}
	return contest.File{Path: s.path, Content: content}, nil
}

// ProgramHashes returns the hashes of submissions' programs, as
// [review.ProgramHash] says, by the submissions' IDs. Those that are not there
// are left out.
func (db *DB) ProgramHashes(ctx context.Context, submissions []int64) (_ map[int64]string, err error) {
	defer wrap(&err, "hashes of programs")
	rows := query(ctx, db.pool, `
		SELECT submission_id, array_agg(source ORDER BY path COLLATE "C", ordinal)
		FROM submission_files
		WHERE submission_id = ANY ($1)
		GROUP BY submission_id`, submissions)
	hashes := make(map[int64]string, len(submissions))
	var id int64
	var files [][]byte
	_, err = pgx.ForEachRow(rows, []any{&id, &files}, func() error {
		hashes[id] = review.ProgramHash(files)
		return nil
	})
	return hashes, err
}
