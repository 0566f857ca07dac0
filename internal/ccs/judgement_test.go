package ccs

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestJudgements(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, judgements string
		want             []contest.Verdict // in order of time
		current          int               // -1 for none
	}{
		{"none", `[]`, nil, -1},
		{"pending", `[{"id":"1","submission_id":"s","judgement_type_id":null}]`, nil, -1},
		{"of a type that is not known", `[{"id":"1","submission_id":"s","judgement_type_id":"XX"}]`, nil, -1},
		{"one", `[{"id":"1","submission_id":"s","judgement_type_id":"WA"}]`, []contest.Verdict{"WA"}, 0},
		{"solved by another name", `[{"id":"1","submission_id":"s","judgement_type_id":"yes"}]`, []contest.Verdict{"AC"}, 0},
		{"not solved, whatever its name", `[{"id":"1","submission_id":"s","judgement_type_id":"AC"}]`, []contest.Verdict{"AC (NOT SOLVED)"}, 0},
		{"a compile error by its name", `[{"id":"1","submission_id":"s","judgement_type_id":"c1"}]`, []contest.Verdict{"CE"}, 0},
		{"rejudged", `[{"id":"9","submission_id":"s","judgement_type_id":"yes","end_time":"2014-06-25T12:00:00Z"},
			{"id":"10","submission_id":"s","judgement_type_id":"WA","end_time":"2014-06-25T11:00:00Z"}]`, []contest.Verdict{"WA", "AC"}, 1},
		{"rejudged at no time", `[{"id":"9","submission_id":"s","judgement_type_id":"yes"},
			{"id":"10","submission_id":"s","judgement_type_id":"WA"}]`, []contest.Verdict{"AC", "WA"}, 1},
		{"a rejudging that is pending", `[{"id":"1","submission_id":"s","judgement_type_id":"WA"},{"id":"2","submission_id":"s"}]`, []contest.Verdict{"WA"}, 0},
		{"a rejudging that was not applied", `[{"id":"1","submission_id":"s","judgement_type_id":"WA","current":true},
			{"id":"2","submission_id":"s","judgement_type_id":"yes","current":false}]`, []contest.Verdict{"WA", "AC"}, 0},
		{"the old one counts no more, the new one is pending", `[{"id":"1","submission_id":"s","judgement_type_id":"yes","valid":false},
			{"id":"2","submission_id":"s","valid":true}]`, []contest.Verdict{"AC"}, -1},
		{"a simplified type alone", `[{"id":"1","submission_id":"s","simplified_judgement_type_id":"WA"}]`, []contest.Verdict{"WA"}, 0},
		{"of another submission", `[{"id":"1","submission_id":"other","judgement_type_id":"WA"}]`, nil, -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := NewModel()
			for endpoint, body := range map[string]string{
				"judgement-types": `[{"id":"yes","name":"Yes","solved":true},{"id":"WA","name":"Wrong","solved":false},{"id":"AC","solved":false},{"id":"c1","name":"Compilation Error (gcc)"}]`,
				"submissions":     `[{"id":"s"}]`,
				"judgements":      test.judgements,
			} {
				if err := m.Load(endpoint, []byte(body)); err != nil {
					t.Fatal(err)
				}
			}
			s, _ := m.Submission("s")
			var got []contest.Verdict
			current, verdict := -1, contest.VerdictUnknown
			for i, j := range s.Judgements {
				got = append(got, j.Verdict)
				if j.Solved != (j.Verdict == contest.VerdictAccepted) {
					t.Errorf("judgement %+v", j)
				}
				if j.Current {
					current, verdict = i, j.Verdict
				}
			}
			if d := cmp.Diff(test.want, got); d != "" || current != test.current || s.Judged != (current >= 0) || s.Verdict != verdict {
				t.Errorf("judgements %v, current index %d, verdict %q; want judgements %v and index %d", got, current, s.Verdict, test.want, test.current)
			}
		})
	}
}
