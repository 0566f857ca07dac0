package intake

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestYAML(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, yaml, want string }{
		{"as in the specification", "- id: asteroids\n  label: A\n  rgb: '#00f'\n  time_limit: 2\n", `[{"id":"asteroids","label":"A","rgb":"#00f","time_limit":"2"}]`},
		{"values do not change", "id: 007\nduration: 5:00:00\nstart-time: 2014-06-25T10:00:00+01\nhidden: true\nteam: null\nnone:\n",
			`{"duration":"5:00:00","hidden":"true","id":"007","none":null,"start_time":"2014-06-25T10:00:00+01","team":null}`},
		{"texts of several lines", "name: |\n  a\n  b\n", `{"name":"a\nb\n"}`},
		{"flow", "{a: [1, {b: c}]}", `{"a":["1",{"b":"c"}]}`},
		{"one pair", "a: b", `{"a":"b"}`},
		{"two documents", "%YAML 1.2\n# of two\n---\na: b\n---\nc: d\n", `{"a":"b"}`},
		{"many items", strings.Repeat("- a: b\n", 2), `[{"a":"b"},{"a":"b"}]`},
		{"a tag", "a: !!str 5", `{"a":"5"}`},
	} {
		got, err := yamlToJSON([]byte(test.yaml))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %s (%v), want %s", test.name, got, err, test.want)
		}
	}
	for name, yaml := range map[string]string{
		"anchors":          "a: &x [1]\nb: *x",
		"merged":           "a: &x {b: 1}\nc:\n  <<: *x",
		"too long":         strings.Repeat("- a\n", 1<<17),
		"many names":       strings.Repeat("a: b\n", 1001),
		"many in brackets": "a: {" + strings.Repeat("b: c,\n", 1001) + "}",
		"deep brackets":    strings.Repeat("[", 100),
		"deep on lines":    strings.Repeat("{a:\n", 100),
		"deep dashes":      strings.Repeat("- ", 1000),
		"deep indentation": strings.Repeat(" ", 1000) + "a: b",
		"no YAML":          "a: [b",
		"a list as a name": "? [a]\n: b",
	} {
		if got, err := yamlToJSON([]byte(yaml)); err == nil {
			t.Errorf("%s is %s, want an error", name, got)
		}
	}
}

// Lists of accounts are long, but their objects are small.
func TestYAMLOfManyAccounts(t *testing.T) {
	t.Parallel()
	got, err := yamlToJSON([]byte(strings.Repeat("- id: a\n  # of the jury\n  username: b\n  type: judge\n\n", 4000)))
	if err != nil || strings.Count(string(got), "username") != 4000 {
		t.Errorf("%d bytes (%v)", len(got), err)
	}
}

// FuzzYAML reads YAML: the result is JSON or an error that quotes nothing.
func FuzzYAML(f *testing.F) {
	for _, seed := range []string{"- id: asteroids\n  label: A\n", "a: |\n  b\n", "{a: [1, {b: c}]}", "a: !!str 5\n---\n", "? a\n: b", "a: &x 1\nb: *x\n<<: *x"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		got, err := yamlToJSON(content)
		switch {
		case err == nil && !json.Valid(got):
			t.Errorf("%q is %q", content, got)
		case err != nil && len(err.Error()) > 100:
			t.Errorf("%q: %v", content, err)
		}
	})
}
