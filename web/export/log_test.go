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

// Each file that is handed out stands in the log of its contest, with participants
// by number alone, and so does what was done to its members.
func TestHandedOutIsLogged(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.Is("ann")
	contestID, check := j.Check.ContestID, fmt.Sprintf("/checks/%d", j.Check.ID)
	of := fmt.Sprintf("/contests/%d", contestID)
	for _, path := range []string{
		j.PairPath(1, "/bundle.html"), j.PairPath(1, "/bundle.html?redact=left"), check + "/clusters/1/bundle.html",
		of + "/bundle.html", of + "/decisions.csv", of + "/decisions.json", check + "/pairs.csv", check + "/pairs.jplag.csv",
	} {
		if a := j.Do("GET", path, ""); a.Status != http.StatusOK {
			t.Fatalf("GET %s: status %d", path, a.Status)
		}
	}
	j.Do("HEAD", check+"/pairs.csv", "") // hands out nothing
	entries, _, err := j.DB.AuditLog(t.Context(), contestID, 0, 8)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"pairs.jplag.csv", "pairs.csv", "decisions.json", "decisions.csv", "contest.html", "cluster-1.html", "left.html", "pair.html"} {
		if e := entries[i]; e.Action != review.ActionExport || e.Details.File != want || e.Actor != j.Person("ann") {
			t.Errorf("entry %d: %+v, want %s to ann", i, e, want)
		}
	}
	p := j.Pairs[0]
	if e := entries[7]; e.First.Number != p.Left.Number || e.Second.Number != p.Right.Number || e.Problem != p.Problem || e.Details.CheckID != j.Check.ID {
		t.Errorf("%+v is not of the pair", e)
	}
	j.Is("cid")
	j.Post(of+"/members", "name", "vic", "role", "reviewer")
	log := j.Page(of + "/log").Text()
	webtest.Mention(t, log, "Was handed the evidence of a pair", "Was handed the copy for the participant on the left", "Was handed the evidence of cluster 1",
		"Was handed the decisions, as decisions.csv", "Was handed the pairs, as pairs.csv", blind.Label(p.Left.Number), "Vic is reviewer now", "Began the contest", "Had the contest checked")
}

// The log of the installation says in words what was done to accounts.
func TestAccountsAreLogged(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	in.User("root", true)
	in.SignIn("root")
	in.Post("/accounts", "name", "rosa", "password", webtest.SomePassword).Leads("/accounts?done=added")
	rosa, _, err := in.DB.UserByName(t.Context(), "rosa")
	if err != nil {
		t.Fatal(err)
	}
	in.Token(rosa.ID, "read")
	path := ui.AccountPath(rosa)
	in.Post(path+"/password", "password", webtest.SomePassword+"2").Leads("/accounts?done=password")
	in.Post(path+"/disabled", "disabled", "true").Leads("/accounts?done=disabled")
	in.Post(path+"/disabled", "disabled", "false").Leads("/accounts?done=enabled")
	in.Post("/account/name", "name", "the root").Leads("/account?done=name")
	webtest.Mention(t, in.Page("/log").Text(), "Added the account rosa", "Set the password of rosa; 1 token revoked by it", "Disabled the account rosa",
		"Enabled the account rosa", "Renamed the account root to the root")
}
