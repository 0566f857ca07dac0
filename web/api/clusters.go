package api

import (
	"context"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

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
		Cursor   string `query:"cursor" doc:"The next of the page before."`
		Limit    int    `query:"limit" default:"100" minimum:"1" maximum:"1000"`
	}
	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listClusters", Method: http.MethodGet, Path: "/checks/{id}/clusters", Tags: []string{"pairs"},
		Summary: "List the clusters of a check", Description: "Groups of participants who are tied by pairs from the threshold on. Their pairs are listed with the filter cluster.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, c apiRequest, in *listInput) (*listOutput[apiCluster], error) {
		after, err := parseCursor(c.r, in.Cursor, math.MaxInt32)
		if err != nil {
			return nil, err
		}
		check, err := request.ByID(c.r, c.CompleteCheck)
		if err != nil {
			return nil, err
		}
		filter := contest.ClusterFilter{Problem: in.Problem, Language: in.Language, MinSize: in.Size}
		list, _, err := c.Clusters(ctx, check.ID, filter, int(after), in.Limit+1)
		if err != nil {
			return nil, err
		}
		rows := []apiCluster{}
		for _, k := range list {
			rows = append(rows, apiClusterOf(k))
		}
		return listOf(c.r, rows, in.Limit, func(apiCluster) int64 { return after + int64(in.Limit) }), nil
	})

	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "getCluster", Method: http.MethodGet, Path: "/checks/{id}/clusters/{number}", Tags: []string{"pairs"},
		Summary: "Read a cluster", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, c apiRequest, _ *struct{}) (*struct{ Body apiCluster }, error) {
		check, err := request.ByID(c.r, c.CompleteCheck)
		if err != nil {
			return nil, err
		}
		number := request.PathNumber(c.r)
		if number == 0 {
			return nil, httperr.NotFound("There is no such cluster.")
		}
		k, err := c.Cluster(ctx, check.ID, number)
		return &struct{ Body apiCluster }{apiClusterOf(k)}, err
	})
}
