// Package jobs runs the checks and imports of uploads, one job after another.
//
// A job is stored before Start returns, so that nothing that the server has accepted is lost when it
// is killed: the next server continues the jobs, see Queue.Resume. Its uploaded files lie on the disk.
//
// One server at a time runs the jobs of a store. It holds a lock, see Store; if the lock is lost, the queue stops its jobs,
// waits for the lock, and goes on with the jobs as they are stored then.
package jobs

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// MaxEnded is the number of ended jobs that the queue remembers, so that a page that is
// still open in a browser can show how its job ended.
const MaxEnded = 100

// MaxWaiting is the number of jobs of one user that may wait, run or be held. Each has its upload on the disk.
const MaxWaiting = 20

// MaxStarts is how often servers start a job. A job that needs too much memory would otherwise kill every server.
const MaxStarts = 3

// HoldTime is how long the files of a held job stay.
const HoldTime = 24 * time.Hour

// Store stores jobs, see Queue. Its error wraps contest.ErrJobsLost if a change comes without the lock.
type Store interface {
	// LockJobs waits until no other server runs the jobs, and keeps others out until release is called or the lock is lost.
	// It calls onErased with each job that is removed meanwhile because it names somebody.
	LockJobs(ctx context.Context, onErased func(id string)) (lost <-chan struct{}, release func(), err error)
	// Jobs returns all stored jobs in the order of their acceptance, with the IDs of their complete checks.
	Jobs(ctx context.Context) ([]contest.Job, error)
	// SaveJobs stores new jobs and the new content of stored ones, all or none.
	SaveJobs(ctx context.Context, jobs ...contest.Job) error
	DeleteJobs(ctx context.Context, ids ...string) error
}

// Queue runs the jobs of uploads one after another, because one check uses all processors. Previews have a line of their
// own, so that nobody waits for a check to see what they uploaded.
//
// The store has each job as it was at its last change of state. In memory the queue has the same, with the progress.
type Queue struct {
	checker Checker
	store   Store
	log     *slog.Logger
	running sync.WaitGroup
	done    chan struct{} // closed, while mu is held, when the queue accepts no more jobs, see Close
	unlock  func()        // releases the lock of the store; nil before Resume

	accepting sync.Mutex   // held while jobs are accepted, continued or discarded; it is taken before saving and mu
	saving    sync.RWMutex // read-locked while jobs are stored; it is taken before mu

	mu   sync.Mutex
	list []*Job                   // in the order of acceptance
	ends map[bool]<-chan struct{} // closed at the end of the last job: of previews (true) and of others
	lost bool                     // another server may run the jobs
}

func New(checker Checker, store Store, log *slog.Logger) *Queue {
	return &Queue{checker: checker, store: store, log: log, ends: make(map[bool]<-chan struct{}), done: make(chan struct{})}
}

var errTooManyJobs = &httperr.Error{
	Status: http.StatusTooManyRequests, Title: "Too many queued checks",
	Message: i18n.Errorf("You already have %d uploads or checks waiting.", MaxWaiting),
	Advice:  i18n.Errorf("Wait until one of them has ended, cancel it, or discard an upload."),
}

var errClosed = &httperr.Error{
	Status: http.StatusServiceUnavailable, Title: "ojcheck is stopping",
	Message: i18n.Errorf("The server is being stopped and takes no new uploads."),
	Advice:  i18n.Errorf("Start ojcheck serve again, then upload the contest."),
}

// errStopping is the cause of the end of a job that runs when the server stops. The next server starts it again.
var errStopping = errors.New("the server stops")

// CanEnqueue returns an error if the queue is closed or the user has reached the limit of jobs.
func (js *Queue) CanEnqueue(by int64) error {
	js.mu.Lock()
	defer js.mu.Unlock()
	waiting := 0
	for _, j := range js.list {
		if s := j.snapshot(); s.By == by && s.isActive() {
			waiting++
		}
	}
	switch {
	case js.isDone():
		return errClosed
	case js.lost:
		return contest.ErrJobsLost
	case waiting >= MaxWaiting:
		return errTooManyJobs
	}
	return nil
}

// Done is closed when the queue accepts no more jobs.
func (js *Queue) Done() <-chan struct{} { return js.done }

func (js *Queue) isDone() bool {
	select {
	case <-js.done:
		return true
	default:
		return false
	}
}

// Wait returns when no job runs.
func (js *Queue) Wait() { js.running.Wait() }

// Start stores and starts a job for a user's upload and returns the job's ID. ContestID is the contest that the upload
// adds to; 0 for a new one. The job deletes upload.Dirs at its end, unless it is held. If a job of the user already does
// the same check of a stored contest, Start returns that job's ID.
func (js *Queue) Start(upload Upload, by review.Person, contestID int64) (string, error) {
	js.accepting.Lock()
	defer js.accepting.Unlock()
	if err := js.CanEnqueue(by.ID); err != nil {
		return "", err
	}
	upload.By = by
	if duplicate := js.findDuplicate(upload); duplicate != "" {
		return duplicate, nil
	}
	return js.accept(upload, contestID, nil)
}

// ErrNotHeld says that the files of a job are gone.
var ErrNotHeld = httperr.NotFound("This upload is no longer here: it was checked, discarded, or older than a day.")

// Continue starts a job with the files of a held job, which is held no longer. The upload names these files; its Dirs are
// only those of further files. If Continue fails, the job stays held.
func (js *Queue) Continue(id string, upload Upload, by review.Person, contestID int64) (next string, err error) {
	js.accepting.Lock()
	defer js.accepting.Unlock()
	held, ok := js.Find(id)
	if !ok || !held.snapshot().Held {
		return "", ErrNotHeld
	}
	upload.By = by
	upload.Dirs = slices.Concat(held.snapshot().Upload.Dirs, upload.Dirs)
	return js.accept(upload, contestID, held)
}

// accept stores and starts a job, which goes on with the files of held, unless held is nil. The caller holds accepting.
func (js *Queue) accept(upload Upload, contestID int64, held *Job) (id string, err error) {
	j := newJob(Snapshot{ID: rand.Text(), Upload: upload, By: upload.By.ID, TargetContestID: contestID, State: Waiting})
	changed := []Snapshot{j.current}
	if held != nil {
		s := held.snapshot()
		s.Held, s.Next = false, j.ID
		changed = append(changed, s)
	}
	if err := js.save(changed...); err != nil {
		return "", err
	}
	if held != nil {
		held.Update(func(s *Snapshot) { s.Held, s.Next = false, j.ID })
	}
	js.mu.Lock()
	old := js.forgetOld()
	js.list = append(js.list, j)
	js.begin(j)
	js.mu.Unlock()
	if len(old) > 0 {
		if err := js.store.DeleteJobs(context.Background(), old...); err != nil {
			js.log.Warn("old jobs could not be deleted; the server shows them again when it restarts", "error", err)
		}
	}
	return j.ID, nil
}

// save stores jobs as they are in the snapshots, unless the lock is lost.
func (js *Queue) save(snapshots ...Snapshot) error {
	js.saving.RLock()
	defer js.saving.RUnlock()
	js.mu.Lock()
	lost := js.lost
	js.mu.Unlock()
	if lost {
		return contest.ErrJobsLost
	}
	return js.write(snapshots)
}

func (js *Queue) write(snapshots []Snapshot) error {
	var rows []contest.Job
	for _, s := range snapshots {
		row, err := s.row()
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil
	}
	return js.store.SaveJobs(context.Background(), rows...)
}

// findDuplicate returns the ID of a waiting or running job that does the same check of a stored contest for the same
// user; "" if there is none.
func (js *Queue) findDuplicate(upload Upload) string {
	if upload.StoredContestID == 0 {
		return ""
	}
	for _, s := range js.Active() {
		if reflect.DeepEqual(s.Upload, upload) {
			return s.ID
		}
	}
	return ""
}

// change stores a job as change leaves it, and then changes it in memory, even if it could not be stored. Without the lock
// it changes nothing.
func (js *Queue) change(j *Job, change func(*Snapshot)) error {
	j.storing.Lock()
	defer j.storing.Unlock()
	s := j.snapshot()
	change(&s)
	err := js.save(s)
	if !errors.Is(err, contest.ErrJobsLost) {
		j.Update(change)
	}
	return err
}

// changeOrLog is change for a job that cannot wait for another try. It reports whether the change is stored.
func (js *Queue) changeOrLog(j *Job, change func(*Snapshot)) (isStored bool) {
	err := js.change(j, change)
	if err != nil {
		js.log.Error("the state of a job could not be stored; a job that has not ended there starts again when the server restarts", "job", j.ID, "error", err)
	}
	return err == nil
}

// Cancel ends a job soon. A job that has ended does not change.
func (js *Queue) Cancel(j *Job) error {
	j.stop(context.Canceled)
	if j.snapshot().HasEnded() {
		return nil
	}
	return js.change(j, func(s *Snapshot) { s.IsCancelled = s.IsCancelled || !s.HasEnded() })
}

// Discard deletes the files of a held job. It reports whether the job was held.
func (js *Queue) Discard(id string) bool {
	js.accepting.Lock()
	defer js.accepting.Unlock()
	j, ok := js.Find(id)
	if !ok || !j.snapshot().Held {
		return false
	}
	if !js.changeOrLog(j, func(s *Snapshot) { s.Held = false }) {
		return false
	}
	js.removeFiles(j.snapshot().Upload)
	return true
}

// forget removes an ended job from memory and its files from the disk, because its row was removed.
func (js *Queue) forget(id string) {
	js.accepting.Lock()
	defer js.accepting.Unlock()
	j, ok := js.Find(id)
	if !ok {
		return
	}
	js.mu.Lock()
	js.list = slices.DeleteFunc(js.list, func(other *Job) bool { return other == j })
	js.mu.Unlock()
	if s := j.snapshot(); s.Held {
		js.removeFiles(s.Upload)
	}
}

// discardLater discards a job at a time, unless it is held no longer or the queue is closed.
func (js *Queue) discardLater(id string, at time.Time) {
	time.AfterFunc(time.Until(at), func() {
		if !js.isDone() {
			js.Discard(id)
		}
	})
}

func (js *Queue) removeFiles(upload Upload) {
	for _, dir := range upload.Dirs {
		if err := os.RemoveAll(dir); err != nil {
			js.log.Warn("could not delete an upload; the next start tries again", "directory", dir, "error", err)
		}
	}
}

// Close leaves waiting and held jobs to the next server, and waits for the running jobs. If ctx ends before a job, Close
// stops it: the next server starts it again.
func (js *Queue) Close(ctx context.Context) {
	js.mu.Lock()
	if !js.isDone() {
		close(js.done)
	}
	list := slices.Clone(js.list)
	js.mu.Unlock()

	defer context.AfterFunc(ctx, func() {
		for _, j := range list {
			j.stop(errStopping)
		}
	})()
	js.running.Wait()
	if js.unlock != nil {
		js.unlock()
	}
}
