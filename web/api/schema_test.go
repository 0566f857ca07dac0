package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ojcheck/ojcheck/web/webtest"
)

// object is a JSON object.
type object = map[string]any

// apiDocument is the OpenAPI document of a server.
type apiDocument struct {
	*testing.T
	whole    object
	compiler *jsonschema.Compiler
}

// apiOperation is an operation of the document.
type apiOperation struct {
	object
	method, path string
}

// readDocument reads the document, and checks its schemas against the meta-schema of JSON Schema 2020-12. It forbids
// additional fields in all objects, because every present field must be documented.
func readDocument(t *testing.T, served string) apiDocument {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(served))
	webtest.Must(t, err)
	d := apiDocument{t, parsed.(object), jsonschema.NewCompiler()}
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	d.compiler.AssertFormat()
	meta := d.compiler.MustCompile("https://json-schema.org/draft/2020-12/schema")
	for name, schema := range d.part("components", "schemas") {
		if err := meta.Validate(schema); err != nil {
			t.Errorf("the schema %s: %v", name, err)
		}
		if s := schema.(object); s["type"] == "object" && s["additionalProperties"] == nil {
			s["additionalProperties"] = false
		}
	}
	webtest.Must(t, d.compiler.AddResource("api.json", d.whole))
	return d
}

// part returns an object within the document.
func (d apiDocument) part(path ...string) object {
	d.Helper()
	o := d.whole
	for _, name := range path {
		next, ok := o[name].(object)
		if !ok {
			d.Fatalf("the document has no %s", strings.Join(path, " / "))
		}
		o = next
	}
	return o
}

// operations lists all operations by their IDs.
func (d apiDocument) operations() map[string]apiOperation {
	d.Helper()
	list := make(map[string]apiOperation)
	for path, item := range d.part("paths") {
		for method, op := range item.(object) {
			id, _ := op.(object)["operationId"].(string)
			if _, twice := list[id]; twice || id == "" {
				d.Errorf("%s %s: the operation ID is %q, want one that no other operation has", method, path, id)
			}
			list[id] = apiOperation{op.(object), strings.ToUpper(method), path}
		}
	}
	return list
}

// validate checks a value against the schema at a place of the document, given as the elements of a JSON pointer.
func (d apiDocument) validate(what string, value []byte, place ...string) {
	d.Helper()
	for i, name := range place {
		place[i] = strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D", " ", "%20", "+", "%2B").Replace(name)
	}
	schema, err := d.compiler.Compile("api.json#/" + strings.Join(place, "/"))
	if err != nil {
		d.Errorf("%s: %v", what, err)
		return
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
	if err == nil {
		err = schema.Validate(parsed)
	}
	if err != nil {
		d.Errorf("%s does not match its schema: %v\n%.500s", what, err, value)
	}
}

// checkAnswer checks an answer of an operation against the document.
func (d apiDocument) checkAnswer(op apiOperation, what string, a webtest.Answer) {
	d.Helper()
	responses := op.object["responses"].(object)
	documented, ok := responses[strconv.Itoa(a.Status)].(object)
	if !ok {
		d.Errorf("%s: status %d is not in the document: %.300s", what, a.Status, a.Body)
		return
	}
	kind, _, _ := mime.ParseMediaType(a.Header.Get("Content-Type"))
	content, _ := documented["content"].(object)
	if _, ok := content[kind]; !ok {
		d.Errorf("%s: the type %q of status %d is not in the document", what, kind, a.Status)
		return
	}
	if a.Status >= 400 {
		a.T = d.T
		a.Problem() // checks that the body is a problem
	}
	headers, _ := documented["headers"].(object)
	for name := range headers {
		if a.Header.Get(name) == "" {
			d.Errorf("%s: status %d has no header %s", what, a.Status, name)
		}
	}
	value := []byte(a.Body)
	if !strings.HasSuffix(kind, "json") { // for the schema, other bodies are strings
		value, _ = json.Marshal(a.Body)
	}
	d.validate(fmt.Sprintf("%s: the answer of status %d", what, a.Status), value,
		"paths", op.path, strings.ToLower(op.method), "responses", strconv.Itoa(a.Status), "content", kind, "schema")
}

// statuses lists the documented statuses of an operation.
func (op apiOperation) statuses() []int {
	var list []int
	for status := range op.object["responses"].(object) {
		n, _ := strconv.Atoi(status) // 0 for an invalid status, which TestDocumentIsWellFormed reports
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}

// parameters returns the sorted names of the parameters in a place: path, query or header.
func (op apiOperation) parameters(in string) (names []string) {
	list, _ := op.object["parameters"].([]any)
	for _, p := range list {
		if p := p.(object); p["in"] == in {
			names = append(names, p["name"].(string))
		}
	}
	slices.Sort(names)
	return names
}

// The document follows the rules of OpenAPI 3.1 that schemas do not check.
func TestDocumentIsWellFormed(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	asJSON, asYAML := s.Page("/api/v1/openapi.json"), s.Page("/api/v1/openapi.yaml")
	if got := asJSON.Header.Get("Content-Type"); got != "application/openapi+json" {
		t.Errorf("the type is %q, want application/openapi+json", got)
	}
	if !strings.Contains(asYAML.Body, "openapi: 3.1.0\n") || !strings.Contains(asYAML.Body, "operationId: listContests\n") {
		t.Error(`the YAML has no "openapi: 3.1.0" or no operation listContests`)
	}
	d := readDocument(t, asJSON.Body)
	if v := d.whole["openapi"]; v != "3.1.0" {
		t.Errorf("openapi is %v, want 3.1.0", v)
	}
	for key := range d.whole {
		if !slices.Contains([]string{"openapi", "info", "servers", "tags", "security", "components", "paths"}, key) {
			t.Errorf("OpenAPI does not have the field %q", key)
		}
	}
	for _, key := range []string{"title", "version", "description"} {
		if text, _ := d.part("info")[key].(string); text == "" {
			t.Errorf("info has no %s", key)
		}
	}
	var tags []string
	for _, tag := range d.whole["tags"].([]any) {
		tags = append(tags, tag.(object)["name"].(string))
	}
	for _, requirement := range d.whole["security"].([]any) {
		for name := range requirement.(object) {
			if d.part("components", "securitySchemes")[name] == nil {
				t.Errorf("there is no security scheme %q", name)
			}
		}
	}
	used := make(map[string]bool)
	var refs func(v any)
	refs = func(v any) {
		switch v := v.(type) {
		case object:
			if ref, ok := v["$ref"].(string); ok {
				used[strings.TrimPrefix(ref, "#/components/schemas/")] = true
			}
			for _, inner := range v {
				refs(inner)
			}
		case []any:
			for _, inner := range v {
				refs(inner)
			}
		}
	}
	refs(d.whole)
	schemas := slices.Sorted(maps.Keys(d.part("components", "schemas")))
	if got := slices.Sorted(maps.Keys(used)); !slices.Equal(got, schemas) {
		t.Errorf("the schemas %v are used, want all that are declared: %v", got, schemas)
	}
	for id, op := range d.operations() {
		var inPath []string
		for part := range strings.SplitSeq(op.path, "/") {
			if name, ok := strings.CutPrefix(part, "{"); ok {
				inPath = append(inPath, strings.TrimSuffix(name, "}"))
			}
		}
		slices.Sort(inPath)
		if got := op.parameters("path"); !slices.Equal(got, inPath) {
			t.Errorf("%s: parameters of the path %v, want %v", id, got, inPath)
		}
		for _, tag := range op.object["tags"].([]any) {
			if !slices.Contains(tags, tag.(string)) {
				t.Errorf("%s: the tag %v is not declared", id, tag)
			}
		}
		if op.object["summary"] == nil {
			t.Errorf("%s has no summary", id)
		}
		successes := 0
		for status, response := range op.object["responses"].(object) {
			n, err := strconv.Atoi(status)
			description, _ := response.(object)["description"].(string)
			if err != nil || http.StatusText(n) == "" || description == "" {
				t.Errorf("%s: the response %s is invalid, or has no description", id, status)
			}
			if n < 300 {
				successes++
			}
		}
		if successes != 1 {
			t.Errorf("%s: %d responses for success, want 1", id, successes)
		}
		if body, ok := op.object["requestBody"].(object); ok && op.method == http.MethodGet {
			t.Errorf("%s: a GET has a body: %v", id, body)
		}
	}
}
