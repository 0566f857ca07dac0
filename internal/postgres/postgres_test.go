package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/migrations"
)

// unknownID is an ID that no row has.
const unknownID = 4711

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var openReused = pgtest.Reused(Open)

// open returns an empty archive, mostly that of an earlier test: see [pgtest.Reused].
func open(t testing.TB) *DB {
	t.Helper()
	db := openReused(t)
	t.Cleanup(func() { // as Open returns it
		db.OnWait = nil
		db.jobs.Store(nil)
	})
	return db
}

// openOneMachine returns an empty archive that is not distributed.
func openOneMachine(t testing.TB) *DB {
	t.Helper()
	if !pgtest.OnCluster() {
		return open(t)
	}
	return openURL(t, pgtest.NewOneMachine(t))
}

func openURL(t testing.TB, url string) *DB {
	t.Helper()
	db, err := Open(context.Background(), url)
	must(t, err)
	t.Cleanup(db.Close)
	return db
}

// submission returns a submission with all fields that package intake sets.
func submission(problem, participant string, attempt int, content string) contest.Submission {
	path := fmt.Sprintf("%s/%s/%02d.cpp", problem, participant, attempt)
	return contest.Submission{
		Problem:     problem,
		Participant: participant,
		Kind:        contest.Official,
		Path:        path,
		Language:    "cpp",
		Verdict:     contest.VerdictAccepted,
		Attempt:     attempt,
		Time:        time.Date(2026, 3, 1, 10, attempt, 0, 123456000, time.UTC),
		Files:       []contest.File{{Path: path, Content: []byte(content)}},
	}
}

// contestOf returns n submissions of n participants to two problems.
func contestOf(n int) []contest.Submission {
	submissions := make([]contest.Submission, n)
	for i := range submissions {
		submissions[i] = submission(string(rune('A'+i%2)), fmt.Sprintf("team%03d", i), 1, fmt.Sprintf("int main() { return %d; }", i))
	}
	return submissions
}

// importContest imports submissions as a contest.
func importContest(t testing.TB, db *DB, name string, submissions []contest.Submission) (contestID int64) {
	t.Helper()
	id, _, err := db.Import(context.Background(), review.CommandLine, "", contest.Import{Contest: name, Origin: name + ".zip", Submissions: submissions})
	must(t, err)
	return id
}

// newContest imports the submissions of contestOf.
func newContest(t testing.TB, db *DB, name string, n int) (contestID int64, submissions []contest.Submission) {
	t.Helper()
	submissions = contestOf(n)
	return importContest(t, db, name, submissions), submissions
}

func idsOf(submissions []contest.Submission) []int64 {
	ids := make([]int64, len(submissions))
	for i, s := range submissions {
		ids[i] = s.ID
	}
	return ids
}

// beginCheck begins a check of submissions of a contest.
func beginCheck(t testing.TB, db *DB, contestID int64, submissions []contest.Submission, base ...contest.File) contest.Run {
	t.Helper()
	newCheck := contest.Check{ContestID: contestID, Digest: "d"}
	for _, f := range base {
		newCheck.Parameters.Base = append(newCheck.Parameters.Base, f.Path)
	}
	run, err := db.BeginCheck(context.Background(), review.CommandLine, newCheck, idsOf(submissions), base)
	must(t, err)
	t.Cleanup(func() {
		if err := run.Close(); err != nil && !t.Failed() {
			t.Error(err)
		}
	})
	return run
}

// complete stores pairs of a check, and completes the check without other results.
func complete(t testing.TB, run contest.Run, pairs ...contest.Pair) {
	t.Helper()
	ctx := context.Background()
	must(t, errors.Join(run.SavePairs(ctx, pairs), run.Complete(ctx, contest.Summary{}, nil, nil)))
}

// skipIfShort skips a slow test if tests run with -short.
func skipIfShort(t testing.TB, reason string) {
	t.Helper()
	if testing.Short() {
		t.Skip("NOT RUN with -short: " + reason)
	}
}

// wantEqual fails the test if two values differ.
func wantEqual(t testing.TB, what string, want, got any, opts ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, opts...); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func execute(t testing.TB, db *DB, statement string, args ...any) {
	t.Helper()
	must(t, execOne(context.Background(), db.pool, statement, args...))
}

// rowsOf counts the rows of tables, whether visible to readers or not.
func rowsOf(t testing.TB, db *DB, tables ...string) map[string]int {
	t.Helper()
	counts := make(map[string]int)
	for _, table := range tables {
		var err error
		counts[table], err = get[int](context.Background(), db.pool, "SELECT count(*) FROM "+pgx.Identifier{table}.Sanitize())
		must(t, err)
	}
	return counts
}

// Several processes can open an empty database at once: one migrates it, the others wait.
func TestOpenConcurrently(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	url := pgtest.NewEmpty(t)
	errs := make([]error, 4)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			db, err := Open(context.Background(), url)
			if errs[i] = err; err == nil {
				db.Close()
			}
		})
	}
	wg.Wait()
	must(t, errors.Join(errs...))
}

// Open refuses a database with a newer schema.
func TestOpenRefusesNewer(t *testing.T) {
	t.Parallel()
	url := pgtest.New(t)
	db := openURL(t, url)
	execute(t, db, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (4711, true)")
	_, err := Open(context.Background(), url)
	if _, ok := errors.AsType[*migrations.NewerError](err); !ok {
		t.Errorf("got error %v, want a NewerError", err)
	}
}

// The error for a server that does not run says so.
func TestOpenUnreachable(t *testing.T) {
	t.Parallel()
	_, err := Open(context.Background(), "postgres:///none?host="+t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "cannot reach the database") {
		t.Errorf("got error %v, want one with \"cannot reach the database\"", err)
	}
}

// The error for an invalid address shows a valid one.
func TestOpenWrongAddress(t *testing.T) {
	t.Parallel()
	_, err := Open(context.Background(), "nonsense")
	if err == nil || !strings.Contains(err.Error(), "give it as postgres://user@host/database") {
		t.Errorf("got error %v, want one that shows a valid address", err)
	}
}

// A session uses the connection of the session before, without its locks and settings. If that connection has ended, it
// opens another one.
func TestSessionsShareConnection(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	session := func() *session {
		t.Helper()
		s, err := db.session(ctx)
		must(t, err)
		return s
	}
	first := session()
	pid := first.PgConn().PID()
	_, err := first.Exec(ctx, "SET lock_timeout = '5s'")
	must(t, errors.Join(err, first.lock(ctx, lockCheck, unknownID, ""), first.close()))
	second := session()
	type state struct {
		LockTimeout string
		Locks       int
	}
	got, err := get[state](ctx, second, `
		SELECT current_setting('lock_timeout'), (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory')`)
	if want := (state{LockTimeout: "0"}); err != nil || got != want || second.PgConn().PID() != pid {
		t.Errorf("the next session has process %d and state %+v, %v; want %d and %+v", second.PgConn().PID(), got, err, pid, want)
	}
	must(t, second.close())
	execute(t, db, "SELECT pg_terminate_backend($1::integer, 60000)", int32(pid))
	third := session()
	defer third.close()
	if third.PgConn().PID() == pid {
		t.Error("a session uses a connection that has ended")
	}
}
