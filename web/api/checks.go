package api

import (
	"context"
	"math"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// apiCheck is a check as the API tells of it.
type apiCheck struct {
	ID               int64         `json:"id" example:"7"`
	ContestID        int64         `json:"contest_id" example:"3"`
	Contest          string        `json:"contest" doc:"The contest's name." example:"Spring finals"`
	State            string        `json:"state" enum:"running,complete,failed" doc:"Complete checks alone have pairs."`
	Reason           string        `json:"reason" doc:"Why it failed, and what to do about it; empty otherwise."`
	Digest           string        `json:"digest" doc:"Identifies what the result depends on: checks of the same input have the same."`
	ToolVersion      string        `json:"tool_version"`
	AlgorithmVersion string        `json:"algorithm_version"`
	StartedAt        *time.Time    `json:"started_at"`
	FinishedAt       *time.Time    `json:"finished_at"`
	Parameters       apiParameters `json:"parameters"`
	Summary          apiSummary    `json:"summary"`
}

// apiParameters are the settings of a check.
type apiParameters struct {
	Threshold      float64  `json:"threshold" minimum:"0" maximum:"1" doc:"Suspicion from which a pair is listed."`
	Keep           float64  `json:"keep" minimum:"0" maximum:"1" doc:"Suspicion from which a pair is stored."`
	Verdicts       string   `json:"verdicts" doc:"Which submissions were compared by their verdict: judged, accepted or all."`
	Participants   string   `json:"participants" doc:"Whose submissions were compared: official or all."`
	AcrossProblems bool     `json:"across_problems"`
	Templates      bool     `json:"templates" doc:"Whether own templates of the participants were set aside."`
	Language       string   `json:"language" doc:"Forced for every file; empty where it was not."`
	Layout         string   `json:"layout" doc:"How the input was read."`
	Base           []string `json:"base" nullable:"false" doc:"The names of the files of base code."`
	Against        []string `json:"against" nullable:"false" doc:"The earlier contests that it was compared with; archive stands for all."`
	ShingleLength  int      `json:"shingle_length" doc:"In tokens."`
	MinMatch       int      `json:"min_match" doc:"Tokens of the shortest match."`
}

// apiSummary counts what a check did.
type apiSummary struct {
	Problems      int      `json:"problems"`
	Participants  int      `json:"participants"`
	Submissions   int      `json:"submissions" doc:"Compared ones."`
	PairsCompared int64    `json:"pairs_compared" doc:"Pairs of participants, once for each problem."`
	PairsKept     int      `json:"pairs_kept" doc:"Stored ones."`
	Skipped       int      `json:"skipped" doc:"Files and submissions that were not compared."`
	Text          string   `json:"text" doc:"The counts in words." example:"4 problems, 40 participants, 93 submissions, 3,120 pairs compared"`
	Nothing       string   `json:"nothing" doc:"Why nothing was compared; empty where something was."`
	Notes         []string `json:"notes" nullable:"false" doc:"What else one must know to read the ranking."`
}

func apiCheckOf(c contest.Check) apiCheck {
	p, s := c.Parameters, c.Summary
	summary := apiSummary{
		Problems: s.Problems, Participants: s.Participants, Submissions: s.Submissions,
		PairsCompared: s.PairsCompared, PairsKept: s.PairsStored, Skipped: s.Skipped, Notes: []string{},
	}
	if c.State == contest.Complete {
		summary.Text, summary.Nothing, summary.Notes = s.String(), s.EmptyReason(), append(summary.Notes, s.Notes(p)...)
	}
	return apiCheck{
		ID: c.ID, ContestID: c.ContestID, Contest: c.Contest, State: string(c.State), Reason: c.Reason, Digest: c.Digest,
		ToolVersion: c.ToolVersion, AlgorithmVersion: c.AlgorithmVersion,
		StartedAt: utc(c.StartedAt), FinishedAt: utc(c.FinishedAt), Summary: summary,
		Parameters: apiParameters{
			Threshold: p.Threshold, Keep: p.Keep, Verdicts: p.Verdicts, Participants: p.Participants,
			AcrossProblems: p.AcrossProblems, Templates: p.Templates, Language: p.Language, Layout: p.Layout,
			Base: append([]string{}, p.Base...), Against: append([]string{}, p.Against...),
			ShingleLength: p.ShingleLength, MinMatch: p.MinMatch,
		},
	}
}

// apiSkipped is something that a check did not compare.
type apiSkipped struct {
	Path   string `json:"path" example:"A/ann/readme.txt"`
	Reason string `json:"reason" example:"it is no source file"`
}

func (a *API) addChecks() {
	type page struct {
		Cursor string `query:"cursor" doc:"The next of the page before."`
		Limit  int    `query:"limit" default:"100" minimum:"1" maximum:"1000"`
	}
	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "listChecks", Method: http.MethodGet, Path: "/contests/{id}/checks", Tags: []string{"checks"},
		Summary: "List the checks of a contest", Description: "The newest first.",
	}, func(ctx context.Context, c apiRequest, in *page) (*listOutput[apiCheck], error) {
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
		rows := []apiCheck{}
		for _, k := range list {
			if len(rows) <= in.Limit && (before == 0 || k.ID < before) {
				rows = append(rows, apiCheckOf(k))
			}
		}
		return listOf(c.r, rows, in.Limit, func(row apiCheck) int64 { return row.ID }), nil
	})

	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "getCheck", Method: http.MethodGet, Path: "/checks/{id}", Tags: []string{"checks"},
		Summary: "Read a check",
	}, func(ctx context.Context, c apiRequest, _ *struct{}) (*struct{ Body apiCheck }, error) {
		check, err := request.ByID(c.r, c.Check)
		return &struct{ Body apiCheck }{apiCheckOf(check)}, err
	})

	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listSkipped", Method: http.MethodGet, Path: "/checks/{id}/skipped", Tags: []string{"checks"},
		Summary: "List what a check did not compare", Description: "Files and submissions, each with the reason.",
	}, func(ctx context.Context, c apiRequest, in *page) (*listOutput[apiSkipped], error) {
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
		rows := []apiSkipped{}
		for _, k := range list {
			rows = append(rows, apiSkipped(k))
		}
		return listOf(c.r, rows, in.Limit, func(apiSkipped) int64 { return after + int64(in.Limit) }), nil
	})
}
