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

var update = flag.Bool("update", false, "write the OpenAPI document anew; what scripts rely on may only be added to")

// The document that is served is the one that is kept here, so that no field,
// parameter, status or choice goes, or becomes another, without being seen.
func TestDocumentIsKept(t *testing.T) {
	t.Parallel()
	served := webtest.NewSite(t).Page("/api/v1/openapi.json").Body
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(served), "", "\t"); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	golden := filepath.Join("testdata", "openapi.json")
	if *update {
		if err := os.WriteFile(golden, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	var was, is any
	if err := json.Unmarshal(stored, &was); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &is); err != nil {
		t.Fatal(err)
	}
	for _, gone := range takenAway("", was, is) {
		t.Error(gone)
	}
	if !bytes.Equal(stored, b.Bytes()) {
		t.Errorf("the document is not %s: if all that differs is meant, run this test with -update and look at the difference", golden)
	}
}

// takenAway tells what a part of a document had that it has no more, and what
// became another. Texts for people alone may change.
func takenAway(at string, was, is any) (list []string) {
	switch was := was.(type) {
	case object:
		is, ok := is.(object)
		if !ok {
			return []string{at + " is no object any more"}
		}
		if _, schema := was["type"].(string); schema {
			for _, name := range []string{"enum", "exclusiveMinimum", "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum", "pattern"} {
				if was[name] == nil && is[name] != nil {
					list = append(list, fmt.Sprintf("%s was narrowed by %s", at, name))
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(was)) {
			// Among properties, schemas and the like, such a name is not that of a text.
			_, words := was[name].(string)
			if words && slices.Contains([]string{"description", "summary", "title"}, name) || name == "examples" {
				continue
			}
			if _, ok := is[name]; !ok {
				list = append(list, fmt.Sprintf("%s / %s was taken away", at, name))
				continue
			}
			list = append(list, takenAway(at+" / "+name, was[name], is[name])...)
		}
	case []any:
		is, _ := is.([]any)
		for _, one := range was {
			i := slices.IndexFunc(is, func(other any) bool { return nameOf(one) == nameOf(other) })
			if i < 0 {
				list = append(list, fmt.Sprintf("%s / %s was taken away", at, nameOf(one)))
				continue
			}
			list = append(list, takenAway(at+" / "+nameOf(one), one, is[i])...)
		}
	default:
		if !reflect.DeepEqual(was, is) {
			list = append(list, fmt.Sprintf("%s was %v and is %v", at, was, is))
		}
	}
	return list
}

// nameOf is what an element of a list is known by: a parameter by its name.
func nameOf(v any) string {
	if o, ok := v.(object); ok && o["name"] != nil {
		return fmt.Sprint(o["name"])
	}
	return fmt.Sprint(v)
}

func TestTakenAway(t *testing.T) {
	t.Parallel()
	const document = `{"paths":{"/jobs":{"get":{"description":"Jobs.","parameters":[{"name":"limit","in":"query","schema":{"maximum":1000}}],"responses":{"200":{},"404":{}}}}},
		"components":{"schemas":{"Job":{"properties":{"id":{"type":"string"},"state":{"enum":["done","failed"]}},"required":["id","state"]}}}}`
	for _, test := range []struct{ name, old, new, want string }{
		{"another text", "Jobs.", "All jobs.", ""},
		{"another field", `"id":{`, `"new":{},"id":{`, ""},
		{"another choice", `["done"`, `["waiting","done"`, ""},
		{"a field less", `"id":{"type":"string"},`, "", "id was taken away"},
		{"a field renamed", `"id":{`, `"ID":{`, "id was taken away"},
		{"a field of another type", `"type":"string"`, `"type":"integer"`, "type was string and is integer"},
		{"an error less", `,"404":{}`, "", "404 was taken away"},
		{"a parameter less", `{"name":"limit","in":"query","schema":{"maximum":1000}}`, "", "limit was taken away"},
		{"a smaller limit", "1000", "100", "maximum was 1000 and is 100"},
		{"fewer texts", `"type":"string"`, `"type":"string","enum":["x"]`, "id was narrowed by enum"},
		{"a choice less", `,"failed"`, "", "failed was taken away"},
		{"a field that may lack", `,"state"]`, "]", "state was taken away"},
	} {
		if !strings.Contains(document, test.old) {
			t.Fatalf("%s: nothing changes", test.name)
		}
		var was, is any
		if err := json.Unmarshal([]byte(document), &was); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(strings.Replace(document, test.old, test.new, 1)), &is); err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if got := strings.Join(takenAway("", was, is), "\n"); (got == "") != (test.want == "") || !strings.HasSuffix(got, test.want) {
			t.Errorf("%s: told %q, want %q", test.name, got, test.want)
		}
	}
}
