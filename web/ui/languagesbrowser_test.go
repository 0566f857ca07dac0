package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// cutTexts is a script that returns the elements that are outside of the screen, or larger than their box. Code may
// scroll. What another part of the page has in full may end with an ellipsis.
const cutTexts = `(() => {
	const mayEnd = ".path, .who, .problem-title, .problems a, .both, .evidence-match", isHidden = ".unseen, thead";
	const found = [];
	for (const e of document.body.querySelectorAll("*")) {
		const box = e.getBoundingClientRect(), style = getComputedStyle(e);
		if (!e.checkVisibility() || e.closest(".panes, .diff, pre, svg, select, .skip") || e.closest(mayEnd) || getComputedStyle(e.closest(isHidden) ?? e).clipPath !== "none") continue;
		const say = (what) => found.push(what + " " + e.tagName + "." + e.className + " " + e.innerText.slice(0, 60));
		if (box.left < -1 || box.right > innerWidth + 1) say("outside:");
		else if (style.display === "inline") continue;
		else if (e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1) say((e.scrollWidth - e.clientWidth) + " pixels too wide:");
		else if (e.clientHeight > 0 && e.scrollHeight > e.clientHeight + 2 && /hidden|clip/.test(style.overflowY)) say("cut:");
	}
	return found;
})()`

// brokenWords is a script, a function that returns the words inside elements with a selector which stand on two lines.
const brokenWords = `((selector) => {
	const broken = [], range = document.createRange();
	for (const e of document.querySelectorAll(selector)) {
		const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) {
			for (const word of texts.currentNode.data.matchAll(/\S+/g)) {
				range.setStart(texts.currentNode, word.index);
				range.setEnd(texts.currentNode, word.index + word[0].length);
				if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) broken.push(word[0]);
			}
		}
	}
	return broken;
})`

// toolsHeight is a script that returns the height from the highest to the lowest of the header's links and "Sign out";
// 0 without them.
const toolsHeight = `(() => {
	const boxes = [...document.querySelectorAll(".top .tool, .top form")].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect());
	return boxes.length ? Math.max(...boxes.map((b) => b.bottom)) - Math.min(...boxes.map((b) => b.top)) : 0;
})()`

// codeShare is a script that returns the share of the window's height that the code takes; 1 without code.
const codeShare = `Math.min(innerHeight, ...[...document.querySelectorAll(".pane, .diff")].map((box) => box.clientHeight)) / innerHeight`

// Pages fit wide and narrow screens in every language: nothing is cut off, the code of a pair with a statement, a comment
// in both programs and a ruling takes most of the window. Axe, which takes the most time, finds no barrier in three of them, in
// dark colours in one.
func TestBrowserLanguages(t *testing.T) {
	t.Parallel()
	tab := browsertest.New(t)
	s := newLinkSite(t)
	for s.rank = 2; !strings.Contains(s.Page(s.PairPath(s.rank, "")).Body, `class="oddity both"`); s.rank++ {
	}
	s.Send(s.PairPath(s.rank, "/decide"), "ruling=confirmed")
	_, link := s.add("side", "left", "hides", "names")
	_, answered := s.add("side", "right", "hides", "names")
	s.post(answered, "statement=I+wrote+it+alone.")
	for i, d := range review.Decisions() {
		for _, by := range []string{"ann", "ben"}[:1+i%2] {
			_, err := s.DB.Decide(t.Context(), s.Person(by), review.KeyOf(s.Check.ContestID, s.Pairs[s.rank+i]), review.Review{Decision: d})
			webtest.Must(t, err)
		}
	}
	s.AddToken(s.Users["cid"].ID, account.ReadScope)
	s.Checker.OnPreview = func(u jobs.Upload) (preview.Preview, error) {
		return preview.New(preview.Input{
			Contest: u.Contest, Format: "dir", FormatReason: i18n.Textf("no export of a judge system was detected"), Layout: "participant/files",
			Submissions: []contest.Submission{{Participant: "7_AC_ann", Problem: "A", Attempt: 1, Verdict: "AC", Language: "cpp", Path: "A/7_AC_ann.cpp"}},
			Skipped:     []contest.SkippedItem{{Path: "A/a.exe", Reason: i18n.Textf("not text")}},
			Doubt:       preview.Doubt{Message: i18n.Verbatim("7_AC_ann seems to hold a verdict."), Layout: "{problem}/{id}_{verdict}_{participant}.{ext}"},
		}), nil
	}
	b := webtest.OpenJuryBrowser(tab, s.JurySite)
	b.SignInAs("cid")
	check, page, at := ui.CheckPath(s.Check.ID), fmt.Sprintf("/contests/%d", s.Check.ContestID), fmt.Sprintf("?at=%d", s.rank)
	left, right := withoutPair(t, s.JurySite)
	for _, test := range []struct{ name, path string }{
		{"ranking", page},
		{"participants", check + "/participants"},
		{"pair", s.PairPath(s.rank, at)},
		{"diff", s.PairPath(s.rank, at+"&view=diff")},
		{"tokens", s.PairPath(s.rank, at+"&view=tokens")},
		{"side by side", fmt.Sprintf("%s/beside?with=%d", ui.SubmissionPath(left.SubmissionID), right.SubmissionID)},
		{"clusters", check + "/clusters"},
		{"cluster", fmt.Sprintf("%s/clusters/%d", check, s.Pairs[0].Cluster)},
		{"participant", fmt.Sprintf("%s/participants/%d", page, s.Pairs[s.rank-1].Left.Number)},
		{"statement", link},
		{"links", s.PairPath(s.rank, "/links")},
		{"outcomes", page + "/outcomes"},
		{"preview", s.StartPreview(webtest.Part{"file", "finals.zip", "archive"})},
		{"account", "/account"},
		{"help", "/help"},
	} {
		for _, language := range i18n.Languages {
			b.Speak(language.Tag)
			b.Run(chromedp.Navigate(b.Base+test.path), webtest.See(`html[lang="`+language.Tag+`"] h1`))
			for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844}} {
				b.Run(browsertest.Emulate(screen))
				what := fmt.Sprintf("%s in %s at %d", test.name, language.Tag, screen.Width)
				if over, err := chromedp.Run(b.Ctx, browsertest.HorizontalOverflow()); err != nil || over != 0 {
					t.Errorf("%s: the page is %d pixels too wide (%v)", what, over, err)
				}
				for _, cut := range webtest.Eval[[]string](b.Browser, cutTexts) {
					t.Errorf("%s: %s", what, cut)
				}
				if broken := webtest.Eval[[]string](b.Browser, brokenWords+`(".ranking thead th")`); len(broken) > 0 {
					t.Errorf("%s: lines end inside of %q", what, broken)
				}
				if height := webtest.Eval[float64](b.Browser, toolsHeight); height > 45 {
					t.Errorf("%s: the header's links take %v pixels, want one line", what, height)
				}
				want := map[int64]float64{1440: .65, 390: .5}[screen.Width]
				if share := webtest.Eval[float64](b.Browser, codeShare); share < want && test.name != "side by side" { // two short programs
					t.Errorf("%s: the code takes %.3f of the height, want %v", what, share, want)
				}
				if dir := os.Getenv("OJCHECK_SCREENSHOTS"); dir != "" {
					png, err := chromedp.Run(b.Ctx, chromedp.CaptureScreenshot())
					if err == nil {
						err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%s-%d.png", test.name, language.Tag, screen.Width)), png, 0o644)
					}
					webtest.Must(t, err)
				}
			}
			if !slices.Contains([]string{"en", "ru", "ja"}, language.Tag) {
				continue
			}
			b.Run(browsertest.Emulate(browsertest.Screen{Width: 390, Height: 844, Dark: language.Tag == "ru"}))
			b.WantAccessible(fmt.Sprintf("%s in %s", test.name, language.Tag))
		}
	}
}
