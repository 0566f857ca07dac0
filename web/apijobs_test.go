package web

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// Who waits for the end of a job is not told of every step; who waits for a change
// is.
func TestJobWait(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	state := make(chan string, 1)
	go func() {
		var job apiJob
		_ = json.Unmarshal([]byte(s.call(s.writes, "GET", "/jobs/{job}?wait=60", "", "").body), &job)
		state <- job.State
	}()
	j, ok := s.server.jobs.find(s.job)
	if !ok {
		t.Fatal("there is no job")
	}
	for i := range 100 {
		j.update(func(s *snapshot) { s.Done = i })
		select {
		case got := <-state:
			t.Fatalf("it is told as %s while it runs", got)
		case <-time.After(time.Millisecond):
		}
	}
	j.cancel()
	if got := <-state; got != "cancelled" {
		t.Errorf("it ended as %s", got)
	}
}

// What the end of the server ends was cancelled by nobody.
func TestJobStopped(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	j, ok := s.server.jobs.find(s.job)
	if !ok {
		t.Fatal("there is no job")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s.server.Close(ended)
	now, _ := j.watch()
	if job := apiJobOf(now); job.State != "failed" || job.Error == nil || !strings.Contains(job.Error.Message, "server was stopped") {
		t.Errorf("it ended as %+v", job)
	}
}

// A job is told of while it runs, and once it was cancelled.
func TestJob(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	read := func(path string) (job apiJob) {
		t.Helper()
		a := s.call(s.writes, "GET", path, "", "")
		if err := json.Unmarshal([]byte(a.body), &job); err != nil {
			t.Fatalf("status %d: %v: %s", a.status, err, a.body)
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
	if err := json.Unmarshal([]byte(a.body), &job); err != nil || job.Kind != "import" || a.header.Get("Location") != "/api/v1/jobs/"+job.ID {
		t.Errorf("an import: %v: %s at %s", err, a.body, a.header.Get("Location"))
	}
}
