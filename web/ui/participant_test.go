package ui_test

import (
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The page of a participant shows their cases with who decided what, their pairs and their submissions. Review is
// independent: who has not decided a pair does not see its case.
func TestParticipantCases(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	left, right := j.Pairs[0].Left, j.Pairs[0].Right
	j.SignInAs("ann")
	j.Post(j.PairPath(1, "/decide"), "decision", "confirmed", "reason", "copied").WantRedirect("/")
	page := ui.ParticipantOf(left)
	a := j.Page(page)
	cases := webtest.TextOf(a.One("table", "class", "cases"))
	webtest.Mention(t, cases, j.Pairs[0].Problem, "Needs a second reviewer", "ann: confirmed as copied", "Open pair")
	webtest.Mention(t, a.Text(), "1 case: 1 needs a second reviewer.", "in the newest check")
	a.One("a", "href", ui.PairPath(j.Pairs[0].ID))
	a.One("section", "aria-labelledby", "submissions-title")
	with := webtest.TextOf(j.Page(ui.ParticipantOf(right)).One("table", "class", "cases"))
	webtest.Mention(t, with, "ann: confirmed as copied")

	// Columns without any value are left out.
	verdict := func() bool {
		return strings.Contains(webtest.TextOf(j.Page(page).One("table", "class", "submissions")), "Verdict")
	}
	if !verdict() {
		t.Error("the submissions have verdicts, and the page does not show them")
	}
	if _, err := j.DB.Pool().Exec(t.Context(), "UPDATE submissions SET verdict = ''"); err != nil {
		t.Fatal(err)
	}
	if verdict() {
		t.Error("no verdict is known, and the page has a column for them")
	}

	j.SignInAs("ben")
	if tables := j.Page(page).All("table", "class", "cases"); len(tables) != 0 {
		t.Errorf("ben has not decided, and sees the case: %s", webtest.TextOf(tables[0]))
	}
}
