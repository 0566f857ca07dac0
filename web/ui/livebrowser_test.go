package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// An open page shows new alerts, and keeps the row with the focus where it is on the screen.
func TestBrowserLive(t *testing.T) {
	t.Parallel()
	tab := browsertest.New(t)
	in := webtest.NewSite(t)
	c := in.AddChecked("finals")
	in.EndBlindReview(c.Contest)
	more := []contest.Submission{}
	for i := range 30 {
		path := fmt.Sprintf("B/%02d.cpp", i)
		more = append(more, contest.Submission{Problem: "B", Participant: fmt.Sprintf("Team %02d", i), Kind: contest.Official, Path: path, Language: "cpp", Verdict: "AC", Attempt: 1,
			Files: []contest.File{{Path: path, Content: fmt.Appendf(nil, "int main() { return %d; }", i)}}})
	}
	_, _, err := in.DB.Import(t.Context(), review.CommandLine, "", contest.Import{Contest: "finals", Origin: "more", Submissions: more})
	webtest.Must(t, err)
	j := webtest.OpenBrowser(tab, in)
	path := ui.LivePath(c.Contest)
	j.SignInByLink()
	j.Run(chromedp.Navigate(j.Base+path), webtest.See(".empty"))
	webtest.Eval[bool](j, "window.here = true")

	in.SetWatch(webtest.FollowingWatch(c.Contest))
	j.Run(webtest.See(".watch .state.running"))
	in.AddAlert(c.Contest, c.Submissions[0], c.Submissions[1], 0.75)
	j.Run(webtest.See("tr.fresh"))
	if got := webtest.Eval[string](j, "document.querySelector('[data-news]').textContent"); got != "New alert: problem A, team one of finals and team two of finals, suspicion 0.750" {
		t.Errorf("the text for screen readers is %q, want the new alert", got)
	}
	for i := 1; i < 29; i++ {
		in.AddAlert(c.Contest, more[0], more[i], 0.5+float64(i)/100)
	}
	j.Run(webtest.See("tbody tr:nth-child(29)"))
	// The row with the focus stays in its place when a row is added above it.
	j.Run(chromedp.Focus(chromedp.CSS("tbody tr:nth-child(20) a")))
	topOfFocus := "Math.round(document.activeElement.getBoundingClientRect().top)"
	before, row := webtest.Eval[int](j, topOfFocus), webtest.Eval[string](j, "document.activeElement.closest('tr').id")
	last := in.AddAlert(c.Contest, more[1], more[2], 0.9)
	j.Run(webtest.See(fmt.Sprintf("#alert-%d", last.ID)))
	if after := webtest.Eval[int](j, topOfFocus); after != before || webtest.Eval[string](j, "document.activeElement.closest('tr').id") != row {
		t.Errorf("the row with the focus went from %d to %d", before, after)
	}
	// The closing check changes the states of the rows, without loading the page again.
	_, err = in.DB.CloseAlerts(t.Context(), c.Contest, c.Check, webtest.AlertedAt)
	webtest.Must(t, err)
	ended := webtest.FollowingWatch(c.Contest)
	ended.State, ended.CheckID = contest.WatchEnded, c.Check
	in.SetWatch(ended)
	j.Run(webtest.See(".alert-state.not_upheld"), webtest.See(".alert-state.upheld"), webtest.See(".watch .state.complete"))
	if !webtest.Eval[bool](j, "window.here === true") || webtest.Eval[string](j, "document.activeElement.closest('tr').id") != row {
		t.Error("the page was loaded again, or the focus is lost")
	}
	for name, path := range map[string]string{"alerts": path, "alert": ui.AlertPath(last)} {
		j.Run(chromedp.Navigate(j.Base+path), webtest.See(".alert-state"))
		j.WantFit(name)
		if name == "alert" {
			if got := webtest.Eval[string](j, `document.querySelector(".lead").innerText`); !strings.Contains(got, "0.900 ") {
				t.Errorf("the alert is %q, want a space after the suspicion", got)
			}
			continue
		}
		if got := webtest.Eval[string](j, `document.querySelector("#alerts-title").innerText`); !strings.Contains(got, "30: ") {
			t.Errorf("the heading is %q, want the number of alerts in it", got)
		}
		if got := webtest.Eval[string](j, `document.querySelector("tr:has(.upheld) td:last-child").textContent.replace(/\s+/g, " ")`); !strings.HasPrefix(got, "Upheld Suspicion in the closing check ") {
			t.Errorf("the state is %q, want a space and a label before the suspicion", got)
		}
	}
}
