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

// Resume waits until no other server runs the jobs of the store. Then it reads the stored jobs, and starts again those that
// have not ended. It marks a job as failed if its files are gone or if it was started MaxStarts times. Call it before the
// first job is accepted.
//
// Until Close, the queue keeps the lock. If it is lost, running jobs stop within seconds and no job is accepted until the
// queue has it again.
func (js *Queue) Resume(ctx context.Context) error {
	lost, release, err := js.lock(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	released := make(chan struct{})
	js.unlock = sync.OnceFunc(func() {
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
			js.log.Warn("the connection that holds the lock of the jobs is lost; they stop, and go on when this server has the lock again")
			js.stopLost()
			again := func() (_ struct{}, err error) {
				lost, release, err = js.lock(ctx)
				return struct{}{}, err
			}
			if _, err := backoff.Retry(ctx, again, backoff.WithMaxElapsedTime(0)); err != nil {
				return // the queue is closed
			}
		}
	}()
	return nil
}

// lock takes the lock of the store, reads the jobs and begins those that have not ended.
func (js *Queue) lock(ctx context.Context) (lost <-chan struct{}, release func(), err error) {
	lost, release, err = js.store.LockJobs(ctx, js.forget)
	if err != nil {
		return nil, nil, err
	}
	if err := js.read(ctx); err != nil {
		release()
		return nil, nil, err
	}
	return lost, release, nil
}

// read replaces the list of jobs by the jobs of the store, and begins those that have not ended. No job runs.
func (js *Queue) read(ctx context.Context) error {
	js.accepting.Lock()
	defer js.accepting.Unlock()
	rows, err := js.store.Jobs(ctx)
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
		j, isKnown := js.Find(s.ID)
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
	if err := js.write(changed); err != nil {
		return err // and the next try finds all jobs as they were
	}
	for _, s := range js.All() {
		if s.Held && !stored[s.ID] { // its row was removed while nobody listened, see forget
			expired = append(expired, s)
		}
	}
	for i, j := range list {
		j.storing.Lock() // after a change that began before the lock was lost, and fails
		j.Update(func(current *Snapshot) { *current = read[i] })
		j.storing.Unlock()
	}
	for _, s := range expired {
		js.removeFiles(s.Upload)
	}
	js.mu.Lock()
	defer js.mu.Unlock()
	js.list, js.lost = list, false
	unfinished := 0
	for _, j := range list {
		switch s := j.snapshot(); {
		case s.Held:
			js.discardLater(s.ID, s.HeldUntil)
		case !s.HasEnded():
			unfinished++
			js.begin(j)
		}
	}
	if unfinished > 0 {
		js.log.Info("continuing the jobs of the last server", "jobs", unfinished)
	}
	return nil
}

// stopLost stops all jobs, because another server may run them now.
func (js *Queue) stopLost() {
	js.mu.Lock()
	js.lost = true
	list := slices.Clone(js.list)
	js.mu.Unlock()
	for _, j := range list {
		j.stop(contest.ErrJobsLost)
	}
	js.saving.Lock()   // what was being stored is stored or refused, and nothing is until the jobs are read again
	js.saving.Unlock() //lint:ignore SA2001 taking the lock is waiting for those that hold it
	js.running.Wait()
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
			Message: i18n.Errorf("The server ended %d times while it worked on this.", s.Starts),
			Advice:  i18n.Errorf("It may need more memory than the server has: ask whoever runs the server to look at its log and at --memory, then try again."),
		}
		s.Held, s.HeldUntil = s.Upload.Hold && s.Upload.hasFiles(), now.Add(HoldTime)
	case !s.Upload.hasFiles():
		s.State, s.Err = Failed, &Failure{
			Message: i18n.Errorf("The server restarted, and the uploaded files are gone."), Advice: i18n.Errorf("Upload the contest again."),
		}
	default:
		s.State = Waiting
		return s, false // a job that runs is stored again when it starts
	}
	return s, true
}

// RemoveUnused deletes the directories of uploads below dir that belong to no job: a killed server left them. Call it
// after Resume, before the first upload.
func (js *Queue) RemoveUnused(dir string) error {
	var used []string // names only: the same directory may have another path today
	for _, s := range js.All() {
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
