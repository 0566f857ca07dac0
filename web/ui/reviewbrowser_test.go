package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A reviewer goes from the contest to the last pair with the keyboard alone: r opens the first pair that waits, and
// each decision the next one at its first match.
func TestBrowserReviewToTheLastPair(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	const waiting = 8
	all := len(b.Jury.Pairs)
	// Otherwise all pairs wait for ann.
	webtest.Must(t, b.Jury.DB.SetSettings(t.Context(), b.Jury.Person("cid"), b.Jury.Check.ContestID, contest.Settings{Independent: new(false)}))
	for _, p := range b.Jury.Pairs[waiting-1 : all-1] { // the first ones and the last one wait
		_, err := b.Jury.DB.Decide(t.Context(), b.Jury.Person("ben"), review.KeyOf(b.Jury.Check.ContestID, p), review.Review{Decision: review.Dismissed})
		webtest.Must(t, err)
	}
	check := ui.CheckPath(b.Jury.Check.ID)
	b.Run(chromedp.Navigate(b.Base+fmt.Sprintf("/contests/%d", b.Jury.Check.ContestID)), webtest.See("[data-key=r]"))
	if got, want := b.Text("[data-key=r]"), fmt.Sprintf("Review %d pairs r", waiting); got != want {
		t.Errorf("the button says %q, want %q", got, want)
	}
	b.Press("r")
	for i := range waiting {
		rank := i + 1
		if rank == waiting {
			rank = all
		}
		if got := webtest.Eval[string](b.Browser, "location.pathname"); got != b.Jury.PairPath(rank, "") {
			t.Fatalf("the %dth pair is %s, want that of rank %d", i+1, got, rank)
		}
		if got, want := b.Text(".progress-text b"), fmt.Sprintf("%d of %d settled", all-waiting+i, all); got != want {
			t.Errorf("the page of pair %d says %q, want %q", rank, got, want)
		}
		if !webtest.Eval[bool](b.Browser, `(() => {
			const match = document.querySelector("#left .match"), pane = document.querySelector("#left");
			const at = match.getBoundingClientRect(), room = pane.getBoundingClientRect();
			return at.top >= room.top && at.top < room.bottom;
		})()`) {
			t.Errorf("the first match of pair %d is not on the screen", rank)
		}
		b.Press("d")
	}
	if got := b.Text(".did b"); got != "No other pair of this list waits for your review." {
		t.Errorf("after the last pair, the page says %q", got)
	}
	if got, want := b.Text(".progress-text"), fmt.Sprintf("%d of %d settled", all, all); !strings.HasPrefix(got, want) || !strings.Contains(got, fmt.Sprintf("ann (you) %d", waiting)) {
		t.Errorf("after the last pair, the progress is %q, want %s, and %d by ann", got, want, waiting)
	}
	b.Run(chromedp.KeyEvent("n"))
	if !webtest.Eval[bool](b.Browser, `document.querySelector(".did").hidden`) {
		t.Error("the notice of the last decision stays after another action")
	}
	b.Run(chromedp.Navigate(b.Base+check), webtest.See(".ranking"))
	if webtest.Eval[bool](b.Browser, `document.querySelector("[data-key=r]") !== null`) {
		t.Error("the contest offers a review, although no pair waits")
	}
}
