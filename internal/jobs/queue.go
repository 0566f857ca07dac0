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
	Stage           string // what the job does now, in words for the user
	Done            int    // steps of the stage that are done
	Total           int    // steps of the stage; 0 if unknown
	CheckID         int64  // set when a check ends, even if it failed after it began; 0 for imports
	ContestID       int64  // set when an import ends
	Err             error  // set if State is Failed
}

func (s Snapshot) HasEnded() bool { return s.State == Done || s.State == Failed }

// Job is the check or import of one upload. Its snapshot changes until it ends.
type Job struct {
	ID     string
	by     int64 // ID of the user who uploaded it
	Cancel context.CancelFunc

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

// Queue runs the jobs of uploads one after another, because one check uses all processors.
type Queue struct {
	checker Checker
	log     *slog.Logger
	turn    chan struct{} // full while a job runs
	running sync.WaitGroup
	done    chan struct{} // closed when the queue accepts no more jobs, see Close

	mu       sync.Mutex
	isClosed bool   // whether done is closed
	list     []*Job // oldest first
}

func New(checker Checker, log *slog.Logger) *Queue {
	return &Queue{checker: checker, log: log, turn: make(chan struct{}, 1), done: make(chan struct{})}
}

// MaxWaiting is the number of jobs of one user that may wait or run. Each has its upload on the disk.
const MaxWaiting = 20

var errTooManyJobs = &httperr.Error{
	Status: http.StatusTooManyRequests, Title: "Too many queued checks",
	Message: fmt.Sprintf("You already have %d checks waiting.", MaxWaiting),
	Advice:  "Wait until one of them has ended, or cancel it.",
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
		if s, _ := j.Watch(); s.By == by && !s.HasEnded() {
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
	Message: "The server is being stopped and takes no new uploads.",
	Advice:  "Start ojcheck serve again, then upload the contest.",
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
	ctx, cancel := context.WithCancel(context.Background())
	upload.By = by
	id := rand.Text()
	j := &Job{
		ID: id, by: by.ID, Cancel: cancel,
		current: Snapshot{ID: id, Upload: upload, By: by.ID, TargetContestID: contestID, State: Waiting},
		changed: make(chan struct{}),
	}
	js.mu.Lock()
	defer js.mu.Unlock()
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
		defer cleanup()
		js.run(ctx, j, upload)
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

func (js *Queue) run(ctx context.Context, j *Job, upload Upload) {
	id, err := int64(0), error(nil)
	select {
	case js.turn <- struct{}{}:
		id, err = js.check(ctx, j, upload)
		<-js.turn
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
	j.Update(func(s *Snapshot) {
		s.State, s.CheckID, s.Err = Done, id, err
		if upload.ImportOnly {
			s.CheckID, s.ContestID = 0, id
		}
		if err != nil {
			s.State = Failed
		}
	})
}

// check checks an upload and returns the ID of the check, or imports it and returns the ID of the contest.
func (js *Queue) check(ctx context.Context, j *Job, upload Upload) (id int64, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	j.Update(func(s *Snapshot) { s.State = Running })
	method := js.checker.Check
	if upload.ImportOnly {
		method = js.checker.Import
	}
	return method(ctx, upload, func(stage string, done, total int) {
		j.Update(func(s *Snapshot) { s.Stage, s.Done, s.Total = stage, done, total })
	})
}

// forgetOld drops the oldest ended jobs beyond MaxEnded. The caller holds mu.
func (js *Queue) forgetOld() {
	ended := 0
	for _, j := range js.list {
		if s, _ := j.Watch(); s.HasEnded() {
			ended++
		}
	}
	js.list = slices.DeleteFunc(js.list, func(j *Job) bool {
		s, _ := j.Watch()
		if !s.HasEnded() || ended <= MaxEnded {
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
	if i := slices.IndexFunc(js.list, func(j *Job) bool { return j.ID == id }); i >= 0 {
		return js.list[i], true
	}
	return nil, false
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

// Close ends all waiting jobs, and waits for the running job. If ctx ends before the job, Close cancels it.
func (js *Queue) Close(ctx context.Context) {
	js.mu.Lock()
	if !js.isClosed {
		js.isClosed = true
		close(js.done)
	}
	list := slices.Clone(js.list)
	js.mu.Unlock()

	defer context.AfterFunc(ctx, func() {
		for _, j := range list {
			j.Cancel()
		}
	})()
	js.running.Wait()
}
