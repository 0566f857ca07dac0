package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// apiCase is the case of two participants at a problem, over all checks.
type apiCase struct {
	State     string      `json:"state" enum:"open,pending,conflict,appealed,confirmed,dismissed,unclear"`
	Agreement int         `json:"agreement" doc:"How many reviewers must confirm the case."`
	Assigned  *apiPerson  `json:"assigned,omitempty" doc:"The user to whom the case is assigned."`
	Reviews   []apiReview `json:"reviews" nullable:"false" doc:"The reviews, oldest first; at most one of each reviewer."`

	AppealedAt *time.Time `json:"appealed_at" doc:"When the case was reopened after its latest appeal; reviews from before no longer count."`
	Appeal     string     `json:"appeal" doc:"The grounds of the appeal. In blind contests its names are masked."`

	Statements []apiStatement `json:"statements" nullable:"false" doc:"What participants of the pair stated, oldest first."`

	LeftOutcome  string `json:"left_outcome" doc:"The outcome of the left participant; empty for none." example:"warning"`
	RightOutcome string `json:"right_outcome" doc:"The outcome of the right participant; empty for none, and for a participant of an earlier contest."`
}

// apiPerson is a user.
type apiPerson struct {
	ID   int64  `json:"id"`
	Name string `json:"name" example:"ann"`
}

// apiReview is the review of one reviewer.
type apiReview struct {
	Reviewer  apiPerson `json:"reviewer"`
	Decision  string    `json:"decision" enum:"confirmed,dismissed,unclear"`
	Reason    string    `json:"reason" doc:"The reason of the decision; empty if the reviewer gave none." example:"copied"`
	Note      string    `json:"note" doc:"The reviewer's note. In blind contests names in it are masked, but not in your own notes."`
	Ruling    bool      `json:"ruling" doc:"Whether this is a chief judge's ruling, which decides the case."`
	At        time.Time `json:"at"`
	CheckID   int64     `json:"check_id" doc:"The ID of the check in which the reviewer saw the pair."`
	Suspicion float64   `json:"suspicion" minimum:"0" maximum:"1" doc:"The suspicion at the time of the decision."`
	Before    bool      `json:"before_appeal" doc:"Whether this is from before the latest appeal, so that it no longer counts."`
	Changed   string    `json:"changed" doc:"Which of the two programs have changed since the decision; empty if none has."`
}

// decision is a reviewer's decision on a pair.
type decision struct {
	Decision string `json:"decision" enum:"confirmed,dismissed,unclear" doc:"confirmed: one program was made from the other, or both from one that was not allowed. dismissed: there is nothing to pursue. unclear: the programs do not show whether code was copied."`
	Reason   string `json:"reason,omitempty" enum:"copied,shared work,common published source,same generator,template,coincidence,too simple" doc:"copied does not fit dismissed; template, coincidence and too simple do not fit confirmed."`
	Note     string `json:"note,omitempty" maxLength:"20000" doc:"At most 20,000 bytes of UTF-8."`
	Ruling   bool   `json:"ruling,omitempty" doc:"Make this decision a ruling, which decides the case. Only a chief judge may."`
}

func apiCaseOf(v access.Case, p contest.Pair) apiCase {
	c := apiCase{
		State: string(v.State), Agreement: v.Agreement, Reviews: []apiReview{},
		AppealedAt: utc(v.Appeal.At), Appeal: v.Appeal.Grounds,
		Statements: rowsOf(v.Statements, func(s review.Statement) apiStatement {
			return apiStatement{Side: sideName(p, s.ParticipantID), Text: s.Text, At: s.At.UTC()}
		}),
		LeftOutcome: v.OutcomeOf(p.Left.ParticipantID), RightOutcome: v.OutcomeOf(p.Right.ParticipantID),
	}
	if v.Assigned.ID != 0 {
		c.Assigned = &apiPerson{v.Assigned.ID, v.Assigned.Name}
	}
	for i, s := range v.Reviews {
		c.Reviews = append(c.Reviews, apiReview{
			Reviewer: apiPerson{s.Reviewer.ID, s.Reviewer.Name}, Decision: string(s.Decision), Reason: string(s.Reason), Note: s.Note,
			Ruling: s.Ruling, Before: v.Appeal.Follows(s), At: s.At.UTC(), CheckID: s.Basis.CheckID, Suspicion: s.Basis.Suspicion, Changed: v.Changed[i].Text(i18n.English()),
		})
	}
	return c
}

// caseHandler returns a handler that calls change for the case of a pair, and answers with the case.
func caseHandler[I any](change func(context.Context, apiRequest, access.CheckedPair, *I) error) func(context.Context, apiRequest, *I) (*output[apiCase], error) {
	return withObject((*access.Reader).Pair, func(ctx context.Context, c apiRequest, p access.CheckedPair, in *I) (*output[apiCase], error) {
		if err := change(ctx, c, p, in); err != nil {
			return nil, err
		}
		v, err := c.Case(ctx, p.Pair, p.Check)
		return answer(apiCaseOf(v, p.Pair), err)
	})
}

func (a *API) addCases() {
	tags := []string{"pairs"}
	add(a, auth.InPair(account.Viewer), huma.Operation{
		OperationID: "getCase", Method: http.MethodGet, Path: "/pairs/{id}/case", Tags: tags,
		Summary: "Read the case of a pair",
	}, caseHandler(func(context.Context, apiRequest, access.CheckedPair, *struct{}) error { return nil }))

	add(a, auth.InPair(account.Reviewer), huma.Operation{
		OperationID: "decide", Method: http.MethodPut, Path: "/pairs/{id}/decision", Tags: tags,
		Summary: "Decide a pair", Description: "Your decision replaces your earlier one. The answer is the case with it.",
		MaxBodyBytes: request.MaxDecision,
	}, caseHandler(func(ctx context.Context, c apiRequest, p access.CheckedPair, in *struct{ Body decision }) error {
		newReview := review.Review{
			Decision: review.Decision(in.Body.Decision), Reason: review.Reason(in.Body.Reason), Ruling: in.Body.Ruling,
			Note: request.CleanText(in.Body.Note),
		}
		return c.Decide(ctx, p.Pair, p.Check, newReview)
	}))

	type appealInput struct {
		Body struct {
			Grounds string `json:"grounds,omitempty" maxLength:"20000" doc:"The grounds of the appeal, at most 20,000 bytes of UTF-8."`
		}
	}
	add(a, auth.InPair(account.Chief), huma.Operation{
		OperationID: "appeal", Method: http.MethodPost, Path: "/pairs/{id}/appeal", Tags: tags,
		Summary: "Reopen a settled case after an appeal",
		Description: "One reviewer who has not decided the case decides it then. Earlier reviews stay, and no longer count. " +
			"The answer is the case.",
		MaxBodyBytes: request.MaxDecision, DefaultStatus: http.StatusOK,
	}, caseHandler(func(ctx context.Context, c apiRequest, p access.CheckedPair, in *appealInput) error {
		return c.Appeal(ctx, p.Pair, p.Check, request.CleanText(in.Body.Grounds))
	}))

	add(a, auth.InPair(account.Reviewer), huma.Operation{
		OperationID: "withdraw", Method: http.MethodDelete, Path: "/pairs/{id}/decision", Tags: tags,
		Summary:       "Withdraw your decision on a pair",
		Description:   "The answer is the case afterwards. If you have not decided, nothing changes.",
		DefaultStatus: http.StatusOK,
	}, caseHandler(func(ctx context.Context, c apiRequest, p access.CheckedPair, _ *struct{}) error {
		return c.Withdraw(ctx, p.Pair, p.Check)
	}))
}
