package intake

import (
	"encoding/json"
	"strings"
	"testing"
)

// yamlToJSON converts the YAML of contest packages without changing values, and refuses what
// could take too much work.
func TestYAML(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, yaml, want string }{
		{"as in the specification", "- id: asteroids\n  label: A\n  rgb: '#00f'\n  time_limit: 2\n", `[{"id":"asteroids","label":"A","rgb":"#00f","time_limit":"2"}]`},
		{"values do not change", "id: 007\nduration: 5:00:00\nstart-time: 2014-06-25T10:00:00+01\nhidden: true\nteam: null\nnone:\n",
			`{"duration":"5:00:00","hidden":"true","id":"007","none":null,"start_time":"2014-06-25T10:00:00+01","team":null}`},
		{"texts of several lines", "name: |\n  a\n  b\n", `{"name":"a\nb\n"}`},
		{"brackets", "{a: [1, {b: c}]}", `{"a":["1",{"b":"c"}]}`},
		{"a single pair", "a: b", `{"a":"b"}`},
		{"two documents: only the first", "%YAML 1.2\n# of two\n---\na: b\n---\nc: d\n", `{"a":"b"}`},
		{"many items", strings.Repeat("- a: b\n", 2), `[{"a":"b"},{"a":"b"}]`},
		{"a tag", "a: !!str 5", `{"a":"5"}`},
	} {
		got, err := yamlToJSON([]byte(test.yaml))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %s (error %v), want %s", test.name, got, err, test.want)
		}
	}
	for name, yaml := range map[string]string{
		"anchors":                    "a: &x [1]\nb: *x",
		"a merge key":                "a: &x {b: 1}\nc:\n  <<: *x",
		"too long":                   strings.Repeat("- a\n", 1<<17),
		"too many names":             strings.Repeat("a: b\n", 1001),
		"too many names in brackets": "a: {" + strings.Repeat("b: c,\n", 1001) + "}",
		"deeply nested brackets":     strings.Repeat("[", 100),
		"brackets nested over lines": strings.Repeat("{a:\n", 100),
		"deeply nested dashes":       strings.Repeat("- ", 1000),
		"deep indentation":           strings.Repeat(" ", 1000) + "a: b",
		"not YAML":                   "a: [b",
		"a list as a name":           "? [a]\n: b",
	} {
		if got, err := yamlToJSON([]byte(yaml)); err == nil {
			t.Errorf("%s is %s, want an error", name, got)
		}
	}
}

// A list of thousands of accounts is read: it is long, but its objects are small.
func TestYAMLOfManyAccounts(t *testing.T) {
	t.Parallel()
	got, err := yamlToJSON([]byte(strings.Repeat("- id: a\n  # of the jury\n  username: b\n  type: judge\n\n", 4000)))
	if err != nil || strings.Count(string(got), "username") != 4000 {
		t.Errorf("%d bytes with %d accounts (error %v), want 4000 accounts", len(got), strings.Count(string(got), "username"), err)
	}
}

// FuzzYAML checks that the result is JSON, or a short error.
func FuzzYAML(f *testing.F) {
	for _, seed := range []string{"- id: asteroids\n  label: A\n", "a: |\n  b\n", "{a: [1, {b: c}]}", "a: !!str 5\n---\n", "? a\n: b", "a: &x 1\nb: *x\n<<: *x"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		got, err := yamlToJSON(content)
		switch {
		case err == nil && !json.Valid(got):
			t.Errorf("%q becomes %q, which is not JSON", content, got)
		case err != nil && len(err.Error()) > 100:
			t.Errorf("%q: error of %d bytes, want at most 100: %v", content, len(err.Error()), err)
		}
	})
}
