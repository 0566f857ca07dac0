package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A jury decides a random sample of the pairs that the check does not list, and reads what it means.
func TestAuditPage(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("cid")
	check := ui.CheckPath(j.Check.ID)
	const size = 4
	sample := fmt.Sprintf("sample=%d&seed=7", size)
	form := j.Page(check).One("form", "aria-label", "Draw a sample")
	if got := webtest.Attribute(form, "action"); got != check {
		t.Errorf("the form leads to %q, want the check", got)
	}
	pairs, _, err := j.DB.Pairs(t.Context(), j.Check.ID, contest.PairFilter{Audit: contest.AuditSample{Size: size, Seed: 7}})
	if err != nil || len(pairs) != size {
		t.Fatalf("%d pairs, %v; want %d", len(pairs), err, size)
	}
	for _, p := range pairs {
		if j.Check.Parameters.Lists(p.Scores) {
			t.Errorf("pair %d of the sample is listed", p.Rank)
		}
	}
	queue := "?at=1&" + sample + "&state=mine"
	for i, p := range pairs {
		a := j.Page(check + "?" + sample)
		decided := fmt.Sprintf("%d of %d decided", i, size)
		if i == 0 {
			decided = fmt.Sprintf("None of the %d sampled pairs is decided yet.", size)
		}
		webtest.Mention(t, a.Text(), decided, "A random sample of 4 pairs that are not listed", fmt.Sprintf("Pairs 1–%d of %d", size, size))
		if len(a.All("input", "type", "range")) > 0 {
			t.Error("a sample has a threshold")
		}
		a.One("a", "href", check+"/review?"+sample)
		j.Follow(j.Do("GET", check+"/review?"+sample, ""), ui.PairPath(p.ID)+queue)
		decision := "dismissed"
		if i == 0 {
			decision = "confirmed"
		}
		j.Send(ui.PairPath(p.ID)+"/decide"+queue, "ruling="+decision)
	}
	a := j.Page(check + "?" + sample)
	webtest.Mention(t, a.Text(), "1 of 4 confirmed: at most 76% of the ", " stored pairs that are not listed are copies, with 95% confidence.",
		"Pairs with a suspicion below 0.15 are not stored and not in the sample.")
	if links := a.All("a", "href", check+"/review?"+sample); len(links) > 0 {
		t.Error("a decided sample is offered for review")
	}
	a.One("a", "href", check+"/pairs.csv?"+sample)
	filtered := j.Page(check + "?" + sample + "&state=confirmed")
	webtest.Mention(t, filtered.Text(), "Pairs 1–1 of 1")
	if got := webtest.Attribute(filtered.One("a", "href", check+"?"+sample), "href"); got == "" {
		t.Error("no link resets the filters and keeps the sample")
	}
	if text := a.Text(); strings.Contains(text, "filters leave some out") || strings.Contains(text, "Reset") {
		t.Error("the sample is called a filter")
	}

	// A file of the sample says what it is.
	for _, format := range []string{"json", "html"} {
		text := j.Page(check + "/pairs." + format + "?" + sample).Body
		if !strings.Contains(text, "The pairs are a random sample of those that are not listed, drawn with seed 7.") || strings.Contains(text, "All stored pairs are listed") {
			t.Errorf("the %s file does not say that it is a sample", format)
		}
	}
}

// In independent review, a sample waits for each reviewer who has not decided it, and its outcome is shown to chief judges.
func TestAuditPageOfReviewers(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	check, sample := ui.CheckPath(j.Check.ID), "sample=2&seed=7"
	pairs, _, err := j.DB.Pairs(t.Context(), j.Check.ID, contest.PairFilter{Audit: contest.AuditSample{Size: 2, Seed: 7}})
	if err != nil || len(pairs) != 2 {
		t.Fatalf("%d pairs, %v; want 2", len(pairs), err)
	}
	decide := func(pairs ...contest.Pair) {
		for _, p := range pairs {
			j.Send(ui.PairPath(p.ID)+"/decide", "decision=confirmed").WantRedirect("/pairs/")
		}
	}
	offers := func(who string, want bool) string {
		t.Helper()
		j.SignInAs(who)
		a := j.Page(check + "?" + sample)
		if got := len(a.All("a", "href", check+"/review?"+sample)) > 0; got != want {
			t.Errorf("the sample is offered to %s for review: %v, want %v", who, got, want)
		}
		return a.Text()
	}
	j.SignInAs("ann")
	decide(pairs...)
	webtest.Mention(t, offers("ann", false), "None of the 2 sampled pairs is decided yet.", "No pair of the sample waits for you. Chief judges see the result.")
	j.SignInAs("cid")
	decide(pairs...)
	webtest.Mention(t, offers("ben", true), "None of the 2 sampled pairs is decided yet.")
	webtest.Mention(t, offers("cid", false), "2 of 2 confirmed")
}
