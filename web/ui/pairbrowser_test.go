package ui_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// pairViews are the views of a pair's page, as its address names them.
var pairViews = []string{"", "&view=diff", "&view=tokens"}

// someMatches returns the rank of a pair whose line diff and code have at least two matches.
func someMatches(b webtest.JuryBrowser) int {
	b.Helper()
	for rank := range b.Jury.Pairs {
		if b.Jury.Pairs[rank].LongestMatch*5 > b.Jury.Pairs[rank].MatchedTokens*4 {
			continue
		}
		b.Open(rank+1, fmt.Sprintf("?at=%d", rank+1))
		if webtest.Eval[int](b.Browser, `Number(document.querySelector(".evidence").dataset.matches)`) > 1 {
			return rank + 1
		}
	}
	b.Fatal("no pair has two matches")
	return 0
}

// isAtMatch is the expression that both ends of match %d are on the screen, and not covered by the heads of the panes.
// The line diff shows one end.
const isAtMatch = `(() => {
	const boxes = ["l", "r"].map((side) => document.querySelector('[data-side="' + side + '"] .match[data-match="%[1]d"]').getBoundingClientRect());
	const panes = [...document.querySelectorAll(".pane")];
	const isSeen = (box, area) => box.top >= area.top && box.bottom <= Math.min(area.bottom, innerHeight);
	return panes.length === 0
		? isSeen(boxes[0], document.querySelector(".diff").getBoundingClientRect())
		: boxes.every((box, i) => isSeen(box, panes[i].getBoundingClientRect()));
})()`

// The code takes most of the window in each view, scrolls by itself, and opens at match 1; the page does not scroll.
func TestBrowserCodeFirst(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	b.SignInAs("cid") // a chief judge has the most buttons
	rank := someMatches(b)
	for _, test := range []struct {
		screen browsertest.Screen
		share  float64
	}{
		{browsertest.Screen{Width: 1440, Height: 900}, 0.65},
		{browsertest.Screen{Width: 390, Height: 844, Dark: true}, 0.5},
	} {
		for _, view := range pairViews {
			t.Run(fmt.Sprintf("%d %q", test.screen.Width, view), func(t *testing.T) {
				b.Run(browsertest.Emulate(test.screen))
				b.Open(rank, fmt.Sprintf("?at=%d%s", rank, view))
				share := webtest.Eval[float64](b.Browser, `Math.min(...[...document.querySelectorAll(".pane, .diff")].map((box) => box.clientHeight)) / innerHeight`)
				t.Logf("the code takes %.1f%% of the height", 100*share)
				if share < test.share {
					t.Errorf("the code takes %.3f of the height, want %v", share, test.share)
				}
				for _, expression := range []string{
					`document.documentElement.scrollHeight - innerHeight`, `document.documentElement.scrollWidth - innerWidth`,
					`innerHeight - document.querySelector(".decide").getBoundingClientRect().bottom`,
				} {
					if got := webtest.Eval[float64](b.Browser, expression); got != 0 {
						t.Errorf("%s is %v, want 0", expression, got)
					}
				}
				if covered := webtest.Eval[float64](b.Browser, `document.querySelector(".pane, .diff").getBoundingClientRect().bottom - document.querySelector(".decide").getBoundingClientRect().top`); covered > 0 {
					t.Errorf("the bar to decide covers %v pixels of the code", covered)
				}
				if !webtest.Eval[bool](b.Browser, fmt.Sprintf(isAtMatch, 1)) {
					t.Error("match 1 is not on the screen")
				}
				if got := b.Text(".evidence-count"); got[:8] != "Match 1 " {
					t.Errorf("the bar says %q, want match 1", got)
				}
			})
		}
	}
}

// Nothing moves after the first paint: the layout does not shift, and both sides stand at match 1 at once.
func TestBrowserPairDoesNotJump(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	rank := someMatches(b)
	for _, view := range pairViews {
		b.Open(rank, fmt.Sprintf("?at=%d%s", rank, view))
		shift := webtest.Eval[float64](b.Browser, `(() => {
			let sum = 0;
			const observer = new PerformanceObserver(() => {});
			observer.observe({ type: "layout-shift", buffered: true });
			for (const entry of observer.takeRecords()) {
				sum += entry.value;
			}
			return sum;
		})()`)
		if shift != 0 {
			t.Errorf("%q: the layout shifts by %v, want 0", view, shift)
		}
		if got := webtest.Eval[string](b.Browser, `document.querySelector('script[src*="evidence"]').getAttribute("blocking")`); got != "render" {
			t.Errorf("%q: the script that goes to match 1 blocks %q, want render", view, got)
		}
	}
}

// In all three views, keys go from match to match and from pair to pair, and decide; the next pair opens in the same view.
func TestBrowserKeysInAllViews(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	rank := someMatches(b)
	for i, view := range pairViews {
		b.Open(rank, fmt.Sprintf("?at=%d%s", rank, view))
		b.Run(chromedp.KeyEvent("n"))
		if !webtest.Eval[bool](b.Browser, fmt.Sprintf(isAtMatch, 2)) || b.Text(".evidence-count")[:8] != "Match 2 " {
			t.Errorf("%q: the key n does not lead to match 2 but to %q", view, b.Text(".evidence-count"))
		}
		if got := webtest.Eval[string](b.Browser, `[...document.querySelectorAll(".tabs a")].map((a) => a.hash).join(" ")`); got != "#l2 #l2 #l2" {
			t.Errorf("%q: the views open at %q, want match 2", view, got)
		}
		b.Run(chromedp.KeyEvent("p"))
		if !webtest.Eval[bool](b.Browser, fmt.Sprintf(isAtMatch, 1)) {
			t.Errorf("%q: the key p does not lead back to match 1", view)
		}
		b.Press("j")
		b.WantPage(b.Jury.PairPath(rank+1, fmt.Sprintf("?at=%d%s", rank+1, view)))
		b.Press("k")
		b.WantPage(b.Jury.PairPath(rank, fmt.Sprintf("?at=%d%s", rank, view)))
		key := []string{"c", "d", "x"}[i]
		b.Press(key)
		b.WantPage(b.Jury.PairPath(rank+1, fmt.Sprintf("?at=%d%s", rank+1, view)))
		want := []review.Decision{review.Confirmed, review.Dismissed, review.Unclear}[i]
		if c := b.Jury.CaseOf(rank); len(c.Reviews) != 1 || c.Reviews[0].Decision != want {
			t.Errorf("%q: after the key %s, the case is %+v, want it %s", view, key, c, want)
		}
		if !webtest.Eval[bool](b.Browser, fmt.Sprintf(isAtMatch, 1)) {
			t.Errorf("%q: the next pair does not open at match 1", view)
		}
	}
}

// The drawers open by keys and by clicks, one at a time, and Esc closes them.
func TestBrowserDrawers(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	b.Open(1, "?at=1")
	open := func() string {
		return webtest.Eval[string](b.Browser, `[...document.querySelectorAll(".drawer[open]")].map((d) => d.id).join(" ")`)
	}
	last := ""
	for _, step := range []struct{ key, want string }{
		{"l", "matches"}, {"i", "details"}, {"r", "case"}, {"r", ""}, {"i", "details"}, {"\u001b", ""},
	} {
		b.Run(chromedp.KeyEvent(step.key))
		if got := open(); got != step.want {
			t.Errorf("after the key %q, %q is open, want %q", step.key, got, step.want)
		}
		focus := webtest.Eval[string](b.Browser, `document.activeElement.parentElement.id + " " + document.activeElement.localName`)
		if inDrawer := strings.HasSuffix(focus, " div"); !strings.HasPrefix(focus, cmp.Or(step.want, last)+" ") || inDrawer != (step.want != "") {
			t.Errorf("after the key %q, the focus is at %q, want it in the open drawer, or at the button of the closed one", step.key, focus)
		}
		last = step.want
	}
	b.Run(webtest.Click("#details summary"), webtest.See("#details .explanation"))
	for _, heading := range []string{"Attempts", "Other pairs of these two"} {
		isEmpty := webtest.Eval[bool](b.Browser, fmt.Sprintf(`[...document.querySelectorAll("#details section")].some((s) => s.querySelector("h2").innerText === %q && s.innerText.trim() === %q)`, heading, heading))
		if isEmpty {
			t.Errorf("the section %q is empty", heading)
		}
	}
	b.Run(browsertest.Emulate(browsertest.Screen{Width: 390, Height: 844}))
	covered := webtest.Eval[float64](b.Browser, `(() => {
		const box = (selector) => document.querySelector(selector).getBoundingClientRect(), open = box("#details .drawer-body");
		return Math.max(box(".view-bar").bottom - open.top, open.bottom - box(".decide").top);
	})()`)
	if covered > 1 {
		t.Errorf("on a narrow screen, the open drawer covers %v pixels of the tabs or of the bar to decide", covered)
	}
}

// No text of the bar to decide is clipped, on any screen, for a chief judge in a conflict with long names.
func TestBrowserBarIsNotClipped(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	key := review.KeyOf(b.Jury.Check.ContestID, b.Jury.Pairs[0])
	for i, by := range []string{"ann", "ben"} {
		newReview := review.Review{Decision: review.Decisions()[i], Note: "a note that is longer than its field: both programs have the same unusual names"}
		_, err := b.Jury.DB.Decide(t.Context(), b.Jury.Person(by), key, newReview)
		webtest.Must(t, err)
	}
	for _, by := range []string{"cid", "ann"} {
		b.SignInAs(by)
		for _, width := range []int64{390, 768, 1440} {
			b.Run(browsertest.Emulate(browsertest.Screen{Width: width, Height: 844}))
			b.Open(1, "?at=1")
			clipped := webtest.Eval[[]string](b.Browser, `[...document.querySelectorAll(".decide, .decide form, .decide .acts, .decide button, .pair-head *:not(.both)")]
				.filter((e) => getComputedStyle(e).display !== "inline" && (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 2)).map((e) => e.className + " " + e.innerText)`)
			if len(clipped) > 0 {
				t.Errorf("%s at %d: clipped: %q", by, width, clipped)
			}
			outside := webtest.Eval[[]string](b.Browser, `[...document.querySelectorAll(".decide button, .decide select, .decide textarea")].filter((e) => {
				const box = e.getBoundingClientRect();
				return box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
			}).map((e) => e.innerText)`)
			if len(outside) > 0 {
				t.Errorf("%s at %d: outside of the screen: %q", by, width, outside)
			}
		}
	}
}

// A chief judge rules by a click; reviewers have no such buttons.
func TestBrowserRuling(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	b.Open(1, "?at=1")
	if n := webtest.Eval[int](b.Browser, `document.querySelectorAll("[name=ruling]").length`); n != 0 {
		t.Errorf("a reviewer has %d buttons to rule, want none", n)
	}
	b.SignInAs("cid")
	b.Open(1, "?at=1")
	if n := webtest.Eval[int](b.Browser, `document.querySelectorAll(".decide input").length`); n != 0 {
		t.Errorf("the bar of a chief judge has %d boxes or fields beside the note, want none", n)
	}
	texts := webtest.Eval[[]string](b.Browser, `[...document.querySelectorAll("[name=ruling]")].map((e) => e.innerText.replace(/\s+/g, " "))`)
	if !slices.Equal(texts, []string{"Rule: confirmed Shift+C", "Rule: dismissed Shift+D"}) {
		t.Errorf("the buttons of a chief judge are %q", texts)
	}
	b.Run(webtest.Click(`[name=ruling][value=confirmed]`), webtest.See(".did"))
	c := b.Jury.CaseOf(1)
	if c.State != review.CaseConfirmed || len(c.Reviews) != 1 || !c.Reviews[0].Ruling {
		t.Errorf("the case is %+v, want it confirmed by a ruling", c)
	}
	b.WantPage(b.Jury.PairPath(2, "?at=2"))
	if got := b.Text(".did"); got[:len("You ruled: confirmed, pair 1")] != "You ruled: confirmed, pair 1" {
		t.Errorf("the notice says %q, want the ruling", got)
	}
}

// Two reviewers vote on the same pair without seeing each other's votes.
func TestBrowserIndependentVotes(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	b.Open(1, "?at=1")
	b.Press("1c")
	b.SignInAs("ben")
	b.Open(1, "?at=1")
	if got := b.Text(".pair-head h1 .case"); got != "Open" {
		t.Errorf("before his vote, ben sees the case as %q, want it open", got)
	}
	b.Run(chromedp.KeyEvent("r"), webtest.See("#case .drawer-body"))
	if got := b.Text("#case"); strings.Contains(got, "ann confirmed") || strings.Contains(got, "copied") {
		t.Errorf("before his vote, ben reads %q", got)
	}
	b.Press("5d")
	b.Open(1, "?at=1")
	if got, want := b.Text(".pair-head h1 .case"), "Conflict: confirmed by ann, dismissed by ben; needs a chief judge"; got != want {
		t.Errorf("after his vote, ben sees %q, want %q", got, want)
	}
	b.Run(chromedp.KeyEvent("r"), webtest.See("#case .said"))
	if got := b.Text("#case .said"); !strings.Contains(got, "copied") || !strings.Contains(got, "template") {
		t.Errorf("after his vote, ben reads %q, want both reviews", got)
	}
}
