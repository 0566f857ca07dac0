package ui_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// addNamesake adds a contest with a participant of the same name as that of a side. The check of the contest has a pair with
// the side, and a summary with names. The contests are blind, but these names are revealed: pages mask only the others in paths.
func addNamesake(j *webtest.JurySite, name string, side contest.Side) {
	j.Helper()
	c := j.AddChecked(name, contest.Submission{ID: side.SubmissionID, Participant: side.Participant, Path: side.Path})
	j.SetMember(c.Contest, j.Users["cid"].ID, account.Chief)
	j.Exec("UPDATE participants SET name = $2 WHERE contest_id = $1 AND name LIKE 'team one%'", c.Contest, side.Participant)
	j.Exec("UPDATE participants SET revealed = true WHERE contest_id = $1 OR id = $2", c.Contest, side.ParticipantID)
	j.Exec(`UPDATE checks SET summary = summary || '{"private_count": 1}', parameters = parameters || '{"against": ["archive"]}' WHERE id = $1`, c.Check)
}

// The number of SQL statements of a page does not depend on how much it lists. Statements that authorise the viewer
// count too; -v prints the numbers.
func TestStatements(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("cid")
	// The first page reads what stays in memory for all pairs of the problem, or for all of the check: the ranking prepares its
	// first pair.
	const rank = 3
	j.Page(j.PairPath(1, ""))
	j.Page(j.PairPath(rank, ""))
	assign := []string{"to", strconv.FormatInt(j.Users["ann"].ID, 10)}
	for _, p := range j.Pairs[:min(50, len(j.Pairs))] {
		assign = append(assign, "pair", strconv.FormatInt(p.ID, 10))
	}
	check := fmt.Sprintf("/checks/%d", j.Check.ID)
	get := func(path string) func() { return func() { j.Page(path) } }
	count := func(name string, most int, send func()) {
		t.Helper()
		j.Statements.Take()
		send()
		list := j.Statements.Take()
		t.Logf("%s: %d statements", name, len(list))
		if len(list) > most {
			t.Errorf("%s: %d statements, want at most %d:\n%s", name, len(list), most, strings.Join(list, "\n"))
		}
	}
	participant := j.Pairs[0].Left
	for _, tt := range []struct {
		name string
		most int
		send func()
	}{
		{"contest", 12, get(fmt.Sprintf("/contests/%d", j.Check.ContestID))},
		{"contest with one check", 12, get(check)},
		{"participants", 5, get(check + "/participants")},
		{"clusters", 9, get(check + "/clusters")},
		{"cluster", 9, get(check + "/clusters/1")},
		{"pair", 15, get(j.PairPath(rank, ""))},
		{"participant", 15, get(ui.ParticipantOf(participant))},
		{fmt.Sprintf("assign %d pairs", len(assign)/2-1), 11, func() { j.Post(check+"/assign", assign...) }},
	} {
		count(tt.name, tt.most, tt.send)
	}
	for i := range 25 {
		addNamesake(j, fmt.Sprintf("other %d", i), participant)
	}
	page := ui.ParticipantOf(participant)
	count("participant in 25 other contests", 18, get(page))
	if lists := j.Page(page).All("h3"); len(lists) != 2*25 {
		t.Errorf("the page has %d lists of other contests, want 50", len(lists))
	}
}
