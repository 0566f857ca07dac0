// Package jobs runs the checks and imports of uploads, one after another.
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

// MaxEnded is the number of ended jobs that the queue remembers, for open pages.
const MaxEnded = 100

// State is the state of a job.
type State string

const (
	Waiting State = "waiting" // for another check to end
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
)

// Snapshot is the state of a job at one moment.
type Snapshot struct {
	ID      string
	Upload  Upload
	By      int64 // id of the user who uploaded it
	Joins   int64 // id of the stored contest with the upload's name; 0 for a new contest
	State   State
	Stage   string // in words for the user
	Done    int
	Total   int   // 0 if not known
	CheckID int64 // set when a check that began has ended, even if it failed; 0 for imports
	// ContestID is set when an import has ended.
	ContestID int64
	Err       error // set if State is Failed
}

func (s Snapshot) HasEnded() bool { return s.State == Done || s.State == Failed }

// Job is one upload being checked. Its snapshot changes until it has ended.
type Job struct {
	ID     string
	by     int64 // id of the user who uploaded it
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

// Queue runs the jobs of uploads one after another: one check uses all processors.
type Queue struct {
	checker Checker
	log     *slog.Logger
	turn    chan struct{} // holds the one token while a check runs
	running sync.WaitGroup
	closing chan struct{} // closed when the queue accepts no more jobs

	mu     sync.Mutex
	closed bool
	list   []*Job // oldest first
}

func New(checker Checker, log *slog.Logger) *Queue {
	return &Queue{
		checker: checker,
		log:     log,
		turn:    make(chan struct{}, 1),
		closing: make(chan struct{}),
	}
}

// MaxWaiting is the number of jobs of one user that may wait or run. Each holds its
// upload on the disk.
const MaxWaiting = 20

var errTooManyJobs = &httperr.Error{
	Status: http.StatusTooManyRequests, Title: "Too many at once",
	Message: fmt.Sprintf("%d checks of yours are waiting already.", MaxWaiting),
	Advice:  "Wait until one of them has ended, or cancel it.",
}

// checkQuota returns an error if a user has reached the limit of jobs. The caller holds mu.
func (js *Queue) checkQuota(by int64) error {
	if js.closed {
		return errClosing
	}
	waiting := 0
	for _, j := range js.list {
		if s, _ := j.Watch(); s.By == by && !s.HasEnded() {
			waiting++
		}
	}
	if waiting >= MaxWaiting {
		return errTooManyJobs
	}
	return nil
}

// CanEnqueue returns an error if the user has reached the limit of jobs.
func (js *Queue) CanEnqueue(by int64) error {
	js.mu.Lock()
	defer js.mu.Unlock()
	return js.checkQuota(by)
}

var errClosing = &httperr.Error{
	Status: http.StatusServiceUnavailable, Title: "ojcheck is stopping",
	Message: "The server is being stopped and takes no new uploads.",
	Advice:  "Start ojcheck serve again, then upload the contest.",
}

// errStopped is the error of a job that ran when the server stopped.
var errStopped = &Failure{
	Message: "The server stopped before this ended.",
	Advice:  "Send it again once the server runs again.",
}

// Done is closed when the queue accepts no more jobs.
func (js *Queue) Done() <-chan struct{} { return js.closing }

// Wait returns when no job runs.
func (js *Queue) Wait() { js.running.Wait() }

// stopping reports whether the queue accepts no more jobs.
func (js *Queue) stopping() bool {
	js.mu.Lock()
	defer js.mu.Unlock()
	return js.closed
}

// Start starts a job for a user's upload and returns the job's id. Joins is the id of
// the contest that the upload adds to; 0 for a new one. The job calls cleanup at its end.
// If a job of the user already runs the same check of a stored contest, Start returns
// that job's id and calls cleanup at once.
func (js *Queue) Start(upload Upload, by review.Person, joins int64, cleanup func()) (string, error) {
	ctx, cancel := context.WithCancel(context.Background())
	upload.By = by
	id := rand.Text()
	j := &Job{
		ID:      id,
		by:      by.ID,
		Cancel:  cancel,
		current: Snapshot{ID: id, Upload: upload, By: by.ID, Joins: joins, State: Waiting},
		changed: make(chan struct{}),
	}
	js.mu.Lock()
	defer js.mu.Unlock()
	if err := js.checkQuota(by.ID); err != nil {
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

// findDuplicate returns the id of a user's running or waiting job that makes the same
// check of a stored contest; "" for none. The caller holds mu.
func (js *Queue) findDuplicate(upload Upload, by int64) string {
	if upload.Stored == 0 {
		return ""
	}
	for _, j := range js.list {
		if s, _ := j.Watch(); s.By == by && !s.HasEnded() && reflect.DeepEqual(s.Upload, upload) {
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
	case <-js.closing:
		err = errClosing
	}
	if errors.Is(err, context.Canceled) && js.stopping() {
		err = errStopped
	}
	if err != nil && ctx.Err() == nil {
		level := slog.LevelError
		if errors.As(err, new(*Failure)) {
			level = slog.LevelInfo // the user can correct it
		}
		js.log.Log(ctx, level, "check of an upload failed", "contest", upload.Contest, "file", upload.FileNames(), "error", upload.withFileNames(err.Error()))
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

// check checks an upload and returns the id of the check, or imports it and returns the
// id of the contest.
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

// Find returns the job with the id.
func (js *Queue) Find(id string) (*Job, bool) {
	js.mu.Lock()
	defer js.mu.Unlock()
	for _, j := range js.list {
		if j.ID == id {
			return j, true
		}
	}
	return nil, false
}

// FindFor returns the job with the id if the viewer may see it.
func (js *Queue) FindFor(v interface{ CanSeeUploadBy(user int64) bool }, id string) (*Job, error) {
	j, ok := js.Find(id)
	if !ok || !v.CanSeeUploadBy(j.by) {
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

// Close lets the running check go on until ctx ends; see Server.Close.
func (js *Queue) Close(ctx context.Context) {
	js.mu.Lock()
	if !js.closed {
		js.closed = true
		close(js.closing)
	}
	list := slices.Clone(js.list)
	js.mu.Unlock()

	ended := make(chan struct{})
	go func() {
		js.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
		for _, j := range list {
			j.Cancel()
		}
		<-ended
	}
}
