package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

func job(id, content string) contest.Job {
	return contest.Job{ID: id, Content: json.RawMessage(content)}
}

func wantJobs(t *testing.T, db *DB, want ...contest.Job) {
	t.Helper()
	got, err := db.Jobs(t.Context())
	must(t, err)
	wantEqual(t, "jobs", want, got)
}

// Jobs come in the order in which they were first stored, with their newest content.
func TestJobs(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), open(t)
	lockForJobs(t, db)
	must(t, db.SaveJobs(ctx, job("b", `{"n": 1}`), job("a", `{"text": "\u0000"}`)))
	must(t, db.SaveJobs(ctx, job("b", `{"n": 2}`), job("c", `{}`)))
	wantJobs(t, db, job("b", `{"n": 2}`), job("a", `{"text": "\u0000"}`), job("c", `{}`))
	if err := db.SaveJobs(ctx, job("b", `{"n": 3}`), job("d", `{`)); err == nil {
		t.Error("invalid content was stored")
	}
	must(t, db.DeleteJobs(ctx, "a", "c", "unknown"))
	wantJobs(t, db, job("b", `{"n": 2}`))
}

// A job has at most one check that did not fail. If the server is killed, the check counts as failed, unless it is
// complete.
func TestJobHasOneCheck(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), open(t)
	submissions := []contest.Submission{submission("A", "ann", 1, "int main() {}"), submission("A", "ben", 1, "int main() {}")}
	id := importContest(t, db, "finals", submissions)
	lockForJobs(t, db)
	must(t, db.SaveJobs(ctx, job("a", `{}`), job("b", `{}`)))
	begin := func(job string) (contest.Run, error) {
		return db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: id, Digest: "d", Job: job}, idsOf(submissions), nil)
	}
	mustBegin := func(job string) contest.Run {
		t.Helper()
		run, err := begin(job)
		must(t, err)
		return run
	}
	refuse := func(why, job string) {
		t.Helper()
		if run, err := begin(job); err == nil {
			_ = run.Close()
			t.Errorf("%s, the job begins another check", why)
		}
	}
	refuse("without a row", "unknown")
	killed := mustBegin("a")
	refuse("while it runs", "a")
	must(t, killed.(*Run).session.Close(ctx)) // as when the process is killed
	wantJobs(t, db, job("a", `{}`), job("b", `{}`))
	if c, err := db.Check(ctx, killed.ID()); err != nil || c.State != contest.Failed || c.Reason != interruptedReason {
		t.Errorf("the check of the killed server is %+v, %v", c, err)
	}
	again := mustBegin("a")
	complete(t, again)
	must(t, again.Close())
	refuse("after it is complete", "a")
	complete := job("a", `{}`)
	complete.CheckID = again.ID()
	wantJobs(t, db, complete, job("b", `{}`))
	must(t, db.DeleteContest(ctx, review.CommandLine, id))
	wantJobs(t, db, job("a", `{}`), job("b", `{}`))
}

// lockForJobs makes db the server that runs the jobs until the test ends, or until release is called.
func lockForJobs(t *testing.T, db *DB) (lost <-chan struct{}, release func()) {
	t.Helper()
	lost, release, err := db.LockJobs(t.Context(), func(string) {})
	must(t, err)
	t.Cleanup(release)
	return lost, release
}

// saveJobs stores jobs as the only server.
func saveJobs(t *testing.T, db *DB, jobs ...contest.Job) {
	t.Helper()
	if db.jobs.Load() == nil {
		lockForJobs(t, db)
	}
	must(t, db.SaveJobs(t.Context(), jobs...))
}

// Only one server at a time runs the jobs of a database. One that has lost the lock can store no job and begin no check,
// even before it knows.
func TestLockJobs(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), open(t)
	submissions := []contest.Submission{submission("A", "ann", 1, "int main() {}"), submission("A", "ben", 1, "int main() {}")}
	id := importContest(t, db, "finals", submissions)
	refuse := func(why string) {
		t.Helper()
		if err := db.SaveJobs(ctx, job("b", `{}`)); !errors.Is(err, contest.ErrJobLockLost) {
			t.Errorf("%s, a job is stored: %v", why, err)
		}
		run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: id, Digest: "d", Job: "a"}, idsOf(submissions), nil)
		if !errors.Is(err, contest.ErrJobLockLost) {
			t.Errorf("%s, a check begins: %v", why, err)
		}
		if err == nil {
			_ = run.Close()
		}
	}
	refuse("before the lock")
	waiting, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	waits := 0
	db.OnWait = func(string) {
		waits++
		cancel()
	}
	lost, release := lockForJobs(t, db)
	must(t, db.SaveJobs(ctx, job("a", `{}`)))
	if _, _, err := db.LockJobs(waiting, nil); err == nil {
		t.Error("two servers run the jobs")
	}
	if waits == 0 {
		t.Error("nobody says what the second server waits for")
	}
	terminate(t, db, lockJobs)
	refuse("after its connection was ended")
	select {
	case <-lost:
	case <-time.After(2 * pingPause):
		t.Error("the server does not learn that it has lost the lock")
	}
	release()
	_, release = lockForJobs(t, db)
	wantJobs(t, db, job("a", `{}`))
	if err := db.SaveJobs(ctx, job("b", `{}`)); err != nil {
		t.Error(err)
	}
	release()
	refuse("after the release")
}

func TestFileName(t *testing.T) {
	t.Parallel()
	one, other := open(t), open(t)
	first, err := one.NameForFiles(t.Context())
	must(t, err)
	if again, err := one.NameForFiles(t.Context()); err != nil || again != first {
		t.Errorf("the second time: %q, %v; want %q", again, err, first)
	}
	if second, err := other.NameForFiles(t.Context()); err != nil || second == first {
		t.Errorf("another database: %q, %v; want another name", second, err)
	}
}
