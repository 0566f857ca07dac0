package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// apiJob is a check or an import that was asked for.
type apiJob struct {
	ID        string     `json:"id" example:"KJ3P7QW2ZC5XN4T6M3D2LH7VBE"`
	Kind      string     `json:"kind" enum:"check,import"`
	Contest   string     `json:"contest" doc:"The name of the contest that it is of." example:"Spring finals"`
	State     string     `json:"state" enum:"waiting,running,done,failed,cancelled" doc:"One job runs at a time; others wait."`
	Stage     string     `json:"stage" doc:"What is being done, in words." example:"comparing programs"`
	Done      int        `json:"done" doc:"How far the stage has come."`
	Total     int        `json:"total" doc:"How far it goes; 0 where it is not known."`
	CheckID   int64      `json:"check_id,omitempty" doc:"Of the check, once it is done."`
	ContestID int64      `json:"contest_id,omitempty" doc:"Of the contest, once an import is done."`
	Error     *apiFailed `json:"error,omitempty" doc:"Why it failed."`
}

// apiFailed is why a job failed.
type apiFailed struct {
	Message string       `json:"message" doc:"What is wrong."`
	Advice  string       `json:"advice" doc:"What to do about it."`
	Layout  string       `json:"layout,omitempty" doc:"The layout to try, where another one may help."`
	Skipped []apiSkipped `json:"skipped" nullable:"false" doc:"What was skipped, and why: at most the first 1,000."`
}

func apiJobOf(s jobs.Snapshot) apiJob {
	job := apiJob{
		ID: s.ID, Kind: "check", Contest: s.Upload.Contest, State: string(s.State), Stage: s.Stage, Done: s.Done, Total: s.Total,
		CheckID: s.CheckID, ContestID: s.ContestID,
	}
	if s.Upload.Unchecked {
		job.Kind = "import"
	}
	if errors.Is(s.Err, context.Canceled) {
		job.State = "cancelled"
	}
	if f := s.Failure(); f != nil {
		job.Error = &apiFailed{Message: f.Message, Advice: f.Advice, Layout: f.Layout, Skipped: []apiSkipped{}}
		for _, k := range f.Skipped[:min(len(f.Skipped), apiMaxPageSize)] {
			job.Error.Skipped = append(job.Error.Skipped, apiSkipped(k))
		}
	}
	return job
}

// jobOutput is the answer of an operation on a job.
type jobOutput struct{ Body apiJob }

func (a *API) addJobs() {
	add(a, auth.SignedIn, huma.Operation{
		OperationID: "listJobs", Method: http.MethodGet, Path: "/jobs", Tags: []string{"checks"},
		Summary: "List jobs",
		Description: "Yours, or everybody's for an administrator: those that have not ended, and the last hundred that have, the oldest first. " +
			"They are forgotten when the server starts again; what they have stored is not.",
	}, func(_ context.Context, c apiRequest, _ *struct{}) (*listOutput[apiJob], error) {
		rows := []apiJob{}
		for _, s := range c.api.Jobs.All() {
			if c.Viewer().CanSeeUploadBy(s.By) {
				rows = append(rows, apiJobOf(s))
			}
		}
		return listOf(c.r, rows, len(rows), func(apiJob) int64 { return 0 }), nil
	})

	type progressInput struct {
		Wait  int    `query:"wait" minimum:"0" maximum:"60" doc:"Wait for so many seconds at most until the job has ended."`
		Until string `query:"until" default:"end" enum:"end,change" doc:"change: wait until the job has come further, or has ended."`
	}
	add(a, auth.SignedIn, huma.Operation{
		OperationID: "getJob", Method: http.MethodGet, Path: "/jobs/{job}", Tags: []string{"checks"},
		Summary: "Read how far a job has come", Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, c apiRequest, in *progressInput) (*jobOutput, error) {
		j, err := c.job()
		if err != nil {
			return nil, err
		}
		now, changed := j.Watch()
		up := time.After(time.Duration(in.Wait) * time.Second)
		for waiting := in.Wait > 0; waiting && !now.HasEnded(); now, changed = j.Watch() {
			select {
			case <-changed:
				waiting = in.Until == "end"
			case <-up:
				waiting = false
			case <-ctx.Done():
				waiting = false
			case <-c.api.Jobs.Done():
				waiting = false
			}
		}
		return &jobOutput{apiJobOf(now)}, nil
	})

	add(a, auth.SignedIn, huma.Operation{
		OperationID: "cancelJob", Method: http.MethodPost, Path: "/jobs/{job}/cancel", Tags: []string{"checks"},
		Summary: "Cancel a job", Description: "It ends soon after. One that has ended stays as it is.",
		DefaultStatus: http.StatusAccepted, Errors: []int{http.StatusNotFound},
	}, func(_ context.Context, c apiRequest, _ *struct{}) (*jobOutput, error) {
		j, err := c.job()
		if err != nil {
			return nil, err
		}
		j.Cancel()
		now, _ := j.Watch()
		return &jobOutput{apiJobOf(now)}, nil
	})
}

// job returns the job that the address names.
func (c apiRequest) job() (*jobs.Job, error) {
	return c.api.Jobs.FindFor(c.Viewer(), c.r.PathValue("job"))
}

// startedOutput is the answer of an operation that starts a job.
type startedOutput struct {
	Location string `header:"Location" doc:"Where the job is read."`
	Body     apiJob
}

// started tells of a job that was started just now.
func (c apiRequest) started(id string) (*startedOutput, error) {
	j, ok := c.api.Jobs.Find(id)
	if !ok { // a hundred others have ended since
		return nil, httperr.NotFound("This job is not known any more.")
	}
	now, _ := j.Watch()
	return &startedOutput{basePath + "/jobs/" + id, apiJobOf(now)}, nil
}
