package api_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A request that waits for the end of a job is answered when the job ends, and not before. The stream of the job ends then, too.
func TestJobWait(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	state := make(chan string, 1)
	go func() {
		var job api.ApiJob
		_ = json.Unmarshal([]byte(s.call(s.writeToken, "GET", "/jobs/{job}?wait=60", "", "").Body), &job)
		state <- job.State
	}()
	stream := make(chan webtest.Answer, 1)
	go func() { stream <- s.call(s.writeToken, "GET", "/jobs/{job}/events", "", "") }()
	j, ok := s.Server.Jobs.Find(s.job)
	if !ok {
		t.Fatal("there is no job")
	}
	for i := range 100 {
		j.Update(func(s *jobs.Snapshot) { s.StepsDone = i })
		select {
		case got := <-state:
			t.Fatalf("the answer is %q while the job runs", got)
		case <-time.After(time.Millisecond):
		}
	}
	webtest.Must(t, s.Server.Jobs.Cancel(j))
	if got := <-state; got != "cancelled" {
		t.Errorf("the job ended as %s, want cancelled", got)
	}
	a := <-stream
	var job api.ApiJob
	last := a.Body[strings.LastIndex(a.Body, "data: ")+len("data: "):]
	if err := json.Unmarshal([]byte(last), &job); err != nil || job.ID != s.job || job.State != "cancelled" {
		t.Errorf("the stream ends with %q, error %v; want the cancelled job", last, err)
	}
	if got := a.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("Content-Type %q, want text/event-stream", got)
	}
}

// A job that the end of the server stops waits for the next server: it is neither failed nor cancelled.
func TestJobStopped(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	j, ok := s.Server.Jobs.Find(s.job)
	if !ok {
		t.Fatal("there is no job")
	}
	snapshot, changed := j.Watch()
	for snapshot.Stage.IsZero() { // until it runs
		<-changed
		snapshot, changed = j.Watch()
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s.Server.Close(ended)
	snapshot, _ = j.Watch()
	if job := api.ApiJobOf(snapshot); job.State != "waiting" || job.Error != nil {
		t.Errorf("the job is %+v, want it to wait", job)
	}
}

// A job can be read while it runs, and after it is cancelled.
func TestJob(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	read := func(path string) (job api.ApiJob) {
		t.Helper()
		a := s.call(s.writeToken, "GET", path, "", "")
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
		t.Errorf("while it runs: got %+v, want a running check of finals at step 1 of 2, without an error", job)
	}
	s.call(s.writeToken, "POST", "/jobs/{job}/cancel", "", "")
	for job.State == "running" {
		job = read("/jobs/{job}?wait=60")
	}
	if job.State != "cancelled" || job.Error == nil || job.Error.Message == "" || job.CheckID != 0 {
		t.Errorf("after the cancellation: got %+v, want it cancelled with a message, without a check", job)
	}
	a := s.call(s.writeToken, "POST", "/imports", validUpload, formType)
	if err := json.Unmarshal([]byte(a.Body), &job); err != nil || job.Kind != "import" || a.Header.Get("Location") != "/api/v1/jobs/"+job.ID {
		t.Errorf("got %s at %q, want a job of kind import at its address: %v", a.Body, a.Header.Get("Location"), err)
	}
}
