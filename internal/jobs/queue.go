// Package jobs runs the checks and imports of uploads, one job after another.
package jobs

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// MaxEnded is the number of ended jobs that the queue remembers, so that a page that is
// still open in a browser can show how its job ended.
const MaxEnded = 100

// State is the state of a job.
type State string

const (
	Waiting State = "waiting" // another job runs
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
)

// Snapshot is the state of a job at a moment.
type Snapshot struct {
	ID              string
	Upload          Upload
	By              int64 // ID of the user who uploaded it
	TargetContestID int64 // ID of the stored contest with the upload's name; 0 for a new contest
	State           State
	Stage           string           // what the job does now, in words for the user
	Done            int              // steps of the stage that are done
	Total           int              // steps of the stage; 0 if unknown
	CheckID         int64            // set when a check ends, even if it failed after it began; 0 for imports
	ContestID       int64            // set when an import ends
	Preview         *preview.Preview // set when a preview ends
	Err             error            // set if State is Failed
	Held            bool             // the job has ended, and its files are still there; see Queue.Continue
	Next            string           // ID of the job that goes on with its files; "" for none
}

func (s Snapshot) HasEnded() bool { return s.State == Done || s.State == Failed }

// isActive reports whether the job has files on the disk.
func (s Snapshot) isActive() bool { return !s.HasEnded() || s.Held }

// Job is the check or import of one upload. Its snapshot changes until it ends.
type Job struct {
	ID     string
	by     int64 // ID of the user who uploaded it
	Cancel context.CancelFunc

	release func()      // deletes the files of a held job; nil unless it is held. Queue.mu guards it
	expiry  *time.Timer // ends the hold

	mu      sync.Mutex
	current Snapshot
	changed chan struct{} // closed, and replaced, at every change
}

// Watch returns the state of the job, and a channel that is closed when it changes.
func (j *Job) Watch() (Snapshot, <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.current, j.changed
}

func (j *Job) Update(change func(*Snapshot)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	change(&j.current)
	close(j.changed)
	j.changed = make(chan struct{})
}

// Queue runs the jobs of uploads one after another, because one check uses all processors. Previews have a turn of their
// own, so that nobody waits for a check to see what they uploaded.
type Queue struct {
	checker Checker
	log     *slog.Logger
	turns   map[Task]chan struct{} // full while a job runs; checks and imports share one
	running sync.WaitGroup
	done    chan struct{} // closed when the queue accepts no more jobs, see Close

	mu       sync.Mutex
	isClosed bool   // whether done is closed
	list     []*Job // oldest first
}

func New(checker Checker, log *slog.Logger) *Queue {
	turn := make(chan struct{}, 1)
	turns := map[Task]chan struct{}{Check: turn, Import: turn, Preview: make(chan struct{}, 1)}
	return &Queue{checker: checker, log: log, turns: turns, done: make(chan struct{})}
}

// MaxWaiting is the number of jobs of one user that may wait, run or be held. Each has its upload on the disk.
const MaxWaiting = 20

// HoldTime is how long the files of a held job stay.
const HoldTime = 24 * time.Hour

var errTooManyJobs = &httperr.Error{
	Status: http.StatusTooManyRequests, Title: "Too many queued checks",
	Message: i18n.Errorf("You already have %d uploads or checks waiting.", MaxWaiting),
	Advice:  i18n.Errorf("Wait until one of them has ended, cancel it, or discard an upload."),
}

// CanEnqueue returns an error if the queue is closed or the user has reached the limit of jobs.
func (js *Queue) CanEnqueue(by int64) error {
	js.mu.Lock()
	defer js.mu.Unlock()
	return js.canEnqueue(by)
}

// canEnqueue is CanEnqueue for a caller that holds mu.
func (js *Queue) canEnqueue(by int64) error {
	waiting := 0
	for _, j := range js.list {
		if s, _ := j.Watch(); s.By == by && s.isActive() {
			waiting++
		}
	}
	switch {
	case js.isClosed:
		return errClosed
	case waiting >= MaxWaiting:
		return errTooManyJobs
	}
	return nil
}

var errClosed = &httperr.Error{
	Status: http.StatusServiceUnavailable, Title: "ojcheck is stopping",
	Message: i18n.Errorf("The server is being stopped and takes no new uploads."),
	Advice:  i18n.Errorf("Start ojcheck serve again, then upload the contest."),
}

// errStopped is the error of a job that ran when the server stopped.
var errStopped = &Failure{
	Message: "The server stopped before this check or import ended.",
	Advice:  "Upload the contest again when the server is back.",
}

// Done is closed when the queue accepts no more jobs.
func (js *Queue) Done() <-chan struct{} { return js.done }

// closed reports whether the queue accepts no more jobs.
func (js *Queue) closed() bool {
	js.mu.Lock()
	defer js.mu.Unlock()
	return js.isClosed
}

// Wait returns when no job runs.
func (js *Queue) Wait() { js.running.Wait() }

// Start starts a job for a user's upload and returns the job's ID. ContestID is the contest that the upload adds to;
// 0 for a new one. The job calls cleanup at its end. If a job of the user already does the same check of a stored
// contest, Start returns that job's ID and calls cleanup at once.
func (js *Queue) Start(upload Upload, by review.Person, contestID int64, cleanup func()) (string, error) {
	js.mu.Lock()
	defer js.mu.Unlock()
	return js.start(upload, by, contestID, cleanup)
}

// start is Start for a caller that holds mu.
func (js *Queue) start(upload Upload, by review.Person, contestID int64, cleanup func()) (string, error) {
	ctx, cancel := context.WithCancel(context.Background())
	upload.By = by
	id := rand.Text()
	j := &Job{
		ID: id, by: by.ID, Cancel: cancel,
		current: Snapshot{ID: id, Upload: upload, By: by.ID, TargetContestID: contestID, State: Waiting},
		changed: make(chan struct{}),
	}
	if err := js.canEnqueue(by.ID); err != nil {
		cancel()
		return "", err
	}
	if duplicate := js.findDuplicate(upload, by.ID); duplicate != "" {
		cancel()
		cleanup()
		return duplicate, nil
	}
	js.forgetOld()
	js.list = append(js.list, j)
	js.running.Go(func() {
		defer cancel()
		js.run(ctx, j, upload, cleanup)
	})
	return id, nil
}

// findDuplicate returns the ID of a user's waiting or running job that does the same check of a stored contest; "" if
// there is none. The caller holds mu.
func (js *Queue) findDuplicate(upload Upload, by int64) string {
	for _, j := range js.list {
		s, _ := j.Watch()
		if upload.StoredContestID != 0 && s.By == by && !s.HasEnded() && reflect.DeepEqual(s.Upload, upload) {
			return j.ID
		}
	}
	return ""
}

func (js *Queue) run(ctx context.Context, j *Job, upload Upload, cleanup func()) {
	var ended result
	var err error
	select {
	case js.turns[upload.Task] <- struct{}{}:
		ended, err = js.do(ctx, j, upload)
		<-js.turns[upload.Task]
	case <-ctx.Done():
		err = ctx.Err()
	case <-js.done:
		err = errClosed
	}
	if errors.Is(err, context.Canceled) && js.closed() {
		err = errStopped
	}
	if err != nil && ctx.Err() == nil {
		level := slog.LevelError
		if errors.As(err, new(*Failure)) {
			level = slog.LevelInfo // the user can correct it
		}
		js.log.Log(ctx, level, "check of an upload failed",
			"contest", upload.Contest, "file", upload.FileNames(), "error", upload.withFileNames(err.Error()))
	}
	isCancelledPreview := upload.Task == Preview && errors.Is(err, context.Canceled)
	js.mu.Lock()
	isHeld := upload.Hold && (upload.Task == Preview || err != nil) && !isCancelledPreview && !js.isClosed
	if isHeld {
		j.release, j.expiry = cleanup, time.AfterFunc(HoldTime, func() { js.Discard(j.ID) })
	}
	j.Update(func(s *Snapshot) {
		s.State, s.CheckID, s.ContestID, s.Preview, s.Err, s.Held = Done, ended.checkID, ended.contestID, ended.preview, err, isHeld
		if err != nil {
			s.State = Failed
		}
	})
	js.mu.Unlock()
	if !isHeld {
		cleanup()
	}
}

// result is what a job returns, by its task.
type result struct {
	checkID   int64
	contestID int64
	preview   *preview.Preview
}

// do does the task of an upload.
func (js *Queue) do(ctx context.Context, j *Job, upload Upload) (ended result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if err := ctx.Err(); err != nil {
		return ended, err
	}
	j.Update(func(s *Snapshot) { s.State = Running })
	progress := func(stage string, done, total int) {
		j.Update(func(s *Snapshot) { s.Stage, s.Done, s.Total = stage, done, total })
	}
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

// ErrNotHeld says that the files of a job are gone.
var ErrNotHeld = httperr.NotFound("This upload is no longer here: it was checked, discarded, or older than a day.")

// Continue starts a job with the files of a held job, which is held no longer. The upload names these files; cleanup
// deletes only further files, which it names too. If Continue fails, the job stays held.
func (js *Queue) Continue(id string, upload Upload, by review.Person, contestID int64, cleanup func()) (next string, err error) {
	js.mu.Lock()
	defer js.mu.Unlock()
	j := js.find(id)
	if j == nil || j.release == nil {
		return "", ErrNotHeld
	}
	release := j.release
	j.Update(func(s *Snapshot) { s.Held = false }) // so that it does not count twice
	next, err = js.start(upload, by, contestID, func() { release(); cleanup() })
	if err != nil {
		j.Update(func(s *Snapshot) { s.Held = true })
		return "", err
	}
	j.expiry.Stop()
	j.release = nil
	j.Update(func(s *Snapshot) { s.Next = next })
	return next, nil
}

// Discard deletes the files of a held job. It reports whether the job was held.
func (js *Queue) Discard(id string) bool {
	js.mu.Lock()
	defer js.mu.Unlock()
	j := js.find(id)
	return j != nil && j.discard()
}

// discard is Discard for a caller that holds Queue.mu.
func (j *Job) discard() bool {
	if j.release == nil {
		return false
	}
	j.expiry.Stop()
	j.release()
	j.release = nil
	j.Update(func(s *Snapshot) { s.Held = false })
	return true
}

// forgetOld drops the oldest ended jobs beyond MaxEnded. The caller holds mu.
func (js *Queue) forgetOld() {
	ended := 0
	for _, j := range js.list {
		if s, _ := j.Watch(); !s.isActive() {
			ended++
		}
	}
	js.list = slices.DeleteFunc(js.list, func(j *Job) bool {
		s, _ := j.Watch()
		if s.isActive() || ended <= MaxEnded {
			return false
		}
		ended--
		return true
	})
}

// Find returns the job with an ID.
func (js *Queue) Find(id string) (*Job, bool) {
	js.mu.Lock()
	defer js.mu.Unlock()
	j := js.find(id)
	return j, j != nil
}

// find returns the job with an ID, or nil. The caller holds mu.
func (js *Queue) find(id string) *Job {
	if i := slices.IndexFunc(js.list, func(j *Job) bool { return j.ID == id }); i >= 0 {
		return js.list[i]
	}
	return nil
}

// FindFor returns the job with an ID if the viewer may see it.
func (js *Queue) FindFor(v interface{ CanSeeJobsOf(user int64) bool }, id string) (*Job, error) {
	j, ok := js.Find(id)
	if !ok || !v.CanSeeJobsOf(j.by) {
		return nil, httperr.NotFound("This upload is not known any more: ojcheck has restarted, or the upload ended long ago.")
	}
	return j, nil
}

// Active lists the jobs that have not ended, oldest first.
func (js *Queue) Active() []Snapshot {
	return slices.DeleteFunc(js.All(), Snapshot.HasEnded)
}

// Held lists the held jobs, oldest first.
func (js *Queue) Held() []Snapshot {
	return slices.DeleteFunc(js.All(), func(s Snapshot) bool { return !s.Held })
}

// All lists the remembered jobs, oldest first.
func (js *Queue) All() []Snapshot {
	js.mu.Lock()
	defer js.mu.Unlock()
	var all []Snapshot
	for _, j := range js.list {
		s, _ := j.Watch()
		all = append(all, s)
	}
	return all
}

// Close ends all waiting jobs, discards the held ones, and waits for the running jobs. If ctx ends before a job, Close
// cancels it.
func (js *Queue) Close(ctx context.Context) {
	js.mu.Lock()
	if !js.isClosed {
		js.isClosed = true
		close(js.done)
	}
	list := slices.Clone(js.list)
	for _, j := range list {
		j.discard()
	}
	js.mu.Unlock()

	defer context.AfterFunc(ctx, func() {
		for _, j := range list {
			j.Cancel()
		}
	})()
	js.running.Wait()
}
