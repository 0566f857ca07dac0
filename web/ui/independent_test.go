package ui_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// In independent review, nothing that a reviewer gets depends on what others decided on a pair before their own
// decision: neither a page, a filter, a count, an export nor an answer of the API. Afterwards, after a ruling, and where the
// contest's review is not independent, they see all.
func TestIndependentReview(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	j := webtest.NewJurySite(t)
	first := j.Pairs[0]
	check, contestID, cluster := j.Check.ID, j.Check.ContestID, first.Cluster
	clients := make(map[string]*webtest.Site) // few sign-ins are allowed in a short time
	signInAs := func(who string) {
		t.Helper()
		if clients[who] == nil {
			j.SignInAs(who)
			clients[who] = j.Site
		}
		j.Site = clients[who]
	}
	send := func(who, path, form string) {
		t.Helper()
		signInAs(who)
		if a := j.Send(path, form); a.Status != http.StatusSeeOther {
			t.Fatalf("%s sends %q to %s: status %d", who, form, path, a.Status)
		} else if location := a.Header.Get("Location"); strings.HasPrefix(location, "/") {
			j.Page(location) // shows the notice once
		}
	}
	decide := func(who, form string) {
		t.Helper()
		send(who, j.PairPath(1, "/decide?at=1"), form)
	}
	paths := []string{
		"/", "/api/v1/contests", "/checks/{check}/review", "/checks/{check}?state=statement",
		"/contests/{contest}", "/api/v1/contests/{contest}", "/api/v1/checks/{check}",
		"/pairs/{pair}", "/pairs/{pair}?view=diff", "/pairs/{pair}?view=tokens", "/pairs/{pair}/bundle.html",
		"/api/v1/pairs/{pair}", "/api/v1/pairs/{pair}/case", "/api/v1/pairs/{pair}/facts", j.PairPath(2, "?state=mine"),
		"/checks/{check}?participant=" + url.QueryEscape(first.Left.Participant), "/checks/{check}?sample=3&seed=1", "/api/v1/checks/{check}/audit?sample=3&seed=1",
		"/checks/{check}/participants", "/checks/{check}/participants?sort=confirmed", "/api/v1/checks/{check}/participants",
		"/checks/{check}/clusters", "/checks/{check}/clusters/{cluster}", "/checks/{check}/clusters/{cluster}/bundle.html",
		"/api/v1/checks/{check}/clusters", "/api/v1/checks/{check}/clusters/{cluster}",
		"/contests/{contest}/outcomes", "/contests/{contest}/outcomes.csv", "/api/v1/contests/{contest}/outcomes",
		"/checks/{check}/pairs.csv", "/checks/{check}/pairs.csv?state=mine", "/checks/{check}/pairs.json", "/checks/{check}/pairs.html?state=open",
		"/contests/{contest}/bundle.html", "/contests/{contest}/decisions.csv", "/contests/{contest}/decisions.json", "/api/v1/contests/{contest}/decisions",
	}
	for _, side := range []contest.Side{first.Left, first.Right} {
		paths = append(paths, fmt.Sprintf("/contests/{contest}/participants/%d", side.Number), fmt.Sprintf("/submissions/%d", side.SubmissionID))
	}
	filters := []string{"", "?state=mine", "?state=waiting", fmt.Sprintf("?assigned=%d", j.Users["ann"].ID), "?threshold=0.15", fmt.Sprintf("?cluster=%d", cluster)}
	for _, state := range review.States() {
		filters = append(filters, "?state="+string(state))
	}
	for _, who := range []string{"ann", "ben", "cid"} {
		filters = append(filters, fmt.Sprintf("?reviewer=%d", j.Users[who].ID))
	}
	for _, filter := range filters {
		paths = append(paths, "/checks/{check}"+filter, "/api/v1/checks/{check}/pairs"+filter)
	}
	fill := strings.NewReplacer("{check}", fmt.Sprint(check), "{contest}", fmt.Sprint(contestID), "{pair}", fmt.Sprint(first.ID), "{cluster}", fmt.Sprint(cluster))
	answers := func(who string) map[string]string {
		t.Helper()
		signInAs(who)
		list := make(map[string]string)
		for _, path := range paths {
			a := j.Do("GET", fill.Replace(path), "")
			if a.Status != http.StatusOK && (a.Status != http.StatusSeeOther || path != "/checks/{check}/review") {
				t.Fatalf("%s for %s: status %d", path, who, a.Status)
			}
			list[path] = a.Header.Get("Location") + a.Body
		}
		return list
	}
	send("cid", j.PairPath(1, "/assign"), fmt.Sprintf("to=%d", j.Users["ann"].ID)) // the case exists, and is open
	before := map[string]map[string]string{"ben": answers("ben"), "vic": answers("vic")}
	compare := func(who, after string) {
		t.Helper()
		for path, answer := range answers(who) {
			if answer != before[who][path] {
				t.Errorf("after %s, %s of %s is another one:\n%s", after, path, who, cmp.Diff(before[who][path], answer))
			}
		}
	}
	for _, decision := range []string{"confirmed", "dismissed"} {
		decide("ann", "decision="+decision+"&reason=shared+work&note=the+hidden+note")
		compare("ben", "ann's decision "+decision)
		if decision == "confirmed" { // it needs a second reviewer; a settled case is open to viewers, who never decide
			compare("vic", "ann's decision "+decision)
		}
		signInAs("cid")
		webtest.Mention(t, j.Page(j.PairPath(1, "")).Text(), "the hidden note")
		send("ann", j.PairPath(1, "/withdraw?at=1"), "")
	}
	decide("ann", "decision=confirmed")
	decide("cid", "decision=confirmed")
	send("cid", fmt.Sprintf("/contests/%d/participants/%d/outcome", contestID, first.Left.Number), "outcome=warning")
	compare("ben", "two confirmations and an outcome")
	last := len(j.Pairs)
	signInAs("ben")
	a := j.Send(j.PairPath(last, fmt.Sprintf("/decide?at=%d", last)), "decision=dismissed")
	if next := a.Header.Get("Location"); !strings.HasPrefix(next, j.PairPath(1, "")) {
		t.Errorf("after the last pair, ben is led to %s instead of the first, which others settled", next)
	}
	j.Page(j.PairPath(last, "")) // shows the notice
	send("ben", j.PairPath(last, fmt.Sprintf("/withdraw?at=%d", last)), "")
	send("cid", fmt.Sprintf("/contests/%d/participants/%d/outcome", contestID, first.Left.Number), "outcome=")
	decide("cid", "decision=dismissed")
	compare("ben", "a conflict")
	send("cid", j.PairPath(1, "/withdraw?at=1"), "")

	decide("ann", "decision=confirmed&note=the+hidden+note")
	decide("ben", "decision=dismissed&note=his+note")
	webtest.Mention(t, j.Page(j.PairPath(1, "")).Text(), "Conflict: confirmed by ann, dismissed by ben; needs a chief judge", "the hidden note")
	signInAs("vic")
	if text := j.Page(j.PairPath(1, "")).Text(); strings.Contains(text, "Conflict") || strings.Contains(text, "note") {
		t.Error("a viewer sees an unsettled case")
	}
	decide("cid", "ruling=confirmed")
	signInAs("vic")
	webtest.Mention(t, j.Page(j.PairPath(1, "")).Text(), "Ruled: confirmed by cid (chief judge)", "the hidden note")

	// Without independent review, everybody sees all at once.
	signInAs("cid")
	settings := fmt.Sprintf("/contests/%d/settings", contestID)
	if box := j.Page(settings).All("input", "type", "checkbox", "name", "independent", "checked", ""); len(box) != 1 {
		t.Error("independent review is not on by default")
	}
	j.Post(settings, "agreement", "2", "blind", "true", "independent", "false")
	webtest.Mention(t, j.Page(fmt.Sprintf("/contests/%d/log", contestID)).Text(), "urned independent review off")
	signInAs("ann")
	j.Send(j.PairPath(2, "/decide?at=2"), "decision=confirmed&note=an+open+note")
	signInAs("ben")
	webtest.Mention(t, j.Page(j.PairPath(2, "")).Text(), "an open note", "Needs a second reviewer: confirmed by ann")
}
