package jobs

import (
	"slices"

	"github.com/ojcheck/ojcheck/web/httperr"
)

// forgetOldest forgets the oldest ended jobs, so that MaxEnded remain, and returns the forgotten IDs. The caller holds mu.
func (q *Queue) forgetOldest() (ids []string) {
	ended := 0
	for _, j := range q.list {
		if !j.snapshot().isActive() {
			ended++
		}
	}
	q.list = slices.DeleteFunc(q.list, func(j *Job) bool {
		if ended <= MaxEnded || j.snapshot().isActive() {
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
	if !ok || !v.CanSeeJobsOf(j.userID) {
		return nil, httperr.NotFound("This upload is not known any more: it ended long ago.")
	}
	return j, nil
}

// Active lists the jobs that have not ended, oldest first.
func (q *Queue) Active() []Snapshot {
	return slices.DeleteFunc(q.All(), Snapshot.HasEnded)
}

// Held lists the held jobs, oldest first.
func (q *Queue) Held() []Snapshot {
	return slices.DeleteFunc(q.All(), func(s Snapshot) bool { return !s.Held })
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
