package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// uploadWith returns an upload with settings.
func uploadWith(c settings.Comparison) jobs.Upload {
	return jobs.Upload{Settings: settings.Settings{Comparison: c}}
}

// The fields of an upload are read as documented. A refusal names the field.
func TestUploadFields(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, value string
		want        jobs.Upload
		refused     bool
	}{
		{name: "across_problems", value: "true", want: uploadWith(settings.Comparison{AcrossProblems: true})},
		{name: "across_problems", value: "false"},
		{name: "earlier", value: "false"},
		{name: "no_templates", value: "true", want: uploadWith(settings.Comparison{NoTemplates: true})},
		{name: "no_templates", value: "no", refused: true},
		{name: "blind", value: "true"},
		{name: "blind", value: "false", want: jobs.Upload{ShowNames: true}},
		{name: "blind", value: "no", refused: true},
		{name: "blind", value: "", refused: true},
		{name: "verdicts", value: "all", want: uploadWith(settings.Comparison{Verdicts: "all"})},
		{name: "verdicts", value: "some", refused: true},
		{name: "language", value: "klingon", refused: true},
		{name: "treshold", value: "0.5", refused: true},
		{name: "file", value: "x", refused: true},
	} {
		var got jobs.Upload
		err := api.SetField(&got, test.name, test.value)
		if (err != nil) != test.refused {
			t.Errorf("%s=%s: got error %v; want an error: %t", test.name, test.value, err, test.refused)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s=%s (-want +got):\n%s", test.name, test.value, diff)
		}
		if err != nil && (httperr.Describe(err).Status != http.StatusUnprocessableEntity || !strings.Contains(httperr.Describe(err).Message, test.name)) {
			t.Errorf("%s=%s: got %+v, want 422 with the name of the field", test.name, test.value, httperr.Describe(err))
		}
	}
}

// Every documented field can be set, and the advice after an unknown field names it.
func TestUploadFieldsAreDocumented(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	d := readDocument(t, s.Page("/api/v1/openapi.json").Body)
	properties := d.at("paths", "/checks", "post", "requestBody", "content", "multipart/form-data", "schema", "properties")
	advice := httperr.Describe(api.SetField(&jobs.Upload{}, "nonsense", "")).Advice
	for name := range properties {
		if !strings.Contains(advice, " "+name+",") && !strings.Contains(advice, " "+name+".") {
			t.Errorf("%s is documented, but the advice does not name it: %s", name, advice)
		}
		if name != "file" && name != "base" {
			if err := api.SetField(&jobs.Upload{}, name, "0.5"); err != nil && strings.Contains(httperr.Describe(err).Message, "no field") {
				t.Errorf("%s is documented, but refused: %v", name, err)
			}
		}
	}
}
