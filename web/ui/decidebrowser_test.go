package ui_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// Ten pairs, with the keyboard alone.
func TestBrowserDecideByKeyboard(t *testing.T) {
	t.Parallel()
	b := webtest.NewBench(t)
	b.Open(1, "?at=1")
	decisions := "cdxccddxcd"
	reasons := "1704253611"
	for i, key := range decisions {
		b.At(b.Jury.PairPath(i+1, fmt.Sprintf("?at=%d", i+1)) + webtest.Get[string](b.Judge, `location.search.replace(/^\?at=\d+/, "")`))
		if i == 4 { // with a note, in which the keys are letters
			b.Run(chromedp.KeyEvent("m"))
			webtest.Get[string](b.Judge, `document.activeElement.value = ""`) // a key of chromedp is typed even where the page has taken it
			b.Run(chromedp.KeyEvent("cd x1?"), chromedp.KeyEvent("\u001b"))
			if webtest.Get[bool](b.Judge, `document.activeElement.matches("textarea")`) {
				t.Fatal("Esc does not leave the note")
			}
		}
		b.Run(chromedp.KeyEvent(reasons[i : i+1]))
		want := "No reason"
		if n := reasons[i] - '0'; n > 0 {
			want = "Reason: " + string(review.Reasons()[n-1])
		}
		if got := webtest.Get[string](b.Judge, `document.querySelector(".decide output").textContent`); got != want {
			t.Errorf("told %q, want %q", got, want)
		}
		b.Press(string(key))
		if _, err := chromedp.Run(b.Ctx, chromedp.Poll[bool](`document.activeElement.closest(".did") !== null`)); err != nil {
			t.Fatalf("the focus is not on what was done: %v", err)
		}
	}
	for i, key := range decisions {
		c := b.Jury.CaseOf(i + 1)
		want := map[rune]review.Decision{'c': review.Confirmed, 'd': review.Dismissed, 'x': review.Unclear}[key]
		var reason review.Reason
		if n := reasons[i] - '0'; n > 0 {
			reason = review.Reasons()[n-1]
		}
		if len(c.Reviews) != 1 || c.Reviews[0].Decision != want || c.Reviews[0].Reason != reason {
			t.Errorf("pair %d: %+v, want %s as %q", i+1, c.Reviews, want, reason)
		}
	}
	if got := b.Jury.CaseOf(5).Reviews[0].Note; got != "cd x1?" {
		t.Errorf("note %q", got)
	}

	// A slip is undone, and the pair is there again.
	b.Press("z")
	b.At(b.Jury.PairPath(10, "?at=10"))
	if c := b.Jury.CaseOf(10); c.State != review.Open {
		t.Errorf("after undo: %+v", c)
	}

	// The keys are told, and do nothing meanwhile.
	b.Run(chromedp.KeyEvent("?"), webtest.See("dialog[open]"), chromedp.KeyEvent("c"), chromedp.KeyEvent("j"), chromedp.KeyEvent("\u001b"))
	b.Run(chromedp.WaitNotVisible(chromedp.CSS("dialog")))
	b.At(b.Jury.PairPath(10, "?at=10"))
	// Nor do they with a modifier.
	webtest.Get[bool](b.Judge, `document.dispatchEvent(new KeyboardEvent("keydown", { key: "c", ctrlKey: true, bubbles: true }))`)
	if c := b.Jury.CaseOf(10); c.State != review.Open {
		t.Errorf("after keys that do nothing: %+v", c)
	}
}

// Two reviewers disagree, and a chief judge settles it, by key.
func TestBrowserConflict(t *testing.T) {
	t.Parallel()
	b := webtest.NewBench(t)
	b.Open(1, "?at=1")
	b.Press("c")
	b.Is("ben")
	b.Open(1, "?at=1")
	b.Press("d")
	b.Is("cid")
	b.Open(1, "?at=1")
	if got, want := b.Text(".decide .standing"), "Conflict: confirmed by ann, dismissed by ben; it waits for a chief judge"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	b.Run(chromedp.KeyEvent("s"))
	if webtest.Get[bool](b.Judge, `document.querySelector("[name=ruling]").checked`) {
		t.Error("the key s does not take back the ruling")
	}
	b.Press("s5d")
	if c := b.Jury.CaseOf(1); c.State != review.CaseDismissed || !c.Reviews[2].Ruling || c.Reviews[2].Reason != review.Template {
		t.Errorf("case %+v", c)
	}
}

// Without JavaScript the panel is a plain form.
func TestBrowserDecideWithoutJavaScript(t *testing.T) {
	t.Parallel()
	b := webtest.NewBench(t)
	b.Run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	b.Open(1, "?at=1&view=diff")
	at := func(rank int) chromedp.Action[chromedp.Void] {
		return webtest.See(fmt.Sprintf(`.decide form[action^="%s?"]`, b.Jury.PairPath(rank, "/decide")))
	}
	b.Run(chromedp.SetValue(chromedp.CSS(".decide select"), "shared work"), chromedp.SendKeys(chromedp.CSS(".decide textarea"), "by hand"),
		webtest.Click(`.acts button[value="confirmed"]`), at(2))
	if c := b.Jury.CaseOf(1); c.State != review.Pending || c.Reviews[0].Reason != review.Shared || c.Reviews[0].Note != "by hand" {
		t.Errorf("case %+v", c)
	}
	b.Run(webtest.Click(".did button"), at(1), webtest.Click(`.acts button[value="dismissed"]`), at(2))
	c := b.Jury.CaseOf(1)
	if c.State != review.CaseDismissed {
		t.Errorf("case %+v", c)
	}
}

// On every screen the panel is in sight, and the code above it.
func TestBrowserPanelLeavesTheCode(t *testing.T) {
	t.Parallel()
	b := webtest.NewBench(t)
	for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
		for _, view := range []string{"", "&view=diff", "&view=tokens"} {
			t.Run(fmt.Sprintf("%d %q", screen.Width, view), func(t *testing.T) {
				b.Run(browsertest.Emulate(screen))
				b.Open(2, "?at=2"+view)
				overflow, err := chromedp.Run(b.Ctx, browsertest.HorizontalOverflow())
				if err != nil || overflow != 0 {
					t.Errorf("the page is %d pixels too wide, %v", overflow, err)
				}
				if got := webtest.Get[float64](b.Judge, `innerHeight - document.querySelector(".decide").getBoundingClientRect().bottom`); got != 0 {
					t.Errorf("the panel is %v pixels above the edge of the screen", got)
				}
				if view == "&view=diff" {
					return
				}
				if pitch := webtest.Get[float64](b.Judge, `(([a, b]) => b.getBoundingClientRect().top - a.getBoundingClientRect().top)(document.querySelectorAll(".pane .line"))`); pitch > 25 {
					t.Errorf("a line of code is %v pixels high", pitch)
				}
				b.Run(chromedp.KeyEvent("n"))
				gap := webtest.Get[float64](b.Judge, `document.querySelector(".decide").getBoundingClientRect().top - document.querySelector(".pane").getBoundingClientRect().bottom`)
				if gap < 0 {
					t.Errorf("the panel covers %v pixels of the code", -gap)
				}
				if height := webtest.Get[float64](b.Judge, `document.querySelector(".pane").clientHeight`); height < float64(screen.Height)*0.6 {
					t.Errorf("the code has %v pixels of %d", height, screen.Height)
				}
			})
		}
	}
}

// Nothing on the page of a pair keeps people from using it, whatever its case.
func TestBrowserPairFaults(t *testing.T) {
	t.Parallel()
	b := webtest.NewBench(t)
	for i, by := range []string{"ann", "ben"} {
		said := review.Review{Decision: review.Decisions()[i], Note: "a note"}
		if _, err := b.Jury.DB.Decide(t.Context(), b.Jury.Person(by), review.KeyOf(b.Jury.Check.ContestID, b.Jury.Pairs[0]), said); err != nil {
			t.Fatal(err)
		}
	}
	b.Is("cid")
	b.Open(1, "?at=1")
	b.Press("c") // which the pages say, where it is the pair's
	for _, test := range []struct {
		below  string
		screen browsertest.Screen
	}{
		{"?at=1", browsertest.Screen{Width: 1440, Height: 900}},
		{"?at=1&view=tokens", browsertest.Screen{Width: 1440, Height: 900, Dark: true}},
		{"?at=1&view=diff", browsertest.Screen{Width: 390, Height: 844}},
	} {
		t.Run(test.below, func(t *testing.T) {
			b.Run(browsertest.Emulate(test.screen))
			b.Open(1, test.below)
			faults, err := browsertest.AccessibilityViolations(b.Ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range faults {
				t.Error(fault)
			}
		})
	}
}
