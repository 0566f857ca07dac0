package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// An alert that is added while the page is open appears there, and what is being
// looked at stays where it is.
func TestBrowserLive(t *testing.T) {
	t.Parallel()
	ctx := browsertest.New(t)
	in := newInstallation(t)
	c := in.checked("finals")
	in.uncovered(c.contest)
	more := []contest.Submission{}
	for i := range 30 {
		path := fmt.Sprintf("B/%02d.cpp", i)
		more = append(more, contest.Submission{Problem: "B", Participant: fmt.Sprintf("Team %02d", i), Kind: contest.Official, Path: path, Language: "cpp", Verdict: "AC", Attempt: 1,
			Files: []contest.File{{Path: path, Content: fmt.Appendf(nil, "int main() { return %d; }", i)}}})
	}
	if _, _, err := in.db.Import(t.Context(), review.CommandLine, "", "finals", "more", more, nil, nil); err != nil {
		t.Fatal(err)
	}
	j := judge{in.site, ctx}
	complaints := browsertest.ConsoleErrors(t, ctx)
	t.Cleanup(func() {
		for _, complaint := range complaints() {
			t.Errorf("the browser complains: %s", complaint)
		}
	})
	path := livePath(c.contest)
	j.run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}), chromedp.Navigate(in.server.SignInLink(in.base)), see(`form[action="/signout"]`),
		chromedp.Navigate(j.base+path), see(".empty"))
	get[bool](j, "window.here = true")

	in.watched(following(c.contest))
	j.run(see(".watch .state.running"))
	in.alerted(c.contest, c.submissions[0], c.submissions[1], 0.75)
	j.run(see("tr.fresh"))
	if got := get[string](j, "document.querySelector('[data-news]').textContent"); got != "New alert: problem A, team one of finals and team two of finals, suspicion 0.750" {
		t.Errorf("is told %q", got)
	}
	for i := 1; i < 29; i++ {
		in.alerted(c.contest, more[0], more[i], 0.5+float64(i)/100)
	}
	j.run(see("tbody tr:nth-child(29)"))
	// One who reads a row keeps it under their eyes.
	j.run(chromedp.Focus(chromedp.CSS("tbody tr:nth-child(20) a")))
	where := "Math.round(document.activeElement.getBoundingClientRect().top)"
	before, row := get[int](j, where), get[string](j, "document.activeElement.closest('tr').id")
	last := in.alerted(c.contest, more[1], more[2], 0.9)
	j.run(see(fmt.Sprintf("#alert-%d", last.ID)))
	if after := get[int](j, where); after != before || get[string](j, "document.activeElement.closest('tr').id") != row {
		t.Errorf("the row with the focus went from %d to %d", before, after)
	}
	// The closing changes the rows where they stand.
	if _, err := in.db.CloseAlerts(t.Context(), c.contest, c.check, alertedAt); err != nil {
		t.Fatal(err)
	}
	ended := following(c.contest)
	ended.State, ended.CheckID = contest.WatchEnded, c.check
	in.watched(ended)
	j.run(see(".alert-state.fallen"), see(".alert-state.standing"), see(".watch .state.complete"))
	if !get[bool](j, "window.here === true") || get[string](j, "document.activeElement.closest('tr').id") != row {
		t.Error("the page was loaded anew, or the focus is lost")
	}
	alert := alertPath(last)
	for _, screen := range []browsertest.Screen{
		{Width: 1440, Height: 900}, {Width: 1440, Height: 900, Dark: true}, {Width: 390, Height: 844}, {Width: 390, Height: 844, Dark: true},
	} {
		for _, path := range []string{path, alert} {
			j.run(browsertest.Emulate(screen), chromedp.Navigate(j.base+path), see(".alert-state"))
			faults, err := browsertest.AccessibilityViolations(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range faults {
				t.Errorf("%s at %d, dark %v: %v", path, screen.Width, screen.Dark, fault)
			}
			if over := get[int](j, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s is %d pixels wider than a screen of %d", path, over, screen.Width)
			}
		}
	}
}
