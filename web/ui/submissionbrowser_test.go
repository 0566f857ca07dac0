package ui_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The page of a submission fits each screen and has no barriers. The participant's page links to it, without
// JavaScript.
func TestBrowserSubmission(t *testing.T) {
	t.Parallel()
	tab := browsertest.New(t)
	g := webtest.NewJurySite(t)
	j := webtest.OpenBrowser(tab, g.Site)
	side := g.Pairs[0].Right
	path := ui.SubmissionPath(side.SubmissionID)
	j.SignInByLink()
	for _, screen := range []browsertest.Screen{
		{Width: 1440, Height: 900}, {Width: 1440, Height: 900, Dark: true}, {Width: 390, Height: 844}, {Width: 390, Height: 844, Dark: true},
	} {
		j.Run(browsertest.Emulate(screen), chromedp.Navigate(g.Base+path), webtest.See(`.alone .line`))
		j.WantAccessible(fmt.Sprintf("at %d, dark %v", screen.Width, screen.Dark))
		if over := webtest.Eval[int](j, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			t.Errorf("%d pixels wider than a screen of %d", over, screen.Width)
		}
		// The page itself scrolls to all of the program: the pane has no scroll bar of its own.
		if hidden := webtest.Eval[int](j, `(pane => pane.scrollHeight - pane.clientHeight)(document.querySelector(".alone .pane"))`); hidden > 0 {
			t.Errorf("at %d, %d pixels of the program are cut off", screen.Width, hidden)
		}
	}
	j.Run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	j.Run(chromedp.Navigate(g.Base+ui.ParticipantOf(side)), webtest.Click(`.submissions a[href="`+path+`"]`), webtest.See(`.alone .line`),
		webtest.Click(`a[href="`+ui.PairPath(g.Pairs[0].ID)+`"]`), webtest.See(`.panes`))
}
