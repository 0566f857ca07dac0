package postgres

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// sourceHash is the SHA-256 of a file's bytes, the key of a stored source.
type sourceHash = [sha256.Size]byte

// shareSources prevents other transactions from removing sources that this transaction adds
// or refers to.
func shareSources(ctx context.Context, tx pgx.Tx) error {
	return execOne(ctx, tx, "SELECT pg_advisory_xact_lock_shared($1)", lockSources.key(0))
}

// storeFiles stores the contents of n files, and returns their hashes. Nobody can remove them before the transaction ends.
func (db *DB) storeFiles(ctx context.Context, tx pgx.Tx, n int, file func(i int) contest.File) ([]sourceHash, error) {
	hashes := make([]sourceHash, n)
	contents := make(map[sourceHash][]byte, n)
	for i := range hashes {
		content := file(i).Content
		hashes[i] = sha256.Sum256(content)
		contents[hashes[i]] = content
	}
	if err := shareSources(ctx, tx); err != nil {
		return nil, err
	}
	return hashes, db.putSources(ctx, tx, contents)
}

// putSources adds the sources that are not stored yet, and leaves only these in the map contents.
// The caller has called shareSources in the transaction.
func (db *DB) putSources(ctx context.Context, tx pgx.Tx, contents map[sourceHash][]byte) error {
	all := make([][]byte, 0, len(contents))
	for hash := range contents {
		all = append(all, hash[:])
	}
	stored, err := list[[]byte](ctx, tx, "SELECT hash FROM sources WHERE hash = ANY ($1)", all)
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
	// Imports into other contests may add these sources now. Every import sorts by hash,
	// which prevents a deadlock.
	for _, hash := range slices.SortedFunc(maps.Keys(contents), func(a, b sourceHash) int { return bytes.Compare(a[:], b[:]) }) {
		content := contents[hash]
		hashes = append(hashes, hash[:])
		sizes = append(sizes, int32(len(content)))
		compressed = append(compressed, db.encoder.EncodeAll(content, nil))
	}
	// COPY cannot do ON CONFLICT.
	return execOne(ctx, tx, `
		INSERT INTO sources (hash, size, content)
		SELECT * FROM unnest($1::bytea[], $2::integer[], $3::bytea[])
		ON CONFLICT DO NOTHING`, hashes, sizes, compressed)
}

// removeUnusedContents removes the contents of files with these hashes (table sources) that nothing uses any more.
func removeUnusedContents(ctx context.Context, tx pgx.Tx, hashes [][]byte) error {
	if err := execOne(ctx, tx, "SELECT pg_advisory_xact_lock($1)", lockSources.key(0)); err != nil {
		return err
	}
	unused, err := list[[]byte](ctx, tx, `
		SELECT r.hash
		FROM unnest($1::bytea[]) AS r (hash)
		WHERE NOT EXISTS (SELECT FROM submission_files f WHERE f.source = r.hash)
		  AND NOT EXISTS (SELECT FROM check_base b WHERE b.source = r.hash)
		  AND NOT EXISTS (SELECT FROM known_sources k WHERE k.source = r.hash)
		  AND NOT EXISTS (SELECT FROM check_sources k WHERE k.source = r.hash)`, hashes)
	if err != nil || len(unused) == 0 {
		return err
	}
	// No foreign key refers to a distributed table, so this statement removes what depends on the sources.
	if err := execOne(ctx, tx, "DELETE FROM lexed_files WHERE source = ANY ($1)", unused); err != nil {
		return err
	}
	return execOne(ctx, tx, "DELETE FROM sources WHERE hash = ANY ($1)", unused)
}

// Files returns the files of a submission, sorted by path. The error wraps [contest.ErrErased] if
// the files were erased.
func (db *DB) Files(ctx context.Context, submissionID int64) (_ []contest.File, err error) {
	defer wrap(&err, "files of submission %d", submissionID)
	files, err := db.files(ctx, `
		SELECT f.path, f.source
		FROM submission_files f
		JOIN submissions s ON s.id = f.submission_id
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		WHERE f.submission_id = $1
		ORDER BY f.ordinal`, submissionID)
	if err == nil && len(files) == 0 {
		_, err = get[int64](ctx, db.pool, `
			SELECT s.id FROM submissions s JOIN imports i ON i.id = s.import_id AND i.state = 'complete' WHERE s.id = $1`, submissionID)
		if err == nil {
			err = contest.ErrErased
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
	rows, err := list[keyedRow[int64, storedFile]](ctx, db.pool, `
		SELECT f.submission_id, f.path, f.source
		FROM unnest($1::bigint[]) AS wanted (id)
		CROSS JOIN LATERAL (
			SELECT f.submission_id, f.ordinal, f.path, f.source
			FROM submission_files f
			JOIN submissions s ON s.id = f.submission_id
			JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
			WHERE f.submission_id = wanted.id OFFSET 0
		) f
		ORDER BY f.submission_id, f.ordinal`, slices.Compact(slices.Sorted(slices.Values(submissionIDs))))
	if err != nil {
		return nil, err
	}
	stored := make([]storedFile, len(rows))
	for i, r := range rows {
		stored[i] = r.Value
	}
	contents, err := db.contents(ctx, stored)
	if err != nil {
		return nil, err
	}
	files := make(map[int64][]contest.File, len(submissionIDs))
	deleted := make(map[int64]bool) // submissions with a file that was deleted since the query
	for _, r := range rows {
		file, err := db.decompress(r.Value, contents)
		if errors.Is(err, contest.ErrNotFound) {
			deleted[r.Key] = true
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("submission %d: %w", r.Key, err)
		}
		files[r.Key] = append(files[r.Key], file)
	}
	maps.DeleteFunc(files, func(id int64, _ []contest.File) bool { return deleted[id] })
	return files, nil
}

// Base returns the base code files of a check in their original order.
func (db *DB) Base(ctx context.Context, checkID int64) (_ []contest.File, err error) {
	defer wrap(&err, "base code of check %d", checkID)
	if err := db.requireComplete(ctx, checkID); err != nil {
		return nil, err
	}
	return db.files(ctx, `
		SELECT b.path, b.source
		FROM check_base b
		WHERE b.check_id = $1
		ORDER BY b.ordinal`, checkID)
}

// files returns the files whose paths and hashes a query selects.
func (db *DB) files(ctx context.Context, query string, id int64) ([]contest.File, error) {
	stored, err := list[storedFile](ctx, db.pool, query, id)
	if err != nil {
		return nil, err
	}
	contents, err := db.contents(ctx, stored)
	if err != nil {
		return nil, err
	}
	files := make([]contest.File, len(stored))
	for i, s := range stored {
		if files[i], err = db.decompress(s, contents); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// storedFile is a file without its content.
type storedFile struct {
	Path   string
	Source []byte // hash of the content
}

// storedSource is the content of a file in the form in which it is stored.
type storedSource struct {
	Hash    []byte
	Size    int    // of the decompressed content, in bytes
	Content []byte // compressed
}

// contents returns the stored contents of files by hash.
func (db *DB) contents(ctx context.Context, files []storedFile) (map[sourceHash]storedSource, error) {
	return db.storedSources(ctx, files, "content")
}

// sizes returns what contents returns, without the contents.
func (db *DB) sizes(ctx context.Context, files []storedFile) (map[sourceHash]storedSource, error) {
	return db.storedSources(ctx, files, "NULL::bytea AS content")
}

// storedSources needs its own statement, because sources and the rows that refer to sources may be on different machines.
func (db *DB) storedSources(ctx context.Context, files []storedFile, content string) (map[sourceHash]storedSource, error) {
	if len(files) == 0 {
		return nil, nil
	}
	hashes := make([][]byte, len(files))
	for i, f := range files {
		hashes[i] = f.Source
	}
	sources, err := list[storedSource](ctx, db.pool, "SELECT hash, size, "+content+" FROM sources WHERE hash = ANY ($1)", hashes)
	byHash := make(map[sourceHash]storedSource, len(sources))
	for _, s := range sources {
		byHash[sourceHash(s.Hash)] = s
	}
	return byHash, err
}

// decompress returns a file with its content, or [contest.ErrNotFound] if it was deleted meanwhile.
func (db *DB) decompress(f storedFile, contents map[sourceHash]storedSource) (contest.File, error) {
	s, ok := contents[sourceHash(f.Source)]
	if !ok {
		return contest.File{}, contest.ErrNotFound
	}
	content, err := db.decoder.DecodeAll(s.Content, make([]byte, 0, s.Size))
	if err == nil && len(content) != s.Size {
		err = fmt.Errorf("%d bytes instead of %d", len(content), s.Size)
	}
	if err != nil {
		return contest.File{Path: f.Path}, fmt.Errorf("stored file %q is damaged: %w", f.Path, err)
	}
	return contest.File{Path: f.Path, Content: content}, nil
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
