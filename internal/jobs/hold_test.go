package jobs

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/review"
)

// readingChecker reads every upload; its checks fail.
type readingChecker struct{ Checker }

func (readingChecker) Preview(context.Context, Upload, func(string, int, int)) (preview.Preview, error) {
	return preview.Preview{Participants: 7}, nil
}

func (readingChecker) Check(context.Context, Upload, func(string, int, int)) (int64, error) {
	return 0, errors.New("the disk is full")
}

var uploader = review.Person{ID: 5, Name: "ann"}

// hold starts the preview of an upload and waits for its end. deleted counts how often its files were deleted.
func hold(t *testing.T, q *Queue, deleted *atomic.Int64) (id string) {
	t.Helper()
	id, err := q.Start(Upload{Task: Preview, Hold: true, Files: []UploadedFile{{Name: "a.zip"}}}, uploader, 0, func() { deleted.Add(1) })
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
	s, _ := j.Watch()
	return s
}

// The files of a preview stay until the user goes on. They also stay after a check that fails, and are deleted a day
// later.
func TestHoldsUntilContinued(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, deleted := New(readingChecker{}, slog.New(slog.DiscardHandler)), new(atomic.Int64)
		id := hold(t, q, deleted)
		if s := stateOf(t, q, id); !s.Held || s.Preview == nil || s.Preview.Participants != 7 || deleted.Load() != 0 || len(q.Held()) != 1 {
			t.Fatalf("after the preview: %+v, deleted %d times; want a held job with its preview", s, deleted.Load())
		}
		time.Sleep(HoldTime - time.Hour)
		further := new(atomic.Int64)
		next, err := q.Continue(id, Upload{Task: Check, Hold: true}, uploader, 0, func() { further.Add(1) })
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if s := stateOf(t, q, id); s.Held || s.Next != next {
			t.Errorf("the first job is %+v, want one that is not held and leads to the next", s)
		}
		if s := stateOf(t, q, next); s.State != Failed || !s.Held || deleted.Load()+further.Load() != 0 {
			t.Errorf("the failed check is %+v, with files deleted %d times; want a held job", s, deleted.Load()+further.Load())
		}
		if _, err := q.Continue(id, Upload{}, uploader, 0, func() {}); !errors.Is(err, ErrNotHeld) {
			t.Errorf("the first job again: %v, want ErrNotHeld", err)
		}
		time.Sleep(2 * time.Hour) // a day after the preview, but not after the check
		if deleted.Load() != 0 {
			t.Error("the files were deleted within a day of the check")
		}
		time.Sleep(HoldTime)
		synctest.Wait()
		if s := stateOf(t, q, next); s.Held || deleted.Load() != 1 || further.Load() != 1 {
			t.Errorf("a day later: %+v, deleted %d and %d times; want each deleted once", s, deleted.Load(), further.Load())
		}
	})
}

// Held jobs count to the limit of their user. Discard and Close delete their files once.
func TestHeldJobsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, deleted := New(readingChecker{}, slog.New(slog.DiscardHandler)), new(atomic.Int64)
		var first string
		for i := range MaxWaiting {
			if id := hold(t, q, deleted); i == 0 {
				first = id
			}
		}
		if err := q.CanEnqueue(uploader.ID); err == nil {
			t.Errorf("the user may add an upload to %d held ones", MaxWaiting)
		}
		next, err := q.Continue(first, Upload{Task: Preview, Hold: true}, uploader, 0, func() {})
		if err != nil {
			t.Fatalf("at the limit, a held upload cannot be continued: %v", err)
		}
		synctest.Wait()
		if !q.Discard(next) || q.Discard(next) || deleted.Load() != 1 {
			t.Errorf("discarded twice, or deleted %d times, want once", deleted.Load())
		}
		if err := q.CanEnqueue(uploader.ID); err != nil {
			t.Errorf("after a discarded upload: %v", err)
		}
		q.Close(t.Context())
		if deleted.Load() != MaxWaiting || len(q.Held()) != 0 {
			t.Errorf("after Close: deleted %d times, %d held; want %d and none", deleted.Load(), len(q.Held()), MaxWaiting)
		}
	})
}
