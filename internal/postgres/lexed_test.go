package postgres

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// TestLexed tests that lexed files are stored by source, language and version, for all
// submissions with that source.
func TestLexed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(3)
	submissions[1].Files = append(submissions[1].Files, contest.File{Path: "z.h", Content: submissions[0].Files[0].Content})
	contestID := importContest(t, db, "c", submissions)
	run := beginCheck(t, db, contestID, submissions)
	ids := idsOf(submissions)
	lexed := func(version int, ids ...int64) []contest.LexedFile {
		t.Helper()
		files, err := db.Lexed(ctx, version, ids)
		must(t, err)
		return files
	}
	anyOrder := cmpopts.SortSlices(func(a, b contest.LexedFile) int {
		if a.Language == b.Language {
			return int(a.SubmissionID - b.SubmissionID)
		}
		return strings.Compare(a.Language, b.Language)
	})
	save := func(version int, files ...contest.LexedFile) {
		t.Helper()
		must(t, db.SaveLexed(ctx, version, files))
	}
	if got := lexed(1, ids...); len(got) > 0 {
		t.Errorf("before SaveLexed: got lexed files %v, want none", got)
	}
	first := contest.LexedFile{SubmissionID: ids[0], File: 0, Language: "c", Content: []byte("1 as c")}
	asCpp := contest.LexedFile{SubmissionID: ids[0], File: 0, Language: "cpp", Content: []byte("1 as cpp")}
	other := contest.LexedFile{SubmissionID: ids[2], File: 0, Language: "cpp", Content: []byte("3\x00\xff")}
	sameSource := contest.LexedFile{SubmissionID: ids[1], File: 1, Language: "c", Content: []byte("1 as c")} // the source of first
	save(1)
	save(1, first, asCpp, other, sameSource)

	sameSourceAsCpp := asCpp
	sameSourceAsCpp.SubmissionID, sameSourceAsCpp.File = ids[1], 1
	wantEqual(t, "lexed files", []contest.LexedFile{first, sameSource, asCpp, sameSourceAsCpp, other}, lexed(1, ids...), anyOrder)
	wantEqual(t, "lexed files of one submission", []contest.LexedFile{other}, lexed(1, ids[2], unknownID))
	if got := lexed(2, ids...); len(got) > 0 {
		t.Errorf("another version has %v, want no files", got)
	}

	// A newer version replaces only the files that it lexes again.
	other.Content = []byte("3 anew")
	save(2, other)
	wantEqual(t, "lexed files of the newer version", []contest.LexedFile{other}, lexed(2, ids...))
	if got := lexed(1, ids...); len(got) != 4 {
		t.Errorf("the older version has %v, want the 4 other files", got)
	}

	// Lexed files belong to the sources, so they stay if the check fails.
	must(t, run.Fail(ctx, i18n.Verbatim("broken on purpose")))
	if n := rowsOf(t, db, "lexed_files")["lexed_files"]; n != 3 {
		t.Errorf("got %d rows after the check failed, want 3", n)
	}
}

// Checks that store the same files concurrently, in different order, do not deadlock.
func TestSaveLexedConcurrently(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(500)
	importContest(t, db, "c", submissions)
	files := make([]contest.LexedFile, len(submissions))
	for i, s := range submissions {
		files[i] = contest.LexedFile{SubmissionID: s.ID, Language: "cpp", Content: []byte(s.Path)}
	}
	backwards := slices.Clone(files)
	slices.Reverse(backwards)
	var wg sync.WaitGroup
	for _, list := range [][]contest.LexedFile{files, backwards, files, backwards} {
		wg.Go(func() {
			if err := db.SaveLexed(ctx, 1, list); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := rowsOf(t, db, "lexed_files")["lexed_files"]; n != len(files) {
		t.Errorf("got %d rows, want %d", n, len(files))
	}
}

// Nothing stays of a file that is read while its contest is deleted, even where no foreign key refers to sources.
func TestSaveLexedDuringDeletion(t *testing.T) { eachLayout(t, testSaveLexedDuringDeletion) }

func testSaveLexedDuringDeletion(t *testing.T, db *DB) {
	ctx := t.Context()
	id, submissions := newContest(t, db, "c", 1)
	deletion, err := db.pool.Begin(ctx)
	must(t, err)
	defer deletion.Rollback(context.Background())
	must(t, removeContest(ctx, deletion, id))
	saved := make(chan error, 1)
	go func() {
		saved <- db.SaveLexed(ctx, 1, []contest.LexedFile{{SubmissionID: submissions[0].ID, Language: "cpp", Content: []byte("x")}})
	}()
	for n := 0; n == 0 && len(saved) == 0; {
		must(t, db.pool.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&n))
	}
	must(t, deletion.Commit(ctx))
	if err := <-saved; err != nil {
		t.Errorf("SaveLexed: %v", err)
	}
	assertEmpty(t, db, "lexed_files")
}
