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
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// apiContest is a contest as the API tells of it.
type apiContest struct {
	ID           int64           `json:"id" example:"3"`
	Name         string          `json:"name" doc:"Unique in the installation." example:"Spring finals"`
	CreatedAt    time.Time       `json:"created_at"`
	Submissions  int             `json:"submissions" doc:"How many are kept, all imports together."`
	Participants int             `json:"participants"`
	Problems     int             `json:"problems"`
	Checks       int             `json:"checks"`
	Blind        bool            `json:"blind" doc:"Participants have numbers for names."`
	Agreement    int             `json:"agreement" doc:"How many reviewers must confirm a pair." minimum:"1" maximum:"9"`
	Role         string          `json:"role" doc:"Yours in it." enum:"viewer,reviewer,chief,administrator"`
	About        apiAboutContest `json:"about" doc:"What the judge system says of it; empty and null where it says nothing."`
}

// apiAboutContest is what a judge system says of a contest.
type apiAboutContest struct {
	System          string              `json:"system" example:"Contest API 2023-06"`
	SystemID        string              `json:"system_id,omitempty" doc:"What the system calls the contest. Left out where review is blind, for it leads to the names."`
	Title           string              `json:"title"`
	StartsAt        *time.Time          `json:"starts_at"`
	DurationSeconds int64               `json:"duration_seconds" doc:"0 where it is not known."`
	Problems        []apiContestProblem `json:"problems,omitempty" nullable:"false" doc:"Left out of lists, and where the system told of none."`
}

// apiContestProblem is what a judge system says of a problem.
type apiContestProblem struct {
	Name     string `json:"name" doc:"As submissions and pairs call it." example:"A"`
	Title    string `json:"title"`
	SystemID string `json:"system_id" doc:"What the system calls the problem."`
}

func apiContestOf(c contest.Contest, role account.Role) apiContest {
	about := apiAboutContest{
		System: c.About.System, SystemID: c.About.SystemID, Title: c.About.Title,
		StartsAt: utc(c.About.StartsAt), DurationSeconds: int64(c.About.Duration / time.Second),
	}
	for _, p := range c.About.Problems {
		about.Problems = append(about.Problems, apiContestProblem(p))
	}
	if c.Blind {
		about.SystemID = "" // which leads to where the names are
	}
	return apiContest{
		ID: c.ID, Name: c.Name, CreatedAt: c.CreatedAt.UTC(),
		Submissions: c.Submissions, Participants: c.Participants, Problems: c.Problems, Checks: c.Checks,
		Blind: c.Blind, Agreement: c.Agreement, Role: string(role), About: about,
	}
}

// utc returns the time in UTC; nil for the zero time, and for one that JSON has no
// room for.
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
	}, func(ctx context.Context, c apiRequest, in *listInput) (*listOutput[apiContest], error) {
		before, err := parseCursor(c.r, in.Cursor, math.MaxInt64)
		if err != nil {
			return nil, err
		}
		list, err := c.Contests(ctx)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(list, func(x, y contest.Contest) int { return cmp.Compare(y.ID, x.ID) })
		rows := []apiContest{}
		for _, of := range list {
			if len(rows) > in.Limit || before != 0 && of.ID >= before || !strings.Contains(strings.ToLower(of.Name), strings.ToLower(in.Name)) {
				continue
			}
			role, err := c.Role(ctx, of.ID)
			if err != nil {
				return nil, err
			}
			rows = append(rows, apiContestOf(of, role))
		}
		return listOf(c.r, rows, in.Limit, func(row apiContest) int64 { return row.ID }), nil
	})

	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "getContest", Method: http.MethodGet, Path: "/contests/{id}", Tags: []string{"contests"},
		Summary: "Read a contest",
	}, func(ctx context.Context, c apiRequest, _ *struct{}) (*struct{ Body apiContest }, error) {
		of, err := request.ByID(c.r, c.Contest)
		return &struct{ Body apiContest }{apiContestOf(of, c.Viewer().Role)}, err
	})
}
