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
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/auth"
)

func apiContestOf(c contest.Contest, watch contest.Watch, role account.Role) apitypes.Contest {
	about := apitypes.AboutContest{
		System: c.Metadata.System, SystemID: c.Metadata.SystemID, Title: c.Metadata.Title,
		StartsAt: utc(c.Metadata.StartsAt), DurationSeconds: int64(c.Metadata.Duration / time.Second),
	}
	for _, p := range c.Metadata.Problems {
		if p.Title != "" || p.SystemID != "" { // the judge system has reported the problem
			about.Problems = append(about.Problems, apitypes.ContestProblem(p))
		}
	}
	if c.Blind {
		about.SystemID = "" // with this ID, anybody could look up the names in the judge system
	}
	return apitypes.Contest{
		ID: c.ID, Name: c.Name, CreatedAt: c.CreatedAt.UTC(),
		Submissions: c.Submissions, Participants: c.Participants, Problems: c.Problems, Checks: c.Checks,
		Blind: c.Blind, Independent: c.Independent, Agreement: c.Agreement, Live: watch.LiveState(time.Now()), Role: string(role), About: about,
	}
}

// utc returns the time in UTC; nil for the zero time, and for a time that JSON cannot represent.
func utc(t time.Time) *time.Time {
	if t.IsZero() || !contest.ValidTime(t) {
		return nil
	}
	t = t.UTC()
	return &t
}

func (a *API) addContests() {
	type listInput struct {
		Name string `query:"name" doc:"A part of the name, in upper or lower case." maxLength:"200"`
		Page
	}
	add(a, auth.SignedIn, huma.Operation{
		OperationID: "listContests", Method: http.MethodGet, Path: "/contests", Tags: []string{"contests"},
		Summary: "List contests", Description: "The contests that you may see, newest first.",
	}, func(ctx context.Context, c apiRequest, in *listInput) (*listOutput[apitypes.Contest], error) {
		return listPage(c, in.Page, math.MaxInt64, func(before int64, limit int) ([]apitypes.Contest, error) {
			list, err := c.Contests(ctx)
			if err != nil {
				return nil, err
			}
			watches, err := c.Watches(ctx)
			slices.SortFunc(list, func(x, y contest.Contest) int { return cmp.Compare(y.ID, x.ID) })
			list = slices.DeleteFunc(list, func(item contest.Contest) bool {
				return before != 0 && item.ID >= before || !strings.Contains(strings.ToLower(item.Name), strings.ToLower(in.Name))
			})
			return rowsOf(list[:min(len(list), limit)], func(item contest.Contest) apitypes.Contest {
				return apiContestOf(item, watches[item.ID], c.Role(item.ID))
			}), err
		}, func(row apitypes.Contest) int64 { return row.ID })
	})

	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "getContest", Method: http.MethodGet, Path: "/contests/{id}", Tags: []string{"contests"},
		Summary: "Read a contest",
	}, withObject((*access.Reader).Contest, func(
		ctx context.Context, c apiRequest, target contest.Contest, _ *struct{},
	) (*output[apitypes.Contest], error) {
		watches, err := c.Watches(ctx)
		return answer(apiContestOf(target, watches[target.ID], c.Viewer().Role), err)
	}))
}

func apiCheckOf(c contest.Check) apitypes.Check {
	p, s := c.Parameters, c.Summary
	summary := apitypes.Summary{
		Problems: s.Problems, Participants: s.Participants, Submissions: s.Submissions,
		PairsCompared: s.PairsCompared, PairsStored: s.PairsStored, SkippedCount: s.Skipped,
		Incomplete: rowsOf(s.Incomplete, i18n.Text.String), Warnings: []string{}, Notes: []string{},
	}
	if c.State == contest.Complete {
		summary.Text, summary.EmptyReason = s.Text(i18n.English()), s.EmptyReason(i18n.English())
		summary.Warnings, summary.Notes = append(summary.Warnings, s.Warnings(i18n.English(), p)...), append(summary.Notes, s.Notes(i18n.English(), p, evidence.LanguageName)...)
	}
	return apitypes.Check{
		ID: c.ID, ContestID: c.ContestID, Contest: c.Contest, State: string(c.State), Reason: c.Reason.String(), Digest: c.Digest,
		ToolVersion: c.ToolVersion, AlgorithmVersion: c.AlgorithmVersion,
		StartedAt: utc(c.StartedAt), FinishedAt: utc(c.FinishedAt), Summary: summary,
		Parameters: apitypes.Parameters{
			Threshold: p.Threshold, MaxChance: p.MaxChance, Keep: p.Keep, Verdicts: p.Verdicts, Participants: p.Participants,
			AcrossProblems: p.AcrossProblems, Templates: p.Templates, Language: p.Language, Layout: p.Layout,
			Base: append([]string{}, p.Base...), Against: append([]string{}, p.Against...),
			ShingleLength: p.ShingleLength, MinMatch: p.MinMatch,
		},
	}
}

func apiSkippedItemOf(s contest.SkippedItem) apitypes.SkippedItem {
	return apitypes.SkippedItem{Path: s.Path, Reason: s.Reason.String()}
}

func (a *API) addChecks() {
	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "listChecks", Method: http.MethodGet, Path: "/contests/{id}/checks", Tags: []string{"checks"},
		Summary: "List the checks of a contest", Description: "The checks of the contest, newest first.",
	}, withObject((*access.Reader).Contest, func(
		ctx context.Context, c apiRequest, target contest.Contest, page *Page,
	) (*listOutput[apitypes.Check], error) {
		return listPage(c, *page, math.MaxInt64, func(before int64, limit int) ([]apitypes.Check, error) {
			list, err := c.Checks(ctx, target.ID)
			list = slices.DeleteFunc(list, func(k contest.Check) bool { return before != 0 && k.ID >= before })
			return rowsOf(list[:min(len(list), limit)], apiCheckOf), err
		}, func(row apitypes.Check) int64 { return row.ID })
	}))

	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "getCheck", Method: http.MethodGet, Path: "/checks/{id}", Tags: []string{"checks"},
		Summary: "Read a check",
	}, withObject((*access.Reader).Check, func(ctx context.Context, c apiRequest, check contest.Check, _ *struct{}) (*output[apitypes.Check], error) {
		row := apiCheckOf(check)
		if check.Summary.PairsCompared == 0 {
			return answer(row, nil)
		}
		histograms, err := c.Histograms(ctx, check)
		if err != nil {
			return nil, err
		}
		listed, err := c.ListedPools(ctx, check.ID, check.Parameters.Filter())
		row.ThresholdText = evidence.Threshold(i18n.English(), check.Parameters, histograms, listed)
		return answer(row, err)
	}))

	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listSkipped", Method: http.MethodGet, Path: "/checks/{id}/skipped", Tags: []string{"checks"},
		Summary: "List what a check did not compare", Description: "The files and submissions that the check skipped, each with the reason.",
	}, withObject((*access.Reader).Check, func(
		ctx context.Context, c apiRequest, check contest.Check, page *Page,
	) (*listOutput[apitypes.SkippedItem], error) {
		return listPage(c, *page, math.MaxInt32, func(after int64, limit int) ([]apitypes.SkippedItem, error) {
			list, _, err := c.Skipped(ctx, check, int(after), limit)
			return rowsOf(list, apiSkippedItemOf), err
		}, nil)
	}))
}

// apiAlert is an alert: a pair that a check would have listed while the contest ran.
type apiAlert struct {
	ID        int64         `json:"id" example:"12"`
	At        time.Time     `json:"at"`
	Problem   string        `json:"problem" example:"A"`
	Left      apitypes.Side `json:"left"`
	Right     apitypes.Side `json:"right" doc:"The right side. Unlike the left side, it may be from an earlier contest."`
	Suspicion float64       `json:"suspicion" minimum:"0" maximum:"1" doc:"The suspicion at the moment of the alert."`
	Closing   *float64      `json:"closing" minimum:"0" maximum:"1" doc:"The suspicion in the closing check; null before that check, and if the check does not have the pair."`
	State     string        `json:"state" enum:"open,upheld,not_upheld" doc:"open: the contest still runs. upheld: the closing check lists the pair. not_upheld: the closing check does not list it."`
	CheckID   int64         `json:"check_id,omitempty" doc:"The ID of the closing check."`
	PairID    int64         `json:"pair_id,omitempty" doc:"The ID of the pair in the closing check."`
}

// apiAlerts are the alerts of a contest after a given alert.
type apiAlerts struct {
	Items []apiAlert `json:"items" nullable:"false" doc:"The alerts, oldest first."`
	Last  int64      `json:"last" doc:"The value of the parameter after for the next request. If this answer has as many alerts as you asked for, send the request at once."`
}

// apiWatch is the state of a watch.
type apiWatch struct {
	State       string     `json:"state" enum:"following,reconnecting,closing,ended,stopped,failed,silent" doc:"silent: the watch has reported nothing for a minute."`
	Reason      string     `json:"reason" doc:"Why the watch reconnects or failed; empty otherwise."`
	Webhook     string     `json:"webhook" doc:"Why the webhook receives nothing at the moment; empty if it does, or if there is no webhook."`
	StartedAt   *time.Time `json:"started_at"`
	LastEventAt *time.Time `json:"last_event_at" doc:"When the judge system last sent something."`
	UpdatedAt   *time.Time `json:"updated_at"`
	Submissions int        `json:"submissions" doc:"Submissions that the judge system has reported."`
	Judged      int        `json:"judged"`
	Compared    int        `json:"compared"`
	Pending     int        `json:"pending" doc:"Submissions that are judged, and neither compared nor skipped yet."`
	CheckID     int64      `json:"check_id,omitempty" doc:"The ID of the closing check."`
}

func apiAlertOf(a contest.Alert) apiAlert {
	return apiAlert{
		ID: a.ID, At: a.At.UTC(), Problem: a.Problem, Left: apiSideOf(a.Left), Right: apiSideOf(a.Right), Suspicion: a.Suspicion,
		Closing: a.ClosingSuspicion, State: string(a.State), CheckID: a.CheckID, PairID: a.PairID,
	}
}

func (a *API) addAlerts() {
	type listInput struct {
		After int64 `query:"after" minimum:"0" doc:"The ID of the last alert that you have."`
		Limit int   `query:"limit" default:"100" minimum:"1" maximum:"1000"`
	}
	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "listAlerts", Method: http.MethodGet, Path: "/contests/{id}/alerts", Tags: []string{"contests"},
		Summary: "List the alerts of a contest that is followed", Description: "The alerts, oldest first. Alerts are never removed; their states show what became of them once the contest has ended.",
	}, withObject((*access.Reader).Contest, func(ctx context.Context, c apiRequest, target contest.Contest, in *listInput) (*output[apiAlerts], error) {
		list, last, err := c.AlertsAfter(ctx, target.ID, in.After, in.Limit)
		return answer(apiAlerts{rowsOf(list, apiAlertOf), last}, err)
	}))

	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "getWatch", Method: http.MethodGet, Path: "/contests/{id}/watch", Tags: []string{"contests"},
		Summary: "Read how far a contest is followed", Description: "The answer is 404 if the contest was never followed.",
	}, withObject((*access.Reader).Contest, func(ctx context.Context, c apiRequest, target contest.Contest, _ *struct{}) (*output[apiWatch], error) {
		w, err := c.Watch(ctx, target)
		if err != nil {
			return nil, err
		}
		if w == nil {
			return nil, httperr.NotFound("This contest was never followed while it ran.")
		}
		state := string(w.State)
		if w.Stale(time.Now()) {
			state = "silent"
		}
		return answer(apiWatch{
			State: state, Reason: w.Reason.String(), Webhook: w.WebhookFailure.String(),
			StartedAt: utc(w.StartedAt), LastEventAt: utc(w.LastEventAt), UpdatedAt: utc(w.UpdatedAt),
			Submissions: w.Submissions, Judged: w.Judged, Compared: w.Compared, Pending: w.Uncompared, CheckID: w.CheckID,
		}, nil)
	}))
}
