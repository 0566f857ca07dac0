package postgres

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// results lists the tables that a failed import or check leaves empty.
var results = []string{"submissions", "submission_files", "sources", "problems", "participants", "import_skipped",
	"pairs", "histograms", "check_skipped", "check_templates", "check_frequencies"}

func assertEmpty(t *testing.T, db *DB, tables ...string) {
	t.Helper()
	for table, n := range rowsOf(t, db, tables...) {
		if n != 0 {
			t.Errorf("%s has %d rows, want none", table, n)
		}
	}
}

// importStates returns the states of all imports with their reasons, in order.
func importStates(t *testing.T, db *DB) []string {
	t.Helper()
	imports, err := list[struct {
		State  string
		Reason i18n.Text
	}](context.Background(), db.pool, "SELECT state, reason FROM imports ORDER BY id")
	must(t, err)
	var states []string
	for _, i := range imports {
		states = append(states, strings.TrimSpace(i.State+" "+i.Reason.String()))
	}
	return states
}

func recoverInterrupted(t *testing.T, db *DB, want int) {
	t.Helper()
	n, err := db.RecoverInterrupted(context.Background())
	must(t, err)
	if n != want {
		t.Errorf("RecoverInterrupted recovered %d imports and checks, want %d", n, want)
	}
}

// terminate ends the connections that hold advisory locks of a kind in the
// test's database, as an administrator may.
func terminate(t *testing.T, db *DB, kind lockKind) {
	t.Helper()
	var n int
	err := db.pool.QueryRow(context.Background(), `
		SELECT count(pg_terminate_backend(l.pid, 5000))
		FROM pg_locks l
		JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
		WHERE l.locktype = 'advisory' AND (l.classid::bigint << 32 | l.objid::bigint) >> 48 = $1`, int64(kind)).Scan(&n)
	must(t, err)
	if n == 0 {
		t.Errorf("no connection holds an advisory lock of kind %d", kind)
	}
}

// A cancelled import leaves no rows, and readers never see its submissions.
func TestImportCancelled(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	db := open(t)
	ctx, cancel := context.WithCancel(context.Background())
	submissions := contestOf(2500)
	_, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: "c", Submissions: submissions, Skipped: []contest.SkippedItem{{Path: "x", Reason: i18n.Verbatim("y")}}, Progress: func(done, total int) {
		if contests, err := db.Contests(context.Background()); err != nil || len(contests) != 0 {
			t.Errorf("after %d of %d submissions: got contests %v, %v, want none", done, total, contests, err)
		}
		var id int64
		if err := db.pool.QueryRow(context.Background(), "SELECT max(id) FROM submissions HAVING count(*) = $1", done).Scan(&id); err != nil {
			t.Errorf("the batch is not stored, so the test proves nothing: %v", err)
		}
		if _, err := db.Files(context.Background(), id); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("files of a running import: got error %v, want ErrNotFound", err)
		}
		_, err := db.BeginCheck(context.Background(), review.CommandLine, contest.Check{ContestID: 1}, []int64{id}, nil)
		if !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("begin a check during the import: got error %v, want ErrNotFound", err)
		}
		if done == 2000 {
			cancel()
		}
	}})

	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got error %v, want context.Canceled", err)
	}
	for _, s := range submissions {
		if s.ID != 0 {
			t.Fatalf("submission %q has ID %d, want 0", s.Path, s.ID)
		}
	}
	assertEmpty(t, db, results...)
	states := importStates(t, db)
	if len(states) != 1 || !strings.HasPrefix(states[0], "failed ") {
		t.Errorf("imports are %q, want one that failed", states)
	}
	recoverInterrupted(t, db, 0)
	importContest(t, db, "c", submissions)
}

// An import that loses its connection leaves no rows, and can be repeated.
func TestImportLosesConnection(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	db := open(t)
	submissions := contestOf(1500)
	_, _, err := db.Import(context.Background(), review.CommandLine, "", contest.Import{Contest: "c", Submissions: submissions, Progress: func(done, total int) {
		if done < total {
			terminate(t, db, lockContest)
		}
	}})
	if err == nil || !strings.Contains(err.Error(), "lost the database") {
		t.Fatalf("got error %v, want one with \"lost the database\"", err)
	}
	assertEmpty(t, db, results...)
	importContest(t, db, "c", submissions)
	if states := importStates(t, db); len(states) != 2 || !strings.HasPrefix(states[0], "failed lost the database") || states[1] != "complete" {
		t.Errorf("imports are %q, want one that failed and one complete", states)
	}
}

// An import leaves no rows if the disk is full at the second batch. A trigger simulates that.
func TestImportFillsTheDisk(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	db := open(t)
	ctx := context.Background()
	execute(t, db, `
		CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			IF (SELECT count(*) FROM submissions) > 1000 THEN
				RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full';
			END IF;
			RETURN NULL;
		END $$;
		CREATE TRIGGER full_disk AFTER INSERT ON submissions FOR EACH STATEMENT EXECUTE FUNCTION full_disk();`)
	submissions := contestOf(1500)
	batches := 0
	_, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: "c", Submissions: submissions, Progress: func(int, int) { batches++ }})
	if err == nil || !strings.Contains(err.Error(), "disk of the database is full") {
		t.Fatalf("got error %v, want one with \"disk of the database is full\"", err)
	}
	if batches == 0 {
		t.Errorf("the disk was full before the first batch was stored")
	}
	assertEmpty(t, db, results...)
	execute(t, db, "DROP TRIGGER full_disk ON submissions")
	importContest(t, db, "c", submissions)
	if states := importStates(t, db); len(states) != 2 || !strings.Contains(states[0], "disk of the database is full") || states[1] != "complete" {
		t.Errorf("imports are %q, want one that failed and one complete", states)
	}
}

// A failed import removes only rows that no other import or check uses.
func TestImportFailsBesideOthers(t *testing.T) {
	t.Parallel()
	db := open(t)
	ctx := context.Background()
	remaining := contestOf(5)
	contestID := importContest(t, db, "c", remaining)
	elsewhere := []contest.Submission{submission("A", "x", 1, "elsewhere")}
	otherID := importContest(t, db, "other", elsewhere)
	base := []contest.File{{Path: "base", Content: []byte("base")}}
	run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: otherID}, idsOf(elsewhere), base)
	must(t, err)
	defer run.Close()
	complete(t, run)
	before := rowsOf(t, db, archiveTables...)
	stop, cancel := context.WithCancel(ctx)
	_, _, err = db.Import(stop, review.CommandLine, "", contest.Import{Contest: "c", Submissions: append(contestOf(5),
		submission("A", "new", 1, "elsewhere"),
		submission("New", "team000", 1, "base"),
		submission("A", "team000", 2, "new")), Progress: func(int, int) { cancel() }})
	if err == nil {
		t.Fatal("the cancelled import returned no error")
	}
	if diff := cmp.Diff(before, rowsOf(t, db, archiveTables...)); diff != "" {
		t.Errorf("rows (-before +after):\n%s", diff)
	}
	for _, s := range append(remaining, elsewhere...) {
		if _, err := db.Files(ctx, s.ID); err != nil {
			t.Error(err)
		}
	}
	if _, err := db.Base(ctx, run.ID()); err != nil {
		t.Error(err)
	}
	if c, err := db.Contest(ctx, contestID); err != nil || c.Submissions != 5 {
		t.Errorf("contest is %+v, %v; want 5 submissions", c, err)
	}
}

// Imports that fail do not remove sources that concurrent imports begin to refer to.
func TestImportsFailConcurrently(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	db := open(t)
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for round := range 5 {
				ctx, cancel := context.WithCancel(context.Background())
				submissions := contestOf(40)
				_, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: fmt.Sprint("c", worker, round), Submissions: submissions, Progress: func(int, int) {
					if worker%2 == 0 {
						cancel()
					}
				}})

				cancel()
				if worker%2 == 0 {
					if !errors.Is(err, context.Canceled) {
						t.Errorf("got error %v, want context.Canceled", err)
					}
					continue
				}
				if err != nil {
					t.Error(err)
					continue
				}
				for _, s := range submissions {
					if _, err := db.Files(context.Background(), s.ID); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	want := map[string]int{"submissions": 2 * 5 * 40, "sources": 40}
	wantEqual(t, "rows", want, rowsOf(t, db, slices.Collect(maps.Keys(want))...))
}

// SavePairs stores many pairs over two connections. The second one does not hold the lock of the check, so it refuses a
// check that has ended.
func TestSaveManyPairs(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	contestID, submissions := newContest(t, db, "c", 3)
	var many []contest.Pair
	for i := range minParallel + 1 {
		many = append(many, pair(i+1, submissions[0], submissions[1], 0.9))
	}
	run := beginCheck(t, db, contestID, submissions)
	must(t, run.SavePairs(ctx, many))
	complete(t, run)
	stored, total, err := db.Pairs(ctx, run.ID(), contest.PairFilter{Limit: 2, Offset: minParallel - 1})
	must(t, err)
	if total != len(many) || len(stored) != 2 || stored[0].Rank != minParallel || stored[1].Rank != minParallel+1 {
		t.Errorf("got %d of %d pairs, the last of them %v", len(stored), total, stored)
	}

	many[minParallel].Rank = 1
	twice := beginCheck(t, db, contestID, submissions)
	if err := twice.SavePairs(ctx, many); err == nil {
		t.Error("two pairs with rank 1 were stored")
	}

	ended := beginCheck(t, db, contestID, submissions)
	execute(t, db, "UPDATE checks SET state = 'failed', reason = '\"elsewhere\"', finished_at = now() WHERE id = $1", ended.ID())
	if err := ended.SavePairs(ctx, many[:minParallel]); !errors.Is(err, errEnded) {
		t.Errorf("pairs of a check that has failed: got error %v", err)
	}
}

// Many pairs are stored without a second connection if there is none.
func TestSaveManyPairsWithoutConnection(t *testing.T) {
	t.Parallel()
	ctx := context.WithoutCancel(t.Context())
	address, err := url.Parse(pgtest.NewOneMachine(t))
	must(t, err)
	admin := openURL(t, address.String())
	name := "limited_" + admin.pool.Config().ConnConfig.Database
	role := pgx.Identifier{name}.Sanitize()
	execute(t, admin, "CREATE ROLE "+role+" LOGIN PASSWORD 'secret' IN ROLE CURRENT_USER")
	t.Cleanup(func() { execute(t, admin, "DROP ROLE "+role) })
	address.User = url.UserPassword(name, "secret")
	db := openURL(t, address.String())

	submissions := contestOf(2)
	run := beginCheck(t, db, importContest(t, db, "c", submissions), submissions)
	execute(t, admin, "ALTER ROLE "+role+" CONNECTION LIMIT 1")
	var many []contest.Pair
	for i := range minParallel {
		many = append(many, pair(i+1, submissions[0], submissions[1], 0.9))
	}
	complete(t, run, many...)
	if _, total, err := admin.Pairs(ctx, run.ID(), contest.PairFilter{Limit: 1}); err != nil || total != minParallel {
		t.Errorf("got %d pairs, error %v; want %d", total, err, minParallel)
	}
	if !run.(*Run).noneFree {
		t.Error("each batch of pairs would try to open a second connection again")
	}
}

// A check that is interrupted while it stores pairs fails, and leaves no pairs.
func TestSavePairsCutOff(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	tests := []struct {
		name   string
		cutOff func(t *testing.T, db *DB, cancel context.CancelFunc)
		want   func(error) bool
	}{
		{
			"cancelled",
			func(t *testing.T, db *DB, cancel context.CancelFunc) { cancel() },
			func(err error) bool { return errors.Is(err, context.Canceled) },
		},
		{
			"connection terminated",
			func(t *testing.T, db *DB, cancel context.CancelFunc) { terminate(t, db, lockCheck) },
			func(err error) bool { return err != nil && strings.Contains(err.Error(), "lost the database") },
		},
	}
	ends := []struct {
		name  string
		pairs int // number of pairs that are cut off
		end   func(t *testing.T, db *DB, run contest.Run) (reason string)
	}{
		{"and fails", minParallel, func(t *testing.T, db *DB, run contest.Run) string {
			if err := run.Fail(ctx, i18n.Verbatim("cut off")); err != nil {
				t.Error(err)
			}
			return "cut off"
		}},
		{"and is recovered", minParallel, func(t *testing.T, db *DB, run contest.Run) string {
			recoverInterrupted(t, db, 1)
			if err := run.Complete(ctx, contest.Summary{}, nil, nil); err == nil {
				t.Error("Complete succeeded after the check was recovered")
			}
			return interruptedReason.String()
		}},
		{"and is closed", 1, func(t *testing.T, db *DB, run contest.Run) string {
			if err := run.Close(); err != nil {
				t.Error(err)
			}
			return interruptedReason.String()
		}},
	}
	for _, tt := range tests {
		for _, end := range ends {
			t.Run(tt.name+" "+end.name, func(t *testing.T) {
				t.Parallel()
				db := open(t)
				submissions := contestOf(3)
				run := beginCheck(t, db, importContest(t, db, "c", submissions), submissions)
				must(t, run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[1], 0.9)}))

				var cut []contest.Pair
				for i := range end.pairs {
					cut = append(cut, pair(i+2, submissions[1], submissions[2], 0.8))
				}
				// A lock on the table holds up the COPY, so that it is under way.
				blocker, err := db.pool.Begin(ctx)
				must(t, err)
				defer blocker.Rollback(ctx)
				must(t, execOne(ctx, blocker, "LOCK TABLE pairs IN SHARE MODE"))
				saveCtx, cancel := context.WithCancel(ctx)
				defer cancel()
				saveErr := make(chan error, 1)
				go func() {
					saveErr <- run.SavePairs(saveCtx, cut)
				}()
				connections := 1
				if end.pairs >= minParallel {
					connections = 2
				}
				waitForLocks(t, db, connections)
				tt.cutOff(t, db, cancel)
				if err := <-saveErr; !tt.want(err) {
					t.Errorf("interrupted SavePairs: got another error than wanted: %v", err)
				}
				must(t, blocker.Rollback(ctx))

				wantNoResults(t, db, run.ID())
				// The server may need a moment to see that the client is gone.
				<-run.(*Run).session.PgConn().CleanupDone()
				reason := end.end(t, db, run)
				c, err := db.Check(ctx, run.ID())
				must(t, err)
				if c.State != contest.Failed || c.Reason.String() != reason {
					t.Errorf("got %s, %q, want failed, %q", c.State, c.Reason, reason)
				}
				assertEmpty(t, db, "pairs")
			})
		}
	}
}

// waitForLock waits until a connection of the database waits for a lock.
func waitForLock(t *testing.T, db *DB) {
	t.Helper()
	waitForLocks(t, db, 1)
}

// waitForLocks waits until so many sessions wait for a lock.
func waitForLocks(t *testing.T, db *DB, sessions int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := waitForLockOf(ctx, db, "", sessions); err != nil {
		t.Fatalf("fewer than %d sessions wait for a lock: %v", sessions, err)
	}
}

// allAtOnce starts calls in their order, and fails if one returns an error. Nobody can write a table until all of them wait for a
// lock, so none ends before the last one has begun.
func allAtOnce(t *testing.T, db *DB, table string, calls ...func() error) {
	t.Helper()
	tx, err := db.pool.Begin(t.Context())
	must(t, err)
	must(t, execOne(t.Context(), tx, "LOCK TABLE "+table+" IN SHARE MODE"))
	ended := make(chan error, len(calls))
	for i, call := range calls {
		go func() { ended <- call() }()
		waitForLocks(t, db, i+1)
	}
	errs := []error{tx.Commit(t.Context())}
	for range calls {
		errs = append(errs, <-ended)
	}
	must(t, errors.Join(errs...))
}

// RecoverInterrupted does not touch imports and checks that run in another process.
func TestRecoverSkipsRunning(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	ctx := context.Background()
	url := pgtest.New(t)
	db, other := openURL(t, url), openURL(t, url)
	submissions := contestOf(1500)
	contestID, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: "c", Submissions: submissions, Progress: func(done, total int) {
		recoverInterrupted(t, other, 0)
	}})
	must(t, err)
	run := beginCheck(t, db, contestID, submissions[:2])
	must(t, run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[1], 0.9)}))
	recoverInterrupted(t, other, 0)
	complete(t, run)
	recoverInterrupted(t, other, 0)
	if _, total, err := other.Pairs(ctx, run.ID(), contest.PairFilter{}); err != nil || total != 1 {
		t.Errorf("the check has %d pairs, %v; want 1", total, err)
	}
}

// Variables for a copy of the test binary that is killed while it works.
const (
	// dieEnv is the work to begin: "import" or "check". urlEnv is the database.
	dieEnv = "OJCHECK_TEST_DIE"
	urlEnv = "OJCHECK_TEST_DIE_URL"
)

// After a process is killed in the middle of an import or a check, another process removes its
// data and marks it as failed.
func TestKilled(t *testing.T) {
	skipIfShort(t, "kills processes")
	t.Parallel()
	if what := os.Getenv(dieEnv); what != "" {
		workUntilKilled(t, what, openURL(t, os.Getenv(urlEnv)))
		return
	}
	ctx := context.Background()
	url := pgtest.New(t)
	db := openURL(t, url)
	for _, what := range []string{"import", "check"} {
		kill := start(t, what, url)
		recoverInterrupted(t, db, 0) // the process still lives
		if what == "import" {
			if contests, err := db.Contests(ctx); err != nil || len(contests) != 0 {
				t.Errorf("during the import: got contests %v, %v, want none", contests, err)
			}
		} else {
			wantNoResults(t, db, 1)
		}
		kill()
		for range 100 { // the server needs a moment to notice that the process is gone
			n, err := db.RecoverInterrupted(ctx)
			must(t, err)
			if n == 1 {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if what == "import" {
			assertEmpty(t, db, results...)
			wantEqual(t, "imports", []string{"failed " + interruptedReason.String()}, importStates(t, db))
			continue
		}
		assertEmpty(t, db, "pairs", "histograms", "check_skipped")
		c, err := db.Check(ctx, 1)
		must(t, err)
		if c.State != contest.Failed || c.Reason != interruptedReason {
			t.Errorf("check is %s, %q, want failed, %q", c.State, c.Reason, interruptedReason)
		}
	}
}

// start starts a process that begins some work and waits in the middle of it. It returns a
// function that kills the process.
func start(t *testing.T, what, url string) (kill func()) {
	t.Helper()
	program, err := os.Executable()
	must(t, err)
	cmd := exec.Command(program, "-test.run=^TestKilled$")
	cmd.Env = append(os.Environ(), dieEnv+"="+what, urlEnv+"="+url)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	kill = sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	})
	t.Cleanup(kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "ready\n" {
		t.Fatalf("the other process prints %q, %v; want \"ready\"", line, err)
	}
	return kill
}

// workUntilKilled begins some work, prints a line in the middle of it, and waits to be killed.
func workUntilKilled(t *testing.T, what string, db *DB) {
	ctx := context.Background()
	waitForKill := func() {
		fmt.Println("ready")
		time.Sleep(time.Minute)
		t.Error("nobody killed this process")
	}
	submissions := contestOf(1500)
	if what == "import" {
		_, _, _ = db.Import(ctx, review.CommandLine, "", contest.Import{Contest: "c", Submissions: submissions, Progress: func(int, int) { waitForKill() }})
		return
	}
	run := beginCheck(t, db, importContest(t, db, "c", submissions), submissions)
	must(t, run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[1], 0.9)}))
	waitForKill()
}
