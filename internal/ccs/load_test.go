package ccs

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Load replaces the objects of an endpoint by those of a list, adds a single object, and names what
// it cannot read.
func TestLoad(t *testing.T) {
	t.Parallel()
	m := NewModel()
	load(t, m, map[string]string{"contests": `[{"id":"other","name":"Other"}]`})
	load(t, m, map[string]string{"contests": ` {"id":"c","name":"C","penalty_time":"0:20:00"}`})
	load(t, m, map[string]string{"contests": `[{"id":"other","name":"Other"},{"id":"c","name":"Mine","penalty_time":20}]`})
	if about := m.Metadata(); about.SystemID != "c" || about.Title != "Mine" {
		t.Errorf("contest %+v, want c with the title Mine", about)
	}
	load(t, m, map[string]string{"teams": `[{"id":"1","name":"one"},{"id":"2","name":"two"}]`})
	load(t, m, map[string]string{"teams": `[{"id":"2","name":"two"},{"id":"3","name":"three"}]`})
	load(t, m, map[string]string{
		"teams":    `{"id":"4","name":"four"}`,
		"problems": `[{"id":"p","label":"P"}]`,
		"submissions": `[{"id":1,"team_id":1,"problem_id":"p","unknown":{"deep":[1]}},{"id":2,"team_id":2,"problem_id":"p"},
			{"id":3,"team_id":3,"problem_id":"p"},{"id":4,"team_id":4,"problem_id":"p"}]`,
		"runs": `[{"id":"1"}]`,
	})
	want := []string{ // as describe writes submissions, here without language, time and verdict
		`1: its team is not among those of the contest`,
		`2: two at P, official,  (), attempt 1, ""`,
		`3: three at P, official,  (), attempt 1, ""`,
		`4: four at P, official,  (), attempt 1, ""`,
	}
	if d := cmp.Diff(want, describe(m)); d != "" {
		t.Errorf("submissions (-want +got):\n%s", d)
	}
	for _, test := range []struct{ name, endpoint, body, want string }{
		{"not JSON", "teams", `{"id":"1"`, "teams: it is not JSON"},
		{"empty body", "teams", ``, "teams: it is not JSON"},
		{"several unknown contests", "contests", `[{"id":"x"},{"id":"y"}]`, "contests: no contest that it lists is known"},
		{"no contest", "contests", `[]`, "contests: no contest that it lists is known"},
		{"a string for a team", "teams", `"x"`, "teams: it has no valid identifier: a valid one has at most 100 bytes, and no brackets or slashes"},
		{"a number for the state", "state", `7`, "state: it is not a JSON object"},
		{"a list for the API information", "api", `[]`, "API information: it is not a JSON object"},
		{"some objects are bad", "teams", `[{"id":"2","name":"two"},{"name":"x"},{"id":"../3"},7,{"id":"5","name":"five"}]`,
			"teams: 3 of 5 objects could not be read; the first: it has no valid identifier: a valid one has at most 100 bytes, and no brackets or slashes"},
	} {
		if err := m.Load(test.endpoint, []byte(test.body)); err == nil || err.Error() != test.want {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
	// The list with bad objects has replaced the previous list.
	unknown := `its team is not among those of the contest`
	want = []string{"1: " + unknown, `2: two at P, official,  (), attempt 1, ""`, "3: " + unknown, "4: " + unknown}
	if d := cmp.Diff(want, describe(m)); d != "" {
		t.Errorf("submissions at the end (-want +got):\n%s", d)
	}
}

// A model contains no passwords, although accounts have them.
func TestPasswordsAreNotStored(t *testing.T) {
	t.Parallel()
	const secret = "sesame-open"
	if !strings.Contains(strings.Join(sampleFeed, ""), secret) {
		t.Fatal("the sample has no password")
	}
	m := modelOf(t, sampleFeed)
	load(t, m, map[string]string{"accounts": `[{"id":"a","username":"a","PASSWORD":"` + secret + `","password":"` + secret + `"}]`})
	if content := fmt.Sprintf("%+v", *m); strings.Contains(content, secret) {
		t.Errorf("the model has a password: %s", content)
	}
	for _, object := range []reflect.Type{reflect.TypeFor[account](), reflect.TypeFor[team](), reflect.TypeFor[submission]()} {
		for _, f := range reflect.VisibleFields(object) {
			if strings.Contains(strings.ToLower(f.Name+f.Tag.Get("json")), "pass") {
				t.Errorf("%s has the field %s, which may hold a password", object, f.Name)
			}
		}
	}
}

// FillDefaults adds judgement types that the judge system does not list. It adds teams and problems
// only if the system lists none.
func TestFillDefaults(t *testing.T) {
	t.Parallel()
	m := NewModel()
	load(t, m, map[string]string{
		"submissions": `[{"id":"1","team_id":"t1","problem_id":"A"},{"id":"2","team_id":"t2","problem_id":"B"}]`,
		"judgements":  `[{"id":"1","submission_id":"1","judgement_type_id":"AC"},{"id":"2","submission_id":"2","judgement_type_id":"TLE"}]`,
	})
	if s, _ := m.Submission("1"); s.Judged || s.IgnoreReason == "" {
		t.Errorf("before FillDefaults: %+v, want the submission ignored and not judged", s)
	}
	m.FillDefaults()
	want := []string{`1: t1 at A, official,  (), attempt 1, "AC"`, `2: t2 at B, official,  (), attempt 1, "TLE"`}
	if d := cmp.Diff(want, describe(m)); d != "" {
		t.Errorf("submissions (-want +got):\n%s", d)
	}
	load(t, m, map[string]string{"teams": `[{"id":"t1","name":"Known"}]`})
	m.FillDefaults()
	want = []string{`1: Known at A, official,  (), attempt 1, "AC"`, `2: its team is not among those of the contest`}
	if d := cmp.Diff(want, describe(m)); d != "" {
		t.Errorf("submissions after the teams are loaded (-want +got):\n%s", d)
	}
}
