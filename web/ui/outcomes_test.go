package ui_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/ojcheck/ojcheck/web/webtest"
)

// A chief judge defines the outcomes, and gives one to a participant with a confirmed pair; pages, API, log and files
// show it. Nobody else can set one. Reviewers who have not decided the pair do not see it in independent review.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	contest := fmt.Sprintf("/contests/%d", j.Check.ContestID)
	left, right := j.Pairs[0].Left, j.Pairs[0].Right
	form := func(number int) string { return fmt.Sprintf("%s/participants/%d/outcome", contest, number) }

	j.SignInAs("ann")
	j.Send(j.PairPath(1, "/decide"), "decision=confirmed")
	j.Send(form(left.Number), "outcome=warning").WantStatus(http.StatusForbidden, "a reviewer sets an outcome")
	const missing = "Review is independent: cases that ann has not decided are missing."
	for _, path := range []string{"/outcomes", "/bundle.html"} {
		webtest.Mention(t, j.Page(contest+path).Text(), missing)
	}
	if words := j.Page(contest + "/outcomes").Text(); strings.Contains(words, "No participant has a confirmed pair.") {
		t.Error("the page denies pairs that it may hide from a reviewer")
	}
	ann := j.Site

	j.SignInAs("cid")
	webtest.Mention(t, j.Page(contest+"/outcomes").Text(), "Export CSV", "No participant has a confirmed pair.")
	if words := j.Page(contest + "/bundle.html").Text(); strings.Contains(words, "Review is independent") {
		t.Error("the bundle of a chief judge says that cases are missing")
	}
	j.Send(form(left.Number), "outcome=warning").WantStatus(http.StatusUnprocessableEntity, "before the pair is confirmed")
	j.Send(j.PairPath(1, "/decide"), "decision=confirmed")
	// The form has the default outcomes in the language of the reader, and stores them as they were.
	before, err := j.DB.Contest(t.Context(), j.Check.ContestID)
	webtest.Must(t, err)
	j.Send("/account/language", "language=es")
	shown := webtest.TextOf(j.Page(contest+"/settings").One("textarea", "name", "outcomes"))
	webtest.Mention(t, shown, "advertencia")
	j.Send(contest+"/settings", url.Values{"blind": {"true"}, "agreement": {"2"}, "outcomes": {"advertencia\r\nproblema anulado\r\ndescalificado\r\n"}}.Encode())
	j.Send("/account/language", "language=en")
	if after, err := j.DB.Contest(t.Context(), j.Check.ContestID); err != nil || !slices.Equal(after.Outcomes, before.Outcomes) {
		t.Errorf("the outcomes are %q, want %q: %v", after.Outcomes, before.Outcomes, err)
	}
	settings := url.Values{"blind": {"true"}, "agreement": {"2"}, "outcomes": {"warning\r\n\r\n0 points for <A>\r\n"}}
	saved := j.Follow(j.Send(contest+"/settings", settings.Encode()), contest+"/settings?done=saved")
	webtest.Mention(t, saved.Text(), "The rules are saved.")
	page := j.Follow(j.Send(form(left.Number), url.Values{"outcome": {"0 points for <A>"}}.Encode()), fmt.Sprintf("%s/outcomes#participant-%d", contest, left.Number))
	participant := func(number int) string { return fmt.Sprintf("Participant %d", number) }
	webtest.Mention(t, page.Text(), participant(left.Number), participant(right.Number), "0 points for <A>", "set by cid",
		j.Pairs[0].Problem+" with "+participant(right.Number))
	for _, name := range []string{left.Participant, right.Participant} {
		if strings.Contains(page.Body, name) {
			t.Errorf("the page of a blind contest names %s", name)
		}
	}
	webtest.Mention(t, j.Page(contest+"/log").Text(), "Set the outcome: 0 points for <A>",
		"Changed the outcomes from “warning, problem voided, disqualified” to “warning, 0 points for <A>”")
	webtest.Mention(t, j.Page(contest+"/outcomes.csv").Body, fmt.Sprintf("finals,%d,%s,,1,%s,0 points for <A>,cid,", left.Number, participant(left.Number), j.Pairs[0].Problem),
		fmt.Sprintf("finals,%d,%s,,1,%s,,,,similarity is not proof", right.Number, participant(right.Number), j.Pairs[0].Problem))
	webtest.Mention(t, j.Page(j.PairPath(1, "")).Text(), "Outcome of "+participant(left.Number)+": 0 points for <A>")
	webtest.Mention(t, j.Page("/api/v1"+j.PairPath(1, "/case")).Body, `"left_outcome":"0 points for <A>","right_outcome":""`)
	webtest.Mention(t, j.Page("/api/v1"+contest+"/outcomes").Body, `"choices":["warning","0 points for <A>"]`, `"outcome":"0 points for <A>","set_by":{"id":`)

	// ann has decided, so she sees it. ben has not.
	webtest.Mention(t, ann.Page(contest+"/outcomes").Text(), "0 points for <A>")
	j.SignInAs("ben")
	for _, path := range []string{contest + "/outcomes", contest + "/outcomes.csv", "/api/v1" + contest + "/outcomes", j.PairPath(1, ""), "/api/v1" + j.PairPath(1, "/case")} {
		body := j.Page(path).Body
		if i := strings.Index(body, `"items"`); i >= 0 {
			body = body[i:] // the choices before it are no secret
		}
		if strings.Contains(body, "0 points") {
			t.Errorf("%s shows ben the outcome of a pair that he has not decided", path)
		}
	}

	// The outcome stays until a chief judge removes it, and says that the pair is no longer confirmed.
	j.SignInAs("cid")
	j.Send(j.PairPath(1, "/decide"), "ruling=dismissed")
	webtest.Mention(t, j.Page(contest+"/outcomes").Text(), "no longer confirmed", "0 points for <A>")
	outcomes := ann.Page(contest + "/outcomes").Text()
	webtest.Mention(t, outcomes, "Outcomes whose pairs are no longer confirmed are shown to chief judges only.")
	if strings.Contains(outcomes, "0 points") {
		t.Error("the list shows a reviewer an outcome without a confirmed pair")
	}
	dismissed := ann.Page(j.PairPath(1, ""))
	webtest.Mention(t, dismissed.Text(), "Outcome of "+participant(left.Number)+": 0 points for <A>")
	if links := dismissed.All("a", "href", contest+"/outcomes"); len(links) > 0 {
		t.Error("the outcome of a pair that is no longer confirmed links to the list, which does not show it")
	}
	page = j.Follow(j.Send(form(left.Number), "outcome="), fmt.Sprintf("%s/outcomes#participant-%d", contest, left.Number))
	webtest.Mention(t, page.Text(), "No participant has a confirmed pair.")
	webtest.Mention(t, j.Page(contest+"/log").Text(), "Removed the outcome: 0 points for <A>")
}

// After a large cluster, a chief judge gives many participants one outcome at once. The page of outcomes shows only the first
// confirmed pairs of each participant at once.
func TestOutcomesOfACluster(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	j := webtest.NewJurySite(t)
	path := fmt.Sprintf("/contests/%d/outcomes", j.Check.ContestID)
	j.SignInAs("cid")
	confirmed := make(map[int]int) // by participant number
	for rank, pair := range j.Pairs {
		j.Send(j.PairPath(rank+1, "/decide"), "ruling=confirmed")
		confirmed[pair.Left.Number]++
		confirmed[pair.Right.Number]++
	}
	page := j.Page(path)
	for number, n := range confirmed {
		row := page.One("tr", "id", fmt.Sprintf("participant-%d", number))
		shown, folded := 0, 0
		for d := range row.Descendants() {
			if d.Data == "li" {
				shown++
				if d.Parent.Parent.Data == "details" {
					folded++
				}
			}
		}
		if want := max(0, n-5); shown != n || folded != want {
			t.Errorf("participant %d has %d pairs, %d of them folded; want %d, %d", number, shown, folded, n, want)
		}
	}
	if slices.Max(slices.Collect(maps.Values(confirmed))) <= 5 {
		t.Error("no participant has pairs to fold")
	}
	first, second := j.Pairs[0].Left.Number, j.Pairs[0].Right.Number
	selected := url.Values{"outcome": {"warning"}, "participant": {fmt.Sprint(first), fmt.Sprint(second)}}
	j.Follow(j.Send(path, selected.Encode()), path)
	if n := strings.Count(j.Page(path+".csv").Body, ",warning,cid,"); n != 2 {
		t.Errorf("%d participants have the outcome, want the 2 that were selected", n)
	}
	webtest.Mention(t, j.Follow(j.Send(path, "outcome=warning"), path+"?done=0").Text(), "No participant is selected.")
	for form, want := range map[string]int{
		fmt.Sprintf("participant=%d", first):           http.StatusBadRequest,
		fmt.Sprintf("outcome=&participant=%d", first):  http.StatusBadRequest,
		"outcome=warning&participant=x":                http.StatusUnprocessableEntity,
		"outcome=warning&participant=99999":            http.StatusUnprocessableEntity,
		fmt.Sprintf("outcome=x&participant=%d", first): http.StatusUnprocessableEntity,
	} {
		j.Send(path, form).WantStatus(want, "%s", form)
	}
	j.Send(path, url.Values{"outcome": {" "}, "participant": {fmt.Sprint(first), "x"}}.Encode())
	j.Send(fmt.Sprintf("/contests/%d/participants/%d/outcome", j.Check.ContestID, first), "name=warning").WantStatus(http.StatusBadRequest, "a form without an outcome")
	if n := strings.Count(j.Page(path+".csv").Body, ",warning,cid,"); n != 2 {
		t.Errorf("%d participants have the outcome after refused removals, want 2", n)
	}
	// The first choice is none that the browser sends; the last one removes the outcomes.
	form := j.Page(path).One("select", "required", "")
	var options []*html.Node
	for d := range form.Descendants() {
		if d.Data == "option" {
			options = append(options, d)
		}
	}
	if first := options[0]; webtest.Attribute(first, "value") != "" || len(options) != 5 {
		t.Errorf("the form begins with the choice %q of %d, want an empty one of 5", webtest.Attribute(first, "value"), len(options))
	}
	removed := options[len(options)-1]
	webtest.Mention(t, webtest.TextOf(removed), "none")
	selected.Set("outcome", webtest.Attribute(removed, "value"))
	j.Follow(j.Send(path, selected.Encode()), path)
	if n := strings.Count(j.Page(path+".csv").Body, ",warning,cid,"); n != 0 {
		t.Errorf("%d participants have the outcome after its removal, want 0", n)
	}
	j.SignInAs("ann")
	if boxes := j.Page(path).All("input", "name", "participant"); len(boxes) != 0 {
		t.Errorf("a reviewer can select %d participants", len(boxes))
	}
	j.Send(path, selected.Encode()).WantStatus(http.StatusForbidden, "a reviewer sets outcomes")
}
