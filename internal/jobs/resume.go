package jobs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// DirPrefix is the prefix of the names of upload directories.
const DirPrefix = "ojcheck-upload-"

// Resume waits until no other server runs the jobs of the store, and takes the lock. Then it starts the
// stored jobs that have not ended. A job fails instead if its files are gone or if it was started MaxStarts
// times. Call Resume before the queue accepts a job. The queue keeps the lock until Close. If the lock is
// lost, running jobs stop within seconds, and the queue accepts no job until it has the lock again.
func (q *Queue) Resume(ctx context.Context) error {
	lost, release, err := q.lockAndRead(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	released := make(chan struct{})
	q.unlock = sync.OnceFunc(func() {
		cancel()
		<-released
	})
	go func() {
		defer close(released)
		for {
			select {
			case <-ctx.Done():
				release()
				return
			case <-lost:
			}
			q.log.Warn("the connection that holds the lock of the jobs is lost; the jobs stop until this server has the lock again")
			q.stopAll()
			lockAgain := func() (_ struct{}, err error) {
				lost, release, err = q.lockAndRead(ctx)
				return struct{}{}, err
			}
			if _, err := backoff.Retry(ctx, lockAgain, backoff.WithMaxElapsedTime(0)); err != nil {
				return // the queue is closed
			}
		}
	}()
	return nil
}

// lockAndRead takes the lock of the store, and starts the unfinished jobs (readJobs).
func (q *Queue) lockAndRead(ctx context.Context) (lost <-chan struct{}, release func(), err error) {
	lost, release, err = q.store.LockJobs(ctx, q.forget)
	if err != nil {
		return nil, nil, err
	}
	if err := q.readJobs(ctx); err != nil {
		release()
		return nil, nil, err
	}
	return lost, release, nil
}

// readJobs replaces the list of jobs by the jobs of the store, and begins the unfinished jobs. No job runs
// meanwhile.
func (q *Queue) readJobs(ctx context.Context) error {
	q.accepting.Lock()
	defer q.accepting.Unlock()
	rows, err := q.store.Jobs(ctx)
	if err != nil {
		return err
	}
	var list []*Job
	var snapshots, changed, givenUp, expired []Snapshot // snapshots has one element for each job in list
	isStored := make(map[string]bool)
	for _, row := range rows {
		s, err := snapshotOf(row)
		if err != nil {
			return err
		}
		j, isKnown := q.Find(s.ID)
		if !isKnown {
			j = newJob(s)
		} else if known := j.snapshot(); s.State == Running && known.State == Running && s.Starts == known.Starts {
			s.Starts-- // this start was no failure of the job, because stopAll has stopped it
		}
		next, isChanged := s.restartState(row.CheckID, time.Now())
		if isChanged {
			changed = append(changed, next)
		}
		if !s.HasEnded() && !s.IsCancelled && next.State == Failed {
			givenUp = append(givenUp, next)
		}
		if s.KeepsFiles && !next.KeepsFiles {
			expired = append(expired, next)
		}
		list, snapshots, isStored[s.ID] = append(list, j), append(snapshots, next), true
	}
	if err := q.write(changed); err != nil {
		return err // nothing has changed, so the next try finds all jobs as before
	}
	for _, s := range givenUp {
		q.log.Error("gave up a job of an earlier server", "job", s.ID, "contest", s.Upload.Contest, "starts", s.Starts, "error", s.Err)
		if q.OnGivenUp != nil {
			q.OnGivenUp()
		}
	}
	for _, s := range q.All() {
		// While this server did not have the lock, a row may have been deleted without a call of forget.
		if s.KeepsFiles && !isStored[s.ID] {
			expired = append(expired, s)
		}
	}
	for i, j := range list {
		j.storing.Lock() // wait for a change that began before the lock was lost, and that will fail
		j.Update(func(current *Snapshot) { *current = snapshots[i] })
		j.storing.Unlock()
	}
	for _, s := range expired {
		s.Upload.RemoveFiles(q.log)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list, q.lockLost = list, false
	unfinished := 0
	for _, j := range list {
		switch s := j.snapshot(); {
		case s.KeepsFiles:
			q.discardLater(s.ID, s.FilesUntil)
		case !s.HasEnded():
			unfinished++
			q.begin(j)
		}
	}
	if unfinished > 0 {
		q.log.Info("continuing the jobs of the last server", "jobs", unfinished)
	}
	return nil
}

// stopAll stops all jobs, because another server may run them now.
func (q *Queue) stopAll() {
	q.mu.Lock()
	q.lockLost = true
	list := slices.Clone(q.list)
	q.mu.Unlock()
	for _, j := range list {
		j.stop(contest.ErrJobLockLost)
	}
	// Wait until running calls of save have returned. Later calls fail until readJobs has read the jobs.
	q.saving.Lock()
	q.saving.Unlock() //lint:ignore SA2001 the lock is only taken to wait
	q.running.Wait()
}

// restartState returns the state with which a new server continues a stored job. checkID is the ID of the complete
// check of the job, or 0. isChanged reports whether the new state must be stored.
func (s Snapshot) restartState(checkID int64, now time.Time) (_ Snapshot, isChanged bool) {
	switch {
	case s.KeepsFiles:
		s.KeepsFiles = now.Before(s.FilesUntil) && s.Upload.hasFiles()
		return s, !s.KeepsFiles
	case s.HasEnded():
		return s, false
	case checkID != 0: // the server was killed before it could store the end of the job
		s.State, s.CheckID = Done, checkID
	case s.IsCancelled:
		s.State, s.Err = Failed, context.Canceled
		s.KeepsFiles, s.FilesUntil = s.Upload.KeepFiles && s.Upload.Task != Preview && s.Upload.hasFiles(), now.Add(keepTime)
	case s.Starts >= MaxStarts:
		s.State, s.Err = Failed, &Failure{
			Message: i18n.Textf("The server ended %d times while it worked on this.", s.Starts),
			Advice:  i18n.Textf("It may need more memory than the server has: ask whoever runs the server to look at its log and at --memory, then try again."),
		}
		s.KeepsFiles, s.FilesUntil = s.Upload.KeepFiles && s.Upload.hasFiles(), now.Add(keepTime)
	case !s.Upload.hasFiles():
		s.State, s.Err = Failed, &Failure{
			Message: i18n.Textf("The server restarted, and the uploaded files are gone."),
			Advice:  i18n.Textf("Upload the contest again."),
		}
	default:
		s.State = Waiting
		return s, false // the job is stored when it starts
	}
	return s, true
}

// RemoveUnused deletes the upload directories below dir that belong to no job. A killed server leaves such
// directories. Call RemoveUnused after Resume and before the first upload.
func (q *Queue) RemoveUnused(dir string) error {
	var used []string // names only: after a restart, the same directory may have another path
	for _, s := range q.All() {
		if s.needsFiles() {
			for _, path := range s.Upload.Dirs {
				used = append(used, filepath.Base(path))
			}
		}
	}
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), DirPrefix) && !slices.Contains(used, entry.Name()) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, entry.Name())))
		}
	}
	return err
}
