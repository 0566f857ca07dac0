package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/auth"
)

// apiAudit is the outcome of a sample of the pairs that a check does not list.
type apiAudit struct {
	Population int       `json:"population" doc:"How many stored pairs the check does not list."`
	Sampled    int       `json:"sampled" doc:"How many of them are in the sample: fewer than asked for if there are no more."`
	Decided    int       `json:"decided" doc:"How many pairs of the sample need no more reviews."`
	Confirmed  int       `json:"confirmed"`
	Unclear    int       `json:"unclear"`
	AtMost     *float64  `json:"at_most" minimum:"0" maximum:"1" doc:"The largest share of copies in the population that the outcome does not rule out with 95% confidence (Clopper and Pearson 1934). Unclear pairs count as copies. Null until all pairs of the sample are decided."`
	Text       string    `json:"text" doc:"The outcome in words."`
	Pairs      []apiPair `json:"pairs" nullable:"false" doc:"The pairs of the sample, by rank."`
}

func (a *API) addAudit() {
	type input struct {
		Sample int   `query:"sample" default:"20" minimum:"1" maximum:"1000" doc:"How many pairs to draw."`
		Seed   int64 `query:"seed" default:"1" minimum:"0" maximum:"2147483647" doc:"The same seed draws the same pairs of the check. A larger sample has the pairs of a smaller one."`
	}
	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "auditCheck", Method: http.MethodGet, Path: "/checks/{id}/audit", Tags: []string{"pairs"},
		Summary:     "Read a random sample of the pairs below the threshold",
		Description: "A sample of the stored pairs that the check does not list, and what the decisions on them say of the others. Decide the pairs like any others.",
		Errors:      []int{http.StatusConflict},
	}, withObject((*access.Reader).CompleteCheck, func(ctx context.Context, c apiRequest, check contest.Check, in *input) (*output[apiAudit], error) {
		audit, pairs, cases, err := c.Audit(ctx, check, contest.AuditSample{Size: in.Sample, Seed: in.Seed})
		body := apiAudit{
			Population: audit.Population, Sampled: audit.Sampled, Decided: audit.Decided, Confirmed: audit.Confirmed,
			Unclear: audit.Unclear, Text: audit.Text(i18n.English()), Pairs: []apiPair{},
		}
		if share, ok := audit.AtMost(); ok {
			body.AtMost = &share
		}
		for _, p := range pairs {
			body.Pairs = append(body.Pairs, apiPairOf(p, cases[review.KeyOf(check.ContestID, p)]))
		}
		return answer(body, err)
	}))
}
