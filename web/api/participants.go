package api

import (
	"context"
	"math"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// apiRankedParticipant is a participant of a check's contest with what the check found.
type apiRankedParticipant struct {
	Participant string  `json:"participant" doc:"The name; in blind contests, a label with a number."`
	Number      int     `json:"number" minimum:"1"`
	PairID      int64   `json:"pair_id,omitempty" doc:"The ID of the participant's most suspicious stored pair; left out if there is none."`
	Suspicion   float64 `json:"suspicion" minimum:"0" maximum:"1" doc:"The suspicion of that pair; 0 if there is none."`
	Listed      int     `json:"listed" doc:"How many of the participant's pairs the check lists."`
	Confirmed   int     `json:"confirmed" doc:"How many cases of the participant in the contest are confirmed."`
	Clusters    []int   `json:"clusters" nullable:"false" doc:"The numbers of the participant's clusters."`
}

func apiRankedParticipantOf(p contest.RankedParticipant) apiRankedParticipant {
	return apiRankedParticipant{
		Participant: p.Name, Number: p.Number, PairID: p.PairID, Suspicion: p.Suspicion, Listed: p.Listed, Confirmed: p.Confirmed,
		Clusters: append([]int{}, p.Clusters...),
	}
}

func (a *API) addParticipants() {
	type input struct {
		Participant string `query:"participant" doc:"A part of the name, in upper or lower case; of a hidden participant, the number alone."`
		Sort        string `query:"sort" default:"suspicion" enum:"suspicion,listed,confirmed,number" doc:"The column to sort by: large values first, but numbers ascending."`
		Page
	}
	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listParticipants", Method: http.MethodGet, Path: "/checks/{id}/participants", Tags: []string{"pairs"},
		Summary: "List the participants of a check's contest", Description: "The participants, in the order of sort.",
		Errors: []int{http.StatusConflict},
	}, withObject((*access.Reader).CompleteCheck, func(
		ctx context.Context, c apiRequest, check contest.Check, in *input,
	) (*listOutput[apiRankedParticipant], error) {
		return listPage(c, in.Page, math.MaxInt32, func(after int64, limit int) ([]apiRankedParticipant, error) {
			list, _, err := c.RankedParticipants(ctx, check, contest.ParticipantFilter{
				Participant: request.OneLine(in.Participant), Sort: contest.ParticipantSort(in.Sort), Offset: int(after), Limit: limit,
			})
			return rowsOf(list, apiRankedParticipantOf), err
		}, nil)
	}))
}

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

func apiParticipantOutcomeOf(o review.ParticipantOutcome) apiParticipantOutcome {
	p := apiParticipantOutcome{
		Number: o.Number, Participant: o.Name, Cases: []apiConfirmedCase{}, Outcome: o.Outcome.Name, SetAt: utc(o.Outcome.At),
	}
	for _, c := range o.Cases {
		p.Cases = append(p.Cases, apiConfirmedCase{c.Problem, c.Other.Name, c.EarlierContest, c.PairID})
	}
	if by := o.Outcome.By; by.ID != 0 {
		p.SetBy = &apiPerson{by.ID, by.Name}
	}
	return p
}

// readOutcomes returns the answer with the outcomes of a contest.
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
		if err := c.SetOutcome(ctx, target.ID, in.Body.Outcome, request.PathNumber(c.r)); err != nil {
			return nil, err
		}
		return c.readOutcomes(ctx, target)
	}))
}
