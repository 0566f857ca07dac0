package ui_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// shared matches what the decisions of others change on pages: the filter that names all who have decided any pair, and
// the numbers of pairs that are settled and that still need a review, as the queue of reviewers has them.
var shared = regexp.MustCompile(`(?s)<label>\s*(Decided by|Assigned to)[^<]*<select.*?</label>\s*|Review \d+ pairs|\d+ to review|none for you to review|<b>\d+ of \d+ settled</b>`)

// In independent review, nobody but the chief judge learns what ann decided before their own decision: on no page, in
// no export and not by the API. Afterwards, and where the contest's review is not independent, they do.
func TestIndependentReview(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	id := j.Pairs[0].ID
	cluster := j.Pairs[0].Cluster
	clients := make(map[string]*webtest.Site) // few sign-ins are allowed in a short time
	signInAs := func(who string) {
		t.Helper()
		if clients[who] == nil {
			j.SignInAs(who)
			clients[who] = j.Site
		}
		j.Site = clients[who]
	}
	decide := func(who, form string) {
		t.Helper()
		signInAs(who)
		j.Page(j.Send(j.PairPath(1, "/decide?at=1"), form).Header.Get("Location"))
	}
	check, contestID := j.Check.ID, j.Check.ContestID
	paths := []string{
		j.PairPath(1, ""), j.PairPath(1, "?view=diff"), j.PairPath(1, "?view=tokens"), j.PairPath(1, "/bundle.html"),
		fmt.Sprintf("/api/v1/pairs/%d", id), fmt.Sprintf("/api/v1/pairs/%d/case", id), fmt.Sprintf("/api/v1/checks/%d/pairs", check),
		fmt.Sprintf("/checks/%d", check), fmt.Sprintf("/checks/%d/clusters/%d", check, cluster), fmt.Sprintf("/checks/%d/clusters", check),
		fmt.Sprintf("/checks/%d/pairs.csv", check), fmt.Sprintf("/checks/%d/pairs.html", check), fmt.Sprintf("/checks/%d/pairs.json", check),
		fmt.Sprintf("/contests/%d/bundle.html", contestID), fmt.Sprintf("/contests/%d/decisions.csv", contestID), fmt.Sprintf("/contests/%d/decisions.json", contestID),
		fmt.Sprintf("/checks/%d/clusters/%d/bundle.html", check, cluster),
	}
	answers := func(who string) map[string]string {
		t.Helper()
		signInAs(who)
		list := make(map[string]string)
		for _, path := range paths {
			a := j.Do("GET", path, "")
			if a.Status != 200 {
				t.Fatalf("%s for %s: status %d", path, who, a.Status)
			}
			list[path] = strings.Join(strings.Fields(shared.ReplaceAllString(a.Body, " ")), " ")
		}
		return list
	}
	for _, first := range []string{"confirmed", "dismissed", "unclear"} {
		before := map[string]map[string]string{"ben": answers("ben"), "vic": answers("vic"), "cid": answers("cid")}
		decide("ann", "decision="+first+"&reason=copied&note=the+hidden+note")
		for _, who := range []string{"ben", "vic"} {
			if who == "vic" && first != "confirmed" {
				continue // the case is settled, and viewers never decide
			}
			for path, answer := range answers(who) {
				if strings.Contains(answer, "the hidden note") || answer != before[who][path] {
					t.Errorf("after ann's decision %q, %s of %s is another one:\n%s", first, path, who, cmp.Diff(before[who][path], answer))
				}
			}
		}
		if got := answers("cid")[paths[0]]; got == before["cid"][paths[0]] || !strings.Contains(got, "the hidden note") {
			t.Errorf("after ann's decision %q, the chief judge does not see it", first)
		}
		for _, state := range review.States() {
			signInAs("ben")
			listed := strings.Contains(j.Page(fmt.Sprintf("/checks/%d?state=%s", check, state)).Body, fmt.Sprintf("/pairs/%d?", id))
			if listed != (state == review.Open) {
				t.Errorf("after ann's decision %q, the pair is listed as %q for ben: %v", first, state, listed)
			}
		}
		if body := j.Page(fmt.Sprintf("/checks/%d?reviewer=%d", check, j.Users["ann"].ID)).Body; strings.Contains(body, fmt.Sprintf("/pairs/%d?", id)) {
			t.Errorf("after ann's decision %q, the pair is listed for ben as decided by her", first)
		}
		signInAs("ann")
		j.Send(j.PairPath(1, "/withdraw?at=1"), "")
	}

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
