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
	"github.com/ojcheck/ojcheck/web/request"
)

// apiOutcomes are the participants of a contest who have confirmed cases.
type apiOutcomes struct {
	Choices []string                `json:"choices" nullable:"false" doc:"The outcomes that a chief judge can choose from."`
	Items   []apiParticipantOutcome `json:"items" nullable:"false" doc:"The participants, by name."`
}

// apiParticipantOutcome is a participant with their confirmed cases and their outcome.
type apiParticipantOutcome struct {
	Number      int                `json:"number" doc:"The number of the participant in the contest." example:"17"`
	Participant string             `json:"participant" doc:"The name; in blind contests the number." example:"ann"`
	Cases       []apiConfirmedCase `json:"cases" nullable:"false" doc:"The confirmed cases that you may see, by problem."`
	Outcome     string             `json:"outcome" doc:"The outcome; empty for none." example:"warning"`
	SetBy       *apiPerson         `json:"set_by,omitempty"`
	SetAt       *time.Time         `json:"set_at"`
}

// apiConfirmedCase is a confirmed case of a participant.
type apiConfirmedCase struct {
	Problem string `json:"problem" example:"A"`
	Other   string `json:"other" doc:"The other participant." example:"ben"`
	Contest string `json:"contest,omitempty" doc:"The earlier contest of the other participant, if it is not this one."`
	PairID  int64  `json:"pair_id,omitempty" doc:"The ID of the pair in the newest complete check, if it has the pair."`
}

func apiParticipantOutcomeOf(o access.ParticipantOutcome) apiParticipantOutcome {
	p := apiParticipantOutcome{
		Number: o.Number, Participant: o.Name, Cases: []apiConfirmedCase{}, Outcome: o.Outcome.Name, SetAt: utc(o.Outcome.At),
	}
	for _, c := range o.Cases {
		p.Cases = append(p.Cases, apiConfirmedCase{c.Problem, c.Other.Name, c.Earlier, c.PairID})
	}
	if by := o.Outcome.By; by.ID != 0 {
		p.SetBy = &apiPerson{by.ID, by.Name}
	}
	return p
}

// readOutcomes answers with the outcomes of a contest.
func (c apiRequest) readOutcomes(ctx context.Context, target contest.Contest) (*output[apiOutcomes], error) {
	list, err := c.Outcomes(ctx, target.ID)
	return answer(apiOutcomes{target.Outcomes, rowsOf(list, apiParticipantOutcomeOf)}, err)
}

func (a *API) addOutcomes() {
	tags := []string{"contests"}
	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "listOutcomes", Method: http.MethodGet, Path: "/contests/{id}/outcomes", Tags: tags,
		Summary: "List participants with confirmed cases, and their outcomes",
	}, withObject((*access.Reader).Contest, func(ctx context.Context, c apiRequest, target contest.Contest, _ *struct{}) (*output[apiOutcomes], error) {
		return c.readOutcomes(ctx, target)
	}))

	type outcomeInput struct {
		Body struct {
			Outcome string `json:"outcome" maxLength:"60" doc:"One of the choices; empty to remove the outcome."`
		}
	}
	add(a, auth.InContest(account.Chief), huma.Operation{
		OperationID: "setOutcome", Method: http.MethodPut, Path: "/contests/{id}/participants/{number}/outcome", Tags: tags,
		Summary:     "Set the outcome of a participant",
		Description: "Only a participant with a confirmed case can have one. The audit log records it. The answer is the list afterwards.",
	}, withObject((*access.Reader).Contest, func(ctx context.Context, c apiRequest, target contest.Contest, in *outcomeInput) (*output[apiOutcomes], error) {
		if err := c.SetOutcome(ctx, target.ID, request.PathNumber(c.r), in.Body.Outcome); err != nil {
			return nil, err
		}
		return c.readOutcomes(ctx, target)
	}))
}
