package report_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
)

// writePage writes a page to a file and returns its URL.
func writePage(t *testing.T, page string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	must(t, os.WriteFile(path, []byte(page), 0o644))
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// longDocument returns a document with a long program, and with ten pairs that need a second reviewer, so that they are closed at
// first.
func longDocument() report.Document {
	d := document()
	d.Pairs[0].Right.Path = longPath
	for len(d.Pairs) < 10 {
		d.Pairs = append(d.Pairs, d.Pairs[2])
	}
	d.Cases = slices.Repeat([]review.Case{{State: review.Pending}}, len(d.Pairs))
	return d
}

// In a browser, the report leads from the ranking to matches, fits every screen and paper, and
// runs no script of a name or program.
func TestBrowser(t *testing.T) {
	ctx := browsertest.New(t)
	address := writePage(t, write(t, "html", longDocument()))
	complaints := browsertest.ConsoleErrors(t, ctx)
	do := func(t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		must(t, chromedp.Do(ctx, steps...))
	}
	number := func(t *testing.T, expression string) int {
		t.Helper()
		n, err := chromedp.Run(ctx, chromedp.Evaluate[int](expression))
		if err != nil {
			t.Fatalf("%s: %v", expression, err)
		}
		return n
	}
	wide := browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900})
	const rightScroll = `Math.round(document.querySelector("#p1-right").scrollTop)`

	t.Run("from the ranking to a match on both sides", func(t *testing.T) {
		do(t, wide, chromedp.Navigate(address))
		if open := number(t, `document.querySelectorAll("details.pair[open]").length`); open != 0 {
			t.Fatalf("%d pairs are open at first, want none", open)
		}
		do(t, chromedp.Click(chromedp.CSS(`.ranking a[href="#pair-1"]`)), chromedp.WaitVisible(chromedp.CSS(`#p1-left .match`)))
		if at := number(t, rightScroll); at != 0 {
			t.Fatalf("the right pane is scrolled to %d at first, want 0", at)
		}
		do(t, chromedp.Click(chromedp.CSS(`#p1-left .match`)))
		if at := number(t, rightScroll); at == 0 {
			t.Error("a click on a match on the left did not scroll the right pane")
		}
	})
	t.Run("open all and close all", func(t *testing.T) {
		do(t, wide, chromedp.Navigate("about:blank"), chromedp.Navigate(address), chromedp.Click(chromedp.CSS(`[data-open="all"]`)))
		if open := number(t, `document.querySelectorAll("details.pair[open]").length`); open != 10 {
			t.Errorf("%d pairs are open, want all 10", open)
		}
		do(t, chromedp.Click(chromedp.CSS(`[data-open="none"]`)))
		if open := number(t, `document.querySelectorAll("details.pair[open]").length`); open != 0 {
			t.Errorf("%d pairs are open, want none", open)
		}
	})
	for _, screen := range []browsertest.Screen{
		{Width: 1440, Height: 900}, {Width: 1440, Height: 900, Dark: true},
		{Width: 390, Height: 844}, {Width: 390, Height: 844, Dark: true},
	} {
		t.Run(fmt.Sprintf("fits %d wide, dark %v", screen.Width, screen.Dark), func(t *testing.T) {
			do(t, browsertest.Emulate(screen), chromedp.Navigate("about:blank"), chromedp.Navigate(address), chromedp.Click(chromedp.CSS(`[data-open="all"]`)))
			overflow, err := chromedp.Run(ctx, browsertest.HorizontalOverflow())
			must(t, err)
			if overflow != 0 {
				t.Errorf("the page is %d pixels too wide", overflow)
			}
			if width := number(t, `Math.round(document.querySelector(".ranking td:has(a)").clientWidth)`); width < 150 {
				t.Errorf("the names of the ranking have %d pixels, want room for whole names", width)
			}
			dark := number(t, `getComputedStyle(document.body).backgroundColor.match(/\d+/)[0] < 128 ? 1 : 0`)
			if (dark == 1) != screen.Dark {
				t.Errorf("the page is dark: %v, want %v", dark == 1, screen.Dark)
			}
		})
	}
	t.Run("nothing is cut off on paper", func(t *testing.T) {
		const a4 = 794 // CSS pixels
		do(t, browsertest.Emulate(browsertest.Screen{Width: a4, Height: 1123}), chromedp.Navigate("about:blank"), chromedp.Navigate(address), media("print"))
		cut := number(t, `(dispatchEvent(new Event("beforeprint")),
			[...document.querySelectorAll(".pane, .line")].filter((e) =>
				e.getClientRects().length === 0 || e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1).length)`)
		if cut != 0 {
			t.Errorf("%d panes or lines are cut off or not shown", cut)
		}
		if alone := number(t, `getComputedStyle(document.querySelector(".evidence-head + .pair")).breakBefore === "page" ? 1 : 0`); alone != 0 {
			t.Error("the heading of the pairs is not on the page of the first pair")
		}
	})
	if got := complaints(); len(got) > 0 {
		t.Errorf("the browser complains: %q", got)
	}
	title, err := chromedp.Run(ctx, chromedp.Title())
	must(t, err)
	if strings.Contains(title, "broken") {
		t.Error("a script in a name or a program was run")
	}
}
