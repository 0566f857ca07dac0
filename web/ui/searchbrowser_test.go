package ui_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A pasted program is searched by keyboard, and searched again unchanged from the page of the findings.
func TestBrowserSearch(t *testing.T) {
	t.Parallel()
	j := webtest.NewBrowser(t)
	j.Run(webtest.Click(`a[href="/search"]`), webtest.See(`.search textarea`))
	j.WantPage("/search")
	j.Run(
		chromedp.SendKeys(chromedp.CSS("#program"), "\nint x = 1;\n"),
		chromedp.SendKeys(chromedp.CSS(`select[name="language"]`), "C++"),
		chromedp.Focus(chromedp.CSS(`form.upload button.main`)), chromedp.KeyEvent("\r"), webtest.See(`.found`),
	)
	j.WantPage("/search")
	want := access.Search{Program: []byte("\r\nint x = 1;\r\n"), Language: "cpp"}
	if got := j.Searcher.Searches(); len(got) != 1 || string(got[0].Program) != string(want.Program) || got[0].Language != want.Language {
		t.Fatalf("searches = %+v, want %+v", got, want)
	}
	webtest.Eval[bool](j, `(document.querySelector(".found").remove(), true)`) // so that See waits for the new findings
	j.Run(webtest.Click(`form.upload button.main`), webtest.See(`.found`))
	if got := j.Searcher.Searches(); len(got) != 2 || string(got[1].Program) != string(want.Program) || got[1].Language != want.Language {
		t.Errorf("searches = %+v, want the same search twice", got)
	}
	// The list has a row for each participant and problem until the other attempts are opened.
	shownRows := func() string {
		return webtest.Eval[string](j, `[...document.querySelectorAll(".found tr[data-row]")].filter((r) => r.checkVisibility()).map((r) => r.querySelector("a").textContent.trim()).join()`)
	}
	if got := shownRows(); got != text.Visible(webtest.Hostile)+",team 7" {
		t.Errorf("the rows are %q, want one for each participant", got)
	}
	j.Run(webtest.Click(`.found summary`))
	if got := shownRows(); got != text.Visible(webtest.Hostile)+",attempt 1,team 7" {
		t.Errorf("with other attempts, the rows are %q", got)
	}
	j.Run(webtest.Click(`.found summary`))
	// By keyboard to the second program, and on to its contest.
	j.Run(chromedp.KeyEvent("j"), chromedp.KeyEvent("j"))
	if got := webtest.Eval[string](j, `document.activeElement.closest("tr").querySelector("th").textContent`); !strings.Contains(got, "team 7") {
		t.Errorf("the second row is %q, want team 7", got)
	}
	if got := webtest.Eval[string](j, `document.activeElement.getAttribute("href")`); got != "/submissions/7" {
		t.Errorf("the second row leads to %q, want /submissions/7", got)
	}
	j.Run(chromedp.KeyEvent("\t"), chromedp.KeyEvent("\r"), webtest.See(`section[aria-label="More about the contest"]`))
	j.WantPage("/contests/1")
}

// A program can be dropped anywhere on the page; two at a time and large ones are refused.
func TestBrowserSearchDrop(t *testing.T) {
	t.Parallel()
	j := webtest.NewBrowser(t)
	j.Run(chromedp.Navigate(j.Base+"/search"), webtest.See(`.search textarea`))
	drop := func(files string) string {
		return webtest.Eval[string](j, `(() => {
			const dataTransfer = new DataTransfer();
			for (const [name, content] of `+files+`) {
				dataTransfer.items.add(new File([content], name));
			}
			document.querySelector("h1").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
			return document.querySelector(".chosen").textContent;
		})()`)
	}
	if got := drop(`[["a.cpp", "x"], ["b.cpp", "y"]]`); got != "Drop one program at a time." {
		t.Errorf("two dropped files: the form shows %q, want a refusal", got)
	}
	if got := drop(`[["large.cpp", "x".repeat(600000)]]`); !strings.HasPrefix(got, "Too large: 586 KiB, and at most 512 KiB") {
		t.Errorf("a large file: the form shows %q, want that it is too large", got)
	}
	if webtest.Eval[bool](j, `document.querySelector(".search form").checkValidity()`) {
		t.Error("the form would be sent")
	}
	if got := drop(`[["a.cpp", "int x;"]]`); got != "a.cpp, 1 KiB" {
		t.Errorf("one dropped file: the form shows %q, want its name and size", got)
	}
	j.Run(chromedp.KeyEvent("\r"), webtest.See(`.found`)) // the button has the focus
	if got := j.Searcher.Searches(); len(got) != 1 || got[0].Name != "a.cpp" || string(got[0].Program) != "int x;" {
		t.Errorf("the searches are %+v, want one for a.cpp", got)
	}
}

// The page says which language it detected in a pasted program, and searches again in another one.
func TestBrowserSearchGuessesLanguage(t *testing.T) {
	t.Parallel()
	j := webtest.NewBrowser(t)
	j.Searcher.OnSearch = func(s access.Search, _ int) (contest.Findings, error) {
		given, language, err := search.Request{File: contest.File{Content: s.Program}, Language: s.Language}.Program(t.Context())
		if err != nil {
			return contest.Findings{}, err
		}
		return contest.Findings{Language: language.ID, Tokens: len(given.Tokens)}, nil
	}
	submit := webtest.Click(`form.upload button.main`)
	j.Run(chromedp.Navigate(j.Base+"/search"),
		chromedp.SendKeys(chromedp.CSS("#program"), "n = int(input())\nfor i in range(n):\nprint(i)\n"), submit, webtest.See(`#guess`))
	language := func() string {
		return webtest.Eval[string](j, `document.querySelector("select[name=language]").value`)
	}
	words := webtest.Eval[string](j, `document.querySelector("main").innerText`)
	if language() != "python" || !strings.Contains(words, "Python, ") || !strings.Contains(words, "Language detected in the text") {
		t.Errorf("the language is %q, want the detected python; the page says %s", language(), words)
	}
	j.Run(chromedp.SendKeys(chromedp.CSS(`select[name="language"]`), "Ruby"), submit, webtest.See(`form.upload:not(:has(#guess))`))
	if language() != "ruby" {
		t.Errorf("the language is %q, want the chosen ruby", language())
	}
}

// Without JavaScript, a program can be searched, and a missing language can be added.
func TestBrowserSearchWithoutJavaScript(t *testing.T) {
	t.Parallel()
	j := webtest.NewBrowser(t)
	j.Run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	j.Searcher.OnSearch = func(s access.Search, _ int) (contest.Findings, error) {
		if s.Language == "" {
			return contest.Findings{}, &jobs.Failure{Message: i18n.Verbatim("The language of the program is not certain."), Advice: i18n.Verbatim("Say which language it is.")}
		}
		return contest.Findings{Language: s.Language, Tokens: 3, Findings: make([]contest.Finding, 1)}, nil
	}
	j.Run(chromedp.Navigate(j.Base+"/search"), chromedp.SendKeys(chromedp.CSS("#program"), "int x;"), webtest.Click(`form.upload button.main`), webtest.See(`.failure`),
		chromedp.SendKeys(chromedp.CSS(`select[name="language"]`), "C++"), webtest.Click(`form.upload button.main`), webtest.See(`.found`))
	if got := j.Searcher.Searches(); len(got) != 2 || string(got[1].Program) != "int x;" {
		t.Errorf("the searches are %+v, want two for the pasted program", got)
	}
}

// The page of the findings fits each screen, and follows the colour scheme.
func TestBrowserSearchFits(t *testing.T) {
	t.Parallel()
	j := webtest.NewBrowser(t)
	for _, screen := range []browsertest.Screen{
		{Width: 1440, Height: 900}, {Width: 1440, Height: 900, Dark: true}, {Width: 390, Height: 844}, {Width: 390, Height: 844, Dark: true},
	} {
		t.Run(fmt.Sprintf("%d, dark %v", screen.Width, screen.Dark), func(t *testing.T) {
			j.Run(browsertest.Emulate(screen), chromedp.Navigate(j.Base+"/search"), webtest.See(`.search textarea`),
				chromedp.SendKeys(chromedp.CSS("#program"), strings.Repeat("long line ", 40)),
				chromedp.SendKeys(chromedp.CSS(`select[name="language"]`), "C++"), webtest.Click(`form.upload button.main`), webtest.See(`.found`))
			overflow, err := chromedp.Run(j.Ctx, browsertest.HorizontalOverflow())
			webtest.Must(t, err)
			if overflow != 0 {
				t.Errorf("the page is %d pixels wider than the screen, want 0", overflow)
			}
			dark := webtest.Eval[bool](j, `getComputedStyle(document.querySelector("textarea")).backgroundColor.match(/\d+/)[0] < 128`)
			if dark != screen.Dark {
				t.Errorf("the box is dark: %v, want %v", dark, screen.Dark)
			}
		})
	}
}
