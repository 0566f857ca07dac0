// Package jobs runs the checks and imports of uploads, one job after another.
//
// Start stores a job before it returns, and the uploaded files stay on the disk. So a killed server loses no
// accepted job: the next server continues the jobs, see Queue.Resume.
//
// A job that keeps its files (Snapshot.KeepsFiles) has ended, but its files stay for a day, for
// Queue.StartWithFilesOf and Queue.Discard.
//
// One server at a time runs the jobs of a store. The server holds a lock, see Store. If the lock is lost, the
// queue stops the jobs, waits for the lock, and continues the jobs that are stored then.
package jobs

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/review"
)

// MaxEnded is the number of ended jobs that are remembered, so that an open page can show how a job ended.
const MaxEnded = 100

// MaxWaiting bounds the jobs of one user that wait, run or keep their files. Each of these jobs has an upload on the
// disk.
const MaxWaiting = 20

// MaxStarts bounds the starts of a job, because a job that needs too much memory kills each server that
// starts it.
const MaxStarts = 3

// keepTime is how long an ended job keeps its files.
const keepTime = 24 * time.Hour

// Store stores jobs. postgres.DB, which implements it, documents the methods.
type Store interface {
	LockJobs(ctx context.Context, onErased func(id string)) (lost <-chan struct{}, release func(), err error)
	Jobs(ctx context.Context) ([]contest.Job, error)
	SaveJobs(ctx context.Context, jobs ...contest.Job) error
	DeleteJobs(ctx context.Context, ids ...string) error
}

// Queue runs the jobs of uploads one after another, because one check uses all processors. Previews have a
// second sequence, so that users see what they uploaded while a check runs.
//
// A job is stored when its state changes. Its progress is only in memory.
type Queue struct {
	checker Checker
	store   Store
	log     *slog.Logger
	turn    Turn
	running sync.WaitGroup
	closed  chan struct{} // closed when the queue accepts no more jobs. Close closes it while it holds mu
	unlock  func()        // releases the lock of the store; nil before Resume

	// OnGivenUp, unless nil, is called for each job that cannot go on after the end of a server. Set it before Resume.
	OnGivenUp func()

	// Lock accepting before saving, and saving before mu.
	accepting sync.Mutex   // held while a job is accepted or discarded
	saving    sync.RWMutex // read-locked during each write to the store; stopAll locks it to wait for the writes to end

	mu               sync.Mutex
	list             []*Job          // in the order of acceptance
	lastPreviewEnded <-chan struct{} // closed when the last preview of list has ended; nil before the first
	lastCheckEnded   <-chan struct{} // closed when the last check or import of list has ended; nil before the first
	lockLost         bool            // another server may run the jobs
}

// Turn waits until nothing else on the server checks a contest. The caller calls release when its own check
// ends.
type Turn func(ctx context.Context) (release func(), err error)

// New returns a queue. A check starts when it has its turn. If turn is nil, checks start at once.
func New(checker Checker, store Store, turn Turn, log *slog.Logger) *Queue {
	return &Queue{checker: checker, store: store, turn: turn, log: log, closed: make(chan struct{})}
}

var errTooManyJobs = httperr.New(http.StatusTooManyRequests, "Too many queued checks",
	"You already have %d uploads or checks waiting.",
	"Wait until one of them has ended, cancel it, or discard an upload.", MaxWaiting)

var errClosed = httperr.New(http.StatusServiceUnavailable, "ojcheck is stopping",
	"The server is being stopped and takes no new uploads.",
	"Start ojcheck serve again, then upload the contest.")

// errStopping is the cause of cancelling jobs when the server stops. The next server starts the jobs again.
var errStopping = errors.New("the server stops")

// RequireRoom returns an error if the queue is closed or the user has reached the limit of jobs.
func (q *Queue) RequireRoom(userID int64) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	onDisk := 0
	for _, j := range q.list {
		if s := j.snapshot(); s.By == userID && s.needsFiles() {
			onDisk++
		}
	}
	switch {
	case q.isClosed():
		return errClosed
	case q.lockLost:
		return contest.ErrJobLockLost
	case onDisk >= MaxWaiting:
		return errTooManyJobs
	}
	return nil
}

// Closed returns a channel that is closed when the queue accepts no more jobs. Jobs may still run then, see
// Wait.
func (q *Queue) Closed() <-chan struct{} { return q.closed }

func (q *Queue) isClosed() bool {
	select {
	case <-q.closed:
		return true
	default:
		return false
	}
}

// Wait returns when no job runs.
func (q *Queue) Wait() { q.running.Wait() }

// Start stores and starts a job for an upload, and returns the ID of the job. contestID is the contest to
// which the upload adds; 0 for a new contest. If a job of the user already checks the same stored contest
// with the same settings, Start returns the ID of that job. When a job ends, it deletes upload.Dirs, unless
// it keeps its files.
func (q *Queue) Start(upload Upload, by review.Person, contestID int64) (string, error) {
	q.accepting.Lock()
	defer q.accepting.Unlock()
	if err := q.RequireRoom(by.ID); err != nil {
		return "", err
	}
	upload.By = by
	for _, s := range q.Active() {
		if upload.StoredContestID != 0 && reflect.DeepEqual(s.Upload, upload) {
			return s.ID, nil
		}
	}
	return q.accept(upload, contestID, nil)
}

// ErrFilesDeleted means that the files of a job are deleted.
var ErrFilesDeleted = httperr.NotFound("This upload is no longer here: it was checked, discarded, or older than a day.")

// StartWithFilesOf starts a job with the files of the ended job id, which keeps them. upload.Files lists all files, also those
// of the ended job. upload.Dirs lists only directories that are not those of the ended job. After an error, the ended job still
// keeps its files. If the queue is closed, the next server runs the new job.
func (q *Queue) StartWithFilesOf(id string, upload Upload, by review.Person, contestID int64) (next string, err error) {
	q.accepting.Lock()
	defer q.accepting.Unlock()
	ended, ok := q.Find(id)
	if !ok || !ended.snapshot().KeepsFiles {
		return "", ErrFilesDeleted
	}
	upload.By = by
	upload.Dirs = slices.Concat(ended.snapshot().Upload.Dirs, upload.Dirs)
	return q.accept(upload, contestID, ended)
}

// accept stores and starts a job. The job takes over the files of ended, if ended is not nil. The caller holds
// accepting.
func (q *Queue) accept(upload Upload, contestID int64, ended *Job) (id string, err error) {
	j := newJob(Snapshot{ID: rand.Text(), Upload: upload, By: upload.By.ID, TargetContestID: contestID, State: Waiting})
	changed := []Snapshot{j.current}
	handOver := func(s *Snapshot) { s.KeepsFiles, s.Next = false, j.ID }
	if ended != nil {
		s := ended.snapshot()
		handOver(&s)
		changed = append(changed, s)
	}
	if err := q.save(changed...); err != nil {
		return "", err
	}
	if ended != nil {
		ended.Update(handOver)
	}
	q.mu.Lock()
	forgotten := q.forgetOldest()
	q.list = append(q.list, j)
	q.begin(j)
	q.mu.Unlock()
	if len(forgotten) > 0 {
		if err := q.store.DeleteJobs(context.Background(), forgotten...); err != nil {
			q.log.Warn("could not delete old jobs; the server shows them again when it restarts", "error", err)
		}
	}
	return j.ID, nil
}

// save stores snapshots of jobs. It returns ErrJobLockLost if the lock is lost, also if the write fails because the
// connection to the database, and with it the lock, has ended.
func (q *Queue) save(snapshots ...Snapshot) error {
	q.saving.RLock()
	defer q.saving.RUnlock()
	if q.hasLostLock() {
		return contest.ErrJobLockLost
	}
	err := q.write(snapshots)
	if err != nil && q.hasLostLock() {
		return contest.ErrJobLockLost
	}
	return err
}

func (q *Queue) hasLostLock() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lockLost
}

func (q *Queue) write(snapshots []Snapshot) error {
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
	return q.store.SaveJobs(context.Background(), rows...)
}

// change changes a job in the store and in memory. Memory changes even if the store fails, except if the lock
// is lost.
func (q *Queue) change(j *Job, change func(*Snapshot)) error {
	j.storing.Lock()
	defer j.storing.Unlock()
	s := j.snapshot()
	change(&s)
	err := q.save(s)
	if !errors.Is(err, contest.ErrJobLockLost) {
		j.Update(change)
	}
	return err
}

// changeOrLog is like change, but logs the error, because its callers cannot try again. isStored is false
// then.
func (q *Queue) changeOrLog(j *Job, change func(*Snapshot)) (isStored bool) {
	err := q.change(j, change)
	if err != nil {
		q.log.Error("could not store the state of a job; even if it has ended, the server starts it again after a restart",
			"job", j.ID, "error", err)
	}
	return err == nil
}

// Cancel asks a job to stop. It has no effect on a job that has ended.
func (q *Queue) Cancel(j *Job) error {
	j.stop(context.Canceled)
	if j.snapshot().HasEnded() {
		return nil
	}
	return q.change(j, func(s *Snapshot) { s.IsCancelled = s.IsCancelled || !s.HasEnded() })
}

// Discard deletes the files of a job that keeps them. If the job does not, it returns ErrFilesDeleted. If the store fails,
// the job still keeps them.
func (q *Queue) Discard(id string) error {
	q.accepting.Lock()
	defer q.accepting.Unlock()
	j, ok := q.Find(id)
	if !ok || !j.snapshot().KeepsFiles {
		return ErrFilesDeleted
	}
	s := j.snapshot()
	s.KeepsFiles = false
	if err := q.save(s); err != nil {
		return err
	}
	j.Update(func(s *Snapshot) { s.KeepsFiles = false })
	s.Upload.RemoveFiles(q.log)
	return nil
}

// forget removes a job from memory after its row was deleted. If the job keeps its files, forget deletes them.
func (q *Queue) forget(id string) {
	q.accepting.Lock()
	defer q.accepting.Unlock()
	j, ok := q.Find(id)
	if !ok {
		return
	}
	q.mu.Lock()
	q.list = slices.DeleteFunc(q.list, func(other *Job) bool { return other == j })
	q.mu.Unlock()
	if s := j.snapshot(); s.KeepsFiles {
		s.Upload.RemoveFiles(q.log)
	}
}

// discardLater discards a job at the given time, if the job still keeps its files and the queue is not closed.
func (q *Queue) discardLater(id string, at time.Time) {
	time.AfterFunc(time.Until(at), func() {
		if q.isClosed() {
			return
		}
		if err := q.Discard(id); err != nil && !errors.Is(err, ErrFilesDeleted) {
			q.log.Warn("could not discard an upload; the next start tries again", "job", id, "error", err)
		}
	})
}

// Close waits for the running jobs, and leaves waiting jobs, and jobs that keep their files, to the next server. When ctx ends, Close
// stops the running jobs, and the next server starts them again.
func (q *Queue) Close(ctx context.Context) {
	q.mu.Lock()
	if !q.isClosed() {
		close(q.closed)
	}
	list := slices.Clone(q.list)
	q.mu.Unlock()
	for _, j := range list {
		if j.snapshot().State == Waiting {
			j.stop(errStopping) // the job may be waiting for its turn
		}
	}
	defer context.AfterFunc(ctx, func() {
		for _, j := range list {
			j.stop(errStopping)
		}
	})()
	q.running.Wait()
	if q.unlock != nil {
		q.unlock()
	}
}

// forgetOldest removes the oldest ended jobs from memory, so that MaxEnded remain. It returns the removed
// IDs. The caller holds mu.
func (q *Queue) forgetOldest() (ids []string) {
	ended := 0
	for _, j := range q.list {
		if !j.snapshot().needsFiles() {
			ended++
		}
	}
	q.list = slices.DeleteFunc(q.list, func(j *Job) bool {
		if ended <= MaxEnded || j.snapshot().needsFiles() {
			return false
		}
		ended--
		ids = append(ids, j.ID)
		return true
	})
	return ids
}

// Find returns the job with the given ID.
func (q *Queue) Find(id string) (*Job, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.IndexFunc(q.list, func(j *Job) bool { return j.ID == id }); i >= 0 {
		return q.list[i], true
	}
	return nil, false
}

// FindFor returns the job with the given ID if the viewer may see the job.
func (q *Queue) FindFor(v interface{ CanSeeJobsOf(user int64) bool }, id string) (*Job, error) {
	j, ok := q.Find(id)
	if !ok || !v.CanSeeJobsOf(j.snapshot().By) {
		return nil, httperr.NotFound("This upload is not known any more: it ended long ago.")
	}
	return j, nil
}

// Active lists the jobs that have not ended, oldest first.
func (q *Queue) Active() []Snapshot {
	return slices.DeleteFunc(q.All(), Snapshot.HasEnded)
}

// KeepingFiles lists the ended jobs that keep their files, oldest first.
func (q *Queue) KeepingFiles() []Snapshot {
	return slices.DeleteFunc(q.All(), func(s Snapshot) bool { return !s.KeepsFiles })
}

// All lists all jobs in memory, oldest first.
func (q *Queue) All() []Snapshot {
	q.mu.Lock()
	defer q.mu.Unlock()
	var all []Snapshot
	for _, j := range q.list {
		all = append(all, j.snapshot())
	}
	return all
}
