package ui_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The pages of clusters fit each screen and have no barriers, and the list leads to a cluster.
func TestBrowserClusters(t *testing.T) {
	t.Parallel()
	ctx := browsertest.New(t)
	g := newClusterSite(t, 8)
	j := webtest.Browser{Site: g.Site, Ctx: ctx}
	consoleErrors := browsertest.ConsoleErrors(t, ctx)
	j.Run(chromedp.Navigate(g.Server.SignInLink(g.Base)), webtest.See(`form[action="/signout"]`))
	list := fmt.Sprintf("/checks/%d/clusters", g.checkID)
	for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
		j.Run(browsertest.Emulate(screen))
		// The last page stays open for the assertions below.
		for _, page := range [][2]string{{list, ".clusters"}, {list + "/1", "svg.graph"}} {
			path, selector := page[0], page[1]
			j.Run(chromedp.Navigate(g.Base+path), webtest.See(selector))
			violations, err := browsertest.AccessibilityViolations(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, violation := range violations {
				t.Errorf("%s at %d: %v", path, screen.Width, violation)
			}
			if over := webtest.Get[int](j, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s is %d pixels wider than a screen of %d", path, over, screen.Width)
			}
		}
	}
	if n := webtest.Get[int](j, `document.querySelectorAll("svg.graph .node").length`); n != 8 {
		t.Errorf("%d nodes are drawn, want 8", n)
	}
	// The content security policy lets the style of the lines through.
	if got := webtest.Get[string](j, `getComputedStyle(document.querySelector("svg.graph .edge.e1")).strokeWidth`); got != "4.5px" {
		t.Errorf("the strongest line is %s wide, want 4.5px", got)
	}
	j.Run(chromedp.Navigate(g.Base+list), webtest.See(".clusters"), webtest.Click(`.clusters tbody tr:first-child a`), webtest.See("svg.graph"))
	j.WantPage(list + "/1")
	for _, message := range consoleErrors() {
		t.Errorf("error in the console of the browser: %s", message)
	}
}
