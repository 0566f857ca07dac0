package ui_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A reviewer decides ten pairs with the keyboard alone.
func TestBrowserDecideByKeyboard(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	b.Open(1, "?at=1")
	decisions := "cdxccddxcd"
	reasons := "1704253615"
	for i, key := range decisions {
		b.WantPage(b.Jury.PairPath(i+1, fmt.Sprintf("?at=%d", i+1)) + webtest.Eval[string](b.Browser, `location.search.replace(/^\?at=\d+/, "")`))
		if i == 4 { // with a note: in its field, keys are letters
			b.Run(chromedp.KeyEvent("m"))
			webtest.Eval[string](b.Browser, `document.activeElement.value = ""`) // chromedp also types a key that the page has handled
			b.Run(chromedp.KeyEvent("cd x1?"), chromedp.KeyEvent("\u001b"))
			if webtest.Eval[bool](b.Browser, `document.activeElement.matches("textarea")`) {
				t.Fatal("Esc does not leave the note")
			}
		}
		if key == 'd' { // nothing is decided with a reason that does not fit
			b.Run(chromedp.KeyEvent("1"), chromedp.KeyEvent("d"))
			if got := webtest.Eval[string](b.Browser, `document.querySelector(".decide select").validationMessage`); got != "This reason does not fit the decision. Choose another, or none." {
				t.Errorf("pair %d dismissed as copied: the browser says %q", i+1, got)
			}
			webtest.Eval[bool](b.Browser, `!document.activeElement.blur()`)
		}
		b.Run(chromedp.KeyEvent(reasons[i : i+1]))
		want := "No reason"
		if n := reasons[i] - '0'; n > 0 {
			want = "Reason: " + review.Reasons()[n-1].Name(i18n.English())
		}
		if got := webtest.Eval[string](b.Browser, `document.querySelector(".decide output").textContent`); got != want {
			t.Errorf("the panel says %q, want %q", got, want)
		}
		b.Press(string(key))
		if _, err := chromedp.Run(b.Ctx, chromedp.Poll[bool](`document.activeElement.closest(".did") !== null`)); err != nil {
			t.Fatalf("the focus is not on the notice of the decision: %v", err)
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
		t.Errorf("note %q, want %q", got, "cd x1?")
	}

	// The key z undoes the last decision and returns to its pair.
	b.Press("z")
	b.WantPage(b.Jury.PairPath(10, "?at=10"))
	if c := b.Jury.CaseOf(10); c.State != review.Open {
		t.Errorf("after undo, the case is %+v, want it open", c)
	}

	// The key ? lists the keys; while the list is open, keys do nothing.
	b.Run(chromedp.KeyEvent("?"), webtest.See("dialog[open]"), chromedp.KeyEvent("c"), chromedp.KeyEvent("j"), chromedp.KeyEvent("\u001b"))
	b.Run(chromedp.WaitNotVisible(chromedp.CSS("dialog")))
	b.WantPage(b.Jury.PairPath(10, "?at=10"))
	// Keys with a modifier do nothing either.
	webtest.Eval[bool](b.Browser, `document.dispatchEvent(new KeyboardEvent("keydown", { key: "c", ctrlKey: true, bubbles: true }))`)
	if c := b.Jury.CaseOf(10); c.State != review.Open {
		t.Errorf("after keys that must do nothing, the case is %+v, want it open", c)
	}
}

// Two reviewers disagree, and a chief judge settles the conflict by keyboard.
func TestBrowserConflict(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	b.Open(1, "?at=1")
	b.Press("c")
	b.SignInAs("ben")
	b.Open(1, "?at=1")
	b.Press("d")
	b.SignInAs("cid")
	b.Open(1, "?at=1")
	if got, want := b.Text(".pair-head h1 .case"), "Conflict: confirmed by ann, dismissed by ben; needs a chief judge"; got != want {
		t.Errorf("the header says %q, want %q", got, want)
	}
	// With caps lock, the key c is not a ruling.
	webtest.Eval[bool](b.Browser, `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "C", bubbles: true }))`)
	b.Press("5D")
	if c := b.Jury.CaseOf(1); c.State != review.CaseDismissed || !c.Reviews[2].Ruling || c.Reviews[2].Reason != review.Template {
		t.Errorf("the case is %+v, want it dismissed by a ruling as template", c)
	}
}

// Without JavaScript the panel is a plain form.
func TestBrowserDecideWithoutJavaScript(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
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
		t.Errorf("the case is %+v, want it pending with the reason and the note of the form", c)
	}
	b.Run(webtest.Click(".did button"), at(1), webtest.Click(`.acts button[value="dismissed"]`), at(2))
	c := b.Jury.CaseOf(1)
	if c.State != review.CaseDismissed {
		t.Errorf("the case is %+v, want it dismissed", c)
	}
}

// The page of a pair has no barriers, even with reviews, a ruling and a notice.
func TestBrowserPairAccessibility(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	for i, by := range []string{"ann", "ben"} {
		newReview := review.Review{Decision: review.Decisions()[i], Note: "a note"}
		_, err := b.Jury.DB.Decide(t.Context(), b.Jury.Person(by), review.KeyOf(b.Jury.Check.ContestID, b.Jury.Pairs[0]), newReview)
		webtest.Must(t, err)
	}
	b.SignInAs("cid")
	b.Open(1, "?at=1")
	b.Press("c") // so that the pages show its notice
	for _, test := range []struct {
		query  string
		screen browsertest.Screen
	}{
		{"?at=1", browsertest.Screen{Width: 1440, Height: 900}},
		{"?at=1&view=tokens", browsertest.Screen{Width: 1440, Height: 900, Dark: true}},
		{"?at=1&view=diff", browsertest.Screen{Width: 390, Height: 844}},
	} {
		b.Run(browsertest.Emulate(test.screen))
		b.Open(1, test.query)
		b.WantAccessible(test.query)
	}
}
