package api_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/api"
)

// Who waits for the end of a job is not told of every step; who waits for a change
// is.
func TestJobWait(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	state := make(chan string, 1)
	go func() {
		var job api.ApiJob
		_ = json.Unmarshal([]byte(s.call(s.writes, "GET", "/jobs/{job}?wait=60", "", "").Body), &job)
		state <- job.State
	}()
	j, ok := s.Server.Jobs.Find(s.job)
	if !ok {
		t.Fatal("there is no job")
	}
	for i := range 100 {
		j.Update(func(s *jobs.Snapshot) { s.Done = i })
		select {
		case got := <-state:
			t.Fatalf("it is told as %s while it runs", got)
		case <-time.After(time.Millisecond):
		}
	}
	j.Cancel()
	if got := <-state; got != "cancelled" {
		t.Errorf("it ended as %s", got)
	}
}

// What the end of the server ends was cancelled by nobody.
func TestJobStopped(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	j, ok := s.Server.Jobs.Find(s.job)
	if !ok {
		t.Fatal("there is no job")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s.Server.Close(ended)
	now, _ := j.Watch()
	if job := api.ApiJobOf(now); job.State != "failed" || job.Error == nil || !strings.Contains(job.Error.Message, "server stopped") {
		t.Errorf("it ended as %+v", job)
	}
}

// A job is told of while it runs, and once it was cancelled.
func TestJob(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	read := func(path string) (job api.ApiJob) {
		t.Helper()
		a := s.call(s.writes, "GET", path, "", "")
		if err := json.Unmarshal([]byte(a.Body), &job); err != nil {
			t.Fatalf("status %d: %v: %s", a.Status, err, a.Body)
		}
		return job
	}
	job := read("/jobs/{job}")
	for job.Stage == "" {
		job = read("/jobs/{job}?wait=5&until=change")
	}
	if job.Kind != "check" || job.Contest != "finals" || job.State != "running" || job.Stage != "comparing programs" || job.Done != 1 || job.Total != 2 || job.Error != nil {
		t.Errorf("it runs: %+v", job)
	}
	s.call(s.writes, "POST", "/jobs/{job}/cancel", "", "")
	for job.State == "running" {
		job = read("/jobs/{job}?wait=60")
	}
	if job.State != "cancelled" || job.Error == nil || job.Error.Message == "" || job.CheckID != 0 {
		t.Errorf("it was cancelled: %+v", job)
	}
	a := s.call(s.writes, "POST", "/imports", oneFile, formType)
	if err := json.Unmarshal([]byte(a.Body), &job); err != nil || job.Kind != "import" || a.Header.Get("Location") != "/api/v1/jobs/"+job.ID {
		t.Errorf("an import: %v: %s at %s", err, a.Body, a.Header.Get("Location"))
	}
}
