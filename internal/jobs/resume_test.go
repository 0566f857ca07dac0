package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/settings"
)

var ann = review.Person{ID: 5, Name: "ann"}

// checker records the names of the contests that it checks, in their order. A check of "stuck" ends when it
// is cancelled, one of "deaf" not even then.
type checker struct {
	jobs.Checker
	mu      sync.Mutex
	uploads []jobs.Upload
	began   chan string
	end     chan bool // closed at the end of the test
}

func (c *checker) Check(ctx context.Context, u jobs.Upload, _ func(i18n.Text, int, int)) (int64, error) {
	c.mu.Lock()
	c.uploads = append(c.uploads, u)
	c.mu.Unlock()
	c.began <- u.Contest
	switch u.Contest {
	case "stuck":
		<-ctx.Done()
		return 0, ctx.Err()
	case "deaf":
		<-c.end
		return 0, ctx.Err()
	case "broken":
		return 0, &jobs.Failure{Message: i18n.Verbatim("finals.zip is broken."), Advice: i18n.Textf("Upload the contest again."), Layout: "a/b", Unreadable: true,
			Skipped: []contest.SkippedItem{{Path: "x", Reason: i18n.Verbatim("it is binary")}}, Err: errors.New("detail")}
	}
	return int64(len(u.Contest)), nil
}

func (c *checker) Preview(context.Context, jobs.Upload, func(i18n.Text, int, int)) (preview.Preview, error) {
	return preview.Preview{Contest: "held", Participants: 7, Problems: []preview.Problem{{FirstRows: []preview.Row{{Participant: "ben"}}}}}, nil
}

// site is a database and a directory of uploads, on which servers run one after another.
type site struct {
	*testing.T
	db   *postgres.DB
	dir  string
	kill func() // releases the lock of the last server, which does not notice
	turn jobs.Turn
	log  slog.Handler

	givenUp int // calls of OnGivenUp
}

// killable is a store with a lock that is released without the server.
type killable struct {
	*postgres.DB
	site *site
}

func (k killable) LockJobs(ctx context.Context, onErased func(string)) (<-chan struct{}, func(), error) {
	_, release, err := k.DB.LockJobs(ctx, onErased)
	k.site.kill = release
	return nil, func() {}, err
}

var openReused = pgtest.Reused(postgres.Open)

// must fails the test if err is not nil.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{T: t, db: openReused(t), dir: t.TempDir(), kill: func() {}, log: slog.DiscardHandler}
	t.Cleanup(func() { s.kill() })
	return s
}

// server starts a queue that continues the jobs of the last one. Nobody closes that one, as if it was killed.
func (s *site) server() (*jobs.Queue, *checker) {
	s.Helper()
	s.kill()
	q, c := s.queue(killable{s.db, s})
	must(s, q.Resume(s.Context()))
	must(s, q.RemoveUnused(s.dir))
	return q, c
}

// queue returns a queue that is closed at the end of the test.
func (s *site) queue(store jobs.Store) (*jobs.Queue, *checker) {
	c := &checker{began: make(chan string, 100), end: make(chan bool)}
	q := jobs.New(c, store, s.turn, slog.New(s.log))
	q.OnGivenUp = func() { s.givenUp++ }
	s.Cleanup(func() {
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		q.Close(ended)
	})
	s.Cleanup(func() { close(c.end) })
	return q, c
}

// upload returns an upload with a file.
func (s *site) upload(name string) jobs.Upload {
	s.Helper()
	dir, err := os.MkdirTemp(s.dir, jobs.DirPrefix)
	must(s, err)
	path := filepath.Join(dir, "finals.zip")
	must(s, os.WriteFile(path, []byte("archive"), 0o600))
	return jobs.Upload{
		Contest: name, Files: []jobs.UploadedFile{{Name: "finals.zip", Path: path, Size: 7}}, Dirs: []string{dir}, ShowNames: true,
		Settings: settings.Settings{
			Input:      settings.Input{Layout: "participant/problem"},
			Comparison: settings.Comparison{Threshold: 0.35, MaxChance: 0.01, Against: []string{"spring"}},
		},
	}
}

func (s *site) start(q *jobs.Queue, u jobs.Upload) (id string) {
	s.Helper()
	id, err := q.Start(u, ann, 3)
	must(s, err)
	return id
}

// wait returns a job when it has ended.
func (s *site) wait(q *jobs.Queue, id string) jobs.Snapshot {
	s.Helper()
	j, ok := q.Find(id)
	if !ok {
		s.Fatalf("there is no job %s", id)
	}
	for timeout := time.After(time.Minute); ; {
		snapshot, changed := j.Watch()
		if snapshot.HasEnded() {
			return snapshot
		}
		select {
		case <-changed:
		case <-timeout:
			s.Fatalf("after a minute the job is %+v", snapshot)
		}
	}
}

func (s *site) files() []string {
	s.Helper()
	found, err := filepath.Glob(filepath.Join(s.dir, jobs.DirPrefix+"*"))
	must(s, err)
	return found
}

// The user learns what failed: a check, an import or a preview.
func TestFailureByTask(t *testing.T) {
	t.Parallel()
	for task, want := range map[jobs.Task]string{
		jobs.Check:   "The check failed: finals.zip: no room",
		jobs.Import:  "The import failed: finals.zip: no room",
		jobs.Preview: "The upload could not be read: finals.zip: no room",
	} {
		s := jobs.Snapshot{Err: errors.New("/tmp/1.zip: no room"),
			Upload: jobs.Upload{Task: task, Files: []jobs.UploadedFile{{Name: "finals.zip", Path: "/tmp/1.zip"}}}}
		if got := s.Failure().Message.String(); got != want {
			t.Errorf("the message is %q, want %q", got, want)
		}
	}
}

// wantFailure tests the message of a failed job in English, and its advice in English and in Russian.
func wantFailure(t *testing.T, s jobs.Snapshot, message, advice, russian string) {
	t.Helper()
	f := s.Failure()
	if f == nil {
		t.Errorf("the job is %+v, want a failed one", s)
		return
	}
	if got := f.Message.String(); got != message {
		t.Errorf("the message is %q, want %q", got, message)
	}
	if got := f.Advice.String(); got != advice {
		t.Errorf("the advice is %q, want %q", got, advice)
	}
	if got := f.Advice.In(i18n.In("ru")); got != russian {
		t.Errorf("the advice in Russian is %q, want %q", got, russian)
	}
}

// The next server continues the jobs of a killed one, in their order, with all their settings. Jobs that had
// ended are as they were.
func TestResume(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first, c := s.server()
	upload := s.upload("done")
	done := s.start(first, upload)
	broken := s.start(first, s.upload("broken"))
	s.wait(first, broken)
	stuck := s.start(first, s.upload("stuck"))
	for name := ""; name != "stuck"; name = <-c.began {
	}
	withFiles := s.upload("held")
	withFiles.Task, withFiles.KeepFiles = jobs.Preview, true
	preview := s.start(first, withFiles)
	before := s.wait(first, preview)
	var waiting []string
	for _, name := range []string{"w1", "w2", "w3"} {
		waiting = append(waiting, s.start(first, s.upload(name)))
	}
	if err := os.Mkdir(filepath.Join(s.dir, jobs.DirPrefix+"half"), 0o700); err != nil { // of an upload that was still arriving
		t.Fatal(err)
	}
	stuckJob, _ := first.Find(stuck)

	second, c := s.server()
	if got := s.wait(second, done); got.State != jobs.Done || got.CheckID != 4 || got.By != ann.ID || got.TargetContestID != 3 {
		t.Errorf("the ended job is %+v, want it done, with check 4, by ann, for contest 3", got)
	}
	if got := s.wait(second, broken); got.State != jobs.Failed {
		t.Errorf("the failed job is %+v, want it failed", got)
	} else {
		wantFailure(t, got, "finals.zip is broken.", "Upload the contest again.", "Загрузите соревнование ещё раз.")
		if f := got.Failure(); f.Layout != "a/b" || !f.Unreadable || !cmp.Equal(f.Skipped, []contest.SkippedItem{{Path: "x", Reason: i18n.Verbatim("it is binary")}}) {
			t.Errorf("the failure is %+v, want it unreadable, the layout a/b and the skipped file x", f)
		}
	}
	if got := s.wait(second, preview); !got.KeepsFiles || cmp.Diff(before.Preview, got.Preview) != "" || !got.FilesUntil.Equal(before.FilesUntil) {
		t.Errorf("the job with files is %+v, want %+v", got, before)
	}
	if got := <-c.began; got != "stuck" {
		t.Errorf("the first job is %s, want stuck", got)
	}
	snapshot, _ := stuckJob.Watch()
	want := snapshot.Upload
	want.Job, want.TargetContestID = stuck, snapshot.TargetContestID
	c.mu.Lock()
	if diff := cmp.Diff(want, c.uploads[0]); diff != "" {
		t.Errorf("the upload of the continued job (-want +got):\n%s", diff)
	}
	c.mu.Unlock()
	if got := len(s.files()); got != 5 {
		t.Errorf("%d uploads are on the disk, want those of stuck and waiting jobs, and of one that keeps its files: %v", got, s.files())
	}
	j, _ := second.Find(stuck)
	must(t, second.Cancel(j))
	wantFailure(t, s.wait(second, stuck), "The job was cancelled.", "Nothing was lost: upload the archive again.",
		"Ничего не потеряно: загрузите файл ещё раз.")
	for i, id := range waiting {
		if got := s.wait(second, id); got.State != jobs.Done || got.CheckID != 2 {
			t.Errorf("waiting job %d is %+v, want it done, with check 2", i, got)
		}
	}
	if got := strings.Join([]string{<-c.began, <-c.began, <-c.began}, " "); got != "w1 w2 w3" {
		t.Errorf("the waiting jobs run as %s, want their order", got)
	}
	next, err := second.StartWithFilesOf(preview, jobs.Upload{Contest: "w4", Files: withFiles.Files}, ann, 3)
	must(t, err)
	s.wait(second, next)

	third, _ := s.server()
	wantFailure(t, s.wait(third, stuck), "The job was cancelled.", "Nothing was lost: upload the archive again.",
		"Ничего не потеряно: загрузите файл ещё раз.")
	if got := s.wait(third, preview); got.KeepsFiles || got.Next != next {
		t.Errorf("the continued job is %+v for the next server", got)
	}
	if len(s.files()) != 0 {
		t.Errorf("uploads are left: %v", s.files())
	}
}

// A job that cannot be continued is marked failed with the reason.
func TestResumeFails(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first, c := s.server()
	stuck := s.start(first, s.upload("stuck"))
	<-c.began
	lost := s.upload("lost")
	lostID := s.start(first, lost)
	must(t, os.Truncate(lost.Files[0].Path, 3))
	withFiles := s.upload("stuck")
	withFiles.KeepFiles = true
	withFilesID := s.start(first, withFiles)
	gone := s.upload("gone")
	gone.Task, gone.KeepFiles = jobs.Preview, true
	goneID := s.start(first, gone)
	s.wait(first, goneID)
	must(t, os.RemoveAll(gone.Dirs[0]))

	var log bytes.Buffer
	s.log = slog.NewTextHandler(&log, nil)
	for range jobs.MaxStarts - 1 {
		_, c := s.server()
		<-c.began
	}
	q, _ := s.server()
	for _, want := range []string{"job=" + stuck + ` contest=stuck starts=3 error="The server ended 3 times`, "job=" + lostID + " contest=lost starts=0"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log has no %s:\n%s", want, &log)
		}
	}
	if n := strings.Count(log.String(), "gave up"); n != 2 || n != s.givenUp {
		t.Errorf("%d jobs were given up, the log has %d, want 2", s.givenUp, n)
	}
	if f := s.wait(q, stuck).Failure(); f == nil || !strings.Contains(f.Message.String(), "ended 3 times") || f.Advice.IsZero() {
		t.Errorf("a job that killed its servers has the failure %+v, want one that says so, with advice", f)
	}
	if f := s.wait(q, lostID).Failure(); f == nil || !strings.Contains(f.Message.String(), "files are gone") || f.Advice.IsZero() {
		t.Errorf("a job without its files has the failure %+v, want one that says so, with advice", f)
	}
	if got := s.wait(q, goneID); got.KeepsFiles {
		t.Errorf("a job without its files says that it keeps them: %+v", got)
	}
	if j, _ := q.Find(withFilesID); j == nil {
		t.Error("the job after it is unknown")
	}
}

// A check that waits for its turn has not started: it is read and counted when the turn comes, however many
// servers ended before. A server that stops does not wait for the turn.
func TestTurn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	waiting, ended := make(chan bool), make(chan bool, 1)
	server := func() (q *jobs.Queue, c *checker, turn chan bool) {
		turn = make(chan bool)
		s.turn = func(ctx context.Context) (func(), error) {
			waiting <- true
			select {
			case <-turn:
				return func() { ended <- true }, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		q, c = s.server()
		return q, c, turn
	}
	q, c, turn := server()
	id := s.start(q, s.upload("stuck"))
	for range jobs.MaxStarts + 1 {
		<-waiting
		q.Close(t.Context())
		s.wantStarts(q, id, jobs.Waiting, 0)
		_, _, _ = server()
		<-waiting
		q, c, turn = server() // the last one was killed
	}
	<-waiting
	if len(c.began) > 0 {
		t.Errorf("the check of %s has begun before its turn", <-c.began)
	}
	turn <- true
	<-c.began
	s.wantStarts(q, id, jobs.Running, 1)
	j, _ := q.Find(id)
	must(t, q.Cancel(j))
	s.wait(q, id)
	<-ended
}

func (s *site) wantStarts(q *jobs.Queue, id string, state jobs.State, starts int) {
	s.Helper()
	j, ok := q.Find(id)
	if !ok {
		s.Fatalf("there is no job %s", id)
	}
	if got, _ := j.Watch(); got.State != state || got.Starts != starts {
		s.Errorf("the job is %+v, want it %s and started %d times", got, state, starts)
	}
}

// A server that stops leaves its jobs to the next one, which does not count this as a failed start.
func TestStop(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var id string
	for i := range jobs.MaxStarts + 1 {
		q, c := s.server()
		if i == 0 {
			id = s.start(q, s.upload("stuck"))
		}
		if got := <-c.began; got != "stuck" {
			t.Fatal(got)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		q.Close(ended)
		s.wantStarts(q, id, jobs.Waiting, 0)
	}
}

// A job that a user has cancelled is not started again, even if the server is killed before the job ends.
func TestCancelledStaysCancelled(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first, c := s.server()
	running := s.start(first, s.upload("deaf"))
	<-c.began
	waiting := s.upload("deaf")
	waiting.KeepFiles = true
	withFiles := s.start(first, waiting)
	for _, id := range []string{running, withFiles} {
		j, _ := first.Find(id)
		must(t, first.Cancel(j))
	}
	s.wait(first, withFiles)

	second, c := s.server()
	for _, id := range []string{running, withFiles} {
		got := s.wait(second, id)
		if f := got.Failure(); f == nil || f.Message.String() != "The job was cancelled." || !errors.Is(got.Err, context.Canceled) || got.KeepsFiles != (id == withFiles) {
			t.Errorf("a cancelled job is %+v, want it failed as cancelled, and with its files: %v", got, id == withFiles)
		}
	}
	if len(c.began) > 0 {
		t.Error("a cancelled job was started")
	}
	if got := s.files(); len(got) != 1 {
		t.Errorf("uploads on the disk: %v, want those of the job that keeps its files", got)
	}
}

// If the connection with the lock ends, a second server takes over: the first one stops its jobs, can store
// nothing, and accepts nothing. When the second server has ended, the first one continues the other jobs.
func TestLostLock(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	other, err := postgres.Open(t.Context(), s.db.Pool().Config().ConnString())
	must(t, err)
	t.Cleanup(other.Close)
	first, began := s.queue(s.db)
	second, beganSecond := s.queue(other)
	must(t, first.Resume(t.Context()))
	stuck, waiting := s.start(first, s.upload("stuck")), s.start(first, s.upload("waiting"))
	withFiles := s.upload("held")
	withFiles.Task, withFiles.KeepFiles = jobs.Preview, true
	withFilesID := s.start(first, withFiles)
	s.wait(first, withFilesID)
	<-began.began
	resumed := make(chan error, 1)
	go func() { resumed <- second.Resume(context.Background()) }()
	s.waitForLocks(2)

	s.terminateLock()
	must(t, <-resumed)
	if got := <-beganSecond.began; got != "stuck" {
		t.Errorf("the second server begins with %s, want stuck", got)
	}
	j, _ := first.Find(stuck)
	if _, err := first.Start(s.upload("late"), ann, 0); !errors.Is(err, contest.ErrJobLockLost) {
		t.Errorf("the first server accepts a job: %v", err)
	}
	if _, err := first.StartWithFilesOf(withFilesID, withFiles, ann, 0); !errors.Is(err, contest.ErrJobLockLost) {
		t.Errorf("the first server continues a job: %v", err)
	}
	if err := first.Discard(withFilesID); !errors.Is(err, contest.ErrJobLockLost) || len(s.files()) == 0 {
		t.Errorf("the first server discards an upload: %v", err)
	}
	if err := first.Cancel(j); !errors.Is(err, contest.ErrJobLockLost) {
		t.Errorf("the first server cancels a job: %v", err)
	}
	j, _ = second.Find(stuck)
	must(t, second.Cancel(j))
	s.wait(second, waiting)
	next := s.start(second, s.upload("stuck"))
	<-beganSecond.began
	if got := <-beganSecond.began; got != "stuck" {
		t.Fatalf("the second server runs %s, want stuck", got)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	second.Close(ended)

	if got := <-began.began; got != "stuck" {
		t.Errorf("the first server goes on with %s, want what the second one left", got)
	}
	for id, want := range map[string]jobs.State{stuck: jobs.Failed, waiting: jobs.Done, next: jobs.Running} {
		j, ok := first.Find(id)
		if !ok {
			t.Fatalf("the first server does not know job %s", id)
		}
		if got, _ := j.Watch(); got.State != want || want == jobs.Running && got.Starts != 1 {
			t.Errorf("job %s of the first server is %+v, want it %s", id, got, want)
		}
	}
	if len(began.began) > 0 {
		t.Errorf("the first server also ran %s", <-began.began)
	}
	if _, err := first.StartWithFilesOf(withFilesID, withFiles, ann, 0); err != nil {
		t.Error(err)
	}
}

// A server that loses the lock and is alone starts its job again, however often this happens.
func TestLostLockAlone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	q, c := s.queue(s.db)
	must(t, q.Resume(t.Context()))
	id := s.start(q, s.upload("stuck"))
	for range jobs.MaxStarts + 1 {
		if got := <-c.began; got != "stuck" {
			t.Fatalf("the server runs %s, want stuck", got)
		}
		s.terminateLock()
	}
	<-c.began
	s.wantStarts(q, id, jobs.Running, 1)
}

// The servers of two copies of a database in one PostgreSQL server do not exclude each other, because each
// lock belongs to one database.
func TestCopiesHaveTheirOwnLock(t *testing.T) {
	t.Parallel()
	for range 2 {
		s := newSite(t)
		q, _ := s.queue(s.db)
		must(t, q.Resume(t.Context()))
	}
}

// A job that is erased while its server runs is in memory no longer, nor is its upload on the disk.
func TestErasedJobs(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	q, _ := s.queue(s.db)
	must(t, q.Resume(t.Context()))
	withFiles := s.upload("held")
	withFiles.Task, withFiles.KeepFiles = jobs.Preview, true // its preview names ben
	withFilesID := s.start(q, withFiles)
	s.wait(q, withFilesID)
	doneID := s.start(q, s.upload("ben"))
	s.wait(q, doneID)
	otherID := s.start(q, s.upload("other"))
	s.wait(q, otherID)
	contestID, _, err := s.db.Import(t.Context(), review.CommandLine, "", contest.Import{Contest: "finals", Submissions: []contest.Submission{
		{Participant: "ben", Kind: contest.Official, Attempt: 1, Problem: "A", Path: "ben/A.py", Language: "python", Files: []contest.File{{Path: "A.py", Content: []byte("print(1)")}}}}})
	must(t, err)
	people, err := s.db.Participants(t.Context(), contestID)
	must(t, err)
	_, err = s.db.ErasePerson(t.Context(), review.CommandLine, people[0])
	must(t, err)
	for deadline := time.Now().Add(time.Minute); len(q.All()) > 1 || len(s.files()) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("after a minute the jobs are %+v, their files %v", q.All(), s.files())
		}
	}
	if _, ok := q.Find(otherID); !ok {
		t.Error("a job without the name is gone")
	}
	var rows int
	if err := s.db.Pool().QueryRow(t.Context(), "SELECT count(*) FROM jobs").Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d rows, %v; want that of the job without the name", rows, err)
	}
}

const jobLocks = "FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database() WHERE l.locktype = 'advisory' AND l.classid::bigint >> 16 = 6"

// waitForLocks waits until n servers have the lock or wait for it.
func (s *site) waitForLocks(n int) {
	s.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		var got int
		must(s, s.db.Pool().QueryRow(s.Context(), "SELECT count(*) "+jobLocks).Scan(&got))
		if got == n {
			return
		}
		if time.Now().After(deadline) {
			s.Fatalf("%d servers have the lock or wait for it, want %d", got, n)
		}
	}
}

// terminateLock ends the connection that holds the lock.
func (s *site) terminateLock() {
	s.Helper()
	var ended bool
	if err := s.db.Pool().QueryRow(s.Context(), "SELECT pg_terminate_backend(l.pid, 5000) "+jobLocks+" AND l.granted").Scan(&ended); err != nil || !ended {
		s.Fatalf("the connection with the lock was not ended: %t, %v", ended, err)
	}
}
