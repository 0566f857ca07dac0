package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// A number that is typed is a part of a name where names show, and the number of
// somebody where they do not.
func TestParticipantFilter(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	c := in.checked("101")
	in.user("root", true)
	admin := in.signIn("root")
	second, err := in.db.Pair(t.Context(), c.pairs[0])
	if err != nil {
		t.Fatal(err)
	}
	rows := func(query string) int {
		t.Helper()
		return len(admin.page(fmt.Sprintf("/checks/%d?%s", c.check, query)).all("tr", "data-row", ""))
	}
	number := fmt.Sprint(second.Right.Number)
	for _, blind := range []bool{true, false} {
		if err := in.db.SetBlind(t.Context(), review.Person{}, c.contest, blind); err != nil {
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
	own := participantPath(contest.Participant{ContestID: c.contest, Number: second.Right.Number})
	ranking := fmt.Sprintf("/checks/%d?number=%s&threshold=0", c.check, number)
	admin.page(own).one("a", "href", ranking)
	a := admin.page(ranking)
	mention(t, a.text(), "Only of one participant . Of anybody")
	a.one("a", "href", fmt.Sprintf("/checks/%d?threshold=0", c.check))
	a.one("input", "type", "hidden", "name", "number", "value", number)
	if links := a.all("a", "href", own); len(links) == 0 {
		t.Error("the filter does not lead to the participant")
	}
}

// By whom pairs can be filtered: all who have decided, whatever has become of
// them, and who is named by the address.
func TestDecidedByFilter(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	c := in.checked("finals")
	p, err := in.db.Pair(t.Context(), c.pairs[0])
	if err != nil {
		t.Fatal(err)
	}
	former, viewer, stranger := in.user("former", false), in.user("viewer", false), in.user("stranger", false)
	in.member(c.contest, viewer.ID, account.Viewer)
	by := review.Person{ID: former.ID, Name: former.Name}
	if _, err := in.db.Decide(t.Context(), by, review.KeyOf(c.contest, p), review.Review{Decision: review.Confirmed}); err != nil {
		t.Fatal(err)
	}
	options := func(query string) (list []string) {
		t.Helper()
		a := in.page(fmt.Sprintf("/checks/%d%s", c.check, query))
		for _, o := range a.all("option") {
			if attribute(o.Parent, "name") == "reviewer" {
				text := textOf(o)
				if _, ok := lookup(o, "selected"); ok {
					text += " selected"
				}
				list = append(list, text)
			}
		}
		return list
	}
	in.signIn("viewer")
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
