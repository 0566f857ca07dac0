package api

import (
	"context"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

func apiCheckOf(c contest.Check) apitypes.Check {
	p, s := c.Parameters, c.Summary
	summary := apitypes.Summary{
		Problems: s.Problems, Participants: s.Participants, Submissions: s.Submissions,
		PairsCompared: s.PairsCompared, PairsKept: s.PairsStored, Skipped: s.Skipped, Notes: []string{},
	}
	if c.State == contest.Complete {
		summary.Text, summary.Nothing, summary.Notes = s.String(), s.EmptyReason(), append(summary.Notes, s.Notes(p)...)
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

func (a *API) addChecks() {
	type page struct {
		Cursor string `query:"cursor" doc:"The next of the page before."`
		Limit  int    `query:"limit" default:"100" minimum:"1" maximum:"1000"`
	}
	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "listChecks", Method: http.MethodGet, Path: "/contests/{id}/checks", Tags: []string{"checks"},
		Summary: "List the checks of a contest", Description: "The newest first.",
	}, func(ctx context.Context, c apiRequest, in *page) (*listOutput[apitypes.Check], error) {
		before, err := parseCursor(c.r, in.Cursor, math.MaxInt64)
		if err != nil {
			return nil, err
		}
		of, err := request.ByID(c.r, c.Contest)
		if err != nil {
			return nil, err
		}
		list, err := c.Checks(ctx, of.ID)
		if err != nil {
			return nil, err
		}
		rows := []apitypes.Check{}
		for _, k := range list {
			if len(rows) <= in.Limit && (before == 0 || k.ID < before) {
				rows = append(rows, apiCheckOf(k))
			}
		}
		return listOf(c.r, rows, in.Limit, func(row apitypes.Check) int64 { return row.ID }), nil
	})

	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "getCheck", Method: http.MethodGet, Path: "/checks/{id}", Tags: []string{"checks"},
		Summary: "Read a check",
	}, func(ctx context.Context, c apiRequest, _ *struct{}) (*struct{ Body apitypes.Check }, error) {
		check, err := request.ByID(c.r, c.Check)
		return &struct{ Body apitypes.Check }{apiCheckOf(check)}, err
	})

	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listSkipped", Method: http.MethodGet, Path: "/checks/{id}/skipped", Tags: []string{"checks"},
		Summary: "List what a check did not compare", Description: "Files and submissions, each with the reason.",
	}, func(ctx context.Context, c apiRequest, in *page) (*listOutput[apitypes.SkippedItem], error) {
		after, err := parseCursor(c.r, in.Cursor, math.MaxInt32)
		if err != nil {
			return nil, err
		}
		check, err := request.ByID(c.r, c.Check)
		if err != nil {
			return nil, err
		}
		list, _, err := c.Skipped(ctx, check, int(after), in.Limit+1)
		if err != nil {
			return nil, err
		}
		rows := []apitypes.SkippedItem{}
		for _, k := range list {
			rows = append(rows, apitypes.SkippedItem(k))
		}
		return listOf(c.r, rows, in.Limit, func(apitypes.SkippedItem) int64 { return after + int64(in.Limit) }), nil
	})
}
