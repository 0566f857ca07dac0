package ccs

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The kind of a participant follows from the team, its groups, the account and the time of the
// submission.
func TestKind(t *testing.T) {
	t.Parallel()
	const hours = `{"id":"c","start_time":"2014-06-25T10:00:00Z","duration":"5:00:00"}`
	for _, test := range []struct {
		name, contest, submission string
		want                      contest.ParticipantKind
	}{
		{"a team", hours, `"team_id":"plain"`, contest.Official},
		{"a hidden team", hours, `"team_id":"hidden"`, contest.Staff},
		{"a team in a hidden group", hours, `"team_id":"jury"`, contest.Staff},
		{"a team in a hidden and a visible group", hours, `"team_id":"both"`, contest.Official},
		{"an account without a team", hours, `"account_id":"free"`, contest.Staff},
		{"a team's account", hours, `"account_id":"member"`, contest.Official},
		{"an admin's account", hours, `"account_id":"admin","team_id":"plain"`, contest.Staff},
		{"the first moment", hours, `"team_id":"plain","time":"2014-06-25T10:00:00Z"`, contest.Official},
		{"a moment before the start", hours, `"team_id":"plain","time":"2014-06-25T09:59:59Z"`, contest.Virtual},
		{"the last moment", hours, `"team_id":"plain","time":"2014-06-25T14:59:59.999Z"`, contest.Official},
		{"the end", hours, `"team_id":"plain","time":"2014-06-25T15:00:00Z"`, contest.Virtual},
		{"late by the clock, but not by contest time", hours, `"team_id":"plain","time":"2014-06-25T15:10:00Z","contest_time":"4:55:00"`, contest.Official},
		{"late by contest time", hours, `"team_id":"plain","contest_time":"5:00:00"`, contest.Virtual},
		{"early by contest time", hours, `"team_id":"plain","contest_time":"-0:00:01"`, contest.Virtual},
		{"a hidden team before the start", hours, `"team_id":"hidden","contest_time":"-1:00:00"`, contest.Staff},
		{"a contest without start and duration", `{"id":"c"}`, `"team_id":"plain","time":"2030-06-25T10:00:00Z","contest_time":"50:00:00"`, contest.Official},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := NewModel()
			load(t, m, map[string]string{
				"contest":     test.contest,
				"groups":      `[{"id":"g"},{"id":"h","hidden":true}]`,
				"teams":       `[{"id":"plain"},{"id":"hidden","hidden":true},{"id":"jury","group_ids":["h"],"hidden":false},{"id":"both","group_ids":["g","h"]}]`,
				"accounts":    `[{"id":"free","type":"team"},{"id":"member","type":"team","team_id":"plain"},{"id":"admin","type":"admin"}]`,
				"submissions": `[{"id":"1",` + test.submission + `}]`,
			})
			if s, _ := m.Submission("1"); s.Kind != test.want {
				t.Errorf("kind %s, want %s", s.Kind, test.want)
			}
		})
	}
}
