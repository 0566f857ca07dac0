package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// addStream adds an operation that sends server-sent events.
func addStream[I any](a *API, policy auth.Policy, op huma.Operation, events string, handle func(context.Context, apiRequest, *I) (*output[fileBody], error)) {
	op.Method = http.MethodGet
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Server-sent events (HTML standard, section 9.2). " + events,
		Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	add(a, policy, op, handle)
}

func (a *API) addEvents() {
	type jobInput struct {
		Wait int `query:"wait" default:"300" minimum:"0" maximum:"300" doc:"End the stream after this many seconds, also if the job has not ended."`
	}
	addStream(a, auth.SignedIn, huma.Operation{
		OperationID: "followJob", Path: "/jobs/{job}/events", Tags: []string{"checks"},
		Summary: "Follow a job", Description: "Sends the job at once, whenever it changes, and every 15 seconds. The stream ends when the job has ended.",
		Errors: []int{http.StatusNotFound},
	}, "The data of each event is a Job as JSON.", func(ctx context.Context, c apiRequest, in *jobInput) (*output[fileBody], error) {
		j, err := c.job()
		if err != nil {
			return nil, err
		}
		return c.file(func(w http.ResponseWriter, _ *http.Request) error {
			ctx, cancel := context.WithTimeout(ctx, time.Duration(in.Wait)*time.Second)
			defer cancel()
			return request.StreamJob(ctx, w, c.api.Jobs, j, func(s jobs.Snapshot) any { return apiJobOf(s) })
		}), nil
	})

	type alertsInput struct {
		Mark string `query:"mark" maxLength:"100" doc:"The data of the last event that you have."`
		Last string `header:"Last-Event-ID" maxLength:"100" doc:"The same, as browsers send it."`
	}
	addStream(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "followAlerts", Path: "/contests/{id}/alerts/events", Tags: []string{"contests"},
		Summary: "Wait for alerts",
		Description: "Sends one event when the contest has changed since the event with the given mark: then list the alerts after the last that you have, " +
			"and wait again with the new mark. The stream ends after the event, or after 5 minutes without one.",
	}, "The ID and the data of the event are the mark of the new state.", withObject((*access.Reader).Contest, func(
		_ context.Context, c apiRequest, _ contest.Contest, _ *alertsInput,
	) (*output[fileBody], error) {
		return c.file(c.api.LiveEvents), nil
	}))
}
