package ui_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The pages of clusters keep nobody from using them, on any screen, and lead on to
// the pairs.
func TestBrowserClusters(t *testing.T) {
	t.Parallel()
	ctx := browsertest.New(t)
	g := newClusterSite(t, 8)
	j := webtest.Judge{Site: g.Site, Ctx: ctx}
	complaints := browsertest.ConsoleErrors(t, ctx)
	j.Run(chromedp.Navigate(g.Server.SignInLink(g.Base)), webtest.See(`form[action="/signout"]`))
	list := fmt.Sprintf("/checks/%d/clusters", g.checkID)
	for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
		j.Run(browsertest.Emulate(screen))
		// The last is the page that is looked at below.
		for _, at := range [][2]string{{list, ".clusters"}, {list + "/1", "svg.graph"}} {
			path, shows := at[0], at[1]
			j.Run(chromedp.Navigate(g.Base+path), webtest.See(shows))
			faults, err := browsertest.AccessibilityViolations(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range faults {
				t.Errorf("%s at %d: %v", path, screen.Width, fault)
			}
			if over := webtest.Get[int](j, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s is %d pixels wider than a screen of %d", path, over, screen.Width)
			}
		}
	}
	if n := webtest.Get[int](j, `document.querySelectorAll("svg.graph .node").length`); n != 8 {
		t.Errorf("%d nodes are drawn", n)
	}
	// A style that the policy lets through: the lines are seen.
	if got := webtest.Get[string](j, `getComputedStyle(document.querySelector("svg.graph .edge.e1")).strokeWidth`); got != "4.5px" {
		t.Errorf("the strongest line is %s wide", got)
	}
	j.Run(chromedp.Navigate(g.Base+list), webtest.See(".clusters"), webtest.Click(`.clusters tbody tr:first-child a`), webtest.See("svg.graph"))
	j.At(list + "/1")
	for _, complaint := range complaints() {
		t.Errorf("the browser complains: %s", complaint)
	}
}
