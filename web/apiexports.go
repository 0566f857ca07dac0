package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/account"
)

// fileOutput is the answer of an operation that hands out a file.
type fileOutput struct{ Body func(huma.Context) }

// file hands out a file as a page does.
func (c call) file(hand func(http.ResponseWriter, *http.Request) error) *fileOutput {
	return &fileOutput{func(huma.Context) {
		if err := hand(c.w, c.r); err != nil {
			c.showError(c.w, c.r, err)
		}
	}}
}

// addFile adds an operation that hands out a file of one of some media types.
func addFile[I any](a *api, access access, op huma.Operation, mediaTypes []string, handle func(context.Context, call, *I) (*fileOutput, error)) {
	content := make(map[string]*huma.MediaType)
	for _, t := range mediaTypes {
		content[t] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
		if t == "application/json" {
			content[t] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}}
		}
	}
	op.Tags = []string{"exports"}
	op.Responses = map[string]*huma.Response{statusKey(http.StatusOK): {
		Description: "The file.", Content: content,
		Headers: map[string]*huma.Param{noticeHeader: {Description: "That similarity is not proof, for formats that have no room for it.", Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	add(a, access, op, handle)
}

func (a *api) addExports() {
	type exportInput struct {
		PairQuery
		Format string `query:"format" default:"json" enum:"table,csv,json,html,jplag-csv,dolos-csv"`
		Top    int    `query:"top" minimum:"0" maximum:"1000000" doc:"At most so many pairs; 0 is no limit."`
		Width  int    `query:"width" minimum:"0" maximum:"10000" doc:"Columns of the terminal that the table is to fit; 0 cuts nothing."`
	}
	addFile(a, inCheck(account.Viewer), huma.Operation{
		OperationID: "exportPairs", Method: http.MethodGet, Path: "/checks/{id}/export",
		Summary:     "Export the pairs of a check",
		Description: "As a table for a terminal, CSV, JSON, HTML with the evidence, or the tables of JPlag and Dolos. It is written into the log of the contest.",
		Errors:      []int{http.StatusConflict},
	}, []string{"text/plain", "text/csv", "application/json", "text/html"}, func(_ context.Context, c call, in *exportInput) (*fileOutput, error) {
		check, err := c.completeCheck(c.r)
		if err != nil {
			return nil, err
		}
		chosen, err := in.ranking(check)
		if err != nil {
			return nil, err
		}
		return c.file(func(w http.ResponseWriter, r *http.Request) error {
			return c.export(w, r, exportAs(in.Format, in.Width), chosen, in.Top)
		}), nil
	})
}
