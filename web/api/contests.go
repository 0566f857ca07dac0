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

func apiCheckOf(c contest.Check) apitypes.Check {
	p, s := c.Parameters, c.Summary
	summary := apitypes.Summary{
		Problems: s.Problems, Participants: s.Participants, Submissions: s.Submissions,
		PairsCompared: s.PairsCompared, PairsKept: s.PairsStored, Skipped: s.Skipped, Notes: []string{},
	}
	if c.State == contest.Complete {
		summary.Text, summary.EmptyReason, summary.Notes = s.String(), s.EmptyReason(), append(summary.Notes, s.Notes(p)...)
	}
	return apitypes.Check{
		ID: c.ID, ContestID: c.ContestID, Contest: c.Contest, State: string(c.State), Reason: c.Reason, Digest: c.Digest,
		ToolVersion: c.ToolVersion, AlgorithmVersion: c.AlgorithmVersion,
		StartedAt: utc(c.StartedAt), FinishedAt: utc(c.FinishedAt), Summary: summary,
		Parameters: apitypes.Parameters{
			Threshold: p.Threshold, Keep: p.Keep, Verdicts: p.Verdicts, Participants: p.Participants,
			AcrossProblems: p.AcrossProblems, Templates: p.Templates, Language: p.Language, Layout: p.Layout,
			Base: append([]string{}, p.Base...), Against: append([]string{}, p.Against...),
			ShingleLength: p.ShingleLength, MinMatch: p.MinMatch,
		},
	}
}

func apiSkippedItemOf(s contest.SkippedItem) apitypes.SkippedItem { return apitypes.SkippedItem(s) }

func (a *API) addChecks() {
	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "listChecks", Method: http.MethodGet, Path: "/contests/{id}/checks", Tags: []string{"checks"},
		Summary: "List the checks of a contest", Description: "The newest first.",
	}, with((*access.Reader).Contest, func(ctx context.Context, c apiRequest, of contest.Contest, in *Page) (*listOutput[apitypes.Check], error) {
		return listPage(c, *in, math.MaxInt64, func(before int64, limit int) ([]apitypes.Check, error) {
			list, err := c.Checks(ctx, of.ID)
			list = slices.DeleteFunc(list, func(k contest.Check) bool { return before != 0 && k.ID >= before })
			return rowsOf(list[:min(len(list), limit)], apiCheckOf), err
		}, func(row apitypes.Check) int64 { return row.ID })
	}))

	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "getCheck", Method: http.MethodGet, Path: "/checks/{id}", Tags: []string{"checks"},
		Summary: "Read a check",
	}, with((*access.Reader).Check, func(_ context.Context, _ apiRequest, check contest.Check, _ *struct{}) (*output[apitypes.Check], error) {
		return answer(apiCheckOf(check), nil)
	}))

	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listSkipped", Method: http.MethodGet, Path: "/checks/{id}/skipped", Tags: []string{"checks"},
		Summary: "List what a check did not compare", Description: "Files and submissions, each with the reason.",
	}, with((*access.Reader).Check, func(ctx context.Context, c apiRequest, check contest.Check, in *Page) (*listOutput[apitypes.SkippedItem], error) {
		return listPage(c, *in, math.MaxInt32, func(after int64, limit int) ([]apitypes.SkippedItem, error) {
			list, _, err := c.Skipped(ctx, check, int(after), limit)
			return rowsOf(list, apiSkippedItemOf), err
		}, nil)
	}))
}
