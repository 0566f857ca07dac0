package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// maxSkipped limits the skipped items of a failure.
const maxSkipped = 1000

func apiJobOf(s jobs.Snapshot) apitypes.Job {
	job := apitypes.Job{
		ID: s.ID, Kind: "check", Contest: s.Upload.Contest, State: string(s.State), Stage: s.Stage, Done: s.Done, Total: s.Total,
		CheckID: s.CheckID, ContestID: s.ContestID,
	}
	if s.Upload.ImportOnly {
		job.Kind = "import"
	}
	if errors.Is(s.Err, context.Canceled) {
		job.State = "cancelled"
	}
	if f := s.Failure(); f != nil {
		job.Error = &apitypes.Failure{Message: f.Message, Advice: f.Advice, Layout: f.Layout, Skipped: rowsOf(f.Skipped[:min(len(f.Skipped), maxSkipped)], apiSkippedItemOf)}
	}
	return job
}

func (a *API) addJobs() {
	add(a, auth.SignedIn, huma.Operation{
		OperationID: "listJobs", Method: http.MethodGet, Path: "/jobs", Tags: []string{"checks"},
		Summary: "List jobs",
		Description: "Yours, or everybody's for an administrator: those that have not ended, and the last hundred that have, the oldest first. " +
			"They are forgotten when the server starts again; what they have stored is not.",
	}, func(_ context.Context, c apiRequest, _ *struct{}) (*listOutput[apitypes.Job], error) {
		list := slices.DeleteFunc(c.api.Jobs.All(), func(s jobs.Snapshot) bool { return !c.Viewer().CanSeeUploadBy(s.By) })
		return &listOutput[apitypes.Job]{apitypes.List[apitypes.Job]{Items: rowsOf(list, apiJobOf)}}, nil
	})

	type progressInput struct {
		Wait  int    `query:"wait" minimum:"0" maximum:"60" doc:"Wait for so many seconds at most until the job has ended."`
		Until string `query:"until" default:"end" enum:"end,change" doc:"change: wait until the job has come further, or has ended."`
	}
	add(a, auth.SignedIn, huma.Operation{
		OperationID: "getJob", Method: http.MethodGet, Path: "/jobs/{job}", Tags: []string{"checks"},
		Summary: "Read how far a job has come", Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, c apiRequest, in *progressInput) (*output[apitypes.Job], error) {
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
		return answer(apiJobOf(now), nil)
	})

	add(a, auth.SignedIn, huma.Operation{
		OperationID: "cancelJob", Method: http.MethodPost, Path: "/jobs/{job}/cancel", Tags: []string{"checks"},
		Summary: "Cancel a job", Description: "It ends soon after. One that has ended stays as it is.",
		DefaultStatus: http.StatusAccepted, Errors: []int{http.StatusNotFound},
	}, func(_ context.Context, c apiRequest, _ *struct{}) (*output[apitypes.Job], error) {
		j, err := c.job()
		if err != nil {
			return nil, err
		}
		j.Cancel()
		now, _ := j.Watch()
		return answer(apiJobOf(now), nil)
	})
}

// job returns the job that the address names.
func (c apiRequest) job() (*jobs.Job, error) {
	return c.api.Jobs.FindFor(c.Viewer(), c.r.PathValue("job"))
}

// startedOutput is the answer of an operation that starts a job.
type startedOutput struct {
	Location string `header:"Location" doc:"Where the job is read."`
	Body     apitypes.Job
}

// started returns the answer for a job that was just started.
func (c apiRequest) started(id string) (*startedOutput, error) {
	j, ok := c.api.Jobs.Find(id)
	if !ok { // a hundred others have ended since
		return nil, httperr.NotFound("This job is not known any more.")
	}
	now, _ := j.Watch()
	return &startedOutput{basePath + "/jobs/" + id, apiJobOf(now)}, nil
}
