package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// apiAlert is a pair that reached the threshold while its contest ran.
type apiAlert struct {
	ID        int64     `json:"id" example:"12"`
	At        time.Time `json:"at"`
	Problem   string    `json:"problem" example:"A"`
	Left      apiSide   `json:"left"`
	Right     apiSide   `json:"right" doc:"It alone may be of an earlier contest."`
	Suspicion float64   `json:"suspicion" minimum:"0" maximum:"1" doc:"As it was at that moment."`
	Closing   *float64  `json:"closing" minimum:"0" maximum:"1" doc:"In the closing check; null before it, and where it does not have the pair."`
	State     string    `json:"state" enum:"open,standing,fallen" doc:"open: the contest runs. standing: the closing check has the pair at its threshold or above. fallen: it does not."`
	CheckID   int64     `json:"check_id,omitempty" doc:"The closing check."`
	PairID    int64     `json:"pair_id,omitempty" doc:"The pair of that check."`
}

// apiAlerts are the alerts of a contest after one of them.
type apiAlerts struct {
	Items []apiAlert `json:"items" nullable:"false" doc:"The oldest first."`
	Last  int64      `json:"last" doc:"Ask for those after this one next, at once where there were as many as you asked for."`
}

// apiWatch is how far a contest is followed while it runs.
type apiWatch struct {
	State       string     `json:"state" enum:"following,reconnecting,closing,ended,stopped,failed,silent" doc:"silent: whoever followed it has not been heard of for a minute."`
	Reason      string     `json:"reason" doc:"Why it reconnects or failed; empty otherwise."`
	Webhook     string     `json:"webhook" doc:"Why the webhook gets nothing at the moment; empty where it does, or there is none."`
	StartedAt   *time.Time `json:"started_at"`
	LastEventAt *time.Time `json:"last_event_at" doc:"When something last came from the judge system."`
	UpdatedAt   *time.Time `json:"updated_at"`
	Submissions int        `json:"submissions" doc:"That the judge system has reported."`
	Judged      int        `json:"judged"`
	Compared    int        `json:"compared"`
	Pending     int        `json:"pending" doc:"Judged, and neither compared nor left out."`
	CheckID     int64      `json:"check_id,omitempty" doc:"The closing check."`
}

func apiAlertOf(a contest.Alert) apiAlert {
	return apiAlert{
		ID: a.ID, At: a.At.UTC(), Problem: a.Problem, Left: apiSideOf(a.Left), Right: apiSideOf(a.Right), Suspicion: a.Suspicion,
		Closing: a.Closing, State: string(a.State), CheckID: a.CheckID, PairID: a.PairID,
	}
}

func (a *API) addAlerts() {
	type listInput struct {
		After int64 `query:"after" minimum:"0" doc:"The ID of the last alert that you have."`
		Limit int   `query:"limit" default:"100" minimum:"1" maximum:"1000"`
	}
	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "listAlerts", Method: http.MethodGet, Path: "/contests/{id}/alerts", Tags: []string{"contests"},
		Summary: "List the alerts of a contest that is followed", Description: "The oldest first. Alerts are never removed; what became of them is shown once the contest has ended.",
	}, with((*access.Reader).Contest, func(ctx context.Context, c apiRequest, of contest.Contest, in *listInput) (*output[apiAlerts], error) {
		list, last, err := c.AlertsAfter(ctx, of.ID, in.After, in.Limit)
		return answer(apiAlerts{rowsOf(list, apiAlertOf), last}, err)
	}))

	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "getWatch", Method: http.MethodGet, Path: "/contests/{id}/watch", Tags: []string{"contests"},
		Summary: "Read how far a contest is followed", Description: "It is not there where the contest was never followed.",
	}, with((*access.Reader).Contest, func(ctx context.Context, c apiRequest, of contest.Contest, _ *struct{}) (*output[apiWatch], error) {
		w, err := c.Watch(ctx, of)
		if err != nil {
			return nil, err
		}
		if w == nil {
			return nil, httperr.NotFound("This contest was never followed while it ran.")
		}
		state := string(w.State)
		if w.Stale(time.Now()) {
			state = "silent"
		}
		return answer(apiWatch{
			State: state, Reason: w.Reason, Webhook: w.Webhook, StartedAt: utc(w.StartedAt), LastEventAt: utc(w.LastEventAt), UpdatedAt: utc(w.UpdatedAt),
			Submissions: w.Submissions, Judged: w.Judged, Compared: w.Compared, Pending: w.Pending, CheckID: w.CheckID,
		}, nil)
	}))
}
