package web

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Each file that is handed out stands in the log of its contest, with participants
// by number alone, and so does what was done to its members.
func TestHandedOutIsLogged(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	j.is("ann")
	contestID, check := j.check.ContestID, fmt.Sprintf("/checks/%d", j.check.ID)
	of := fmt.Sprintf("/contests/%d", contestID)
	for _, path := range []string{
		j.pairPath(1, "/bundle.html"), j.pairPath(1, "/bundle.html?redact=left"), check + "/clusters/1/bundle.html",
		of + "/bundle.html", of + "/decisions.csv", of + "/decisions.json", check + "/pairs.csv", check + "/pairs.jplag.csv",
	} {
		if a := j.do("GET", path, ""); a.status != http.StatusOK {
			t.Fatalf("GET %s: status %d", path, a.status)
		}
	}
	j.do("HEAD", check+"/pairs.csv", "") // hands out nothing
	entries, _, err := j.db.AuditLog(t.Context(), contestID, 0, 8)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"pairs.jplag.csv", "pairs.csv", "decisions.json", "decisions.csv", "contest.html", "cluster-1.html", "left.html", "pair.html"} {
		if e := entries[i]; e.Action != review.ActionExport || e.Details.File != want || e.Actor != j.person("ann") {
			t.Errorf("entry %d: %+v, want %s to ann", i, e, want)
		}
	}
	p := j.pairs[0]
	if e := entries[7]; e.First.Number != p.Left.Number || e.Second.Number != p.Right.Number || e.Problem != p.Problem || e.Details.CheckID != j.check.ID {
		t.Errorf("%+v is not of the pair", e)
	}
	j.is("cid")
	j.post(of+"/members", "name", "vic", "role", "reviewer")
	log := j.page(of + "/log").text()
	mention(t, log, "Was handed the evidence of a pair", "Was handed the copy for the participant on the left", "Was handed the evidence of cluster 1",
		"Was handed the decisions, as decisions.csv", "Was handed the pairs, as pairs.csv", blind.Label(p.Left.Number), "Vic is reviewer now", "Began the contest", "Had the contest checked")
}

// The log of the installation says in words what was done to accounts.
func TestAccountsAreLogged(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.user("root", true)
	in.signIn("root")
	in.post("/accounts", "name", "rosa", "password", somePassword).leads("/accounts?done=added")
	rosa, _, err := in.db.UserByName(t.Context(), "rosa")
	if err != nil {
		t.Fatal(err)
	}
	in.token(rosa.ID, "read")
	path := accountPath(rosa)
	in.post(path+"/password", "password", somePassword+"2").leads("/accounts?done=password")
	in.post(path+"/disabled", "disabled", "true").leads("/accounts?done=disabled")
	in.post(path+"/disabled", "disabled", "false").leads("/accounts?done=enabled")
	in.post("/account/name", "name", "the root").leads("/account?done=name")
	mention(t, in.page("/log").text(), "Added the account rosa", "Set the password of rosa; 1 token revoked by it", "Disabled the account rosa",
		"Enabled the account rosa", "Renamed the account root to the root")
}
