package api

import (
	"math"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// PairQuery says which pairs of a check an operation is about, as the filters of
// the ranking do. It is exported because huma passes over other embedded structs.
type PairQuery struct {
	Threshold   optional[float64] `query:"threshold" minimum:"0" maximum:"1" doc:"Suspicion from which pairs are listed. By default that of the check."`
	Problem     string            `query:"problem" doc:"Exactly."`
	Language    string            `query:"language" doc:"A family of languages, exactly, such as c++."`
	Participant string            `query:"participant" doc:"A part of either participant's name, in any case; in blind contests their number."`
	Number      int               `query:"number" minimum:"0" maximum:"2147483647" doc:"The number of either participant in the contest."`
	Verdict     string            `query:"verdict" doc:"Of either submission, in any case."`
	Sides       string            `query:"sides" enum:"own,earlier" doc:"Pairs within the contest alone, or with earlier contests alone."`
	Contest     string            `query:"contest" doc:"The name of the earlier contest, or its ID."`
	Cluster     int               `query:"cluster" minimum:"0" maximum:"2147483647" doc:"The number of a cluster that the pairs tie."`
	State       string            `query:"state" enum:"open,pending,conflict,confirmed,dismissed,unclear,waiting,mine" doc:"Where the case stands; waiting stands for all in which the jury still has something to do, mine for those that wait for you."`
	Reviewer    int64             `query:"reviewer" minimum:"0" doc:"The ID of a user who has decided it."`
	Assigned    int64             `query:"assigned" minimum:"0" doc:"The ID of the user whom it is assigned to."`
}

// ranking is the ranking that the query asks for.
func (q PairQuery) ranking(check contest.Check) (request.PairQuery, error) {
	r := request.PairQuery{
		Problem: q.Problem, Language: q.Language, Participant: request.OneLine(q.Participant), Number: q.Number,
		Verdict: contest.Verdict(request.OneLine(q.Verdict)), Sides: contest.PairSides(q.Sides), Contest: request.OneLine(q.Contest),
		Cluster: q.Cluster, State: q.State, Reviewer: q.Reviewer, Assigned: q.Assigned,
		Threshold: check.Parameters.Threshold, Sort: contest.SortRank, Page: 1, DefaultThreshold: check.Parameters.Threshold,
	}
	if q.Threshold.set {
		r.Threshold = q.Threshold.Value
	}
	if math.IsNaN(r.Threshold) {
		return r, &httperr.Error{Status: http.StatusUnprocessableEntity, Message: "The threshold is no number.", Advice: "Give one from 0 to 1."}
	}
	return r, nil
}

// optional is a parameter that may be left out. It is read by huma, which sees
// the type of its value.
type optional[T any] struct {
	Value T
	set   bool
}

// Receiver returns the value that is read into.
func (o *optional[T]) Receiver() reflect.Value { return reflect.ValueOf(o).Elem().Field(0) }

// OnParamSet is told whether the parameter was sent.
func (o *optional[T]) OnParamSet(set bool, _ any) { o.set = set }

// Schema is that of the value.
func (o optional[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[T]())
}
