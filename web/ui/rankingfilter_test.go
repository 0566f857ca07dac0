package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A number that is typed is a part of a name where names show, and the number of
// somebody where they do not.
func TestParticipantFilter(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	c := in.Checked("101")
	in.User("root", true)
	admin := in.SignIn("root")
	second, err := in.DB.Pair(t.Context(), c.Pairs[0])
	if err != nil {
		t.Fatal(err)
	}
	rows := func(query string) int {
		t.Helper()
		return len(admin.Page(fmt.Sprintf("/checks/%d?%s", c.Check, query)).All("tr", "data-row", ""))
	}
	number := fmt.Sprint(second.Right.Number)
	for _, blind := range []bool{true, false} {
		if err := in.DB.SetBlind(t.Context(), review.Person{}, c.Contest, blind); err != nil {
			t.Fatal(err)
		}
		shown := map[bool]int{true: 1}
		if got := rows("participant=101"); got != shown[!blind] { // which is in both names
			t.Errorf("blind %v: %d pairs of a name with 101", blind, got)
		}
		if got := rows("participant=" + number); got != shown[blind || strings.Contains("101", number)] {
			t.Errorf("blind %v: %d pairs of what may be a number", blind, got)
		}
		if rows("number="+number) != 1 || rows("number=99") != 0 {
			t.Errorf("blind %v: a number is not found", blind)
		}
	}
	// The page of the participant leads to their pairs, and from there to it.
	own := ui.ParticipantPath(contest.Participant{ContestID: c.Contest, Number: second.Right.Number})
	ranking := fmt.Sprintf("/checks/%d?number=%s&threshold=0", c.Check, number)
	admin.Page(own).One("a", "href", ranking)
	a := admin.Page(ranking)
	webtest.Mention(t, a.Text(), "Only of one participant . Of anybody")
	a.One("a", "href", fmt.Sprintf("/checks/%d?threshold=0", c.Check))
	a.One("input", "type", "hidden", "name", "number", "value", number)
	if links := a.All("a", "href", own); len(links) == 0 {
		t.Error("the filter does not lead to the participant")
	}
}

// By whom pairs can be filtered: all who have decided, whatever has become of
// them, and who is named by the address.
func TestDecidedByFilter(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	c := in.Checked("finals")
	p, err := in.DB.Pair(t.Context(), c.Pairs[0])
	if err != nil {
		t.Fatal(err)
	}
	former, viewer, stranger := in.User("former", false), in.User("viewer", false), in.User("stranger", false)
	in.Member(c.Contest, viewer.ID, account.Viewer)
	by := review.Person{ID: former.ID, Name: former.Name}
	if _, err := in.DB.Decide(t.Context(), by, review.KeyOf(c.Contest, p), review.Review{Decision: review.Confirmed}); err != nil {
		t.Fatal(err)
	}
	options := func(query string) (list []string) {
		t.Helper()
		a := in.Page(fmt.Sprintf("/checks/%d%s", c.Check, query))
		for _, o := range a.All("option") {
			if webtest.Attribute(o.Parent, "name") == "reviewer" {
				text := webtest.TextOf(o)
				if _, ok := webtest.Lookup(o, "selected"); ok {
					text += " selected"
				}
				list = append(list, text)
			}
		}
		return list
	}
	in.SignIn("viewer")
	for query, want := range map[string]string{
		"":                                       "Anybody, former",
		fmt.Sprintf("?reviewer=%d", former.ID):   "Anybody, former selected",
		fmt.Sprintf("?reviewer=%d", viewer.ID):   "Anybody, former, viewer (you) selected",
		fmt.Sprintf("?reviewer=%d", stranger.ID): fmt.Sprintf("Anybody, former, account %d selected", stranger.ID),
	} {
		if got := strings.Join(options(query), ", "); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}
