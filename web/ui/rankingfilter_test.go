package ui_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The list has no filter by verdict if no verdict is known, unless the address has this filter.
func TestVerdictFilter(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ann")
	hasFilter := func(query string) bool {
		return len(j.Page(ui.CheckPath(j.Check.ID)+query).All("input", "name", "verdict")) > 0
	}
	for _, query := range []string{"", "?participant=nobody"} {
		if !hasFilter(query) {
			t.Errorf("%q: verdicts are known, and the list has no filter by them", query)
		}
	}
	j.Exec("UPDATE submissions SET verdict = ''")
	for query, want := range map[string]bool{"": false, "?verdict=AC": true, "?participant=nobody": false} {
		if got := hasFilter(query); got != want {
			t.Errorf("%q: a filter by verdict: %t, want %t", query, got, want)
		}
	}
}

// A number typed into the filter is searched in the names if names are visible, and is a participant's number in blind
// review.
func TestParticipantFilter(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	c := in.AddChecked("101")
	in.AddUser("root", true)
	admin := in.SignIn("root")
	pair, _, err := in.DB.PairAndCheck(t.Context(), c.Pairs[0])
	webtest.Must(t, err)
	rows := func(query string) int {
		t.Helper()
		return len(admin.Page(fmt.Sprintf("/checks/%d?%s", c.Check, query)).All("tr", "data-row", ""))
	}
	number := fmt.Sprint(pair.Right.Number)
	for _, blind := range []bool{true, false} {
		webtest.Must(t, in.DB.SetSettings(t.Context(), review.Person{}, c.Contest, contest.Settings{Blind: new(blind)}))
		wantPairs := func(query string, isFound bool) {
			t.Helper()
			want := 0
			if isFound {
				want = 1
			}
			if got := rows(query); got != want {
				t.Errorf("blind %v: the filter %s finds %d pairs, want %d", blind, query, got, want)
			}
		}
		wantPairs("participant=101", !blind) // both names contain 101
		wantPairs("participant="+number, blind || strings.Contains("101", number))
		left := fmt.Sprint(pair.Left.Number)
		wantPairs("participant="+left+"+"+number, blind) // the names have no such numbers
		wantPairs("participant="+number+",+"+left, blind)
		wantPairs("participant="+number+"+"+number, !blind && strings.Contains("101", number)) // one in each name
		names := url.Values{"participant": {pair.Right.Participant + " " + pair.Left.Participant}}.Encode()
		wantPairs(names, !blind)
		wantPairs("number="+number, true)
		wantPairs("number=99", false)
	}
	// The participant's page links to their pairs, and the list of pairs links back.
	page := ui.ParticipantPath(contest.Participant{ContestID: c.Contest, Number: pair.Right.Number})
	ranking := fmt.Sprintf("/checks/%d?number=%s&threshold=0", c.Check, number)
	admin.Page(page).One("a", "href", ranking)
	a := admin.Page(ranking)
	webtest.Mention(t, a.Text(), "Only one participant . Show all")
	a.One("a", "href", fmt.Sprintf("/checks/%d?threshold=0", c.Check))
	a.One("input", "type", "hidden", "name", "number", "value", number)
	if links := a.All("a", "href", page); len(links) == 0 {
		t.Error("the list of the participant's pairs has no link to the participant's page")
	}
}

// The filter offers all users who have decided, even without a role now, and the user whose ID is in the address.
func TestDecidedByFilter(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	c := in.AddChecked("finals")
	p, _, err := in.DB.PairAndCheck(t.Context(), c.Pairs[0])
	webtest.Must(t, err)
	former, viewer, stranger := in.AddUser("former", false), in.AddUser("viewer", false), in.AddUser("stranger", false)
	in.SetMember(c.Contest, viewer.ID, account.Reviewer)
	by := review.Person{ID: former.ID, Name: former.Name}
	_, err = in.DB.Decide(t.Context(), by, review.KeyOf(c.Contest, p), review.Review{Decision: review.Confirmed})
	webtest.Must(t, err)
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
	if got := options(""); got != nil {
		t.Errorf("in independent review, the choices are %q before the viewer's own decisions, want none", got)
	}
	webtest.Must(t, in.DB.SetSettings(t.Context(), by, c.Contest, contest.Settings{Independent: new(false)}))
	for query, want := range map[string]string{
		"":                                       "Anybody, former",
		fmt.Sprintf("?reviewer=%d", former.ID):   "Anybody, former selected",
		fmt.Sprintf("?reviewer=%d", viewer.ID):   "Anybody, former, viewer (you) selected",
		fmt.Sprintf("?reviewer=%d", stranger.ID): fmt.Sprintf("Anybody, former, account %d selected", stranger.ID),
	} {
		if got := strings.Join(options(query), ", "); got != want {
			t.Errorf("%q: the choices are %s, want %s", query, got, want)
		}
	}
}
