package ccs

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// A submission has its judgements in order of time, with the current one marked. Verdicts follow
// the contest's judgement types.
func TestJudgements(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, judgements string
		want             []contest.Verdict // in order of time
		current          int               // index in want; -1 if no judgement is current
	}{
		{"no judgement", `[]`, nil, -1},
		{"pending judgement", `[{"id":"1","submission_id":"s","judgement_type_id":null}]`, nil, -1},
		{"unknown judgement type", `[{"id":"1","submission_id":"s","judgement_type_id":"XX"}]`, nil, -1},
		{"one judgement", `[{"id":"1","submission_id":"s","judgement_type_id":"WA"}]`, []contest.Verdict{"WA"}, 0},
		{"accepted under another name", `[{"id":"1","submission_id":"s","judgement_type_id":"yes"}]`, []contest.Verdict{"AC"}, 0},
		{"named AC, but not solved", `[{"id":"1","submission_id":"s","judgement_type_id":"AC"}]`, []contest.Verdict{"AC (NOT SOLVED)"}, 0},
		{"compile error, known by the name of its type", `[{"id":"1","submission_id":"s","judgement_type_id":"c1"}]`, []contest.Verdict{"CE"}, 0},
		{"rejudged", `[{"id":"9","submission_id":"s","judgement_type_id":"yes","end_time":"2014-06-25T12:00:00Z"},
			{"id":"10","submission_id":"s","judgement_type_id":"WA","end_time":"2014-06-25T11:00:00Z"}]`, []contest.Verdict{"WA", "AC"}, 1},
		{"rejudged, without times", `[{"id":"9","submission_id":"s","judgement_type_id":"yes"},
			{"id":"10","submission_id":"s","judgement_type_id":"WA"}]`, []contest.Verdict{"AC", "WA"}, 1},
		{"a pending rejudging", `[{"id":"1","submission_id":"s","judgement_type_id":"WA"},{"id":"2","submission_id":"s"}]`, []contest.Verdict{"WA"}, 0},
		{"a rejudging that was not applied", `[{"id":"1","submission_id":"s","judgement_type_id":"WA","current":true},
			{"id":"2","submission_id":"s","judgement_type_id":"yes","current":false}]`, []contest.Verdict{"WA", "AC"}, 0},
		{"the old judgement is invalid, the new one pending", `[{"id":"1","submission_id":"s","judgement_type_id":"yes","valid":false},
			{"id":"2","submission_id":"s","valid":true}]`, []contest.Verdict{"AC"}, -1},
		{"only a simplified type", `[{"id":"1","submission_id":"s","simplified_judgement_type_id":"WA"}]`, []contest.Verdict{"WA"}, 0},
		{"judgement of another submission", `[{"id":"1","submission_id":"other","judgement_type_id":"WA"}]`, nil, -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := NewModel()
			load(t, m, map[string]string{
				"judgement-types": `[{"id":"yes","name":"Yes","solved":true},{"id":"WA","name":"Wrong","solved":false},{"id":"AC","solved":false},{"id":"c1","name":"Compilation Error (gcc)"}]`,
				"submissions":     `[{"id":"s"}]`,
				"judgements":      test.judgements,
			})
			s, _ := m.Submission("s")
			var got []contest.Verdict
			current, verdict := -1, contest.VerdictUnknown
			for i, j := range s.Judgements {
				got = append(got, j.Verdict)
				if j.Solved != (j.Verdict == contest.VerdictAccepted) {
					t.Errorf("Solved does not agree with the verdict: %+v", j)
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
