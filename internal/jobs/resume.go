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

// DirPrefix begins the names of the directories of uploads.
const DirPrefix = "ojcheck-upload-"

// Resume waits until no other server runs the jobs of the store. Then it starts again the stored jobs that have not ended,
// and marks a job as failed if its files are gone or if it was started MaxStarts times. Call it before the first job is
// accepted. Until Close, the queue keeps the lock. If it is lost, running jobs stop within seconds and no job is accepted
// until the queue has it again.
func (q *Queue) Resume(ctx context.Context) error {
	lost, release, err := q.lock(ctx)
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
			q.stopLost()
			again := func() (_ struct{}, err error) {
				lost, release, err = q.lock(ctx)
				return struct{}{}, err
			}
			if _, err := backoff.Retry(ctx, again, backoff.WithMaxElapsedTime(0)); err != nil {
				return // the queue is closed
			}
		}
	}()
	return nil
}

func (q *Queue) lock(ctx context.Context) (lost <-chan struct{}, release func(), err error) {
	lost, release, err = q.store.LockJobs(ctx, q.forget)
	if err != nil {
		return nil, nil, err
	}
	if err := q.read(ctx); err != nil {
		release()
		return nil, nil, err
	}
	return lost, release, nil
}

// read replaces the list of jobs by the jobs of the store, and begins those that have not ended. No job runs.
func (q *Queue) read(ctx context.Context) error {
	q.accepting.Lock()
	defer q.accepting.Unlock()
	rows, err := q.store.Jobs(ctx)
	if err != nil {
		return err
	}
	var list []*Job
	var read, changed, expired []Snapshot // read has the snapshots of the list
	stored := make(map[string]bool)
	for _, row := range rows {
		s, err := snapshotOf(row)
		if err != nil {
			return err
		}
		j, isKnown := q.Find(s.ID)
		if !isKnown {
			j = newJob(s)
		} else if known := j.snapshot(); s.State == Running && known.State == Running && s.Starts == known.Starts {
			s.Starts-- // this server has stopped it, see stopLost
		}
		next, isChanged := s.resumed(row.CheckID, time.Now())
		if isChanged {
			changed = append(changed, next)
		}
		if s.Held && !next.Held {
			expired = append(expired, next)
		}
		list, read, stored[s.ID] = append(list, j), append(read, next), true
	}
	if err := q.write(changed); err != nil {
		return err // and the next try finds all jobs as they were
	}
	for _, s := range q.All() {
		if s.Held && !stored[s.ID] { // its row was deleted while this server did not have the lock, so forget was not called
			expired = append(expired, s)
		}
	}
	for i, j := range list {
		j.storing.Lock() // after a change that began before the lock was lost, and fails
		j.Update(func(current *Snapshot) { *current = read[i] })
		j.storing.Unlock()
	}
	for _, s := range expired {
		q.removeFiles(s.Upload)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list, q.lost = list, false
	unfinished := 0
	for _, j := range list {
		switch s := j.snapshot(); {
		case s.Held:
			q.discardLater(s.ID, s.HeldUntil)
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

// stopLost stops all jobs, because another server may run them now.
func (q *Queue) stopLost() {
	q.mu.Lock()
	q.lost = true
	list := slices.Clone(q.list)
	q.mu.Unlock()
	for _, j := range list {
		j.stop(contest.ErrJobsLost)
	}
	q.saving.Lock()   // waits until running calls of save have returned; later calls fail until the jobs are read again
	q.saving.Unlock() //lint:ignore SA2001 the lock is only taken to wait
	q.running.Wait()
}

// resumed returns a stored job as a new server continues it. isChanged reports whether it differs from s. checkID is the
// job's complete check, or 0.
func (s Snapshot) resumed(checkID int64, now time.Time) (_ Snapshot, isChanged bool) {
	switch {
	case s.Held:
		s.Held = now.Before(s.HeldUntil) && s.Upload.hasFiles()
		return s, !s.Held
	case s.HasEnded():
		return s, false
	case checkID != 0: // the server was killed before it could store the end of the job
		s.State, s.CheckID = Done, checkID
	case s.IsCancelled:
		s.State, s.Err = Failed, context.Canceled
		s.Held, s.HeldUntil = s.Upload.Hold && s.Upload.Task != Preview && s.Upload.hasFiles(), now.Add(HoldTime)
	case s.Starts >= MaxStarts:
		s.State, s.Err = Failed, &Failure{
			Message: i18n.Textf("The server ended %d times while it worked on this.", s.Starts),
			Advice:  i18n.Textf("It may need more memory than the server has: ask whoever runs the server to look at its log and at --memory, then try again."),
		}
		s.Held, s.HeldUntil = s.Upload.Hold && s.Upload.hasFiles(), now.Add(HoldTime)
	case !s.Upload.hasFiles():
		s.State, s.Err = Failed, &Failure{
			Message: i18n.Textf("The server restarted, and the uploaded files are gone."), Advice: i18n.Textf("Upload the contest again."),
		}
	default:
		s.State = Waiting
		return s, false // a job that runs is stored again when it starts
	}
	return s, true
}

// RemoveUnused deletes the directories of uploads below dir that belong to no job, because a server was killed. Call it
// after Resume, before the first upload.
func (q *Queue) RemoveUnused(dir string) error {
	var used []string // names only: after a restart, the same directory may have another path
	for _, s := range q.All() {
		if s.isActive() {
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
