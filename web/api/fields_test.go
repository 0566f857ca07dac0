package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/webtest"
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
		{name: "threshold", value: "0.5", want: uploadWith(settings.Comparison{Threshold: 0.5})},
		{name: "threshold", value: "2", refused: true},
		{name: "max_chance", value: "-1", refused: true},
		{name: "keep", value: "0", refused: true},
		{name: "treshold", value: "0.5", refused: true}, // misspelt on purpose
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
		if err != nil && (httperr.Describe(err).Status != http.StatusUnprocessableEntity || !strings.Contains(httperr.Describe(err).Message.Error(), test.name)) {
			t.Errorf("%s=%s: got %+v, want 422 with the name of the field", test.name, test.value, httperr.Describe(err))
		}
	}
}

// Every documented field can be set, and the advice on an unknown field lists all documented ones.
func TestUploadFieldsAreDocumented(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	d := readDocument(t, s.Page("/api/v1/openapi.json").Body)
	properties := d.part("paths", "/checks", "post", "requestBody", "content", "multipart/form-data", "schema", "properties")
	advice := httperr.Describe(api.SetField(&jobs.Upload{}, "nonsense", "")).Advice.Error()
	for name := range properties {
		if !strings.Contains(advice, " "+name+",") && !strings.Contains(advice, " "+name+".") {
			t.Errorf("%s is documented, but the advice does not name it: %s", name, advice)
		}
		if name != "file" && name != "base" {
			if err := api.SetField(&jobs.Upload{}, name, "0.5"); err != nil && strings.Contains(httperr.Describe(err).Message.Error(), "no field") {
				t.Errorf("%s is documented, but refused: %v", name, err)
			}
		}
	}
}

// withNull returns copies of a JSON value. In each copy one part is null; the key of the copy is the place of that part.
func withNull(v any) map[string]any {
	copies := map[string]any{"": nil}
	switch v := v.(type) {
	case map[string]any:
		for name, field := range v {
			for place, changed := range withNull(field) {
				other := maps.Clone(v)
				other[name] = changed
				copies["."+name+place] = other
			}
		}
	case []any:
		for i, element := range v {
			for place, changed := range withNull(element) {
				other := slices.Clone(v)
				other[i] = changed
				copies[fmt.Sprintf("[%d]%s", i, place)] = other
			}
		}
	}
	return copies
}

// A null in a body is refused, or it does nothing. It never makes the server fail.
func TestNull(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	s := newAPISite(t)
	d := readDocument(t, s.Page("/api/v1/openapi.json").Body)
	for id, op := range d.operations() {
		for _, c := range apiCalls[id] {
			if !slices.Contains(bodyOf(op), "application/json") {
				continue
			}
			body := map[string]any{}
			if c.body != "" {
				if err := json.Unmarshal([]byte(strings.ReplaceAll(c.body, "{contest}", "1")), &body); err != nil {
					t.Fatalf("%s: %v", id, err)
				}
			}
			bodies := withNull(body)
			schema := op.object["requestBody"].(object)["content"].(object)["application/json"].(object)["schema"].(object)
			for name := range d.part("components", "schemas", path.Base(schema["$ref"].(string)), "properties") {
				other := maps.Clone(body)
				other[name] = nil
				bodies["."+name] = other
			}
			for place, changed := range bodies {
				text, err := json.Marshal(changed)
				webtest.Must(t, err)
				c.body = string(text)
				if a := s.sendValid(op, c); a.Status >= 500 {
					t.Errorf("%s with null at %q: status %d: %.300s", id, place, a.Status, a.Body)
				}
			}
		}
	}
}

// A body with a field that the document does not have is refused: nobody loses what a misspelt field says.
func TestUnknownField(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	d := readDocument(t, s.Page("/api/v1/openapi.json").Body)
	for id, op := range d.operations() {
		for _, c := range apiCalls[id] {
			if !slices.Contains(bodyOf(op), "application/json") {
				continue
			}
			c.body = `{"mispelt":"x"}`
			if a := s.sendValid(op, c); a.Status != http.StatusUnprocessableEntity || !strings.Contains(a.Body, "body.mispelt") {
				t.Errorf("%s: status %d, want a refusal that names the field: %.300s", id, a.Status, a.Body)
			}
		}
	}
}
