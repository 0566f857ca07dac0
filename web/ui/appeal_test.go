package ui_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A chief judge reopens a confirmed pair. Those who decided it see that another reviewer decides now; the other reviewer
// sees the appeal and not the decisions, and decides. All reviews stay on the page and in the files.
func TestAppeal(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	clients := make(map[string]*webtest.Site)
	as := func(who string) {
		t.Helper()
		if clients[who] == nil {
			j.SignInAs(who)
			clients[who] = j.Site
		}
		j.Site = clients[who]
	}
	name := j.Pairs[0].Left.Participant
	grounds := url.Values{"grounds": {"It is the <b>template</b>,\r\nsays " + name}}.Encode()
	as("ann")
	j.Send(j.PairPath(1, "/appeal"), grounds).WantStatus(http.StatusForbidden, "a reviewer appeals")
	j.Send(j.PairPath(1, "/decide"), "decision=confirmed&note=by+hand")
	as("cid")
	j.Send(j.PairPath(1, "/appeal"), grounds).WantStatus(http.StatusUnprocessableEntity, "an appeal against a pair that is under review")
	j.Send(j.PairPath(1, "/decide"), "ruling=confirmed")
	page := j.Page(j.Send(j.PairPath(1, "/appeal"), grounds).Header.Get("Location"))
	webtest.Mention(t, page.Text(), "Appealed: needs a reviewer who has not decided it", "It is the <b>template</b>,", "Reopened after an appeal",
		"before the appeal", "You decided this pair before its appeal.", "by hand")
	if strings.Contains(page.Body, name) {
		t.Errorf("the grounds name %s, although review is blind", name)
	}
	for _, action := range []string{"/decide", "/withdraw", "/undo"} {
		j.Send(j.PairPath(1, action), "ruling=dismissed").WantStatus(http.StatusUnprocessableEntity, "%s by somebody who decided before the appeal", action)
	}
	cluster := fmt.Sprintf("/checks/%d/clusters/%d/decide", j.Check.ID, j.Pairs[0].Cluster)
	if a := j.Send(cluster, "decision=dismissed&replace=true&ruling=dismissed"); a.Status >= 400 {
		t.Errorf("a decision on the whole cluster: status %d: %s", a.Status, a.Text())
	}
	if got := j.CaseOf(1); got.State != review.Appealed || len(got.Reviews) != 2 {
		t.Errorf("a decision on the whole cluster changed the appealed pair: %+v", got)
	}
	contest := fmt.Sprintf("/contests/%d", j.Check.ContestID)
	log := j.Page(contest + "/log")
	webtest.Mention(t, log.Text(), "Reopened the pair after an appeal", "state: appealed")
	if !regexp.MustCompile(`\d\d:\d\d:\d\d`).MatchString(log.Text()) {
		t.Error("the log has no seconds")
	}
	if !strings.Contains(strings.Join(strings.Fields(log.Body), " "), "</a> <small>problem ") {
		t.Error("no space is between the participants and the problem in the log")
	}

	// Only ben has not decided. When he has, and the pair is appealed again, nobody is left.
	offered := func() (names []string) {
		for _, option := range j.Page(j.PairPath(1, "")).All("option") {
			if webtest.Attribute(option.Parent, "id") == "assign-to" {
				names = append(names, webtest.TextOf(option))
			}
		}
		return names
	}
	if got := offered(); strings.Join(got, ", ") != "nobody, ben" {
		t.Errorf("the appealed pair can be assigned to %q, want nobody and ben", got)
	}
	for _, action := range []string{j.PairPath(1, "/assign"), fmt.Sprintf("/checks/%d/assign", j.Check.ID)} {
		a := j.Send(action, fmt.Sprintf("pair=%d&to=%d", j.Pairs[0].ID, j.Users["ann"].ID))
		a.WantStatus(http.StatusUnprocessableEntity, "%s to somebody who decided before the appeal", action)
	}

	as("ben")
	paths := []string{j.PairPath(1, ""), "/api/v1" + j.PairPath(1, "/case"), j.PairPath(1, "/bundle.html"), contest + "/decisions.json"}
	for _, path := range paths {
		body := j.Page(path).Body
		for _, secret := range []string{"by hand", "Ruled", "before the appeal", `"decision":"confirmed"`, `"decision": "confirmed"`} {
			if strings.Contains(body, secret) {
				t.Errorf("%s shows ben %q, which was decided before the appeal", path, secret)
			}
		}
	}
	webtest.Mention(t, j.Page(paths[0]).Text(), "Appealed: needs a reviewer", "It is the <b>template</b>,")
	webtest.Mention(t, j.Page(fmt.Sprintf("/checks/%d?state=mine", j.Check.ID)).Text(), "Appealed")
	j.Send(j.PairPath(1, "/decide"), "decision=dismissed")
	webtest.Mention(t, j.Page(paths[0]).Text(), "Dismissed by ben", "by hand", "before the appeal")
	webtest.Mention(t, j.Page(paths[1]).Body, `"state":"dismissed"`, `"appeal":"It is the <b>template</b>`, `"before_appeal":true`, `"before_appeal":false`)
	webtest.Mention(t, j.Page(paths[2]).Text(), "Reopened after an appeal", "before the appeal", "It is the <b>template</b>,")
	webtest.Mention(t, j.Page(paths[3]).Body, `"appeal": "It is the`, `"before_appeal": true`)
	copied := j.Page(j.PairPath(1, "/bundle.html?redact=left")).Text()
	if webtest.Mention(t, copied, "Reopened after an appeal"); strings.Contains(copied, "It is the") {
		t.Error("the copy for a participant has the grounds of the appeal")
	}
	as("cid")
	j.Send(j.PairPath(1, "/appeal"), grounds)
	webtest.Mention(t, j.Page(j.PairPath(1, "")).Text(), "Nobody is left: all reviewers decided this pair before its appeal. Add a member who has not.")
	as("ann")
	webtest.Mention(t, j.Page(j.PairPath(1, "")).Text(), "Nobody is left", "A chief judge can add a member who has not.")
	if got := offered(); strings.Join(got, ", ") != "nobody" {
		t.Errorf("a pair that all decided can be assigned to %q, want nobody", got)
	}
}
