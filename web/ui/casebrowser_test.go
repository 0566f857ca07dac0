package ui_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// caseBrowser is a browser for what follows a decision.
type caseBrowser struct{ webtest.JuryBrowser }

// open opens a page and waits for its heading.
func (b caseBrowser) open(path string) {
	b.Helper()
	b.Run(chromedp.Navigate(b.Base+path), webtest.See("main h1"))
}

// want checks that the page shows texts.
func (b caseBrowser) want(texts ...string) {
	b.Helper()
	webtest.Mention(b.T, b.Text("body"), texts...)
}

// A chief judge carries a pair from the ruling to its end.
func TestEndOfCaseInABrowser(t *testing.T) {
	t.Parallel()
	b := caseBrowser{webtest.NewJuryBrowser(t)}
	b.SignInAs("cid")
	b.Open(1, "")
	b.Press("C")
	outcomes := fmt.Sprintf("/contests/%d/outcomes", b.Jury.Check.ContestID)
	left := b.Jury.Pairs[0].Left

	b.open(outcomes)
	row := fmt.Sprintf(`form[action$="/participants/%d/outcome"]`, left.Number)
	b.Run(chromedp.SendKeys(chromedp.CSS(row+" select"), "disq"), webtest.Click(row+" button"), webtest.See("td time"))
	b.WantPage(outcomes)
	b.want("disqualified", "set by cid")
	b.WantFit("outcomes")
	b.Run(browsertest.Emulate(browsertest.Screen{Width: 390, Height: 844}))
	if tops := webtest.Eval[[]float64](b.Browser, `[...document.querySelectorAll(".outcomes tbody tr:first-child > *")].map((e) => e.getBoundingClientRect().top)`); len(tops) != 4 || tops[1]-tops[0] > 10 || tops[2] == tops[3] {
		t.Errorf("on a phone the cells of an outcome begin at %v, want the box beside the name, and the others below each other", tops)
	}
	b.Run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}))
	b.open(fmt.Sprintf("/contests/%d/settings", b.Jury.Check.ContestID))
	b.WantFit("settings")

	// The chief judge makes a link; the participant opens their copy, and states.
	links := b.Jury.PairPath(1, "/links")
	b.open(links)
	b.WantFit("links")
	b.Run(webtest.Click(`form:has([name="side"]) button`), webtest.See(".made"))
	b.want("It is shown only this once.")
	b.WantFit("made-link")
	link := webtest.Eval[string](b.Browser, `document.querySelector(".address").value`)
	letter := webtest.Eval[string](b.Browser, `decodeURIComponent(escape(atob(document.querySelector('a[download="letter.en.html"]').href.split(",")[1])))`)
	webtest.Mention(t, letter, `<a href="`+link+`" rel="noreferrer">`, "Dear")
	b.Run(chromedp.Navigate(link), webtest.See("main h1"))
	b.WantFit("statement")
	const evidence = `document.querySelector('form[action$="/copy"]').target`
	if got := webtest.Eval[string](b.Browser, evidence); got != "_blank" {
		t.Errorf("the evidence opens in the target %q, over the statement", got)
	}
	webtest.Eval[string](b.Browser, evidence+` = ""`)
	b.Run(webtest.Click(`form[action$="/copy"] button`), webtest.See(".report-head")) // in this tab
	b.want("This is the copy for", "Confirmed by the jury.")
	b.WantFit("copy")
	if colour := webtest.Eval[string](b.Browser, `getComputedStyle(document.querySelector("mark.match")).backgroundColor`); colour == "rgba(0, 0, 0, 0)" {
		t.Error("the policy of the copy blocks its style")
	}
	b.Run(chromedp.Navigate(link), chromedp.SendKeys(chromedp.CSS("textarea"), "I wrote it alone."),
		webtest.Click(`button[value="ja"]`), webtest.See(`html[lang="ja"]`), webtest.Click(`button[value="en"]`), webtest.See(`html[lang="en"]`),
		webtest.Click(".panel button"), webtest.See(".panel .typed"))
	b.want("The jury has your statement", "I wrote it alone.")
	b.WantFit("stated")

	// The statement stands with the pair. After an appeal, another reviewer decides.
	b.Open(1, "#case")
	b.Run(webtest.Click(`#case > summary`), webtest.See(".statement"), webtest.Click(".reopen summary"), chromedp.SendKeys(chromedp.CSS(".reopen textarea"), "They say that they wrote it alone."))
	b.WantFit("reopen")
	b.Run(webtest.Click(".reopen button"), webtest.See(".barred"))
	b.want("Appealed: needs a reviewer who has not decided it", "You decided this pair before its appeal.")
	b.WantFit("appealed")
	b.open(fmt.Sprintf("/contests/%d/participants/%d", b.Jury.Check.ContestID, left.Number))
	b.want("Download evidence of all confirmed and appealed pairs")
	b.WantFit("participant")
	b.SignInAs("ann")
	b.Open(1, "")
	b.want("Appealed: needs a reviewer who has not decided it")
	b.Run(chromedp.KeyEvent("4")) // a long reason
	b.Press("d")
	b.SignInAs("cid")
	b.Open(1, "")
	b.want("Dismissed by ann")
	b.open(fmt.Sprintf("/contests/%d/participants/%d", b.Jury.Check.ContestID, left.Number))
	b.want("ann: dismissed as same AI tool or generator")
	b.Run(browsertest.Emulate(browsertest.Screen{Width: 390, Height: 844}))
	if cut := webtest.Eval[float64](b.Browser, `Math.max(...[...document.querySelectorAll("main td")].map(td => td.scrollWidth + td.getBoundingClientRect().left - innerWidth))`); cut > 0 {
		t.Errorf("%v pixels of the decisions of a case are cut at 390", cut)
	}
	b.open(fmt.Sprintf("/contests/%d/log", b.Jury.Check.ContestID))
	b.want("Made a statement (link 1)", "Reopened the pair after an appeal", "Set the outcome: disqualified")
}
