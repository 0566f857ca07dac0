package export_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The log of a contest has an entry for every export and every change of members. It has the numbers of participants
// instead of names.
func TestExportsAreLogged(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ann")
	contestID, check := j.Check.ContestID, fmt.Sprintf("/checks/%d", j.Check.ID)
	contestPath := fmt.Sprintf("/contests/%d", contestID)
	for _, path := range []string{
		j.PairPath(1, "/bundle.html"), j.PairPath(1, "/bundle.html?redact=left"), check + "/clusters/1/bundle.html",
		contestPath + "/bundle.html", contestPath + "/decisions.csv", contestPath + "/decisions.json",
		check + "/pairs.csv", check + "/pairs.jplag.csv",
	} {
		j.Do("GET", path, "").WantStatus(http.StatusOK, "GET %s", path)
	}
	j.Do("HEAD", check+"/pairs.csv", "") // exports nothing
	entries, _, err := j.DB.AuditLog(t.Context(), contestID, review.LogFilter{}, 0, 8)
	webtest.Must(t, err)
	for i, want := range []string{"pairs.jplag.csv", "pairs.csv", "decisions.json", "decisions.csv", "contest.html", "cluster-1.html", "left.html", "pair.html"} {
		if e := entries[i]; e.Action != review.ActionExport || e.Details.File != want || e.Actor != j.Person("ann") {
			t.Errorf("entry %d: %+v, want the export of %s by ann", i, e, want)
		}
	}
	p := j.Pairs[0]
	if e := entries[7]; e.First.Number != p.Left.Number || e.Second.Number != p.Right.Number || e.Problem != p.Problem || e.Details.CheckID != j.Check.ID {
		t.Errorf("the entry of the pair's bundle is %+v, want the numbers and the problem of %+v", e, p)
	}
	j.SignInAs("cid")
	j.Post(contestPath+"/members", "name", "vic", "role", "reviewer")
	log := j.Page(contestPath + "/log").Text()
	webtest.Mention(t, log, "Exported evidence of a pair", "Exported evidence of a pair, redacted for the left participant", "Exported evidence of cluster 1",
		"Exported decisions.csv", "Exported pairs.csv", blind.Labels{}.Participant(p.Left.Number), "Gave vic the role reviewer", "Created the contest", "Started a check")
}

// The log of the installation describes changes of accounts.
func TestAccountsAreLogged(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	in.AddUser("root", true)
	in.SignIn("root")
	in.Post("/accounts", "name", "rosa", "password", webtest.SomePassword).WantRedirect("/accounts?done=added")
	rosa, _, err := in.DB.UserByName(t.Context(), "rosa")
	webtest.Must(t, err)
	in.AddToken(rosa.ID, "read")
	path := ui.AccountPath(rosa)
	in.Post(path+"/password", "password", webtest.SomePassword+"2").WantRedirect("/accounts?done=password")
	in.Post(path+"/disabled", "disabled", "true").WantRedirect("/accounts?done=disabled")
	in.Post(path+"/disabled", "disabled", "false").WantRedirect("/accounts?done=enabled")
	in.Post("/account/name", "name", "the root").WantRedirect("/account?done=name")
	webtest.Mention(t, in.Page("/log").Text(), "Added the account rosa", "Set the password of rosa; 1 token revoked", "Disabled the account rosa",
		"Enabled the account rosa", "Renamed the account root to the root")
}
