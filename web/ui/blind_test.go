package ui_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// personalData is what nobody may read on the pages of a blind contest.
var personalData = []string{"Lovelace", "lovelace", "Hopper", "hopper", "Noether", "Analytical Society", "Nantes", "10.1.2.3", "row-7"}

// On no page of a blind contest can be read who anybody is, whoever asks.
func TestBlindPages(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	contestID, checkID, pairs := in.CheckedBlind()
	for name, role := range map[string]account.Role{"vera": account.Viewer, "rita": account.Reviewer, "carl": account.Chief} {
		u := in.User(name, false)
		in.Member(contestID, u.ID, role)
		if role == account.Reviewer {
			_, err := in.DB.Decide(t.Context(), review.Person{ID: u.ID, Name: u.Name}, review.KeyOf(contestID, pairs[0]),
				review.Review{Decision: review.Confirmed, Reason: review.Copied, Note: "Ada Lovelace has it of Grace Hopper"})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	in.User("root", true)
	at := func(format string, ids ...any) string { return fmt.Sprintf(format, ids...) }
	paths := []string{
		"/", "/?name=Aut", at("/contests/%d", contestID), at("/contests/%d?threshold=0.9", contestID),
		at("/contests/%d/participants/1", contestID), at("/contests/%d/participants/2", contestID), at("/contests/%d/participants/3", contestID),
		at("/checks/%d", checkID), at("/checks/%d?threshold=0&participant=1", checkID), at("/checks/%d?state=pending", checkID), at("/checks/%d/skipped", checkID),
		"/search",
	}
	chief := []string{at("/contests/%d/log", contestID), at("/contests/%d/settings", contestID), at("/contests/%d/checks", contestID)}
	for name, list := range map[string][]string{"vera": paths, "rita": paths, "carl": append(chief, paths...), "root": append(chief, append(paths, "/log")...)} {
		as := in.As(t).SignIn(name)
		for _, path := range list {
			a := as.Page(path)
			for _, secret := range personalData {
				if strings.Contains(a.Body, secret) {
					t.Errorf("%s reads %q on %s:\n%s", name, secret, path, a.Text())
				}
			}
		}
	}
	carl := in.As(t).SignIn("carl")
	webtest.Mention(t, carl.Page(at("/contests/%d/log", contestID)).Text(), "rita", "Decided: confirmed, copied", "then half confirmed", "has it of Participant")
	// A name that is hidden cannot be guessed by asking for it.
	if rows := carl.Page(at("/checks/%d?threshold=0&participant=Lovelace", checkID)).All("tr", "data-row", ""); len(rows) > 0 {
		t.Errorf("%d pairs are found by a hidden name", len(rows))
	}
}

func TestParticipantPage(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	contestID, _, pairs := in.CheckedBlind()
	root := in.User("root", true)
	as := in.As(t).SignIn("root")
	grace := pairs[0].Right
	path := fmt.Sprintf("/contests/%d/participants/%d", contestID, grace.Number)
	a := as.Page(path)
	webtest.Mention(t, a.Text(), fmt.Sprintf("Participant %d", grace.Number), "2 pairs", "Uncover the name", "attempt-2.cpp", "AC", "C++")
	if rows := a.All("tr", "data-row", ""); len(rows) != 2 {
		t.Errorf("%d pairs, want 2", len(rows))
	}
	if a := as.Post(path + "/uncover"); a.Status != http.StatusSeeOther || a.Header.Get("Location") != path {
		t.Fatalf("uncovered: %d to %q", a.Status, a.Header.Get("Location"))
	}
	webtest.Mention(t, as.Page(path).Text(), "Grace Hopper", "Affiliation Analytical Society", "Seat row-7", "The name was uncovered", "Hide the name")
	if a := as.Post(path + "/cover"); a.Status != http.StatusSeeOther {
		t.Fatalf("covered: %d", a.Status)
	}
	if strings.Contains(as.Page(path).Text(), "Hopper") {
		t.Error("the name is not hidden again")
	}
	log := as.Page(fmt.Sprintf("/contests/%d/log", contestID)).Text()
	webtest.Mention(t, log, "Uncovered the name", "Hid the name again", root.Name)

	// Ada took part before. Both are hidden, so the numbers are told; where only
	// one is, she is not told of there.
	ada := fmt.Sprintf("/contests/%d/participants/%d", contestID, pairs[0].Left.Number)
	webtest.Mention(t, as.Page(ada).Text(), "In other contests", "Participant 1 of Spring")
	as.Post(ada + "/uncover")
	if words := as.Page(ada).Text(); strings.Contains(words, "In other contests") {
		t.Errorf("the name here tells who somebody is there: %s", words)
	}
	if a := as.Do("GET", fmt.Sprintf("/contests/%d/participants/99", contestID), ""); a.Status != http.StatusNotFound {
		t.Errorf("somebody who is not there: status %d", a.Status)
	}
}

func TestAssignPairs(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	contestID, checkID, pairs := in.CheckedBlind()
	rita, vera := in.User("rita", false), in.User("vera", false)
	in.Member(contestID, rita.ID, account.Reviewer)
	in.Member(contestID, vera.ID, account.Viewer)
	as := in.As(t).SignIn("rita")
	check := fmt.Sprintf("/checks/%d", checkID)
	id := func(n int64) string { return fmt.Sprint(n) }
	a := as.Post(check+"/assign", "pair", id(pairs[0].ID), "pair", id(pairs[1].ID), "to", id(rita.ID), "ranking", "state=waiting&page=1")
	if a.Status != http.StatusSeeOther || a.Header.Get("Location") != check+"?state=waiting" {
		t.Fatalf("status %d to %q: %s", a.Status, a.Header.Get("Location"), a.Text())
	}
	rows := as.Page(check+"?assigned="+id(rita.ID)).All("tr", "data-row", "")
	if len(rows) != 2 {
		t.Fatalf("%d pairs are assigned, want 2", len(rows))
	}
	webtest.Mention(t, webtest.TextOf(rows[0]), "Open", "for rita")
	for name, form := range map[string][]string{
		"nobody ticked":    {"to", id(rita.ID)},
		"to a viewer":      {"to", id(vera.ID), "pair", id(pairs[0].ID)},
		"to no number":     {"to", "x", "pair", id(pairs[0].ID)},
		"no such pair":     {"to", id(rita.ID), "pair", "x"},
		"pair of no check": {"to", id(rita.ID), "pair", "999999"},
	} {
		if a := as.Post(check+"/assign", form...); a.Status != http.StatusBadRequest && a.Status != http.StatusNotFound {
			t.Errorf("%s: status %d", name, a.Status)
		}
	}
	as.Post(check+"/assign", "pair", id(pairs[0].ID), "to", "0")
	if rows := as.Page(check+"?assigned="+id(rita.ID)).All("tr", "data-row", ""); len(rows) != 1 {
		t.Errorf("%d pairs are assigned after one was taken back, want 1", len(rows))
	}
	if picks := in.As(t).SignIn("vera").Page(check).All("input", "name", "pair"); len(picks) > 0 {
		t.Error("a viewer can tick pairs")
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	contestID, _, _ := in.CheckedBlind()
	in.User("root", true)
	carl := in.User("carl", false)
	in.Member(contestID, carl.ID, account.Chief)
	as, root := in.As(t).SignIn("carl"), in.As(t).SignIn("root")
	path := fmt.Sprintf("/contests/%d", contestID)
	if forms := as.Page(path+"/settings").All("form", "action", path+"/delete"); len(forms) > 0 {
		t.Error("a chief judge is offered to delete the contest")
	}
	for _, form := range [][]string{{"agreement", "3"}, {"agreement", "3", "blind", "1"}, {"agreement", "3", "blind", "true", "blind", ""}} {
		if a := as.Post(path+"/settings", form...); a.Status != http.StatusBadRequest {
			t.Errorf("%v: status %d", form, a.Status)
		}
		if c, err := in.DB.Contest(t.Context(), contestID); err != nil || !c.Blind || c.Agreement != 2 {
			t.Fatalf("%v: blind %v, agreement %d, %v: want nothing changed", form, c.Blind, c.Agreement, err)
		}
	}
	// What the form sends with the box ticked, and without.
	if a := as.Post(path+"/settings", "agreement", "2", "blind", "false", "blind", "true"); a.Status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.Status, a.Text())
	}
	if c, err := in.DB.Contest(t.Context(), contestID); err != nil || !c.Blind {
		t.Errorf("blind %v, %v: want it to stay so", c.Blind, err)
	}
	if a := as.Post(path+"/settings", "agreement", "3", "blind", "false"); a.Status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.Status, a.Text())
	}
	c, err := in.DB.Contest(t.Context(), contestID)
	if err != nil || c.Blind || c.Agreement != 3 {
		t.Errorf("blind %v, agreement %d, %v: want the names to be shown, and 3", c.Blind, c.Agreement, err)
	}
	webtest.Mention(t, as.Page(path+"/participants/1").Text(), "Analytical Society")
	webtest.Mention(t, as.Page(path+"/log").Text(), "Made all names visible", "Reviewers who must agree: 3, before 2")
	for _, agreement := range []string{"0", "10", "", "two"} {
		if a := as.Post(path+"/settings", "agreement", agreement, "blind", "false"); a.Status != http.StatusBadRequest {
			t.Errorf("agreement %q: status %d", agreement, a.Status)
		}
	}
	if a := root.Post(path+"/delete", "name", "Spring"); a.Status != http.StatusUnprocessableEntity {
		t.Errorf("the name of another contest: status %d", a.Status)
	}
	root.Page(path) // still there
	if a := root.Post(path+"/delete", "name", " Autumn "); a.Status != http.StatusSeeOther {
		t.Fatalf("delete: status %d: %s", a.Status, a.Text())
	}
	if a := root.Do("GET", path, ""); a.Status != http.StatusNotFound {
		t.Errorf("deleted, and the page has status %d", a.Status)
	}
	webtest.Mention(t, root.Page("/log").Text(), "Deleted the contest", "deleted")
}
