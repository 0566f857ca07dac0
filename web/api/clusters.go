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
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// apiCluster is a group of participants who are tied by pairs.
type apiCluster struct {
	Number   int         `json:"number" minimum:"1" doc:"In the check: the most suspicious first."`
	Problem  string      `json:"problem" doc:"Empty where problems were compared across." example:"A"`
	Language string      `json:"language" doc:"Family of languages." example:"c++"`
	Size     int         `json:"size" minimum:"2" doc:"Participants."`
	Pairs    int         `json:"pairs" doc:"That tie them."`
	Highest  float64     `json:"highest" minimum:"0" maximum:"1" doc:"Suspicion of the most suspicious of these."`
	Cohesion float64     `json:"cohesion" minimum:"0" maximum:"1" doc:"Share of the pairs of members that are tied."`
	Chain    bool        `json:"chain" doc:"It was strung together: not everybody in it is tied to everybody else."`
	Holds    float64     `json:"holds" minimum:"0" maximum:"1" doc:"Up to this threshold it does not fall apart."`
	Members  []apiMember `json:"members" nullable:"false" doc:"By number. Lists have those alone who were first."`
}

// apiMember is a participant in a cluster.
type apiMember struct {
	Participant string  `json:"participant" example:"Participant 17"`
	Number      int     `json:"number" example:"17"`
	Pairs       int     `json:"pairs" doc:"Of the cluster, that are theirs."`
	First       bool    `json:"first" doc:"No other member submitted before them."`
	Earliest    apiSide `json:"earliest" doc:"Their first submission of those that were compared there."`
}

func apiClusterOf(c contest.Cluster) apiCluster {
	cluster := apiCluster{
		Number: c.Number, Problem: c.Problem, Language: c.Language, Size: c.Size, Pairs: c.Pairs, Highest: c.Highest,
		Cohesion: c.Cohesion, Chain: c.Chain, Holds: c.BreakThreshold, Members: []apiMember{},
	}
	for _, m := range c.Members {
		cluster.Members = append(cluster.Members, apiMember{m.Participant.Name, m.Participant.Number, m.Pairs, m.First, apiSideOf(m.Earliest)})
	}
	return cluster
}

func (a *API) addClusters() {
	type listInput struct {
		Problem  string `query:"problem" doc:"Exactly."`
		Language string `query:"language" doc:"A family of languages, exactly."`
		Size     int    `query:"size" minimum:"0" maximum:"2147483647" doc:"So many members or more."`
		Page
	}
	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listClusters", Method: http.MethodGet, Path: "/checks/{id}/clusters", Tags: []string{"pairs"},
		Summary: "List the clusters of a check", Description: "Groups of participants who are tied by pairs from the threshold on. Their pairs are listed with the filter cluster.",
		Errors: []int{http.StatusConflict},
	}, with((*access.Reader).CompleteCheck, func(ctx context.Context, c apiRequest, check contest.Check, in *listInput) (*listOutput[apiCluster], error) {
		return listPage(c, in.Page, math.MaxInt32, func(after int64, limit int) ([]apiCluster, error) {
			filter := contest.ClusterFilter{Problem: in.Problem, Language: in.Language, MinSize: in.Size}
			list, _, err := c.Clusters(ctx, check.ID, filter, int(after), limit)
			return rowsOf(list, apiClusterOf), err
		}, nil)
	}))

	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "getCluster", Method: http.MethodGet, Path: "/checks/{id}/clusters/{number}", Tags: []string{"pairs"},
		Summary: "Read a cluster", Errors: []int{http.StatusConflict},
	}, with((*access.Reader).CompleteCheck, func(ctx context.Context, c apiRequest, check contest.Check, _ *struct{}) (*output[apiCluster], error) {
		number := request.PathNumber(c.r)
		if number == 0 {
			return nil, httperr.NotFound("There is no such cluster.")
		}
		k, err := c.Cluster(ctx, check.ID, number)
		return answer(apiClusterOf(k), err)
	}))
}
