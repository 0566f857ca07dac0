package api

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

func apiContestOf(c contest.Contest, role account.Role) apitypes.Contest {
	about := apitypes.AboutContest{
		System: c.About.System, SystemID: c.About.SystemID, Title: c.About.Title,
		StartsAt: utc(c.About.StartsAt), DurationSeconds: int64(c.About.Duration / time.Second),
	}
	for _, p := range c.About.Problems {
		about.Problems = append(about.Problems, apitypes.ContestProblem(p))
	}
	if c.Blind {
		about.SystemID = "" // which leads to where the names are
	}
	return apitypes.Contest{
		ID: c.ID, Name: c.Name, CreatedAt: c.CreatedAt.UTC(),
		Submissions: c.Submissions, Participants: c.Participants, Problems: c.Problems, Checks: c.Checks,
		Blind: c.Blind, Agreement: c.Agreement, Role: string(role), About: about,
	}
}

// utc returns the time in UTC; nil for the zero time, and for one that JSON cannot write.
func utc(t time.Time) *time.Time {
	if t.IsZero() || !contest.ValidTime(t) {
		return nil
	}
	t = t.UTC()
	return &t
}

func (a *API) addContests() {
	type listInput struct {
		Name   string `query:"name" doc:"A part of the name, in any case." maxLength:"200"`
		Cursor string `query:"cursor" doc:"The next of the page before."`
		Limit  int    `query:"limit" default:"100" minimum:"1" maximum:"1000"`
	}
	add(a, auth.SignedIn, huma.Operation{
		OperationID: "listContests", Method: http.MethodGet, Path: "/contests", Tags: []string{"contests"},
		Summary: "List contests", Description: "The contests that you may see, the newest first.",
	}, func(ctx context.Context, c apiRequest, in *listInput) (*listOutput[apitypes.Contest], error) {
		before, err := parseCursor(c.r, in.Cursor, math.MaxInt64)
		if err != nil {
			return nil, err
		}
		list, err := c.Contests(ctx)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(list, func(x, y contest.Contest) int { return cmp.Compare(y.ID, x.ID) })
		rows := []apitypes.Contest{}
		for _, of := range list {
			if len(rows) > in.Limit || before != 0 && of.ID >= before || !strings.Contains(strings.ToLower(of.Name), strings.ToLower(in.Name)) {
				continue
			}
			rows = append(rows, apiContestOf(of, c.Role(of.ID)))
		}
		return listOf(c.r, rows, in.Limit, func(row apitypes.Contest) int64 { return row.ID }), nil
	})

	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "getContest", Method: http.MethodGet, Path: "/contests/{id}", Tags: []string{"contests"},
		Summary: "Read a contest",
	}, func(ctx context.Context, c apiRequest, _ *struct{}) (*struct{ Body apitypes.Contest }, error) {
		of, err := request.ByID(c.r, c.Contest)
		return &struct{ Body apitypes.Contest }{apiContestOf(of, c.Viewer().Role)}, err
	})
}
