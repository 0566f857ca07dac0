package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/web/webtest"
)

var update = flag.Bool("update", false, "rewrite the OpenAPI document; changes that break scripts still fail the test")

// The document equals the golden file, so that no field, parameter, status or choice is removed or changed unnoticed.
func TestDocumentGolden(t *testing.T) {
	t.Parallel()
	served := webtest.NewSite(t).Page("/api/v1/openapi.json").Body
	var b bytes.Buffer
	webtest.Must(t, json.Indent(&b, []byte(served), "", "\t"))
	b.WriteByte('\n')
	golden := filepath.Join("testdata", "openapi.json")
	if *update {
		webtest.Must(t, os.WriteFile(golden, b.Bytes(), 0o666))
	}
	stored, err := os.ReadFile(golden)
	webtest.Must(t, err)
	var old, new any
	webtest.Must(t, json.Unmarshal(stored, &old))
	webtest.Must(t, json.Unmarshal(b.Bytes(), &new))
	for _, change := range breakingChanges("", old, new) {
		t.Error(change)
	}
	if !bytes.Equal(stored, b.Bytes()) {
		t.Errorf("the document differs from %s: if that is intended, run this test with -update and review the difference", golden)
	}
}

// breakingChanges lists what was removed from a part of the document, and which values changed. Texts for people may
// change.
func breakingChanges(at string, old, new any) (list []string) {
	switch old := old.(type) {
	case object:
		new, ok := new.(object)
		if !ok {
			return []string{at + " is no object any more"}
		}
		if _, isSchema := old["type"].(string); isSchema {
			for _, name := range []string{"enum", "exclusiveMinimum", "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum", "pattern"} {
				if old[name] == nil && new[name] != nil {
					list = append(list, fmt.Sprintf("%s was narrowed by %s", at, name))
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(old)) {
			// Texts for people are strings: below properties and schemas, "description" may be the name of a field.
			_, isText := old[name].(string)
			if isText && slices.Contains([]string{"description", "summary", "title"}, name) || name == "examples" {
				continue
			}
			if _, ok := new[name]; !ok {
				list = append(list, fmt.Sprintf("%s / %s was removed", at, name))
				continue
			}
			list = append(list, breakingChanges(at+" / "+name, old[name], new[name])...)
		}
	case []any:
		new, _ := new.([]any)
		for _, element := range old {
			i := slices.IndexFunc(new, func(e any) bool { return nameOf(e) == nameOf(element) })
			if i < 0 {
				list = append(list, fmt.Sprintf("%s / %s was removed", at, nameOf(element)))
				continue
			}
			list = append(list, breakingChanges(at+" / "+nameOf(element), element, new[i])...)
		}
	default:
		if !reflect.DeepEqual(old, new) {
			list = append(list, fmt.Sprintf("%s was %v and is %v", at, old, new))
		}
	}
	return list
}

// nameOf returns the key that pairs the elements of an old and a new list: for a parameter, its name.
func nameOf(v any) string {
	if o, ok := v.(object); ok && o["name"] != nil {
		return fmt.Sprint(o["name"])
	}
	return fmt.Sprint(v)
}

// Additions and other texts break no script; removals, narrower values and renamed fields do.
func TestBreakingChanges(t *testing.T) {
	t.Parallel()
	const document = `{"paths":{"/jobs":{"get":{"operationId":"listJobs","description":"Jobs.","parameters":[{"name":"limit","in":"query","schema":{"maximum":1000}}],"responses":{"200":{},"404":{}}}}},
		"components":{"schemas":{"Job":{"properties":{"id":{"type":"string"},"state":{"enum":["done","failed"]}},"required":["id","state"]}}}}`
	for _, test := range []struct{ name, old, new, want string }{
		{"a text changed", "Jobs.", "All jobs.", ""},
		{"a field added", `"id":{`, `"new":{},"id":{`, ""},
		{"a choice added", `["done"`, `["waiting","done"`, ""},
		{"a field removed", `"id":{"type":"string"},`, "", "id was removed"},
		{"a field renamed", `"id":{`, `"ID":{`, "id was removed"},
		{"a field of another type", `"type":"string"`, `"type":"integer"`, "type was string and is integer"},
		{"a status removed", `,"404":{}`, "", "404 was removed"},
		{"an operation renamed", `"operationId":"listJobs"`, `"operationId":"getJobs"`, "operationId was listJobs and is getJobs"},
		{"a parameter removed", `{"name":"limit","in":"query","schema":{"maximum":1000}}`, "", "limit was removed"},
		{"a smaller limit", "1000", "100", "maximum was 1000 and is 100"},
		{"fewer allowed values", `"type":"string"`, `"type":"string","enum":["x"]`, "id was narrowed by enum"},
		{"a choice removed", `,"failed"`, "", "failed was removed"},
		{"a required field made optional", `,"state"]`, "]", "state was removed"},
	} {
		if !strings.Contains(document, test.old) {
			t.Fatalf("%s: the document does not contain %s", test.name, test.old)
		}
		var old, new any
		webtest.Must(t, json.Unmarshal([]byte(document), &old))
		if err := json.Unmarshal([]byte(strings.Replace(document, test.old, test.new, 1)), &new); err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if got := strings.Join(breakingChanges("", old, new), "\n"); (got == "") != (test.want == "") || !strings.HasSuffix(got, test.want) {
			t.Errorf("%s: got the changes %q, want none or %q at their end", test.name, got, test.want)
		}
	}
}
