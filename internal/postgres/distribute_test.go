package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// archiveAnswers are what searches and pages read of an archive that moves.
type archiveAnswers struct {
	Near, Within  []contest.FingerprintMatches
	Selective     []uint32
	Samples       []contest.SampleMatch
	Files         map[int64][]contest.File
	NotIndexed    []string
	NotIndexedIDs []int64
}

func answersOf(t *testing.T, db *DB, queries []contest.IndexEntry, contestID int64) (a archiveAnswers) {
	t.Helper()
	ctx := t.Context()
	var fingerprints []uint64
	var shingles []uint32
	var ids []int64
	for _, q := range queries {
		fingerprints = append(fingerprints, q.Fingerprint)
		shingles = append(shingles, q.Shingles...)
		ids = append(ids, q.SubmissionID)
	}
	slices.Sort(shingles)
	shingles = slices.Compact(shingles)
	var err error
	check := func(e error) { err = errors.Join(err, e) }
	var e error
	a.Near, e = db.NearAll(ctx, 1, fingerprints, 6, 20, contest.Scope{})
	check(e)
	a.Within, e = db.NearAll(ctx, 1, fingerprints[:1], 8, 20, contest.Scope{Except: []int64{contestID}})
	check(e)
	a.Selective, e = db.SelectiveShingles(ctx, 1, shingles)
	check(e)
	a.Samples, e = db.FindSamples(ctx, 1, shingles[:20], contest.Scope{})
	check(e)
	a.Files, e = db.FilesOf(ctx, ids)
	check(e)
	a.NotIndexed, e = db.ContestsNotIndexed(ctx, 1, contest.Scope{})
	check(e)
	a.NotIndexedIDs, e = db.NotIndexed(ctx, contestID, 1)
	check(e)
	must(t, err)
	return a
}

// storeIndexed imports a contest whose programs have index entries, and returns these.
func storeIndexed(t *testing.T, db *DB, name string, n int) (contestID int64, entries []contest.IndexEntry) {
	t.Helper()
	submissions := contestOf(n)
	for i := range submissions {
		submissions[i].Files[0].Content = fmt.Appendf(nil, "%s %d", name, i/2) // two programs of each
	}
	contestID = importContest(t, db, name, submissions)
	for i, s := range submissions {
		if i%7 == 6 {
			continue
		}
		entries = append(entries, contest.IndexEntry{SubmissionID: s.ID, HasFingerprint: i%5 > 0, Fingerprint: uint64(i/3) * 0x9e37_79b9_7f4a_7c15,
			Shingles: []uint32{uint32(i / 4), 1<<31 + uint32(i%9)}})
	}
	must(t, db.SaveIndex(t.Context(), contestID, 1, entries))
	return contestID, entries
}

// While an archive is distributed and moved back, contests come, change and go, and the distribution is interrupted. The
// answers after each step are those before it.
func TestDistribute(t *testing.T) {
	skipIfShort(t, "takes a second")
	t.Parallel()
	db := openOneMachine(t)
	var queries []contest.IndexEntry
	ids := make(map[string]int64)
	store := func(name string, n int) {
		t.Helper()
		var entries []contest.IndexEntry
		ids[name], entries = storeIndexed(t, db, name, n)
		queries = append(queries, entries[:min(10, len(entries))]...)
	}
	remove := func(name string) {
		t.Helper()
		must(t, db.DeleteContest(t.Context(), review.CommandLine, ids[name]))
	}
	save := func(version int, entries ...contest.IndexEntry) {
		t.Helper()
		must(t, db.SaveIndex(t.Context(), ids["first"], version, entries))
	}
	// keepsAnswers checks that the answers after step are those before it.
	keepsAnswers := func(name string, step func()) {
		t.Helper()
		before := answersOf(t, db, queries, ids["first"])
		if len(before.Samples) == 0 || len(before.Near[1].Matches) == 0 || len(before.Files) == 0 || len(before.NotIndexedIDs) == 0 {
			t.Fatalf("%s: the archive answers too little", name)
		}
		step()
		if diff := cmp.Diff(before, answersOf(t, db, queries, ids["first"])); diff != "" {
			t.Fatalf("%s: answers (-before +after):\n%s", name, diff)
		}
	}
	wantState := func(want contest.DistributionState) (d contest.Distribution) {
		t.Helper()
		d, err := db.Distribution(t.Context())
		if err != nil || d.State != want {
			t.Fatalf("the archive is %q, %v; want %q", d.State, err, want)
		}
		return d
	}
	opts := DistributeOptions{Partitions: testPartitions, BatchSize: 40}
	if pgtest.OnCluster() {
		opts.Partitions = 0
	}
	// interrupt distributes the archive until a batch of the table is copied.
	interrupt := func(table string) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		opts := opts
		opts.Progress = func(name string, done, total int64) {
			if done > total {
				t.Errorf("%s: copied %d of %d", name, done, total)
			}
			if name == table && done > 0 {
				cancel()
			}
		}
		if err := db.Distribute(ctx, opts); !errors.Is(err, context.Canceled) {
			t.Fatalf("the distribution ended with %v, want context.Canceled", err)
		}
		if d := wantState(contest.Distributing); len(d.Tables) != 2 || d.Tables[0].Name != "sources" || d.Tables[0].Done == 0 {
			t.Errorf("progress is %+v, want two tables, some rows of sources done", d.Tables)
		}
	}
	distribute := func() {
		t.Helper()
		must(t, db.Distribute(t.Context(), opts))
		wantState(contest.Distributed)
		wantPostings(t, db)
	}
	var steps []string
	undo := func() error { return db.Undistribute(t.Context(), func(step string) { steps = append(steps, step) }) }
	schema := schemaOf(t, db)
	moveBack := func() {
		t.Helper()
		must(t, undo())
		wantState(contest.NotDistributed)
		if diff := cmp.Diff(schema, schemaOf(t, db)); diff != "" {
			t.Errorf("tables, indexes, constraints and triggers (-at first +moved back):\n%s", diff)
		}
	}

	store("first", 150)
	store("second", 60)
	wantState(contest.NotDistributed)
	keepsAnswers("copying sources", func() { interrupt("sources") })
	store("during sources", 50)
	remove("second")
	keepsAnswers("copying index entries", func() { interrupt("index_entries") })
	store("during index_entries", 50)
	remove("during sources")
	save(2, contest.IndexEntry{SubmissionID: queries[0].SubmissionID, Shingles: []uint32{77}}) // its old entry is copied already
	keepsAnswers("distributing", distribute)
	if err := db.Distribute(t.Context(), opts); !errors.Is(err, contest.ErrDistributed) {
		t.Errorf("a second distribution: got error %v, want ErrDistributed", err)
	}
	save(1, queries[0]) // does not replace the newer one
	save(2, contest.IndexEntry{SubmissionID: queries[1].SubmissionID, Fingerprint: 7, HasFingerprint: true})
	store("after", 80)
	remove("during index_entries")
	wantPostings(t, db)
	keepsAnswers("moving back", moveBack)
	if want := []string{"copy sources", "copy index_entries", "exchange the tables", "vacuum"}; !slices.Equal(steps, want) {
		t.Errorf("steps of moving back: %v, want %v", steps, want)
	}
	if err := undo(); !errors.Is(err, contest.ErrNotDistributed) {
		t.Errorf("moving back twice: got error %v, want ErrNotDistributed", err)
	}
	keepsAnswers("giving up", func() {
		interrupt("sources")
		moveBack()
	})
	store("last", 30)
}

// wantPostings checks that the postings are those of the index entries, and no others.
func wantPostings(t *testing.T, db *DB) {
	t.Helper()
	ids, err := mapOf[int64, bool](t.Context(), db.pool, "SELECT submission_id, true FROM index_entries")
	must(t, err)
	want, err := postingsOf(t.Context(), db.pool, "", slices.Collect(maps.Keys(ids)))
	must(t, err)
	rows := rowsOf(t, db, postingTables...)
	if got := rows["fingerprint_postings"]; got != len(want.buckets) || got == 0 {
		t.Errorf("%d postings of fingerprints are stored, want %d", got, len(want.buckets))
	}
	if got := rows["shingle_postings"]; got != len(want.shingles) || got == 0 {
		t.Errorf("%d postings of shingles are stored, want %d", got, len(want.shingles))
	}
}

// schemaOf is structure with the names of the schemas.
func schemaOf(t *testing.T, db *DB) []string {
	t.Helper()
	schemas, err := list[string](t.Context(), db.pool, `
		SELECT nspname::text FROM pg_namespace WHERE nspname NOT LIKE 'pg_toast%' AND nspname NOT LIKE 'pg_temp%' ORDER BY 1`)
	must(t, err)
	return append(structure(t, db), schemas...)
}

// Deletions that wait while the archive moves back, and readers that come meanwhile, neither fail nor stop it.
func TestUndistributeWhileOthersWork(t *testing.T) {
	skipIfShort(t, "takes seconds")
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // PostgreSQL does not see a deadlock of a dump's two connections
	defer cancel()
	db := openDistributed(t)
	var waits atomic.Int32
	db.OnWait = func(string) { waits.Add(1) }
	id, _ := storeIndexed(t, db, "c", 20)
	known, err := db.AddSources(ctx, review.CommandLine, 1, []contest.KnownSource{knownSource(id, "A", "int a;")})
	must(t, err)

	// As a deletion does: first the index, then the sources.
	deletion, err := db.pool.Begin(ctx)
	must(t, err)
	defer deletion.Rollback(context.Background())
	if _, err := shareIndex(ctx, deletion); err != nil {
		t.Fatal(err)
	}
	moved, deleted, read := make(chan error, 1), make(chan error, 1), make(chan error, 1)
	go func() {
		moved <- db.Undistribute(ctx, func(step string) {
			switch step {
			case "copy sources":
				go func() { deleted <- db.DeleteSource(ctx, review.CommandLine, known[0]) }()
				if err := waitForLockOf(ctx, db, "", 1); err != nil {
					t.Error(err)
				}
			case "exchange the tables":
				dump, err := db.pool.Begin(ctx)
				if err == nil {
					_, err = dump.Exec(ctx, "LOCK TABLE sources IN SHARE MODE")
				}
				if err != nil {
					t.Error(err)
				}
				go func() { // the same dump reads by another connection, while the exchange waits for the first
					defer dump.Rollback(context.Background())
					err := waitForLockOf(ctx, db, "LOCK TABLE", 1)
					if err == nil {
						_, err = db.pool.Exec(ctx, "SELECT count(*) FROM sources")
					}
					read <- err
				}()
			}
		})
	}()
	waitForLock(t, db)
	if err := removeUnusedContents(ctx, deletion, nil); err != nil {
		t.Errorf("the deletion before it: %v", err)
	}
	if err := deletion.Commit(ctx); err != nil {
		t.Error(err)
	}
	for name, result := range map[string]chan error{"Undistribute": moved, "the deletion after it": deleted, "the reader": read} {
		select {
		case err := <-result:
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		case <-ctx.Done():
			t.Errorf("%s did not end", name)
		}
	}
	if waits.Load() == 0 {
		t.Error("Undistribute did not say that it waits")
	}
}

// waitForLockOf waits until so many sessions wait for a lock in a statement that begins with prefix.
func waitForLockOf(ctx context.Context, db *DB, prefix string, sessions int) error {
	for {
		var n int
		err := db.pool.QueryRow(ctx, `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1 || '%'`, prefix).Scan(&n)
		if err != nil || n >= sessions {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// Two processes do not distribute at once.
func TestDistributeTwice(t *testing.T) {
	skipIfShort(t, "waits for five seconds")
	t.Parallel()
	db := open(t)
	other, err := db.session(t.Context())
	must(t, err)
	defer other.close()
	if free, err := other.tryLock(t.Context(), lockDistribution, 0); err != nil || !free {
		t.Fatalf("the lock is free: %t, %v", free, err)
	}
	for name, err := range map[string]error{
		"Distribute":   db.Distribute(t.Context(), DistributeOptions{Partitions: testPartitions}),
		"Undistribute": db.Undistribute(t.Context(), func(string) {}),
	} {
		if err == nil || !strings.Contains(err.Error(), "another process is distributing the archive: wait until it ends") {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}

// Distribute says what to do if the database has no Citus.
func TestDistributeWithoutCitus(t *testing.T) {
	t.Parallel()
	if pgtest.OnCluster() {
		t.Skip("the database has Citus")
	}
	db := open(t)
	err := db.Distribute(t.Context(), DistributeOptions{})
	if err == nil || err.Error() != "distribute the archive: the database does not have the extension citus: see docs/cluster.md" {
		t.Errorf("got error %v", err)
	}
	if d, err := db.Distribution(t.Context()); err != nil || d.State != contest.NotDistributed {
		t.Errorf("the archive is %q, %v", d.State, err)
	}
}

// FilesOf returns no part of a submission that is deleted meanwhile: another submission may have one of its files.
func TestFilesOfDeletedSubmission(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := openDistributed(t) // without foreign keys, the test can delete a source alone
	submissions := contestOf(2)
	submissions[0].Files = []contest.File{{Path: "own.cpp", Content: []byte("own")}, submissions[1].Files[0]}
	importContest(t, db, "c", submissions)
	execute(t, db, "DELETE FROM sources WHERE hash = sha256('own')")
	files, err := db.FilesOf(ctx, []int64{submissions[0].ID, submissions[1].ID})
	if err != nil || len(files) != 1 || len(files[submissions[1].ID]) != 1 {
		t.Errorf("got %v, %v; want only the file of the second submission", files, err)
	}
}

// Citus refuses many joins of distributed tables with others, and copies all that EXISTS could read. Partitions do neither.
func TestStatementsSuitCitus(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	must(t, err)
	refused := regexp.MustCompile(`(JOIN|EXISTS \(SELECT.*FROM)\s+(sources|index_entries|fingerprint_postings|shingle_postings)\b`)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || slices.Contains([]string{"fingerprint.go", "sample.go", "postings.go"}, file) {
			continue // searches of one machine, and of postings: see TestJoinPushesDown
		}
		text, err := os.ReadFile(file)
		must(t, err)
		if statement := refused.Find(text); statement != nil {
			t.Errorf("%s has %q, which does not suit Citus", file, statement)
		}
	}
}
