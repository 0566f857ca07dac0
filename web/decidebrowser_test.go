package web

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdpnetwork "github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// bench is a jury's site, seen through a browser by one of them.
type bench struct {
	judge
	jury *jurySite
}

func newBench(t *testing.T) bench {
	t.Helper()
	ctx := browsertest.New(t)
	jury := newJurySite(t)
	b := bench{judge{jury.site, ctx}, jury}
	complaints := browsertest.ConsoleErrors(t, ctx)
	t.Cleanup(func() {
		for _, complaint := range complaints() {
			t.Errorf("the browser complains: %s", complaint)
		}
	})
	b.run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}))
	b.is("ann")
	return b
}

// is makes the browser that of another of the jury.
func (b bench) is(name string) {
	b.Helper()
	cookie, value, _ := strings.Cut(b.jury.cookie(b.jury.users[name].ID), "=")
	b.run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, cdpnetwork.SetCookie, cdpnetwork.SetCookieParams{Name: cookie, Value: value, URL: b.base})
		return err
	}))
}

// open opens the pair of a rank.
func (b bench) open(rank int, below string) {
	b.Helper()
	b.run(chromedp.Navigate(b.base+b.jury.pairPath(rank, below)), see(".decide"))
}

// press presses keys one after another, and waits for the page that the last
// one leads to.
func (b bench) press(keys string) {
	b.Helper()
	get[bool](b.judge, "window.here = true")
	for _, key := range keys {
		b.run(chromedp.KeyEvent(string(key)))
	}
	// In between there is no page to ask, which is an error.
	for b.ctx.Err() == nil {
		there, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`window.here === undefined && document.readyState === "complete"`))
		if err == nil && there {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.Fatalf("the keys %q lead nowhere", keys)
}

// text returns what an element says.
func (b bench) text(selector string) string {
	b.Helper()
	return get[string](b.judge, fmt.Sprintf("document.querySelector(%q).innerText", selector))
}

// Ten pairs, with the keyboard alone.
func TestBrowserDecideByKeyboard(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open(1, "?at=1")
	decisions := "cdxccddxcd"
	reasons := "1704253611"
	for i, key := range decisions {
		b.at(b.jury.pairPath(i+1, fmt.Sprintf("?at=%d", i+1)) + get[string](b.judge, `location.search.replace(/^\?at=\d+/, "")`))
		if i == 4 { // with a note, in which the keys are letters
			b.run(chromedp.KeyEvent("m"))
			get[string](b.judge, `document.activeElement.value = ""`) // a key of chromedp is typed even where the page has taken it
			b.run(chromedp.KeyEvent("cd x1?"), chromedp.KeyEvent("\u001b"))
			if get[bool](b.judge, `document.activeElement.matches("textarea")`) {
				t.Fatal("Esc does not leave the note")
			}
		}
		b.run(chromedp.KeyEvent(reasons[i : i+1]))
		want := "No reason"
		if n := reasons[i] - '0'; n > 0 {
			want = "Reason: " + string(review.Reasons()[n-1])
		}
		if got := get[string](b.judge, `document.querySelector(".decide output").textContent`); got != want {
			t.Errorf("told %q, want %q", got, want)
		}
		b.press(string(key))
		if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](`document.activeElement.closest(".did") !== null`)); err != nil {
			t.Fatalf("the focus is not on what was done: %v", err)
		}
	}
	for i, key := range decisions {
		c := b.jury.caseOf(i + 1)
		want := map[rune]review.Decision{'c': review.Confirmed, 'd': review.Dismissed, 'x': review.Unclear}[key]
		var reason review.Reason
		if n := reasons[i] - '0'; n > 0 {
			reason = review.Reasons()[n-1]
		}
		if len(c.Reviews) != 1 || c.Reviews[0].Decision != want || c.Reviews[0].Reason != reason {
			t.Errorf("pair %d: %+v, want %s as %q", i+1, c.Reviews, want, reason)
		}
	}
	if got := b.jury.caseOf(5).Reviews[0].Note; got != "cd x1?" {
		t.Errorf("note %q", got)
	}

	// A slip is undone, and the pair is there again.
	b.press("z")
	b.at(b.jury.pairPath(10, "?at=10"))
	if c := b.jury.caseOf(10); c.State != review.Open {
		t.Errorf("after undo: %+v", c)
	}

	// The keys are told, and do nothing meanwhile.
	b.run(chromedp.KeyEvent("?"), see("dialog[open]"), chromedp.KeyEvent("c"), chromedp.KeyEvent("j"), chromedp.KeyEvent("\u001b"))
	b.run(chromedp.WaitNotVisible(chromedp.CSS("dialog")))
	b.at(b.jury.pairPath(10, "?at=10"))
	// Nor do they with a modifier.
	get[bool](b.judge, `document.dispatchEvent(new KeyboardEvent("keydown", { key: "c", ctrlKey: true, bubbles: true }))`)
	if c := b.jury.caseOf(10); c.State != review.Open {
		t.Errorf("after keys that do nothing: %+v", c)
	}
}

// Two reviewers disagree, and a chief judge settles it, by key.
func TestBrowserConflict(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open(1, "?at=1")
	b.press("c")
	b.is("ben")
	b.open(1, "?at=1")
	b.press("d")
	b.is("cid")
	b.open(1, "?at=1")
	if got, want := b.text(".decide .standing"), "Conflict: confirmed by ann, dismissed by ben; it waits for a chief judge"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	b.run(chromedp.KeyEvent("s"))
	if get[bool](b.judge, `document.querySelector("[name=ruling]").checked`) {
		t.Error("the key s does not take back the ruling")
	}
	b.press("s5d")
	if c := b.jury.caseOf(1); c.State != review.CaseDismissed || !c.Reviews[2].Ruling || c.Reviews[2].Reason != review.Template {
		t.Errorf("case %+v", c)
	}
}

// Without JavaScript the panel is a plain form.
func TestBrowserDecideWithoutJavaScript(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	b.open(1, "?at=1&view=diff")
	at := func(rank int) chromedp.Action[chromedp.Void] {
		return see(fmt.Sprintf(`.decide form[action^="%s?"]`, b.jury.pairPath(rank, "/decide")))
	}
	b.run(chromedp.SetValue(chromedp.CSS(".decide select"), "shared work"), chromedp.SendKeys(chromedp.CSS(".decide textarea"), "by hand"),
		click(`.acts button[value="confirmed"]`), at(2))
	if c := b.jury.caseOf(1); c.State != review.Pending || c.Reviews[0].Reason != review.Shared || c.Reviews[0].Note != "by hand" {
		t.Errorf("case %+v", c)
	}
	b.run(click(".did button"), at(1), click(`.acts button[value="dismissed"]`), at(2))
	c := b.jury.caseOf(1)
	if c.State != review.CaseDismissed {
		t.Errorf("case %+v", c)
	}
}

// On every screen the panel is in sight, and the code above it.
func TestBrowserPanelLeavesTheCode(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
		for _, view := range []string{"", "&view=diff", "&view=tokens"} {
			t.Run(fmt.Sprintf("%d %q", screen.Width, view), func(t *testing.T) {
				b.run(browsertest.Emulate(screen))
				b.open(2, "?at=2"+view)
				overflow, err := chromedp.Run(b.ctx, browsertest.HorizontalOverflow())
				if err != nil || overflow != 0 {
					t.Errorf("the page is %d pixels too wide, %v", overflow, err)
				}
				if got := get[float64](b.judge, `innerHeight - document.querySelector(".decide").getBoundingClientRect().bottom`); got != 0 {
					t.Errorf("the panel is %v pixels above the edge of the screen", got)
				}
				if view == "&view=diff" {
					return
				}
				if pitch := get[float64](b.judge, `(([a, b]) => b.getBoundingClientRect().top - a.getBoundingClientRect().top)(document.querySelectorAll(".pane .line"))`); pitch > 25 {
					t.Errorf("a line of code is %v pixels high", pitch)
				}
				b.run(chromedp.KeyEvent("n"))
				gap := get[float64](b.judge, `document.querySelector(".decide").getBoundingClientRect().top - document.querySelector(".pane").getBoundingClientRect().bottom`)
				if gap < 0 {
					t.Errorf("the panel covers %v pixels of the code", -gap)
				}
				if height := get[float64](b.judge, `document.querySelector(".pane").clientHeight`); height < float64(screen.Height)*0.6 {
					t.Errorf("the code has %v pixels of %d", height, screen.Height)
				}
			})
		}
	}
}

// Nothing on the page of a pair keeps people from using it, whatever its case.
func TestBrowserPairFaults(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for i, by := range []string{"ann", "ben"} {
		said := review.Review{Decision: review.Decisions()[i], Note: "a note"}
		if _, err := b.jury.db.Decide(t.Context(), b.jury.person(by), review.KeyOf(b.jury.check.ContestID, b.jury.pairs[0]), said); err != nil {
			t.Fatal(err)
		}
	}
	b.is("cid")
	b.open(1, "?at=1")
	b.press("c") // which the pages say, where it is the pair's
	for _, test := range []struct {
		below  string
		screen browsertest.Screen
	}{
		{"?at=1", browsertest.Screen{Width: 1440, Height: 900}},
		{"?at=1&view=tokens", browsertest.Screen{Width: 1440, Height: 900, Dark: true}},
		{"?at=1&view=diff", browsertest.Screen{Width: 390, Height: 844}},
	} {
		t.Run(test.below, func(t *testing.T) {
			b.run(browsertest.Emulate(test.screen))
			b.open(1, test.below)
			faults, err := browsertest.AccessibilityViolations(b.ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range faults {
				t.Error(fault)
			}
		})
	}
}
