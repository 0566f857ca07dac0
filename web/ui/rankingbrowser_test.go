package ui_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// thumbOffset is how far right of the plot's threshold the middle of the slider's thumb is. The thumb is 16 pixels wide.
const thumbOffset = `(() => {
	const slider = document.querySelector(".slider"), box = slider.getBoundingClientRect();
	return box.left + 8 + (box.width - 16) * Number(slider.value) - document.querySelector(".histogram .mark").getBoundingClientRect().left;
})()`

// clustersGap is the space between the last two numbers in the first row of the participants.
const clustersGap = `(() => {
	const range = document.createRange(), link = document.querySelector("td.links a");
	range.selectNodeContents(link.closest("td").previousElementSibling);
	return link.getBoundingClientRect().left - range.getBoundingClientRect().right;
})()`

// The lists of a blind contest fit the screen with cases in any state, and the focus returns from a pair to its row.
func TestBrowserRankingFits(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	decide := func(rank int, by string, d review.Decision) {
		t.Helper()
		_, err := b.Jury.DB.Decide(t.Context(), b.Jury.Person(by), review.KeyOf(b.Jury.Check.ContestID, b.Jury.Pairs[rank-1]), review.Review{Decision: d})
		webtest.Must(t, err)
	}
	decide(1, "ann", review.Confirmed) // pending
	decide(2, "ann", review.Confirmed)
	decide(2, "ben", review.Confirmed)
	decide(3, "ann", review.Confirmed) // conflict
	decide(3, "ben", review.Dismissed)
	check := ui.CheckPath(b.Jury.Check.ID)
	left := b.Jury.Pairs[0].Left
	keys := make(map[string]float64) // how far left lists have the button "Keys"
	for name, path := range map[string]string{
		"ranking":     check,
		"mine":        check + "?state=mine",
		"participant": fmt.Sprintf("/contests/%d/participants/%d", left.ContestID, left.Number),
		"contest":     fmt.Sprintf("/contests/%d", left.ContestID),
		"everybody":   check + "/participants",
		"cluster":     fmt.Sprintf("%s/clusters/%d", check, b.Jury.Pairs[0].Cluster),
	} {
		b.Run(chromedp.Navigate(b.Base+path), webtest.See("h1"))
		for _, width := range []int64{1440, 1280, 1024, 390} {
			b.Run(browsertest.Emulate(browsertest.Screen{Width: width, Height: 900, Dark: width == 1280}))
			b.Run(chromedp.KeyEvent("j"))
			if over, err := chromedp.Run(b.Ctx, browsertest.HorizontalOverflow()); err != nil || over != 0 {
				t.Errorf("%s at %d: %d pixels beyond the screen, %v", name, width, over, err)
			}
			if x := webtest.Eval[float64](b.Browser, "scrollX"); x != 0 {
				t.Errorf("%s at %d: j scrolls %v pixels to the right", name, width, x)
			}
			if name == "ranking" && width == 390 {
				if top := webtest.Eval[float64](b.Browser, `document.querySelector(".ranking tbody tr").getBoundingClientRect().top + scrollY`); top > 700 {
					t.Errorf("at 390: the first pair is at %v pixels, want it on the first screen", top)
				}
				b.Run(chromedp.KeyEvent("/"), webtest.See(".filters")) // which are folded
				if got := webtest.Eval[string](b.Browser, "document.activeElement.dataset.key"); got != "/" {
					t.Errorf("at 390: / leads to the field with the key %q", got)
				}
				webtest.Eval[bool](b.Browser, "document.activeElement.blur() === undefined")
			}
			if name == "ranking" {
				if off := webtest.Eval[float64](b.Browser, thumbOffset); off < -1 || off > 1 {
					t.Errorf("at %d: the thumb of the slider is %v pixels beside the threshold in the plot", width, off)
				}
			}
			if width == 1440 && (name == "ranking" || name == "everybody") {
				keys[name] = webtest.Eval[float64](b.Browser, `document.querySelector("[data-dialog=keys]").getBoundingClientRect().left`)
			}
			if name == "everybody" {
				if gap := webtest.Eval[float64](b.Browser, clustersGap); width > 700 && gap < 30 {
					t.Errorf("at %d: the numbers of clusters are %v pixels right of the number of confirmed pairs, want 30 or more", width, gap)
				}
				if lines := webtest.Eval[float64](b.Browser, `(() => { const h = document.querySelector("h2"); return h.offsetHeight / h.querySelector(".when").offsetHeight; })()`); lines > 1.6 {
					t.Errorf("at %d: the number beside the heading is on a line of its own: %v", width, lines)
				}
			}
			if dir := os.Getenv("OJCHECK_SCREENSHOTS"); dir != "" {
				png, err := chromedp.Run(b.Ctx, chromedp.CaptureScreenshot())
				if err == nil {
					err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.png", name, width)), png, 0o644)
				}
				webtest.Must(t, err)
			}
		}
	}
	if keys["ranking"] != keys["everybody"] {
		t.Errorf("the button for the keys is at different places: %v", keys)
	}
	b.Run(chromedp.Navigate(b.Base+check), webtest.See("h1"), browsertest.Emulate(browsertest.Screen{Width: 1047, Height: 717}), // A4 without margins
		chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
			return err
		}))
	if over := webtest.Eval[float64](b.Browser, `document.querySelector(".ranking").getBoundingClientRect().right - innerWidth`); over > 1 {
		t.Errorf("on paper the ranking is %v pixels too wide", over)
	}
	if shown := webtest.Eval[string](b.Browser, `[...document.querySelectorAll("button, input, .button")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML).join()`); shown != "" {
		t.Errorf("paper has the buttons %s", shown)
	}
	prefer := true
	printed, err := chromedp.Run(b.Ctx, func(ctx context.Context, target *chromedp.Target) (page.PrintToPDFResult, error) {
		return cdp.Call(ctx, target, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: &prefer})
	})
	if webtest.Must(t, err); !bytes.Contains(printed.Data, []byte("/MediaBox [0 0 841")) {
		t.Error("the ranking is not printed in landscape")
	}
	b.Run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}), chromedp.Navigate(b.Base+b.Jury.PairPath(3, "?at=3")), webtest.See(".decide"))
	b.Press("u")
	if _, err := chromedp.Run(b.Ctx, chromedp.Poll[bool](fmt.Sprintf(`document.activeElement.closest("tr")?.id === %q`, ui.RowID(b.Jury.Pairs[2])))); err != nil {
		t.Errorf("back in the ranking, the focus is not in the row of the pair: %v", err)
	}
}
