package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/preview"
)

// begin runs a job after the jobs before it. If the queue is closed or has lost its lock, the job waits for the next
// server. The caller holds mu.
func (js *Queue) begin(j *Job) {
	if js.isDone() || js.lost {
		return
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	j.mu.Lock()
	j.cancel = cancel
	j.mu.Unlock()
	isPreview := j.current.Upload.Task == Preview
	before, end := js.ends[isPreview], make(chan struct{})
	js.ends[isPreview] = end
	js.running.Go(func() {
		js.runAfter(ctx, j, before)
		cancel(nil)
		if before != nil {
			<-before // a cancelled job ends before its turn
		}
		close(end)
	})
}

// runAfter waits for its turn, runs the job, and stores how it ended.
func (js *Queue) runAfter(ctx context.Context, j *Job, before <-chan struct{}) {
	if before != nil {
		select {
		case <-before:
		case <-ctx.Done():
		case <-js.done:
		}
	}
	if js.isDone() {
		return
	}
	ended, err := js.do(ctx, j)
	switch {
	case errors.Is(err, contest.ErrJobsLost), errors.Is(context.Cause(ctx), contest.ErrJobsLost):
		return // whoever has the lock goes on with it
	case errors.Is(err, context.Canceled) && context.Cause(ctx) == errStopping:
		js.changeOrLog(j, func(s *Snapshot) { s.State, s.Starts = Waiting, s.Starts-1 }) // this end is not the job's fault
		return
	}
	upload := j.snapshot().Upload
	if err != nil {
		js.logFailure(ctx, upload, err)
	}
	isCancelled := errors.Is(err, context.Canceled)
	isHeld := upload.Hold && (upload.Task == Preview && !isCancelled || upload.Task != Preview && err != nil)
	until := time.Now().Add(HoldTime)
	isStored := js.changeOrLog(j, func(s *Snapshot) {
		s.State, s.CheckID, s.ContestID, s.Preview, s.Err = Done, ended.checkID, ended.contestID, ended.preview, err
		s.IsCancelled, s.Held, s.HeldUntil = isCancelled, isHeld, until
		if err != nil {
			s.State = Failed
		}
	})
	switch {
	case isHeld:
		js.discardLater(j.ID, until)
	case isStored: // else the job starts again, and needs its files
		js.removeFiles(upload)
	}
}

func (js *Queue) logFailure(ctx context.Context, upload Upload, err error) {
	if ctx.Err() != nil {
		return // the user knows
	}
	level := slog.LevelError
	if errors.As(err, new(*Failure)) {
		level = slog.LevelInfo // the user can correct it
	}
	js.log.Log(ctx, level, "check of an upload failed",
		"contest", upload.Contest, "file", upload.FileNames(), "error", upload.withFileNames(err.Error()))
}

// result is what a job returns, by its task.
type result struct {
	checkID   int64
	contestID int64
	preview   *preview.Preview
}

// do does the task of a job.
func (js *Queue) do(ctx context.Context, j *Job) (ended result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if err := ctx.Err(); err != nil {
		return ended, err
	}
	if err := js.change(j, func(s *Snapshot) { s.State, s.Starts = Running, s.Starts+1 }); err != nil {
		return ended, err
	}
	progress := func(stage string, done, total int) {
		j.Update(func(s *Snapshot) { s.Stage, s.Done, s.Total = stage, done, total })
	}
	upload := j.snapshot().Upload
	upload.Job = j.ID
	switch upload.Task {
	case Preview:
		var p preview.Preview
		if p, err = js.checker.Preview(ctx, upload, progress); err == nil {
			ended.preview = &p
		}
	case Import:
		ended.contestID, err = js.checker.Import(ctx, upload, progress)
	default:
		ended.checkID, err = js.checker.Check(ctx, upload, progress)
	}
	return ended, err
}
