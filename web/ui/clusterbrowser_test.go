package ui_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// overlappingTiles is a script that returns which tiles of the overview overlap, and which lines of a caption overlap
// or are not inside their tile.
const overlappingTiles = `(() => {
	const found = [], box = e => e.getBoundingClientRect();
	const overlap = (a, b) => a.left < b.right - .5 && b.left < a.right - .5 && a.top < b.bottom - .5 && b.top < a.bottom - .5;
	const tiles = [...document.querySelectorAll(".overview a")];
	tiles.forEach((tile, i) => {
		for (const other of tiles.slice(i + 1))
			if (overlap(box(tile), box(other))) found.push(tile.textContent + " overlaps " + other.textContent);
		const lines = [...tile.querySelectorAll("svg, .caption > *")];
		lines.forEach((line, j) => {
			const a = box(line), b = box(tile);
			if (a.left < b.left || a.right > b.right || a.top < b.top || a.bottom > b.bottom) found.push(line.textContent + " is outside of its tile");
			for (const other of lines.slice(j + 1))
				if (overlap(a, box(other))) found.push(line.textContent + " overlaps " + other.textContent);
		});
	});
	return found;
})()`

// The pages of clusters fit each screen and have no barriers, and the list leads to a cluster.
func TestBrowserClusters(t *testing.T) {
	t.Parallel()
	tab := browsertest.New(t)
	g := newClusterSite(t, 8)
	j := webtest.OpenBrowser(tab, g.Site)
	j.SignInByLink()
	list := fmt.Sprintf("/checks/%d/clusters", g.checkID)
	for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
		j.Run(browsertest.Emulate(screen))
		// The last page stays open for the assertions below.
		for _, page := range [][2]string{{list + "?size=2", ".clusters"}, {list, ".clusters"}, {list + "/1", "svg.heat"}} {
			path, selector := page[0], page[1]
			j.Run(chromedp.Navigate(g.Base+path), webtest.See(selector))
			j.WantAccessible(fmt.Sprintf("%s at %d", path, screen.Width))
			for _, problem := range webtest.Eval[[]string](j, overlappingTiles) {
				t.Errorf("%s at %d: %s", path, screen.Width, problem)
			}
			if over := webtest.Eval[int](j, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s is %d pixels wider than a screen of %d", path, over, screen.Width)
			}
		}
	}
	if n := webtest.Eval[int](j, `document.querySelectorAll("svg.graph .node").length`); n != 8 {
		t.Errorf("%d nodes are drawn, want 8", n)
	}
	// The content security policy lets the style of the lines through.
	if got := webtest.Eval[string](j, `getComputedStyle(document.querySelector("svg.graph .edge.e1")).strokeWidth`); got != "4.5px" {
		t.Errorf("the strongest line is %s wide, want 4.5px", got)
	}
	for _, selector := range []string{".overview li:first-child a", ".clusters tbody tr:first-child a"} {
		j.Run(chromedp.Navigate(g.Base+list), webtest.See(".clusters"), webtest.Click(selector), webtest.See("svg.graph"))
		j.WantPage(list + "/1")
	}
	// The overview is for the keyboard and for screen readers too: its links say which cluster they lead to.
	j.Run(chromedp.Navigate(g.Base+list), webtest.See(".overview"))
	if got := webtest.Eval[string](j, `document.querySelector(".overview a").innerText`); got != "Cluster 1\nA\n8 participants\n7 to review\nchain" {
		t.Errorf("the first link of the overview is %q", got)
	}
}
