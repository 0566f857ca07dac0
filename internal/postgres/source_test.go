package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// The removal of a failed import waits while a check begins to use one of its sources, and then
// does not remove that source.
func TestRemoveSourcesWaits(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(1)
	content := submissions[0].Files[0].Content
	hash := sourceHash(sha256.Sum256(content))

	// An import that will fail has stored its batch.
	failing, err := db.session(ctx)
	must(t, err)
	defer failing.close()
	contestID, err := failing.lockContestNamed(ctx, "failing", 0)
	must(t, err)
	l := &loader{Import: contest.Import{Submissions: submissions}, db: db, session: failing, contestID: contestID}
	err = failing.QueryRow(ctx, "INSERT INTO imports (contest_id, origin) VALUES ($1, '') RETURNING id", contestID).Scan(&l.importID)
	must(t, err)
	must(t, pgx.BeginFunc(ctx, failing, func(tx pgx.Tx) error { return l.loadNames(ctx, tx) }))
	err = pgx.BeginFunc(ctx, failing, func(tx pgx.Tx) error {
		_, err := l.loadBatch(ctx, tx, []*contest.Submission{&submissions[0]})
		return err
	})
	must(t, err)

	// A check uses the same source as base code.
	other := []contest.Submission{submission("A", "x", 1, "another")}
	otherID := importContest(t, db, "other", other)
	run := beginCheck(t, db, otherID, other)
	removed := make(chan error, 1)
	err = pgx.BeginFunc(ctx, run.(*Run).session, func(tx pgx.Tx) error {
		if err := shareSources(ctx, tx); err != nil {
			return err
		}
		if err := db.putSources(ctx, tx, map[sourceHash][]byte{hash: content}); err != nil {
			return err
		}
		go func() {
			_, err := failing.failImports(ctx, contestID, i18n.Verbatim("failed"))
			removed <- err
		}()
		waitForLock(t, db)
		_, err := tx.Exec(ctx, "INSERT INTO check_base (check_id, ordinal, path, source) VALUES ($1, 1, 'base', $2)", run.ID(), hash[:])
		return err
	})
	must(t, errors.Join(err, <-removed))
	complete(t, run)
	files, err := db.Base(ctx, run.ID())
	must(t, err)
	if len(files) != 1 || string(files[0].Content) != string(content) {
		t.Errorf("base code is %v, want one file with %q", files, content)
	}
	if n := rowsOf(t, db, "submissions")["submissions"]; n != 1 {
		t.Errorf("got %d submissions, want 1", n)
	}
}

// FilesOf returns for each submission the same as Files.
func TestFilesOf(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(30)
	submissions[0].Files = append(submissions[0].Files,
		contest.File{Path: "A/team000/b", Content: []byte("same")}, contest.File{Path: "A/team000/a", Content: []byte("same")})
	importContest(t, db, "c", submissions)
	want := make(map[int64][]contest.File)
	for _, s := range submissions[:20] {
		files, err := db.Files(ctx, s.ID)
		must(t, err)
		want[s.ID] = files
	}
	ids := idsOf(submissions[:20])
	ids = append(ids, ids[0], 1<<40) // one ID twice, and an unknown one
	got, err := db.FilesOf(ctx, ids)
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("FilesOf differs from Files (-Files +FilesOf):\n%s", diff)
	}
	if got, err := db.FilesOf(ctx, nil); err != nil || len(got) > 0 {
		t.Errorf("FilesOf without submissions: got %v, %v, want no files", got, err)
	}
}

// A source that cannot be decompressed to its size is reported as damaged.
func TestDamagedSource(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, damage := range map[string]string{
		"other content":   "UPDATE sources SET content = '\\x00'",
		"cut off content": "UPDATE sources SET content = substr(content, 1, length(content) - 3)",
		"wrong size":      "UPDATE sources SET size = size + 1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			submissions := contestOf(1)
			importContest(t, db, "c", submissions)
			execute(t, db, damage)
			_, err := db.Files(ctx, submissions[0].ID)
			_, together := db.FilesOf(ctx, idsOf(submissions))
			for _, err := range []error{err, together} {
				if err == nil || !strings.Contains(err.Error(), "A/team000/01.cpp\" is damaged") {
					t.Errorf("got error %v, want one with \"is damaged\"", err)
				}
			}
		})
	}
}

// ProgramHashes returns the hash of the sources of each submission, sorted by path.
func TestProgramHashes(t *testing.T) {
	t.Parallel()
	db := open(t)
	oneFile, otherPath := submission("A", "ann", 1, "one"), submission("B", "cat", 1, "one")
	twoFiles := submission("A", "ben", 1, "b")
	twoFiles.Files = []contest.File{{Path: "x/B.cpp", Content: []byte("b")}, {Path: "x/a.cpp", Content: []byte("a")}}
	submissions := []contest.Submission{oneFile, twoFiles, otherPath}
	importContest(t, db, "c", submissions)
	hash := func(files ...string) string {
		var all []byte
		for _, f := range files {
			sum := sha256.Sum256([]byte(f))
			all = append(all, sum[:]...)
		}
		sum := sha256.Sum256(all)
		return hex.EncodeToString(sum[:])
	}
	ids := idsOf(submissions)
	want := map[int64]string{ids[0]: hash("one"), ids[1]: hash("b", "a"), ids[2]: hash("one")}
	got, err := db.ProgramHashes(t.Context(), append(ids, unknownID))
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("hashes: %v (-want +got):\n%s", err, diff)
	}
}
