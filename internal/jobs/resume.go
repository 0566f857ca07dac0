package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// DirPrefix begins the names of the directories of uploads.
const DirPrefix = "ojcheck-upload-"

// Resume reads the stored jobs, and starts again those that a server had not ended. It marks a job as failed if its files
// are gone or if it was started MaxStarts times. It deletes the uploads below dir that belong to no job. Call it before
// the first job is accepted.
func (js *Queue) Resume(ctx context.Context, dir string) error {
	rows, err := js.store.Jobs(ctx)
	if err != nil {
		return err
	}
	var all, changed []Snapshot
	for _, row := range rows {
		s, err := snapshotOf(row)
		if err != nil {
			return err
		}
		if next, isChanged := s.resumed(row.CheckID, time.Now()); isChanged {
			s = next
			changed = append(changed, s)
		}
		all = append(all, s)
	}
	if err := js.save(changed...); err != nil {
		return err
	}
	if err := removeUnused(dir, all); err != nil {
		return fmt.Errorf("remove what a killed server left: %w", err)
	}
	js.mu.Lock()
	defer js.mu.Unlock()
	unfinished := 0
	for _, s := range all {
		j := newJob(s)
		js.list = append(js.list, j)
		switch {
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
			Message: fmt.Sprintf("The server ended %d times while it worked on this.", s.Starts),
			Advice:  "It may need more memory than the server has: ask whoever runs the server to look at its log and at --memory, then try again.",
		}
		s.Held, s.HeldUntil = s.Upload.Hold && s.Upload.hasFiles(), now.Add(HoldTime)
	case !s.Upload.hasFiles():
		s.State, s.Err = Failed, &Failure{
			Message: "The server restarted, and the uploaded files are gone.", Advice: "Upload the contest again.",
		}
	default:
		s.State = Waiting
		return s, false // a job that runs is stored again when it starts
	}
	return s, true
}

// removeUnused deletes the directories of uploads below dir that belong to no job.
func removeUnused(dir string, all []Snapshot) error {
	var used []string // names only: the same directory may have another path today
	for _, s := range all {
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
