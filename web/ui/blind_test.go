package ui_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// personalData are parts of names and other facts that no page of the contest of AddBlind may show.
var personalData = []string{"Lovelace", "lovelace", "Hopper", "hopper", "Noether", "Analytical Society", "Nantes", "10.1.2.3", "row-7"}

// No page of a blind contest shows anybody's name or facts, whatever the viewer's role.
func TestBlindPages(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	contestID, checkID, pairs := in.AddBlind()
	for name, role := range map[string]account.Role{"vera": account.Viewer, "rita": account.Reviewer, "carl": account.Chief} {
		u := in.AddMember(contestID, name, role)
		if role == account.Reviewer {
			_, err := in.DB.Decide(t.Context(), review.Person{ID: u.ID, Name: u.Name}, review.KeyOf(contestID, pairs[0]),
				review.Review{Decision: review.Confirmed, Reason: review.Copied, Note: "Ada Lovelace has it of Grace Hopper"})
			webtest.Must(t, err)
		}
	}
	in.AddUser("root", true)
	address := func(format string, ids ...any) string { return fmt.Sprintf(format, ids...) }
	paths := []string{
		"/", "/?name=Aut", address("/contests/%d", contestID), address("/contests/%d?threshold=0.9", contestID),
		address("/contests/%d/participants/1", contestID), address("/contests/%d/participants/2", contestID), address("/contests/%d/participants/3", contestID),
		address("/checks/%d", checkID), address("/checks/%d?threshold=0&participant=1", checkID), address("/checks/%d?state=pending", checkID), address("/checks/%d/skipped", checkID), address("/checks/%d/participants", checkID),
		"/search",
	}
	chief := []string{address("/contests/%d/log", contestID), address("/contests/%d/settings", contestID), address("/contests/%d/checks", contestID)}
	for name, list := range map[string][]string{"vera": paths, "rita": paths, "carl": append(chief, paths...), "root": append(chief, append(paths, "/log")...)} {
		client := in.NewClient(t).SignIn(name)
		for _, path := range list {
			a := client.Page(path)
			for _, secret := range personalData {
				if strings.Contains(a.Body, secret) {
					t.Errorf("%s reads %q on %s:\n%s", name, secret, path, a.Text())
				}
			}
		}
	}
	carl := in.NewClient(t).SignIn("carl")
	// Numbers for names are in the language of the reader; files for programs are in English.
	carl.Post("/account/language", "language", "es")
	for path, want := range map[string]string{
		address("/checks/%d?participant=participante+%d", checkID, pairs[0].Right.Number): fmt.Sprintf("Participante %d", pairs[0].Right.Number),
		address("/contests/%d/log", contestID):                                            "has it of Alguien",
		address("/checks/%d/pairs.html", checkID):                                         fmt.Sprintf("Participante %d", pairs[0].Right.Number),
		address("/checks/%d/pairs.html?lang=ja", checkID):                                 fmt.Sprintf("参加者 %d", pairs[0].Right.Number),
		address("/checks/%d/pairs.csv", checkID):                                          fmt.Sprintf(",Participant %d,", pairs[0].Right.Number),
		address("/contests/%d/decisions.json", contestID):                                 "has it of Somebody",
	} {
		if a := carl.Page(path); !strings.Contains(a.Body, want) {
			t.Errorf("%s in Spanish does not have %q:\n%s", path, want, a.Text())
		}
	}
	both := carl.Page(address("/checks/%d?participant=participante+%d,+participante+%d", checkID, pairs[0].Right.Number, pairs[0].Left.Number))
	if rows := both.All("tr", "data-row", ""); len(rows) != 1 {
		t.Errorf("two labels in Spanish find %d pairs, want their pair: %s", len(rows), both.Text())
	}
	carl.Post("/account/language", "language", "en")
	const somebody = "one of them is then “Somebody”"
	root := in.NewClient(t).SignIn("root")
	before := root.Page(address("/checks/%d", checkID)).Text()
	in.EndBlindReview(pairs[2].Right.ContestID)
	after := root.Page(address("/checks/%d", checkID)).Text()
	if strings.Contains(before, somebody) || !strings.Contains(after, somebody) || !strings.Contains(root.Page(address("/pairs/%d", pairs[2].ID)).Text(), somebody) {
		t.Errorf("before and after the end of the other contest's blind review, want the hint only after:\n%s\n%s", before, after)
	}
	webtest.Mention(t, carl.Page(address("/contests/%d/log", contestID)).Text(), "rita", "Decided: confirmed, copied", "state: needs a second reviewer", "Somebody has it of Somebody")
	skipped := carl.Page(address("/checks/%d/skipped", checkID))
	webtest.Mention(t, skipped.Text(), "Blind review hides their paths. Names hidden")
	skipped.One("a", "href", address("/contests/%d/settings", contestID))
	// The filter does not confirm a guess of a hidden name, nor does it say that such a name has no pairs.
	for _, name := range []string{"Lovelace", "Nobody"} {
		a := carl.Page(address("/checks/%d?threshold=0&participant=%s", checkID, name))
		if rows := a.All("tr", "data-row", ""); len(rows) > 0 {
			t.Errorf("the filter finds %d pairs by a hidden name, want none", len(rows))
		}
		webtest.Mention(t, a.Text(), "Names are hidden: a name finds only participants whose name is revealed.")
		if strings.Contains(a.Text(), "No pairs") {
			t.Errorf("the page says that %s has no pairs", name)
		}
	}
	webtest.Mention(t, carl.Page(address("/checks/%d?participant=Participant+99", checkID)).Text(), "No pairs with a suspicion")
}

// A chief judge can reveal and hide a name on the participant's page. Other contests of the participant are not shown
// if they would tell who has which number.
func TestParticipantPage(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	contestID, _, pairs := in.AddBlind()
	root := in.AddUser("root", true)
	client := in.NewClient(t).SignIn("root")
	grace := pairs[0].Right
	path := fmt.Sprintf("/contests/%d/participants/%d", contestID, grace.Number)
	a := client.Page(path)
	webtest.Mention(t, a.Text(), fmt.Sprintf("Participant %d", grace.Number), "2 pairs", "Reveal name", "attempt-2.cpp", "AC", "C++")
	if rows := a.All("tr", "data-row", ""); len(rows) != 2 {
		t.Errorf("%d pairs, want 2", len(rows))
	}
	if a := client.Post(path + "/reveal"); a.Status != http.StatusSeeOther || a.Header.Get("Location") != path {
		t.Fatalf("reveal: status %d to %q, want 303 to %q", a.Status, a.Header.Get("Location"), path)
	}
	webtest.Mention(t, client.Page(path).Text(), "Grace Hopper", "Affiliation Analytical Society", "Seat row-7", "This name is revealed", "Hide name")
	client.Post(path+"/hide").WantStatus(http.StatusSeeOther, "hide")
	if strings.Contains(client.Page(path).Text(), "Hopper") {
		t.Error("the name is not hidden again")
	}
	log := client.Page(fmt.Sprintf("/contests/%d/log", contestID)).Text()
	webtest.Mention(t, log, "Revealed the name", "Hid the name", root.Name)

	// Ada also took part in Spring. Her page shows this while both names are hidden, to those who may reveal both, and not once
	// only one is revealed.
	ada := fmt.Sprintf("/contests/%d/participants/%d", contestID, pairs[0].Left.Number)
	webtest.Mention(t, client.Page(ada).Text(), "Same name in other contests", "Participant 1 of Spring")
	carl := in.AddUser("carl", false)
	for _, test := range []struct {
		here, inSpring account.Role
		isShown        bool
	}{{account.Reviewer, account.Chief, false}, {account.Chief, account.Viewer, false}, {account.Chief, account.Chief, true}} {
		in.SetMember(contestID, carl.ID, test.here)
		in.SetMember(pairs[2].Right.ContestID, carl.ID, test.inSpring)
		words := in.NewClient(t).SignIn("carl").Page(ada).Text()
		if strings.Contains(words, "Same name in other contests") != test.isShown {
			t.Errorf("to the %s, %s of Spring, the page shows the hidden namesake: %v, want %v", test.here, test.inSpring, !test.isShown, test.isShown)
		}
	}
	client.Post(ada + "/reveal")
	if words := client.Page(ada).Text(); strings.Contains(words, "Same name in other contests") {
		t.Errorf("the revealed name tells who has the number in the other contest: %s", words)
	}
	// Her program is like Emmy's of this contest. That pair is hidden from Emmy's page once only Emmy's name is shown, and
	// the outcomes do not say that it is no longer confirmed.
	emmy, outcomes := pairs[2].Left, fmt.Sprintf("/contests/%d/outcomes", contestID)
	person := review.Person{ID: root.ID, Name: root.Name}
	_, err := in.DB.Decide(t.Context(), person, review.KeyOf(contestID, pairs[2]), review.Review{Decision: review.Confirmed, Ruling: true})
	if err == nil {
		err = in.DB.SetOutcome(t.Context(), person, contestID, "warning", emmy.Number)
	}
	webtest.Must(t, err)
	emmyPath := fmt.Sprintf("/contests/%d/participants/%d", contestID, emmy.Number)
	webtest.Mention(t, client.Page(emmyPath).Text(), "1 case: 1 confirmed", "earlier: Spring, problem A Confirmed root: confirmed (ruling)")
	webtest.Mention(t, client.Page(outcomes).Text(), "A with Participant 1 of Spring", "warning")
	client.Post(emmyPath + "/reveal")
	if words := client.Page(emmyPath).Text(); strings.Contains(words, "Spring") || strings.Contains(words, "1 case") {
		t.Errorf("the page of the revealed name shows a pair with a hidden name: %s", words)
	}
	words := client.Page(outcomes).Text()
	webtest.Mention(t, words, "Emmy Noether", "none that you may see", "warning")
	if strings.Contains(words, "no longer confirmed") || strings.Contains(words, "Spring") {
		t.Errorf("the outcomes page shows a pair with a hidden name, or denies it: %s", words)
	}
	// Nor does setting an outcome tell it: the refusal is that of a participant without a case.
	set := func(number int, outcome string) (status int, message string) {
		a := client.Post(fmt.Sprintf("/contests/%d/participants/%d/outcome", contestID, number), "outcome", outcome)
		message, _, _ = strings.Cut(a.Text(), "Request ")
		return a.Status, message
	}
	status, message := set(emmy.Number, "disqualified")
	otherStatus, otherMessage := set(grace.Number, "disqualified")
	if status != http.StatusUnprocessableEntity || status != otherStatus || message != otherMessage {
		t.Errorf("with a hidden case: %d %s\nwithout a case: %d %s", status, message, otherStatus, otherMessage)
	}
	if status, _ := set(emmy.Number, "warning"); status != http.StatusSeeOther {
		t.Errorf("the outcome that she has: status %d, want 303", status)
	}
	if status, _ := set(emmy.Number, ""); status != http.StatusSeeOther {
		t.Errorf("no outcome: status %d, want 303", status)
	}
	client.Do("GET", fmt.Sprintf("/contests/%d/participants/99", contestID), "").WantStatus(http.StatusNotFound, "an unknown number")
}

// A reviewer assigns several selected pairs at once, and returns to the ranking. Invalid forms are refused.
func TestAssignPairs(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	contestID, checkID, pairs := in.AddBlind()
	rita, vera := in.AddUser("rita", false), in.AddUser("vera", false)
	in.SetMember(contestID, rita.ID, account.Reviewer)
	in.SetMember(contestID, vera.ID, account.Viewer)
	client := in.NewClient(t).SignIn("rita")
	check := fmt.Sprintf("/checks/%d", checkID)
	id := func(n int64) string { return fmt.Sprint(n) }
	if chosen := webtest.TextOf(client.Page(check).One("select", "name", "to")); !strings.HasPrefix(chosen, "Assign to ") {
		t.Errorf("the choice of a reviewer is %q, want nobody chosen at first", chosen)
	}
	a := client.Post(check+"/assign", "pair", id(pairs[0].ID), "pair", id(pairs[1].ID), "to", id(rita.ID), "ranking", "state=waiting&page=1")
	if want := fmt.Sprintf("%s?done=2&state=waiting&to=%d", check, rita.ID); a.Status != http.StatusSeeOther || a.Header.Get("Location") != want {
		t.Fatalf("assign: status %d to %q, want 303 to %q: %s", a.Status, a.Header.Get("Location"), want, a.Text())
	}
	webtest.Mention(t, client.Page(a.Header.Get("Location")).Text(), "Assigned 2 pairs to rita.")
	own := client.Page(check + "?assigned=" + id(rita.ID))
	webtest.Mention(t, own.Text(), "Review 2 pairs")
	own.One("a", "href", check+"/review?assigned="+id(rita.ID))
	if to := client.Do("GET", check+"/review?assigned="+id(rita.ID), "").Header.Get("Location"); !strings.Contains(to, "assigned="+id(rita.ID)+"&at=1&state=mine") {
		t.Errorf("the queue of rita's pairs begins at %s", to)
	}
	rows := client.Page(check+"?assigned="+id(rita.ID)).All("tr", "data-row", "")
	if len(rows) != 2 {
		t.Fatalf("%d pairs are assigned, want 2", len(rows))
	}
	webtest.Mention(t, webtest.TextOf(rows[0]), "Open", "for rita")
	for name, form := range map[string][]string{
		"to a viewer":     {"to", id(vera.ID), "pair", id(pairs[0].ID)},
		"to no number":    {"to", "x", "pair", id(pairs[0].ID)},
		"invalid pair ID": {"to", id(rita.ID), "pair", "x"},
		"unknown pair":    {"to", id(rita.ID), "pair", "999999"},
	} {
		if a := client.Post(check+"/assign", form...); a.Status != http.StatusBadRequest && a.Status != http.StatusNotFound {
			t.Errorf("%s: status %d, want 400 or 404", name, a.Status)
		}
	}
	none := client.Post(check+"/assign", "to", id(rita.ID), "ranking", "state=waiting")
	none.WantRedirect(check + "?done=0&state=waiting")
	webtest.Mention(t, client.Page(none.Header.Get("Location")).Text(), "No pair is selected.")
	client.Post(check+"/assign", "pair", id(pairs[0].ID), "to", "0")
	if rows := client.Page(check+"?assigned="+id(rita.ID)).All("tr", "data-row", ""); len(rows) != 1 {
		t.Errorf("%d pairs are assigned after one was assigned to nobody, want 1", len(rows))
	}
	if boxes := in.NewClient(t).SignIn("vera").Page(check).All("input", "name", "pair"); len(boxes) > 0 {
		t.Error("a viewer can tick pairs")
	}
}

// A decision about a participant of an earlier contest stays when that contest is deleted, and the pages say so.
func TestDeletedEarlierContest(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	contestID, _, pairs := in.AddBlind()
	root := in.AddUser("root", true)
	pair := pairs[2] // its right program is of Spring
	_, err := in.DB.Decide(t.Context(), review.Person{ID: root.ID, Name: root.Name}, review.KeyOf(contestID, pair),
		review.Review{Decision: review.Confirmed, Note: "as in spring", Ruling: true})
	webtest.Must(t, err)
	client := in.NewClient(t).SignIn("root")
	spring := fmt.Sprintf("/contests/%d", pair.Right.ContestID)
	webtest.Mention(t, client.Page(spring+"/settings").Text(),
		"1 participant, 0 checks with 0 pairs, 0 decisions; 1 participant stays without programs, because decisions of other contests name them")
	client.Post(spring+"/delete", "name", "Spring").WantStatus(http.StatusSeeOther, "delete")
	webtest.Mention(t, client.Page(fmt.Sprintf("/pairs/%d", pair.ID)).Text(), "Spring (deleted)",
		"Ruled: confirmed by root", "as in spring")
	page := client.Page(spring)
	webtest.Mention(t, page.Text(), "Spring (deleted)", "This contest was deleted. Only the participants whom decisions of other contests name remain")
	if links := page.All("a", "href", spring+"/checks"); len(links) > 0 {
		t.Error("the page of a deleted contest offers a check")
	}
	form := client.Page(spring + "/checks")
	webtest.Mention(t, form.Text(), "This contest was deleted.")
	if forms := append(form.All("form", "action", spring+"/checks"), form.All("form", "action", "/uploads")...); len(forms) > 0 {
		t.Error("the page of a new check of a deleted contest offers a check or an upload")
	}
	other := client.Page(fmt.Sprintf("/contests/%d/checks", contestID))
	if len(other.All("input", "name", "against", "value", fmt.Sprint(pair.Right.ContestID))) > 0 {
		t.Error("a new check of another contest can be compared with the deleted one")
	}
	webtest.Mention(t, client.Page(spring+"/log").Text(), "Deleted the contest Spring but for 1 participant whom decisions of other contests name")
}

// A form that was opened before somebody else changed the rules changes only those that its sender has changed.
func TestSettingsOfTwo(t *testing.T) {
	t.Parallel()
	in := webtest.NewSignedIn(t)
	contestID, _, _ := in.AddBlind()
	path := fmt.Sprintf("/contests/%d/settings", contestID)
	var shown []string
	for _, input := range in.Page(path).All("input", "type", "hidden") {
		if name := webtest.Attribute(input, "name"); strings.HasPrefix(name, "shown_") {
			shown = append(shown, name, webtest.Attribute(input, "value"))
		}
	}
	if want := []string{"shown_agreement", "2", "shown_blind", "true", "shown_independent", "true", "shown_outcomes", shown[len(shown)-1]}; !slices.Equal(shown, want) {
		t.Fatalf("the form has %q, want %q", shown, want)
	}
	changed := contest.Settings{Agreement: new(4), Blind: new(false), Independent: new(false), Outcomes: []string{"talk"}}
	webtest.Must(t, in.DB.SetSettings(t.Context(), review.CommandLine, contestID, changed))
	in.Post(path, append(shown, "agreement", "3", "blind", "false", "blind", "true", "independent", "false", "independent", "true",
		"outcomes", shown[len(shown)-1])...).WantStatus(http.StatusSeeOther, "another agreement")
	if c, err := in.DB.Contest(t.Context(), contestID); err != nil || c.Agreement != 3 || c.Blind || c.Independent || !slices.Equal(c.Outcomes, changed.Outcomes) {
		t.Errorf("the contest is %+v, %v; want the agreement of the form, and else the rules of the other chief judge", c, err)
	}
}

// A chief judge changes the settings of a contest; incomplete forms change nothing. Only an administrator deletes it.
func TestSettings(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	contestID, _, _ := in.AddBlind()
	in.AddUser("root", true)
	in.AddMember(contestID, "carl", account.Chief)
	client, root := in.NewClient(t).SignIn("carl"), in.NewClient(t).SignIn("root")
	path := fmt.Sprintf("/contests/%d", contestID)
	if forms := client.Page(path+"/settings").All("form", "action", path+"/delete"); len(forms) > 0 {
		t.Error("a chief judge is offered to delete the contest")
	}
	for _, form := range [][]string{{"agreement", "3"}, {"agreement", "3", "blind", "1"}, {"agreement", "3", "blind", "true", "blind", ""}} {
		client.Post(path+"/settings", form...).WantStatus(http.StatusBadRequest, "%v", form)
		if c, err := in.DB.Contest(t.Context(), contestID); err != nil || !c.Blind || c.Agreement != 2 {
			t.Fatalf("%v: blind %v, agreement %d, %v: want nothing changed", form, c.Blind, c.Agreement, err)
		}
	}
	for _, outcomes := range []string{strings.Repeat("x", review.MaxOutcomeName+1), "a\x00"} {
		a := client.Post(path+"/settings", "agreement", "3", "blind", "false", "independent", "false", "outcomes", outcomes)
		a.WantStatus(http.StatusUnprocessableEntity, "outcomes %q", outcomes)
		if c, err := in.DB.Contest(t.Context(), contestID); err != nil || !c.Blind || c.Agreement != 2 || !c.Independent {
			t.Fatalf("outcomes %q: the contest is %+v, %v: want nothing changed", outcomes, c, err)
		}
	}
	// With the box checked, the form sends "false" and "true"; without, only "false".
	client.Post(path+"/settings", "agreement", "2", "blind", "false", "blind", "true").WantStatus(http.StatusSeeOther, "store the settings")
	if c, err := in.DB.Contest(t.Context(), contestID); err != nil || !c.Blind {
		t.Errorf("blind %v, want true as before: %v", c.Blind, err)
	}
	client.Post(path+"/settings", "agreement", "3", "blind", "false").WantStatus(http.StatusSeeOther, "store the settings")
	c, err := in.DB.Contest(t.Context(), contestID)
	if err != nil || c.Blind || c.Agreement != 3 {
		t.Errorf("blind %v, agreement %d; want false, 3: %v", c.Blind, c.Agreement, err)
	}
	webtest.Mention(t, client.Page(path+"/participants/1").Text(), "Analytical Society")
	webtest.Mention(t, client.Page(path+"/log").Text(), "all names are visible", "Changed the reviewers who must agree from 2 to 3")
	for _, agreement := range []string{"0", "10", "", "two"} {
		client.Post(path+"/settings", "agreement", agreement, "blind", "false").WantStatus(http.StatusBadRequest, "agreement %q", agreement)
	}
	root.Post(path+"/delete", "name", "Spring").WantStatus(http.StatusUnprocessableEntity, "delete with the name of another contest")
	root.Page(path) // still there
	_, release, err := in.DB.Follow(t.Context(), c.Name, 0)
	webtest.Must(t, err)
	if a := root.Post(path+"/delete", "name", "Autumn"); a.Status != http.StatusConflict || !strings.Contains(a.Text(), "Stop following it") {
		t.Errorf("delete a followed contest: status %d, want 409 with what to do: %s", a.Status, a.Text())
	}
	release()
	root.Post(path+"/delete", "name", " Autumn ").WantRedirect("/?done=deleted")
	webtest.Mention(t, root.Page("/?done=deleted").Text(), "The contest is deleted.")
	root.Do("GET", path, "").WantStatus(http.StatusNotFound, "the page of the deleted contest")
	webtest.Mention(t, root.Page("/log").Text(), "Deleted the contest Autumn", "deleted")
}
