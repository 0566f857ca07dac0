package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

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
	for name, path := range map[string]string{
		"ranking":     check,
		"mine":        check + "?state=mine",
		"participant": fmt.Sprintf("/contests/%d/participants/%d", left.ContestID, left.Number),
		"contest":     fmt.Sprintf("/contests/%d", left.ContestID),
		"everybody":   check + "/participants",
		"cluster":     fmt.Sprintf("%s/clusters/%d", check, b.Jury.Pairs[0].Cluster),
	} {
		b.Run(chromedp.Navigate(b.Base+path), webtest.See("table"))
		for _, width := range []int64{1440, 1280, 1024, 390} {
			b.Run(browsertest.Emulate(browsertest.Screen{Width: width, Height: 900, Dark: width == 1280}))
			b.Run(chromedp.KeyEvent("j"))
			if over, err := chromedp.Run(b.Ctx, browsertest.HorizontalOverflow()); err != nil || over != 0 {
				t.Errorf("%s at %d: %d pixels beyond the screen, %v", name, width, over, err)
			}
			if x := webtest.Eval[float64](b.Browser, "scrollX"); x != 0 {
				t.Errorf("%s at %d: j scrolls %v pixels to the right", name, width, x)
			}
			if name == "ranking" {
				if off := webtest.Eval[float64](b.Browser, thumbOffset); off < -1 || off > 1 {
					t.Errorf("at %d: the thumb of the slider is %v pixels beside the threshold in the plot", width, off)
				}
			}
			if name == "everybody" {
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
	b.Run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}), chromedp.Navigate(b.Base+b.Jury.PairPath(3, "?at=3")), webtest.See(".decide"))
	b.Press("u")
	if _, err := chromedp.Run(b.Ctx, chromedp.Poll[bool](fmt.Sprintf(`document.activeElement.closest("tr")?.id === %q`, ui.RowID(b.Jury.Pairs[2])))); err != nil {
		t.Errorf("back in the ranking, the focus is not in the row of the pair: %v", err)
	}
}
