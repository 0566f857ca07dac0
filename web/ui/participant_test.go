package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The page of a participant shows their pairs with who decided what, their other cases and their submissions. Review is
// independent: who has not decided a pair does not see its case.
func TestParticipantCases(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	left, right := j.Pairs[0].Left, j.Pairs[0].Right
	j.SignInAs("ann")
	j.Post(j.PairPath(1, "/decide"), "decision", "confirmed", "reason", "copied").WantRedirect("/")
	page := ui.ParticipantOf(left)
	a := j.Page(page)
	caseOf := func(side contest.Side) string {
		return webtest.TextOf(j.Page(ui.ParticipantOf(side)).One("tr", "id", fmt.Sprintf("pair-%d", j.Pairs[0].ID)))
	}
	webtest.Mention(t, caseOf(left), j.Pairs[0].Problem, "Needs a second reviewer", "ann: confirmed as copied")
	if n := strings.Count(a.Text(), "ann: confirmed as copied"); n != 1 {
		t.Errorf("the page shows the decision %d times, want once", n)
	}
	webtest.Mention(t, a.Text(), "1 case: 1 needs a second reviewer.", "in the newest check")
	a.One("section", "aria-labelledby", "submissions-title")
	webtest.Mention(t, caseOf(right), "ann: confirmed as copied")
	webtest.Mention(t, j.Page(page+"?page=9").Text(), "This page of the list is empty. First page")

	// Columns without any value are left out.
	verdict := func() bool {
		return strings.Contains(webtest.TextOf(j.Page(page).One("table", "class", "submissions")), "Verdict")
	}
	if !verdict() {
		t.Error("the submissions have verdicts, and the page does not show them")
	}
	j.Exec("UPDATE submissions SET verdict = ''")
	if verdict() {
		t.Error("no verdict is known, and the page has a column for them")
	}

	j.SignInAs("ben")
	if got := caseOf(left); strings.Contains(got, "ann") || !strings.Contains(got, "Open") {
		t.Errorf("ben has not decided, and sees the case: %s", got)
	}

	// A case whose pair is not in the list is below it.
	j.SignInAs("ann")
	j.Exec("DELETE FROM pairs WHERE id = $1", j.Pairs[0].ID)
	webtest.Mention(t, webtest.TextOf(j.Page(page).One("table", "class", "cases")), j.Pairs[0].Problem, "Needs a second reviewer", "ann: confirmed as copied")
}

// The page of a participant leads to their pairs in the ranking, or says once that there are none.
func TestParticipantWithoutPairs(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ann")
	found := map[bool]bool{}
	for number := 1; len(found) < 2; number++ {
		page := j.Page(fmt.Sprintf("/contests/%d/participants/%d", j.Check.ContestID, number)).Text()
		hasPairs := strings.Contains(page, "Show in ranking")
		if hasPairs == strings.Contains(page, "No stored pairs with this participant.") || strings.Contains(page, " 0 pairs") {
			t.Fatalf("participant %d: want a link to the pairs, or one sentence: %s", number, page)
		}
		found[hasPairs] = true
	}
}
