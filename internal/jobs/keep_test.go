package jobs

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/review"
)

// noStore is a Store that stores nothing.
type noStore struct{}

func (noStore) LockJobs(context.Context, func(string)) (<-chan struct{}, func(), error) {
	return nil, func() {}, nil
}
func (noStore) Jobs(context.Context) ([]contest.Job, error)    { return nil, nil }
func (noStore) SaveJobs(context.Context, ...contest.Job) error { return nil }
func (noStore) DeleteJobs(context.Context, ...string) error    { return nil }

// readingChecker reads every upload; its checks fail.
type readingChecker struct{ Checker }

func (readingChecker) Preview(context.Context, Upload, func(i18n.Text, int, int)) (preview.Preview, error) {
	return preview.Preview{Participants: 7}, nil
}

func (readingChecker) Check(context.Context, Upload, func(i18n.Text, int, int)) (int64, error) {
	return 0, errors.New("the disk is full")
}

var uploader = review.Person{ID: 5, Name: "ann"}

// startPreview starts the preview of an upload with a directory, and waits for its end.
func startPreview(t *testing.T, q *Queue, dir string) (id string) {
	t.Helper()
	id, err := q.Start(Upload{Task: Preview, KeepFiles: true, Files: []UploadedFile{{Name: "a.zip"}}, Dirs: []string{dir}}, uploader, 0)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	return id
}

func stateOf(t *testing.T, q *Queue, id string) Snapshot {
	t.Helper()
	j, ok := q.Find(id)
	if !ok {
		t.Fatalf("there is no job %s", id)
	}
	return j.snapshot()
}

// makeDir makes a directory for an upload.
func makeDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp(t.TempDir(), DirPrefix)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// The files of a preview stay until the user continues. They also stay after a check that fails. After a day
// they are deleted.
func TestHoldsUntilContinued(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, dir, further := New(readingChecker{}, noStore{}, nil, slog.New(slog.DiscardHandler)), makeDir(t), makeDir(t)
		id := startPreview(t, q, dir)
		if s := stateOf(t, q, id); !s.KeepsFiles || s.Preview == nil || s.Preview.Participants != 7 || !exists(dir) || len(q.KeepingFiles()) != 1 {
			t.Fatalf("after the preview: %+v, files exist: %t; want a job that keeps its files, with its preview", s, exists(dir))
		}
		time.Sleep(keepTime - time.Hour)
		next, err := q.StartWithFilesOf(id, Upload{Task: Check, KeepFiles: true, Dirs: []string{further}}, uploader, 0)
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if s := stateOf(t, q, id); s.KeepsFiles || s.Next != next {
			t.Errorf("the first job is %+v, want one without files that leads to the next", s)
		}
		if s := stateOf(t, q, next); s.State != Failed || !s.KeepsFiles || !exists(dir) || !exists(further) {
			t.Errorf("the failed check is %+v, files exist: %t, %t; want a job that keeps its files", s, exists(dir), exists(further))
		}
		if _, err := q.StartWithFilesOf(id, Upload{}, uploader, 0); !errors.Is(err, ErrFilesDeleted) {
			t.Errorf("the first job again: %v, want ErrFilesDeleted", err)
		}
		time.Sleep(2 * time.Hour) // a day after the preview, but not after the check
		if !exists(dir) {
			t.Error("the files were deleted within a day of the check")
		}
		time.Sleep(keepTime)
		synctest.Wait()
		if s := stateOf(t, q, next); s.KeepsFiles || exists(dir) || exists(further) {
			t.Errorf("a day later: %+v, files exist: %t, %t; want none", s, exists(dir), exists(further))
		}
	})
}

// failingStore refuses changes while err is set.
type failingStore struct {
	noStore
	err error
}

func (s *failingStore) SaveJobs(context.Context, ...contest.Job) error { return s.err }

// If Discard cannot store the change, the job keeps its files, and the user can try again.
func TestDiscardFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &failingStore{}
		q, dir := New(readingChecker{}, store, nil, slog.New(slog.DiscardHandler)), makeDir(t)
		id := startPreview(t, q, dir)
		store.err = errors.New("the disk is full")
		if err := q.Discard(id); !errors.Is(err, store.err) || len(q.KeepingFiles()) != 1 || !exists(dir) {
			t.Errorf("error %v, %d jobs with files, files exist: %t; want the error of the store, and a job that keeps its files", err, len(q.KeepingFiles()), exists(dir))
		}
		store.err = nil
		if err := q.Discard(id); err != nil || len(q.KeepingFiles()) != 0 || exists(dir) {
			t.Errorf("second try: error %v, %d jobs with files, files exist: %t", err, len(q.KeepingFiles()), exists(dir))
		}
		q.Close(t.Context())
	})
}

// Jobs that keep their files count towards the limit of their user. Discard deletes their files; Close leaves them.
func TestHeldJobsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, dir, other := New(readingChecker{}, noStore{}, nil, slog.New(slog.DiscardHandler)), makeDir(t), makeDir(t)
		first := startPreview(t, q, dir)
		for range MaxWaiting - 1 {
			startPreview(t, q, other)
		}
		if err := q.RequireRoom(uploader.ID); err == nil {
			t.Errorf("the user may add an upload to %d whose files stay", MaxWaiting)
		}
		next, err := q.StartWithFilesOf(first, Upload{Task: Preview, KeepFiles: true}, uploader, 0)
		if err != nil {
			t.Fatalf("at the limit, an upload cannot be continued: %v", err)
		}
		synctest.Wait()
		if err := q.Discard(next); err != nil || exists(dir) {
			t.Errorf("Discard: error %v, files exist: %t", err, exists(dir))
		}
		if err := q.Discard(next); !errors.Is(err, ErrFilesDeleted) {
			t.Errorf("a second Discard: error %v, want ErrFilesDeleted", err)
		}
		if err := q.RequireRoom(uploader.ID); err != nil {
			t.Errorf("after a discarded upload: %v", err)
		}
		q.Close(t.Context())
		time.Sleep(2 * keepTime)
		if !exists(other) || len(q.KeepingFiles()) != MaxWaiting-1 {
			t.Errorf("after Close: files exist: %t, %d jobs with files; want all that were not discarded", exists(other), len(q.KeepingFiles()))
		}
	})
}
