package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/export"
)

// fileBody is the body of an answer that sends a file.
type fileBody = func(huma.Context)

// language is the tag of a language of i18n.Languages; "" for English.
type language string

// Schema lists the languages.
func (language) Schema(huma.Registry) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeString}
	for _, l := range i18n.Languages {
		schema.Enum = append(schema.Enum, l.Tag)
	}
	schema.PrecomputeMessages()
	return schema
}

// file returns a body that calls send. Most send functions read the parameters from the request; then the input type of the
// operation only documents and checks them.
func (c apiRequest) file(send func(http.ResponseWriter, *http.Request) error) *output[fileBody] {
	return &output[fileBody]{func(huma.Context) {
		if err := send(c.w, c.r); err != nil {
			c.api.ShowProblem(c.w, c.r, err)
		}
	}}
}

// addFile adds an operation that sends a file of one of the media types.
func addFile[I any](
	a *API, policy auth.Policy, op huma.Operation, mediaTypes []string,
	handle func(context.Context, apiRequest, *I) (*output[fileBody], error),
) {
	content := make(map[string]*huma.MediaType)
	for _, t := range mediaTypes {
		content[t] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
		if t == "application/json" {
			content[t] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}}
		}
	}
	op.Tags = []string{"exports"}
	op.Responses = map[string]*huma.Response{"200": {
		Description: "The file.", Content: content,
		Headers: map[string]*huma.Param{export.NoticeHeader: {Description: "The notice that similarity is not proof, for formats that have no room for it.", Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	add(a, policy, op, handle)
}

func (a *API) addExports() {
	type exportInput struct {
		PairQuery
		Format string   `query:"format" default:"json" enum:"table,csv,json,html,jplag-csv,dolos-csv"`
		Top    int      `query:"top" minimum:"0" maximum:"1000000" doc:"The largest number of pairs; 0 is no limit."`
		Lang   language `query:"lang" doc:"The language of HTML; English by default."`
		Width  int      `query:"width" minimum:"0" maximum:"10000" doc:"The width of the terminal in columns, for the format table; 0 is no limit."`
	}
	addFile(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "exportPairs", Method: http.MethodGet, Path: "/checks/{id}/export",
		Summary:     "Export the pairs of a check",
		Description: "As a table for a terminal, CSV, JSON, HTML with the evidence, or the tables of JPlag and Dolos. The audit log of the contest records the export.",
		Errors:      []int{http.StatusConflict},
	}, []string{"text/plain", "text/csv", "application/json", "text/html"}, withObject((*access.Reader).CompleteCheck, func(
		_ context.Context, c apiRequest, check contest.Check, in *exportInput,
	) (*output[fileBody], error) {
		chosen, err := in.ranking(c.r, check)
		if err != nil {
			return nil, err
		}
		return c.file(func(w http.ResponseWriter, r *http.Request) error {
			return c.api.Exports.Pairs(w, r, export.FormatNamed(in.Format, in.Width), check, chosen, in.Top)
		}), nil
	}))

	type decisionsInput struct {
		Format string `query:"format" default:"json" enum:"csv,json"`
	}
	addFile(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "exportDecisions", Method: http.MethodGet, Path: "/contests/{id}/decisions",
		Summary: "Export the jury's decisions on a contest", Description: "The audit log of the contest records the export.",
	}, []string{"text/csv", "application/json"}, func(_ context.Context, c apiRequest, in *decisionsInput) (*output[fileBody], error) {
		if in.Format == "csv" {
			return c.file(c.api.Exports.DecisionsCSV), nil
		}
		return c.file(c.api.Exports.DecisionsJSON), nil
	})

	const bundleDescription = "One HTML file with both programs of each pair, which needs nothing else to be read or printed. " +
		"The audit log of the contest records the export."
	type bundleInput struct {
		Lang language `query:"lang" doc:"The language of the file; English by default."`
	}
	type contestBundleInput struct {
		bundleInput
		Pairs string `query:"pairs" enum:"threshold" doc:"threshold: all pairs that the newest check lists. By default, the pairs whose case is confirmed or pending."`
	}
	addFile(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "exportContestEvidence", Method: http.MethodGet, Path: "/contests/{id}/bundle",
		Summary: "Export the evidence of a contest", Description: bundleDescription,
	}, []string{"text/html"}, func(_ context.Context, c apiRequest, _ *contestBundleInput) (*output[fileBody], error) {
		return c.file(c.api.Exports.ContestBundle), nil
	})
	addFile(a, auth.InContest(account.Chief), huma.Operation{
		OperationID: "exportParticipantEvidence", Method: http.MethodGet, Path: "/contests/{id}/participants/{number}/bundle",
		Summary:     "Export the evidence for a participant",
		Description: "The confirmed and appealed pairs of a participant in the newest check, redacted for the participant. " + bundleDescription,
		Errors:      []int{http.StatusForbidden},
	}, []string{"text/html"}, func(_ context.Context, c apiRequest, _ *bundleInput) (*output[fileBody], error) {
		return c.file(c.api.Exports.ParticipantBundle), nil
	})
	addFile(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "exportClusterEvidence", Method: http.MethodGet, Path: "/checks/{id}/clusters/{number}/bundle",
		Summary: "Export the evidence of a cluster", Description: bundleDescription, Errors: []int{http.StatusConflict},
	}, []string{"text/html"}, func(_ context.Context, c apiRequest, _ *bundleInput) (*output[fileBody], error) {
		return c.file(c.api.Exports.ClusterBundle), nil
	})
	type pairBundleInput struct {
		bundleInput
		Redact string `query:"redact" enum:"left,right" doc:"The side of the participant who gets this copy. The copy hides the other participant. By default, the file is not redacted."`
	}
	addFile(a, auth.InPair(account.Viewer), huma.Operation{
		OperationID: "exportPairEvidence", Method: http.MethodGet, Path: "/pairs/{id}/bundle",
		Summary: "Export the evidence of a pair", Description: bundleDescription,
	}, []string{"text/html"}, func(_ context.Context, c apiRequest, _ *pairBundleInput) (*output[fileBody], error) {
		return c.file(c.api.Exports.PairBundle), nil
	})
}
