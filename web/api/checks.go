package api

import (
	"context"
	"math"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/auth"
)

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
