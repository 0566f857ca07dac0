package api

import (
	"context"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// apiRankedParticipant is a participant of a check's contest with what the check found.
type apiRankedParticipant struct {
	Participant string  `json:"participant" doc:"The name; in blind contests the number in words."`
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
		Participant string `query:"participant" doc:"A part of the name, in upper or lower case; in blind contests, the number."`
		Sort        string `query:"sort" default:"suspicion" enum:"suspicion,listed,confirmed,number" doc:"The column to sort by: large values first, but numbers ascending."`
		Page
	}
	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listParticipants", Method: http.MethodGet, Path: "/checks/{id}/participants", Tags: []string{"pairs"},
		Summary: "List the participants of a check's contest", Description: "The participants, the one with the most suspicious pair first.",
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
