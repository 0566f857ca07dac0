package web

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
)

// A program is read on any screen, and led to from where its participant's are
// listed; no script is needed for it.
func TestBrowserSubmission(t *testing.T) {
	t.Parallel()
	ctx := browsertest.New(t)
	g := newJurySite(t)
	j := judge{g.site, ctx}
	complaints := browsertest.ConsoleErrors(t, ctx)
	side := g.pairs[0].Right
	path := submissionPath(side.SubmissionID)
	j.run(chromedp.Navigate(g.server.SignInLink(g.base)), see(`form[action="/signout"]`))
	for _, screen := range []browsertest.Screen{
		{Width: 1440, Height: 900}, {Width: 1440, Height: 900, Dark: true}, {Width: 390, Height: 844}, {Width: 390, Height: 844, Dark: true},
	} {
		j.run(browsertest.Emulate(screen), chromedp.Navigate(g.base+path), see(`.alone .line`))
		faults, err := browsertest.AccessibilityViolations(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range faults {
			t.Errorf("at %d, dark %v: %v", screen.Width, screen.Dark, fault)
		}
		if over := get[int](j, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			t.Errorf("%d pixels wider than a screen of %d", over, screen.Width)
		}
		// All of the program is there to be scrolled to by the page itself.
		if hidden := get[int](j, `(pane => pane.scrollHeight - pane.clientHeight)(document.querySelector(".alone .pane"))`); hidden > 0 {
			t.Errorf("at %d, %d pixels of the program are cut off", screen.Width, hidden)
		}
	}
	j.run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	j.run(chromedp.Navigate(g.base+participantOf(side)), click(`.handed a[href="`+path+`"]`), see(`.alone .line`),
		click(`a[href="`+pairAlone(g.pairs[0].ID)+`"]`), see(`.panes`))
	for _, complaint := range complaints() {
		t.Errorf("the browser complains: %s", complaint)
	}
}
