package ui_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// checkWithSource checks another contest, in which a generated answer explains the pair of zed and zoe, and
// returns that pair.
func checkWithSource(b webtest.JuryBrowser) contest.Pair {
	b.Helper()
	ctx := b.Context()
	answer := checktest.Program(7, 25)
	submissions := append(checktest.Honest(20, "A"),
		checktest.Submission("A", "zoe", 5, answer, checktest.Program(91, 4)),
		checktest.Submission("A", "zed", 6, answer, checktest.Program(92, 4)))
	source := contest.KnownSource{Problem: "A", Kind: contest.Generated, Name: "answer 2", URL: "https://judge.example/2", Licence: "CC0", File: checktest.Submission("A", "source", 0, answer).Files[0]}
	checker := check.Checker{Store: b.Jury.DB}
	id, err := checker.Check(ctx, check.Request{Contest: "answers", Submissions: submissions, Solutions: []contest.KnownSource{source}, Parameters: check.Defaults()}, nil)
	webtest.Must(b.T, err)
	made, err := b.Jury.DB.Check(ctx, id)
	webtest.Must(b.T, err)
	b.Jury.SetMember(made.ContestID, b.Jury.Users["cid"].ID, account.Chief)
	list, _, err := b.Jury.DB.Pairs(ctx, id, check.Defaults().Filter())
	webtest.Must(b.T, err)
	return checktest.PairOf(b.T, list, "A", "zed", "zoe")
}

// A pair that a known source explains says so, marks what stands in the source, offers the fitting reason first,
// and so does its bundle, which has the source with its hash.
func TestBrowserExplainedPair(t *testing.T) {
	t.Parallel()
	b := webtest.NewJuryBrowser(t)
	pair := checkWithSource(b)
	page := fmt.Sprintf("%s/pairs/%d", b.Base, pair.ID)
	b.SignInAs("cid")
	for _, isBlind := range []bool{true, false} {
		if !isBlind {
			b.Jury.EndBlindReview(b.Jury.Check.ContestID)
			b.Jury.EndBlindReview(pair.Left.ContestID)
		}
		b.Run(chromedp.Navigate(page), webtest.See(".known-code"))
		block := webtest.Eval[string](b.Browser, `document.querySelector(".known-code").textContent`)
		for _, want := range []string{"Explained by a known source, answer 2 (generated): suspicion ", "the suspicion falls from ", "answer 2 (generated)", "Both programs are near a known source"} {
			if !strings.Contains(block, want) {
				t.Errorf("the block has no %q: %q", want, block)
			}
		}
		for _, side := range []string{"left", "right"} {
			expression := fmt.Sprintf(`[...document.querySelectorAll("#%s .known")].map((e) => e.textContent).join("").length`, side)
			if n := webtest.Eval[int](b.Browser, expression); n < 1000 {
				t.Errorf("%d characters of the %s program are marked", n, side)
			}
			if got := b.Text("#" + side + " .pane-head .pane-aside"); got != "Dotted underline: in a known source: answer 2 (generated)." {
				t.Errorf("the legend of the %s program is %q", side, got)
			}
		}
		if n := webtest.Eval[int](b.Browser, `[...document.querySelectorAll(".known")].filter((e) => /f9[12]_/.test(e.textContent)).length`); n > 0 {
			t.Errorf("%d marks in code of their own", n)
		}
		options := webtest.Eval[[]string](b.Browser, `[...document.querySelectorAll(".decide option")].slice(0, 3).map((o) => o.textContent)`)
		if got := strings.Join(options, "|"); got != "No reason|4 same AI tool or generator|1 copied" {
			t.Errorf("the reasons begin %q", got)
		}
		if got := webtest.Eval[string](b.Browser, `document.querySelector(".decide select").value`); got != "" {
			t.Errorf("the reason %q is chosen", got)
		}
		b.Run(chromedp.KeyEvent("4"))
		if got := webtest.Eval[string](b.Browser, `document.querySelector(".decide select").value`); got != "same generator" {
			t.Errorf("4 chooses %q", got)
		}
		if overflow := webtest.Eval[int](b.Browser, `document.documentElement.scrollWidth - innerWidth`); overflow > 0 {
			t.Errorf("the page is %d pixels too wide", overflow)
		}
		b.Run(browsertest.Emulate(browsertest.Screen{Width: 390, Height: 844}))
		if cut := webtest.Eval[float64](b.Browser, `document.querySelector(".known-code summary").getBoundingClientRect().right - innerWidth`); cut > 0 {
			t.Errorf("%v pixels of the sentence on the known source are cut at 390", cut)
		}
		b.Run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}))
		heights := webtest.Eval[[]int](b.Browser, `(() => {
			document.querySelectorAll(".drawer")[1].open = true;
			document.querySelectorAll(".pane-path").forEach((e, i) => { e.textContent = i === 0 ? "a.cpp" : "problem/participant/a long name/attempt-12.cpp"; });
			const heights = [...document.querySelectorAll(".pane-head")].map((e) => e.offsetHeight);
			document.querySelectorAll(".drawer")[1].open = false;
			return heights;
		})()`)
		if len(heights) != 2 || heights[0] != heights[1] {
			t.Errorf("beside the open panel the heads of the programs are %v pixels high, want the same height", heights)
		}

		b.Run(webtest.Click(`.known-links li:nth-child(2) a`), webtest.See(".pane"))
		if got := b.Text("#right .pane-head"); !strings.Contains(got, "answer 2") {
			t.Errorf("beside the program is %q", got)
		}
		if n := webtest.Eval[int](b.Browser, `Number(document.querySelector(".evidence").dataset.matches)`); n == 0 {
			t.Error("the program and the source have no match")
		}
	}
	b.Run(chromedp.Navigate(fmt.Sprintf("%s/checks/%d", b.Base, pair.CheckID)), webtest.See(".without .tag"))
	if below := webtest.Eval[float64](b.Browser, `(() => {
		const tag = document.querySelector(".without .tag"), number = document.createRange();
		number.selectNodeContents(tag.previousSibling);
		return tag.getBoundingClientRect().top - number.getBoundingClientRect().bottom;
	})()`); below < -2 {
		t.Errorf("“explained” is beside its number, and makes the column wide: %v", below)
	}
	b.Jury.SignInAs("cid")
	cluster := b.Jury.Page(fmt.Sprintf("/checks/%d/clusters/%d", pair.CheckID, pair.Cluster)).Body
	if first, second := strings.Index(cluster, `<option value="same generator"`), strings.Index(cluster, `<option value="copied"`); first < 0 || first > second {
		t.Errorf("the form of the cluster has the options at %d and %d, want the fitting one first", first, second)
	}
	hash := fmt.Sprintf("%x", sha256.Sum256(checktest.Submission("A", "source", 0, checktest.Program(7, 25)).Files[0].Content))
	bundle := b.Jury.Page(fmt.Sprintf("/pairs/%d/bundle.html", pair.ID)).Body
	for _, want := range []string{"Explained by a known source: ", "answer 2 (generated)", `<span class="known" title="in a known source: answer 2 (generated)">`,
		hash, "https://judge.example/2", "CC0", `aria-label="Program of answer 2"`} {
		if !strings.Contains(bundle, want) {
			t.Errorf("the bundle has no %q", want)
		}
	}
}
