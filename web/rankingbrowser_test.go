package web

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// The lists of a blind contest fit the screen, whatever was decided, and who
// comes back from a pair stands at its row.
func TestBrowserRankingFits(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	decide := func(rank int, by string, d review.Decision) {
		t.Helper()
		if _, err := b.jury.db.Decide(t.Context(), b.jury.person(by), review.KeyOf(b.jury.check.ContestID, b.jury.pairs[rank-1]), review.Review{Decision: d}); err != nil {
			t.Fatal(err)
		}
	}
	decide(1, "ann", review.Confirmed) // pending
	decide(2, "ann", review.Confirmed)
	decide(2, "ben", review.Confirmed)
	decide(3, "ann", review.Confirmed) // conflict
	decide(3, "ben", review.Dismissed)
	check := checkPath(b.jury.check.ID)
	left := b.jury.pairs[0].Left
	for name, path := range map[string]string{
		"ranking":     check,
		"mine":        check + "?state=mine",
		"participant": fmt.Sprintf("/contests/%d/participants/%d", left.ContestID, left.Number),
		"contest":     fmt.Sprintf("/contests/%d", left.ContestID),
		"cluster":     fmt.Sprintf("%s/clusters/%d", check, b.jury.pairs[0].Cluster),
	} {
		b.run(chromedp.Navigate(b.base+path), see("table"))
		for _, width := range []int64{1440, 1280, 1024, 390} {
			b.run(browsertest.Emulate(browsertest.Screen{Width: width, Height: 900, Dark: width == 1280}))
			b.run(chromedp.KeyEvent("j"))
			if over, err := chromedp.Run(b.ctx, browsertest.HorizontalOverflow()); err != nil || over != 0 {
				t.Errorf("%s at %d: %d pixels beyond the screen, %v", name, width, over, err)
			}
			if x := get[float64](b.judge, "scrollX"); x != 0 {
				t.Errorf("%s at %d: j scrolls %v pixels to the right", name, width, x)
			}
			if dir := os.Getenv("OJCHECK_SCREENSHOTS"); dir != "" {
				png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
				if err == nil {
					err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.png", name, width)), png, 0o644)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	b.run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}), chromedp.Navigate(b.base+b.jury.pairPath(3, "?at=3")), see(".decide"))
	b.press("u")
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](fmt.Sprintf(`document.activeElement.closest("tr")?.id === %q`, rowID(b.jury.pairs[2])))); err != nil {
		t.Errorf("back in the ranking, the focus is not in the row that was left: %v", err)
	}
}
