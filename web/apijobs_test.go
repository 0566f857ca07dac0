package web

import (
	"encoding/json"
	"testing"
)

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
		job = read("/jobs/{job}?wait=5")
	}
	if job.Kind != "check" || job.Contest != "finals" || job.State != "running" || job.Stage != "comparing programs" || job.Done != 1 || job.Total != 2 || job.Error != nil {
		t.Errorf("it runs: %+v", job)
	}
	s.call(s.writes, "POST", "/jobs/{job}/cancel", "", "")
	for job.State == "running" {
		job = read("/jobs/{job}?wait=5")
	}
	if job.State != "cancelled" || job.Error == nil || job.Error.Message == "" || job.CheckID != 0 {
		t.Errorf("it was cancelled: %+v", job)
	}
	a := s.call(s.writes, "POST", "/imports", oneFile, formType)
	if err := json.Unmarshal([]byte(a.body), &job); err != nil || job.Kind != "import" || a.header.Get("Location") != "/api/v1/jobs/"+job.ID {
		t.Errorf("an import: %v: %s at %s", err, a.body, a.header.Get("Location"))
	}
}
