package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/preview"
)

// State says whether a job waits, runs or has ended.
type State string

const (
	Waiting State = "waiting" // it has not begun, or a server stopped during it
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
)

// Snapshot is all that is known of a job at one time.
type Snapshot struct {
	ID              string `json:"-"`
	Upload          Upload
	By              int64 // ID of the user who sent the upload
	TargetContestID int64 // ID of the stored contest with the upload's name; 0 for a new contest
	State           State
	Starts          int              // number of times that a server has started it
	IsCancelled     bool             // a user cancelled the job
	Stage           i18n.Text        `json:"-"` // what the job does now
	StepsDone       int              `json:"-"` // steps of the stage that are done
	StepsTotal      int              `json:"-"` // steps of the stage; 0 if unknown
	CheckID         int64            // set when a check ends, also if the check failed after it began; 0 for imports
	ContestID       int64            // set when an import ends
	Preview         *preview.Preview // set when a preview ends
	Err             error            `json:"-"`         // set if State is Failed
	KeepsFiles      bool             `json:"Held"`      // the job has ended, and its files are still on the disk; see Queue.StartWithFilesOf
	FilesUntil      time.Time        `json:"HeldUntil"` // when the files of a job with KeepsFiles are deleted
	Next            string           // ID of the job that took over its files; "" for none
}

func (s Snapshot) HasEnded() bool { return s.State == Done || s.State == Failed }

// needsFiles reports whether the files of the job, if it has any, must stay on the disk: the job has not ended, or keeps them.
func (s Snapshot) needsFiles() bool { return !s.HasEnded() || s.KeepsFiles }

// storedSnapshot is the form in which a Snapshot is stored. Older versions of ojcheck stored the texts of the
// Failure as English strings, which i18n.Text reads.
type storedSnapshot struct {
	Snapshot
	Failure *Failure `json:"Failed"`
}

// maxStoredSkipped is the maximum number of skipped items that are stored with a failure.
const maxStoredSkipped = 1000

func (s Snapshot) row() (contest.Job, error) {
	content := storedSnapshot{Snapshot: s}
	if f := s.Failure(); f != nil {
		f.Skipped = f.Skipped[:min(len(f.Skipped), maxStoredSkipped)]
		content.Failure = f
	}
	encoded, err := json.Marshal(content)
	return contest.Job{ID: s.ID, Content: encoded}, err
}

func snapshotOf(row contest.Job) (Snapshot, error) {
	var content storedSnapshot
	if err := json.Unmarshal(row.Content, &content); err != nil {
		return Snapshot{}, fmt.Errorf("read job %s: %w", row.ID, err)
	}
	s := content.Snapshot
	s.ID = row.ID
	switch {
	case s.IsCancelled && s.State == Failed:
		s.Err = context.Canceled
	case content.Failure != nil:
		s.Err = content.Failure
	}
	return s, nil
}

// Job is the check, import or preview of one upload. Its snapshot changes until it ends.
type Job struct {
	ID string

	storing sync.Mutex // held while a change is stored; lock storing before mu
	mu      sync.Mutex
	current Snapshot
	changed chan struct{}           // closed, and replaced, at every change
	cancel  context.CancelCauseFunc // stops the job; nil until Queue.begin has queued the job
}

func newJob(s Snapshot) *Job {
	return &Job{ID: s.ID, current: s, changed: make(chan struct{})}
}

// Watch returns a snapshot of the job, and a channel that is closed at the next change of it.
func (j *Job) Watch() (Snapshot, <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.current, j.changed
}

func (j *Job) snapshot() Snapshot {
	s, _ := j.Watch()
	return s
}

// Update changes the job in memory only, and wakes the goroutines that watch the job.
func (j *Job) Update(change func(*Snapshot)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	change(&j.current)
	close(j.changed)
	j.changed = make(chan struct{})
}

// stop asks the job to stop.
func (j *Job) stop(cause error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.cancel != nil {
		j.cancel(cause)
	}
}

// hasFiles reports whether all files of an upload are on the disk, with the sizes that they had on arrival.
func (u Upload) hasFiles() bool {
	for _, f := range u.AllFiles() {
		if info, err := os.Stat(f.Path); err != nil || info.Size() != f.Size {
			return false
		}
	}
	return true
}
