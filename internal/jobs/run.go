package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/preview"
)

// begin runs a job when the job before it has ended: a preview waits only for previews, other jobs only for other jobs. If the
// queue is closed or has lost its lock, begin leaves the job to the next server. The caller holds mu.
func (q *Queue) begin(j *Job) {
	if q.isClosed() || q.lockLost {
		return
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	j.mu.Lock()
	j.cancel = cancel
	j.mu.Unlock()
	lastEnded := &q.lastCheckEnded
	if j.current.Upload.Task == Preview {
		lastEnded = &q.lastPreviewEnded
	}
	previousEnded, ended := *lastEnded, make(chan struct{})
	*lastEnded = ended
	q.running.Go(func() {
		q.runAfter(ctx, j, previousEnded)
		cancel(nil)
		if previousEnded != nil {
			<-previousEnded // runAfter does not wait if the job was cancelled
		}
		close(ended)
	})
}

// runAfter waits until the previous job has ended, runs the job j, and stores how j ended.
func (q *Queue) runAfter(ctx context.Context, j *Job, previousEnded <-chan struct{}) {
	if previousEnded != nil {
		select {
		case <-previousEnded:
		case <-ctx.Done():
		case <-q.closed:
		}
	}
	if q.isClosed() {
		return
	}
	out, err := q.run(ctx, j)
	switch {
	case errors.Is(err, contest.ErrJobLockLost), errors.Is(context.Cause(ctx), contest.ErrJobLockLost):
		return // the server that has the lock continues the job
	case errors.Is(err, context.Canceled) && context.Cause(ctx) == errStopping:
		if j.snapshot().State == Running {
			// The start does not count, because the job did not fail.
			q.changeOrLog(j, func(s *Snapshot) { s.State, s.Starts = Waiting, s.Starts-1 })
		}
		return
	}
	upload := j.snapshot().Upload
	if err != nil {
		q.logFailure(ctx, upload, err)
	}
	isCancelled := errors.Is(err, context.Canceled)
	keepsFiles := upload.KeepFiles && (upload.Task == Preview && !isCancelled || upload.Task != Preview && err != nil)
	until := time.Now().Add(keepTime)
	isStored := q.changeOrLog(j, func(s *Snapshot) {
		s.State, s.CheckID, s.ContestID, s.Preview, s.Err = Done, out.checkID, out.contestID, out.preview, err
		s.IsCancelled, s.KeepsFiles, s.FilesUntil = isCancelled, keepsFiles, until
		if err != nil {
			s.State = Failed
		}
	})
	switch {
	case keepsFiles:
		q.discardLater(j.ID, until)
	case isStored: // otherwise the job starts again, and needs its files
		upload.RemoveFiles(q.log)
	}
}

func (q *Queue) logFailure(ctx context.Context, upload Upload, err error) {
	if ctx.Err() != nil {
		return // the user cancelled the job
	}
	level := slog.LevelError
	if _, ok := errors.AsType[*Failure](err); ok {
		level = slog.LevelInfo // the user can correct it
	}
	task := map[Task]string{Check: "check", Import: "import", Preview: "preview"}[upload.Task]
	q.log.Log(ctx, level, "job failed", "task", task,
		"contest", upload.Contest, "file", upload.FileNames(), "error", upload.withFileNames(err.Error()))
}

// output is what a job returns. The task of the job decides which field is set.
type output struct {
	checkID   int64
	contestID int64
	preview   *preview.Preview
}

// run runs a job now, and turns a panic into an error.
func (q *Queue) run(ctx context.Context, j *Job) (out output, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if err := ctx.Err(); err != nil {
		return out, err
	}
	if q.turn != nil && j.snapshot().Upload.Task == Check {
		release, err := q.turn(ctx)
		if err != nil {
			return out, err
		}
		defer release()
	}
	if err := q.change(j, func(s *Snapshot) { s.State, s.Starts = Running, s.Starts+1 }); err != nil {
		return out, err
	}
	progress := func(stage i18n.Text, done, total int) {
		j.Update(func(s *Snapshot) { s.Stage, s.StepsDone, s.StepsTotal = stage, done, total })
	}
	s := j.snapshot()
	upload := s.Upload
	upload.Job, upload.TargetContestID = j.ID, s.TargetContestID
	switch upload.Task {
	case Preview:
		var p preview.Preview
		if p, err = q.checker.Preview(ctx, upload, progress); err == nil {
			out.preview = &p
		}
	case Import:
		out.contestID, err = q.checker.Import(ctx, upload, progress)
	default:
		out.checkID, err = q.checker.Check(ctx, upload, progress)
	}
	return out, err
}
