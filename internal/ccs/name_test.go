package ccs

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// All teams have different names as participants: teams of the same name get their label in
// addition, or else their ID.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, teams string
		want        []string // by team
	}{
		{"different names", `[{"id":"1","name":"a"},{"id":"2","name":"b"}]`, []string{"a", "b"}},
		{"with display names", `[{"id":"1","name":"a","display_name":"A"},{"id":"2","name":"A1","display_name":null}]`, []string{"A", "A1"}},
		{"without a name: the ID", `[{"id":"1"},{"id":"2","name":"  "}]`, []string{"1", "2"}},
		{"same name, with labels", `[{"id":"1","name":"a","label":"x"},{"id":"2","name":"a","label":"y"}]`, []string{"a (x)", "a (y)"}},
		{"same name, one label is missing", `[{"id":"1","name":"a","label":"2"},{"id":"2","name":"a"}]`, []string{"a (1)", "a (2)"}},
		{"same name, equal labels", `[{"id":"1","name":"a","label":"x"},{"id":"2","name":"a","label":"x"}]`, []string{"a (1)", "a (2)"}},
		{"same name, and a third team has the name with the ID", `[{"id":"1","name":"a"},{"id":"2","name":"a"},{"id":"3","name":"a (2)"}]`, []string{"a (1)", "a (2) (2)", "a (2)"}},
		{"invisible characters, and a long name", `[{"id":"1","name":"a\u0000b\u202e\nc "},{"id":"2","name":"` + strings.Repeat("é", 200) + `"}]`,
			[]string{"a b c", strings.Repeat("é", 127)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := NewModel()
			load(t, m, map[string]string{"teams": test.teams})
			var got []string
			for _, id := range []string{"1", "2", "3"}[:len(m.teams)] {
				got = append(got, m.teamName(id))
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("names (-want +got):\n%s", d)
			}
		})
	}
}

// A problem is named by its label, or by its ID if another problem has that label.
func TestProblemNames(t *testing.T) {
	t.Parallel()
	m := NewModel()
	load(t, m, map[string]string{"problems": `[{"id":"p1","label":"A"},{"id":"p2","label":"B"},{"id":"p3","label":"B"},{"id":"p4"},
		{"id":"p5","label":"p4"},{"id":"C","label":"C"}]`})
	for id, want := range map[string]string{"p1": "A", "p2": "p2", "p3": "p3", "p4": "p4", "p5": "p5", "C": "C"} {
		if got := m.problemName(id); got != want {
			t.Errorf("problem %s has the name %s, want %s", id, got, want)
		}
	}
}

// An account without a team is a participant with a name of its own.
func TestAccountNames(t *testing.T) {
	t.Parallel()
	m := NewModel()
	load(t, m, map[string]string{
		"teams":       `[{"id":"1","name":"jury"}]`,
		"problems":    `[{"id":"p"}]`,
		"accounts":    `[{"id":"x","username":"jury"},{"id":"y","username":"judge"},{"id":"z","name":"judge"}]`,
		"submissions": `[{"id":"1","account_id":"x","problem_id":"p"},{"id":"2","account_id":"y","problem_id":"p"},{"id":"3","account_id":"z","problem_id":"p"},{"id":"4","account_id":"unknown","problem_id":"p"}]`,
	})
	want := []string{`1: jury (x) at p, staff,  (), attempt 1, ""`, `2: judge (y) at p, staff,  (), attempt 1, ""`,
		`3: judge (z) at p, staff,  (), attempt 1, ""`, `4: unknown at p, staff,  (), attempt 1, ""`}
	if d := cmp.Diff(want, describe(m)); d != "" {
		t.Errorf("submissions (-want +got):\n%s", d)
	}
}

// The time of reading teams and accounts of one name, and their names as participants, is proportional to their number.
func BenchmarkNamesakes(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		for _, labels := range []bool{false, true} {
			b.Run(fmt.Sprintf("teams=%d/labels=%v", n, labels), func(b *testing.B) {
				var teams, accounts, submissions []map[string]string
				for i := range n {
					id := strconv.Itoa(i)
					team := map[string]string{"id": id, "name": "team"}
					if labels {
						team["label"] = "seat " + id
					}
					teams = append(teams, team)
					accounts = append(accounts, map[string]string{"id": id, "name": "account"})
					submissions = append(submissions,
						map[string]string{"id": "t" + id, "team_id": id, "problem_id": "A"},
						map[string]string{"id": "a" + id, "account_id": id, "problem_id": "A"})
				}
				b.ReportAllocs()
				for b.Loop() {
					m := NewModel()
					for _, load := range []struct {
						endpoint string
						objects  any
					}{{"submissions", submissions}, {"accounts", accounts}, {"teams", teams}} {
						body, err := json.Marshal(load.objects)
						if err == nil {
							err = m.Load(load.endpoint, body)
						}
						if err != nil {
							b.Fatal(err)
						}
					}
					if got := len(m.Participants()); got != n {
						b.Fatalf("%d participants, want %d", got, n)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/team")
			})
		}
	}
}
