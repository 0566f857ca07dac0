package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// All lists of a check have the title of their contest, with the time of the check.
func TestTitleOfLists(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ann")
	path := ui.CheckPath(j.Pairs[0].CheckID)
	title := webtest.TextOf(j.Page(path).One("h1"))
	webtest.Mention(t, title, "checked", "Names hidden")
	for _, list := range []string{"/participants", "/clusters", "/near"} {
		if got := webtest.TextOf(j.Page(path + list).One("h1")); got != title {
			t.Errorf("the title of %s is %q, want that of the pairs, %q", list, got, title)
		}
	}
}

// A check that cannot say which programs are near known sources shows the table that says why.
func TestNearNobodyCanTell(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ann")
	j.Exec(`UPDATE checks SET summary = jsonb_set(summary, '{known_sources}', '[{"problem": "A", "language": "c++", "sources": {"generated": 1}, "too_few": true}]')`)
	a := j.Page(ui.CheckPath(j.Pairs[0].CheckID) + "/near")
	webtest.Mention(t, a.Text(), "This check cannot say for any problem", "Too few participants outside all listed pairs")
	a.One("details", "class", "compared", "open", "")
}

// The ranking of participants begins with the most suspicious pair, is sorted by other columns, and finds participants
// by number. In independent review, cases that others confirmed do not count before the viewer's own decision.
func TestParticipantsPage(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ben")
	path := ui.CheckPath(j.Check.ID) + "/participants"
	firstRow := func(query string) string {
		t.Helper()
		return webtest.TextOf(j.Page(path+query).All("tr", "data-row", "")[0])
	}
	first := j.Pairs[0]
	a := j.Page(path)
	webtest.Mention(t, a.Text(), "Participants 45 Participant")
	if strings.Contains(a.Text(), "The check compared") {
		t.Error("the page says how many participants were compared, although all were")
	}
	j.Exec(`UPDATE checks SET summary = jsonb_set(summary, '{participants}', '44')`)
	webtest.Mention(t, j.Page(path).Text(), "The check compared 44 of these participants.")
	webtest.Mention(t, j.Page(ui.CheckPath(j.Check.ID)).Text(), "4 problems, 44 participants", "The check compared 44 participants.")
	if rows := a.All("tr", "data-row", ""); len(rows) != 45 {
		t.Errorf("%d rows, want one for each of 45 participants", len(rows))
	}
	left, right := fmt.Sprintf("Participant %d ", first.Left.Number), fmt.Sprintf("Participant %d ", first.Right.Number)
	if got := firstRow(""); !strings.HasPrefix(got, left) && !strings.HasPrefix(got, right) {
		t.Errorf("the first row is %q, want a participant of the most suspicious pair", got)
	}
	if len(a.All("a", "href", ui.PairPath(first.ID))) != 2 {
		t.Error("the most suspicious pair has no link in the rows of both participants")
	}
	webtest.Mention(t, firstRow(fmt.Sprintf("?name=%d", first.Right.Number)), right)
	j.Exec(`UPDATE pairs SET chance = 9 WHERE id = $1`, first.ID)
	webtest.Mention(t, firstRow(fmt.Sprintf("?name=%d", first.Right.Number)), "1.000 not rare") // other pairs of this participant are listed
	webtest.Mention(t, j.Page(path+"?name="+first.Right.Participant).Text(), "Names are hidden: a name finds only participants whose name is revealed. Type a number instead, such as 17.")
	webtest.Mention(t, j.Page(path+"?name=4711").Text(), "No participant has this name or number.")
	beyond := j.Page(path + "?sort=number&page=9")
	webtest.Mention(t, beyond.Text(), "Participants 45 ", "This page of the list is empty. First page")
	beyond.One("a", "href", path+"?sort=number")

	j.SignInAs("cid")
	j.Send(j.PairPath(5, "/decide?at=5"), "ruling=confirmed") // a ruling is never sealed
	_, err := j.DB.Decide(t.Context(), j.Person("ann"), keyOf(j, 4), confirmed())
	webtest.Must(t, err)
	_, err = j.DB.Decide(t.Context(), j.Person("cid"), keyOf(j, 4), confirmed())
	webtest.Must(t, err)
	confirmedBy := func(name string) (cases int) {
		t.Helper()
		j.SignInAs(name)
		for _, cell := range j.Page(path+"?sort=confirmed").All("td", "data-before", "Confirmed") {
			n := 0
			_, err := fmt.Sscan(webtest.TextOf(cell), &n)
			webtest.Must(t, err)
			cases += n
		}
		return cases
	}
	if got := confirmedBy("cid"); got != 4 {
		t.Errorf("a chief judge counts %d participants of confirmed pairs, want 4 of 2 pairs", got)
	}
	if got := confirmedBy("ben"); got != 2 {
		t.Errorf("a reviewer who decided nothing counts %d participants of confirmed pairs, want those of the ruling", got)
	}
}

// keyOf returns the key of the pair with a rank.
func keyOf(j *webtest.JurySite, rank int) review.Key {
	return review.KeyOf(j.Check.ContestID, j.Pairs[rank-1])
}

func confirmed() review.Review { return review.Review{Decision: review.Confirmed} }
