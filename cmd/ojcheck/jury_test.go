package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
)

// juror is a member of the jury, with a browser.
type juror struct {
	*testing.T
	tab context.Context
}

func newJuror(t *testing.T) juror {
	t.Helper()
	j := juror{t, browsertest.New(t)}
	consoleErrors := browsertest.ConsoleErrors(t, j.tab)
	t.Cleanup(func() {
		for _, message := range consoleErrors() {
			t.Errorf("error in the console of the browser: %s", message)
		}
	})
	j.do(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}))
	return j
}

func (j juror) do(steps ...chromedp.Action[chromedp.Void]) {
	j.Helper()
	if err := chromedp.Do(j.tab, steps...); err != nil {
		j.Fatal(err)
	}
}

// open opens an address and waits for an element of its page.
func (j juror) open(address, selector string) {
	j.Helper()
	j.do(chromedp.Navigate(address), chromedp.WaitVisible(chromedp.CSS(selector)))
}

// leave runs steps that lead to another page, and waits for an element of that page.
func (j juror) leave(selector string, steps ...chromedp.Action[chromedp.Void]) {
	j.Helper()
	inPage[bool](j.T, j.tab, "window.oldPage = true")
	j.do(steps...)
	for j.tab.Err() == nil {
		// Between the pages, Run returns an error.
		isLoaded, err := chromedp.Run(j.tab, chromedp.Evaluate[bool](`window.oldPage === undefined && document.readyState === "complete"`))
		if err == nil && isLoaded {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	j.do(chromedp.WaitVisible(chromedp.CSS(selector)))
}

func click(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Click(chromedp.CSS(selector))
}

func fill(selector, text string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(chromedp.Clear(chromedp.CSS(selector)), chromedp.SendKeys(chromedp.CSS(selector), text))
}

// press types keys one after another.
func press(keys string) chromedp.Action[chromedp.Void] {
	var steps []chromedp.Action[chromedp.Void]
	for _, key := range keys {
		steps = append(steps, chromedp.KeyEvent(string(key)))
	}
	return chromedp.Steps(steps...)
}

func (j juror) text(selector string) string {
	j.Helper()
	return inPage[string](j.T, j.tab, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

// names returns the heading of a pair without the state of its case.
func (j juror) names() string {
	j.Helper()
	return strings.TrimSuffix(j.text("h1"), j.text("h1 .case"))
}

// assertText checks that an element contains the words.
func (j juror) assertText(selector string, words ...string) {
	j.Helper()
	got := j.text(selector)
	for _, word := range words {
		if !strings.Contains(got, word) {
			j.Errorf("%s does not have %q:\n%s", selector, word, got)
		}
	}
}

// origin returns the address of the server.
func (j juror) origin() string {
	j.Helper()
	return inPage[string](j.T, j.tab, "location.origin")
}

// checkPage checks that the page fits two screens and is accessible. name is for messages and pictures.
func (j juror) checkPage(name string) {
	j.Helper()
	capture(j.T, j.tab, name)
	for _, screen := range []browsertest.Screen{{Width: 390, Height: 844, Dark: true}, {Width: 1440, Height: 900}} {
		j.do(browsertest.Emulate(screen))
		overflow, err := chromedp.Run(j.tab, browsertest.HorizontalOverflow())
		if err != nil || overflow > 0 {
			j.Errorf("%s is %d pixels wider than %d: %v", name, overflow, screen.Width, err)
		}
		violations, err := browsertest.AccessibilityViolations(j.tab)
		if err != nil {
			j.Fatal(err)
		}
		for _, violation := range violations {
			j.Errorf("%s at %d pixels: %v", name, screen.Width, violation)
		}
	}
}

// TestJury reviews a contest from the first sign-in to the exported evidence, with an administrator and a
// reviewer. PostgreSQL, HTTP and the browsers are real.
func TestJury(t *testing.T) {
	t.Parallel()
	ann, bea := newJuror(t), newJuror(t)

	// The first administrator signs in by the link, and chooses a name.
	ann.open(serveFor(t), "main")
	site := ann.origin()
	ann.open(site+"/account", `form[action="/account/name"]`)
	ann.leave("main", fill(`form[action="/account/name"] input[name=name]`, "ann"), click(`form[action="/account/name"] button`))
	ann.checkPage("account")
	ann.open(site+"/accounts", `form[action="/accounts"]`)
	ann.leave("table", fill(`form[action="/accounts"] input[name=name]`, "bea"),
		fill(`form[action="/accounts"] input[name=password]`, "correct horse battery"), click(`form[action="/accounts"] button.main`))
	ann.checkPage("accounts")

	// The contest is uploaded and checked.
	ann.open(site+"/contests/new", `input[type=file][name=file]`)
	ann.checkPage("upload")
	ann.leave("main", chromedp.SetUploadFiles(chromedp.CSS(`input[type=file][name=file]`), []string{zipped(t, "../../testdata/submissions")}),
		click(`form[action="/uploads"] button.main`))
	ann.do(chromedp.WaitVisible(chromedp.CSS(`button[value="check"]`)))
	ann.checkPage("uploaded")
	ann.leave("main", click(`button[value="check"]`))
	ann.do(chromedp.WaitVisible(chromedp.CSS("table.ranking")))
	ranking := inPage[string](t, ann.tab, "location.pathname")
	ann.assertText("main", "150 submissions", "Participant ")
	ann.checkPage("ranking")

	// A new threshold changes the list on the contest's page, and the sentence on it.
	ann.open(site+"/contests/1", ".histogram")
	listed := ann.text(`[data-part="threshold"]`)
	ann.do(chromedp.SetValue(chromedp.CSS("input[name=threshold]"), "0.9"), chromedp.Evaluate[chromedp.Void](
		`document.querySelector("input[name=threshold]").dispatchEvent(new Event("change", {bubbles: true})), undefined`))
	for ann.tab.Err() == nil && ann.text(`[data-part="threshold"]`) == listed {
		time.Sleep(20 * time.Millisecond)
	}
	ann.assertText(`[data-part="threshold"]`, "with a suspicion of at least 0.9")
	ann.checkPage("contest")
	ann.open(site+"/contests/1/members", `form input[name=name][required]`)
	ann.leave("table", fill(`form.card input[name=name]`, "bea"),
		chromedp.SetValue(chromedp.CSS(`form.card select[name=role]`), "reviewer"), click(`form.card button.main`))
	ann.checkPage("members")

	// The second reviewer signs in, sees numbers instead of names, and filters.
	bea.open(site+"/signin", "form")
	bea.checkPage("signin")
	bea.leave("table", fill("input[name=name]", "bea"), fill("input[name=password]", "correct horse battery"), click("button.main"))
	bea.checkPage("contests")
	bea.open(site+ranking+"?problem=D-vault&state=open", "table.ranking")
	if got := bea.text("main"); strings.Contains(got, "anika") || strings.Contains(got, "kasia") {
		t.Errorf("a reviewer of a blind contest sees names:\n%s", got)
	}

	// Ann and Bea decide the same pair by keyboard, and disagree.
	ann.open(site+ranking+"?problem=D-vault", "table.ranking")
	ann.leave(".decide", press("j"), chromedp.KeyEvent("\r"))
	pair := inPage[string](t, ann.tab, "location.href")
	ann.leave(".did", press("1c"))
	ann.assertText(".did", "onfirmed", "1 of 2")
	ann.checkPage("pair")
	bea.leave(".decide", press("j"), chromedp.KeyEvent("\r"))
	bea.leave(".did", press("6d"))
	ann.open(pair, ".decide")
	ann.assertText(".pair-head h1 .case", "onflict", "bea", "dismissed", "ann", "confirmed")
	ann.checkPage("conflict")
	bea.open(site+ranking+"?state=conflict", "table.ranking")
	if n := inPage[int](t, bea.tab, `document.querySelectorAll("table.ranking tbody tr").length`); n != 1 {
		t.Errorf("%d pairs are in conflict, want 1", n)
	}
	// Ann settles the conflict as the chief judge, although one of the two decisions is hers.
	ann.leave(".did", press("C"))
	ann.open(pair, ".decide")
	ann.assertText(".pair-head h1 .case", "Ruled: confirmed")

	// A cluster is decided as a whole.
	ann.open(site+ranking+"/clusters", "table")
	ann.checkPage("clusters")
	ann.leave(".decide-group", click("table tbody tr:nth-child(4) a")) // the first three clusters have decided pairs
	ann.checkPage("cluster")
	ann.leave(".decide-group", click(".decide-group summary"), click(`.decide-group button[value="dismissed"]`))
	ann.assertText(".decide-group h2", "dismissed")

	// A revealed name is visible to all.
	ann.open(pair, ".decide")
	masked := ann.names()
	ann.leave(".decide", click("#details summary"), click(".reveal summary"), click(`.reveal button[value="left"]`))
	if got := ann.names(); got == masked {
		t.Errorf("the names are still %q after one was revealed", got)
	}
	bea.open(pair, ".decide")
	if got, want := bea.names(), ann.names(); got != want {
		t.Errorf("the other reviewer sees the names %q, want %q", got, want)
	}
	ann.open(site+"/contests/1/log", "table")
	ann.assertText("main", "ann", "bea", "evealed")
	ann.checkPage("log")
	ann.open(site+"/contests/1/settings", "form")
	ann.checkPage("settings")
	ann.open(site+"/search", "form")
	ann.checkPage("search")

	// The evidence is read from the disk, with the network off.
	downloads := t.TempDir()
	ann.open(pair, ".decide")
	participant := inPage[string](t, ann.tab, `document.querySelector('a[href*="/participants/"]').href`)
	ann.do(allowDownloads(downloads), click("#details summary"), click(`form[action*="bundle.html"] button`))
	bundle := newFile(t, "bundle.html", waitForFile(t, downloads, ".html"))
	downloads = t.TempDir()
	ann.do(allowDownloads(downloads), chromedp.SetValue(chromedp.CSS(`form[action*="bundle.html"] select`), "zh-Hans"), click(`form[action*="bundle.html"] button`))
	chinese := newFile(t, "chinese.html", waitForFile(t, downloads, ".zh-Hans.html"))
	ann.open(participant, "main")
	ann.checkPage("participant")
	ann.leave("form", click(`form[action="/signout"] button`))
	ann.open(site+"/contests/1", "form")
	if got := ann.text("main"); !strings.Contains(got, "Password") {
		t.Errorf("after signing out, the page of a contest does not ask for a password:\n%s", got)
	}
	readOffline(t, bundle).readChinese(chinese)
}

// readChinese opens an evidence bundle in Chinese: its headings are Chinese, and nothing but code is an
// English sentence.
func (j juror) readChinese(path string) {
	j.Helper()
	j.open((&url.URL{Scheme: "file", Path: path}).String(), `html[lang="zh-Hans"] .pane`)
	headings := inPage[[]string](j.T, j.tab, `[...document.querySelectorAll("h2, h3")].map((e) => e.innerText)`)
	for _, heading := range headings {
		if !strings.ContainsFunc(heading, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			j.Errorf("the bundle in Chinese has the heading %q", heading)
		}
	}
	if len(headings) == 0 {
		j.Error("the bundle in Chinese has no headings")
	}
	for _, text := range shownTexts(j.T, inPage[string](j.T, j.tab, `document.documentElement.outerHTML`)) {
		if twoWords.MatchString(text) {
			j.Errorf("the bundle in Chinese says %q", text)
		}
	}
}

// readOffline opens an evidence bundle without a network, on a screen and on paper, and returns the reader.
func readOffline(t *testing.T, path string) juror {
	t.Helper()
	reader := newJuror(t)
	reader.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Offline: true, DownloadThroughput: -1, UploadThroughput: -1}},
		})
		return err
	}))
	reader.open((&url.URL{Scheme: "file", Path: path}).String(), ".pane")
	reader.assertText("body", "Similarity is not proof", "Confirmed", "SHA-256")
	reader.checkPage("bundle")
	reader.do(browsertest.Emulate(browsertest.Screen{Width: 794, Height: 1123}), // A4 in CSS pixels
		chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
			return err
		}))
	if hiddenCount := inPage[int](t, reader.tab, `(dispatchEvent(new Event("beforeprint")),
		[...document.querySelectorAll(".pane, .line")].filter(e =>
			e.getClientRects().length === 0 || e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1).length)`); hiddenCount != 0 {
		t.Errorf("%d panes or lines are cut on paper, or missing", hiddenCount)
	}
	pdf, err := chromedp.Run(reader.tab, chromedp.PrintToPDF())
	if err != nil || !strings.HasPrefix(string(pdf), "%PDF-") {
		t.Errorf("printing gives %.20q, want a PDF: %v", pdf, err)
	}
	return reader
}
