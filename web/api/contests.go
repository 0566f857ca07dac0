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

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/auth"
)

func apiContestOf(c contest.Contest, role account.Role) apitypes.Contest {
	about := apitypes.AboutContest{
		System: c.About.System, SystemID: c.About.SystemID, Title: c.About.Title,
		StartsAt: utc(c.About.StartsAt), DurationSeconds: int64(c.About.Duration / time.Second),
	}
	for _, p := range c.About.Problems {
		if p.Title != "" || p.SystemID != "" { // or the system says nothing of it
			about.Problems = append(about.Problems, apitypes.ContestProblem(p))
		}
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
		Name string `query:"name" doc:"A part of the name, in any case." maxLength:"200"`
		Page
	}
	add(a, auth.SignedIn, huma.Operation{
		OperationID: "listContests", Method: http.MethodGet, Path: "/contests", Tags: []string{"contests"},
		Summary: "List contests", Description: "The contests that you may see, the newest first.",
	}, func(ctx context.Context, c apiRequest, in *listInput) (*listOutput[apitypes.Contest], error) {
		return listPage(c, in.Page, math.MaxInt64, func(before int64, limit int) ([]apitypes.Contest, error) {
			list, err := c.Contests(ctx)
			slices.SortFunc(list, func(x, y contest.Contest) int { return cmp.Compare(y.ID, x.ID) })
			list = slices.DeleteFunc(list, func(of contest.Contest) bool {
				return before != 0 && of.ID >= before || !strings.Contains(strings.ToLower(of.Name), strings.ToLower(in.Name))
			})
			return rowsOf(list[:min(len(list), limit)], func(of contest.Contest) apitypes.Contest { return apiContestOf(of, c.Role(of.ID)) }), err
		}, func(row apitypes.Contest) int64 { return row.ID })
	})

	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "getContest", Method: http.MethodGet, Path: "/contests/{id}", Tags: []string{"contests"},
		Summary: "Read a contest",
	}, with((*access.Reader).Contest, func(_ context.Context, c apiRequest, of contest.Contest, _ *struct{}) (*output[apitypes.Contest], error) {
		return answer(apiContestOf(of, c.Viewer().Role), nil)
	}))
}
