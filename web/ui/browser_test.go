package ui_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// From an archive to a pair side by side, and back.
func TestBrowserFromUploadToPair(t *testing.T) {
	t.Parallel()
	j := webtest.NewJudge(t)
	tell, end := j.Steps()
	j.Run(webtest.Click(`a[href="/contests/new"]`), webtest.See(`form.upload`),
		chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{webtest.Archive(t)}),
		chromedp.SendKeys(chromedp.CSS(`input[name="contest"]`), "Finals"),
	)
	if got := webtest.Get[string](j, `document.querySelector(".chosen").textContent`); got != "finals.zip, 1 KiB" {
		t.Errorf("chosen = %q", got)
	}
	j.Run(webtest.Click(`form.upload button.main`), webtest.See(`[data-events]`))
	// The page moves by itself: it is never loaded again.
	webtest.Get[bool](j, `window.here = true`)
	tell("comparing programs", 5, 20)
	j.Run(webtest.See(`progress[value="5"][max="20"]`))
	if got := webtest.Get[string](j, `document.querySelector(".stage").textContent`); got != "Comparing programs 5 of 20" {
		t.Errorf("stage = %q", got)
	}
	tell("storing pairs", 20, 20)
	j.Run(webtest.See(`progress[value="20"]`))
	if !webtest.Get[bool](j, `window.here === true`) {
		t.Error("the page was loaded again")
	}
	end(nil)
	j.Run(webtest.See(`.ranking`))
	j.At("/checks/2")
	if got := j.Checker.Uploads(); len(got) != 1 || got[0].Contest != "Finals" || got[0].Files[0].Name != "finals.zip" {
		t.Errorf("uploads = %+v", got)
	}

	// By keyboard: to the second pair, then to the next and back.
	j.Run(chromedp.KeyEvent("j"), chromedp.KeyEvent("j"), chromedp.KeyEvent("\r"), webtest.See(`.panes`))
	j.At("/pairs/1001?at=2")
	j.Run(chromedp.KeyEvent("j"), webtest.See(`a[href="/pairs/1003?at=4"]`))
	j.At("/pairs/1002?at=3")
	j.Run(chromedp.KeyEvent("k"), webtest.See(`a[href="/pairs/1002?at=3"]`))
	j.At("/pairs/1001?at=2")

	// A click on a match brings the other side to it.
	if at := webtest.Get[float64](j, `document.querySelector("#right").scrollTop`); at != 0 {
		t.Fatalf("the right side is scrolled to %v at first", at)
	}
	j.Run(chromedp.KeyEvent("n"))
	webtest.Get[float64](j, `document.querySelector("#right").scrollTop = 0`)
	j.Run(webtest.Click(`#left .match`))
	if at := webtest.Get[float64](j, `document.querySelector("#right").scrollTop`); at == 0 {
		t.Error("a click on the left did not scroll the right side")
	}
	j.Run(webtest.Click(`.tabs a:nth-child(2)`), webtest.See(`section.diff`), chromedp.KeyEvent("u"), webtest.See(`.ranking`))
	j.At("/checks/2")

	// The key / leads to the filter.
	j.Run(chromedp.KeyEvent("/"))
	// A key of chromedp is typed even where the page has taken it.
	if got := webtest.Get[string](j, `(document.activeElement.value = "", document.activeElement.name)`); got != "participant" {
		t.Fatalf("the key / leads to %q", got)
	}
	j.Run(chromedp.KeyEvent("team 11"), chromedp.KeyEvent("\r"), webtest.See(`[data-part="reset"] a`))
	j.At("/checks/2?participant=team+11")
	j.Run(webtest.Click(`tr[data-row] td.suspicion`), webtest.See(`.panes`)) // anywhere in the row
	j.At("/pairs/1011?at=1&participant=team+11")

	j.Run(webtest.Click(`form[action="/signout"] button`), webtest.See(`.message`))
	j.Run(chromedp.Navigate(j.Base+"/checks/2"), webtest.See(`.message`))
	if got := webtest.Get[string](j, `document.querySelector("h1").textContent`); got != "Sign in" {
		t.Errorf("after signing out: %q", got)
	}
}

// The slider moves the list without loading the page again, and Back and a link
// sent to others show the same.
func TestBrowserThreshold(t *testing.T) {
	t.Parallel()
	j := webtest.NewJudge(t)
	for _, test := range []struct{ path, shown string }{
		{"/contests/1", "5 pairs from 0.96 on"},
		{"/checks/2", "1–5 of 5 pairs"},
	} {
		j.Run(chromedp.Navigate(j.Base+test.path), webtest.See(`.slider`))
		webtest.Get[bool](j, `window.here = true`)
		top := webtest.Get[float64](j, `document.querySelector(".slider").getBoundingClientRect().top`)
		webtest.Get[bool](j, `(() => {
			const slider = document.querySelector(".slider");
			slider.focus();
			slider.value = "0.96";
			return slider.dispatchEvent(new Event("input", { bubbles: true }));
		})()`)
		j.Run(webtest.See(`.ranking tbody tr:nth-child(5):last-child`))
		j.At(test.path + "?threshold=0.96")
		if words := webtest.Get[string](j, `document.querySelector("main").innerText`); !strings.Contains(words, test.shown) {
			t.Errorf("%s: no %q in %s", test.path, test.shown, words)
		}
		if !webtest.Get[bool](j, `window.here === true && document.activeElement.matches(".slider") && document.querySelector("[name=threshold]").value === "0.96"`) {
			t.Errorf("%s: the page was loaded again, or the field does not follow the slider", test.path)
		}
		if now := webtest.Get[float64](j, `document.querySelector(".slider").getBoundingClientRect().top`); now != top {
			t.Errorf("%s: the slider moved by %v", test.path, now-top)
		}
		// A row that came later opens by a click as well.
		j.Run(webtest.Click(`.ranking tbody td.suspicion`), webtest.See(`.panes`))
		j.At("/pairs/1000?at=1&threshold=0.96")
	}
}

func TestBrowserDrop(t *testing.T) {
	t.Parallel()
	j := webtest.NewJudge(t)
	j.Run(chromedp.Navigate(j.Base + ui.NewContestPath))
	drop := func(files string) string {
		return webtest.Get[string](j, `(() => {
			const dataTransfer = new DataTransfer();
			for (const [name, content] of `+files+`) {
				dataTransfer.items.add(new File([content], name));
			}
			for (const type of ["dragenter", "dragover", "drop"]) {
				document.querySelector("h1").dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
			}
			return document.querySelector(".chosen").textContent;
		})()`)
	}
	if got := drop(`[["a.zip", "x"], ["b.zip", "y"]]`); got != "Drop one archive at a time." {
		t.Errorf("two files: %q", got)
	}
	if got := drop(`[["dropped.zip", "hello"]]`); got != "dropped.zip, 1 KiB" {
		t.Errorf("one file: %q", got)
	}
	if webtest.Get[bool](j, `document.querySelector(".dropping") !== null`) {
		t.Error("the form still waits for a drop")
	}
	j.Run(chromedp.KeyEvent("\r"), webtest.See(`.ranking`)) // the button has the focus
	if got := j.Checker.Uploads(); len(got) != 1 || got[0].Files[0].Name != "dropped.zip" || got[0].Files[0].Size != 5 {
		t.Errorf("uploads = %+v", got)
	}
}

func TestBrowserTooLarge(t *testing.T) {
	t.Parallel()
	j := webtest.NewJudge(t)
	j.Run(chromedp.Navigate(j.Base + ui.NewContestPath))
	webtest.Get[string](j, `document.querySelector("form.upload").dataset.max = "3"`)
	j.Run(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{webtest.Archive(t)}))
	if got := webtest.Get[string](j, `document.querySelector(".chosen").textContent`); !strings.HasPrefix(got, "Too large: 1 KiB") {
		t.Errorf("chosen = %q", got)
	}
	if webtest.Get[bool](j, `document.querySelector("form.upload").checkValidity()`) {
		t.Error("the form would be sent")
	}
}

func TestBrowserFailedCheck(t *testing.T) {
	t.Parallel()
	j := webtest.NewJudge(t)
	tell, end := j.Steps()
	j.Run(chromedp.Navigate(j.Base+ui.NewContestPath), chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{webtest.Archive(t)}), webtest.Click(`form.upload button.main`), webtest.See(`[data-events]`))
	tell("unpacking", 1, 0)
	j.Run(webtest.See(`progress:indeterminate`))
	end(&jobs.Failure{Message: "The archive is broken.", Advice: "Make it again.", Layout: "participant/files"})
	j.Run(webtest.See(`.failure`), webtest.Click(`a.main`), webtest.See(`form.upload`))
	if got := webtest.Get[string](j, `document.querySelector("[name=contest]").value + ", " + document.querySelector("[name=layout]").value`); got != "finals, participant/files" {
		t.Errorf("the form holds %q", got)
	}
}

// Without JavaScript the progress page loads itself again until the end.
func TestBrowserWithoutJavaScript(t *testing.T) {
	t.Parallel()
	j := webtest.NewJudge(t)
	tell, end := j.Steps()
	j.Run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	j.Run(chromedp.Navigate(j.Base+ui.NewContestPath), chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{webtest.Archive(t)}), webtest.Click(`form.upload button.main`), webtest.See(`[data-events]`))
	tell("comparing programs", 5, 20)
	j.Run(webtest.See(`progress[value="5"]`))
	end(nil)
	j.Run(webtest.See(`.ranking`), webtest.Click(`tr[data-row] a`), webtest.See(`.panes`), webtest.Click(`.tabs a:nth-child(2)`), webtest.See(`section.diff`), webtest.Click(`a[rel="next"]`), webtest.See(`a[rel="prev"]`))
}

func TestBrowserFits(t *testing.T) {
	t.Parallel()
	j := webtest.NewJudge(t)
	j.Checker.OnCheck = func(ctx context.Context, _ jobs.Upload, progress func(string, int, int)) (int64, error) {
		progress("comparing programs", 5, 20)
		<-ctx.Done()
		return 0, ctx.Err()
	}
	body, contentType := webtest.MultipartForm(t, []webtest.Sent{{"file", strings.Repeat("long", 28) + ".zip", "archive"}})
	// Uploaded by the browser, which is the one that is signed in.
	upload := webtest.Get[string](j, fmt.Sprintf(`(() => {
		const request = new XMLHttpRequest();
		request.open("POST", "/uploads", false);
		request.setRequestHeader("Content-Type", %q);
		request.send(%q);
		return new URL(request.responseURL).pathname;
	})()`, contentType, body))
	for _, path := range []string{"/", "/contests/new", "/contests/1", "/contests/1/checks", "/contests/1/settings", "/contests/1/log", "/contests/1/participants/1", "/search", upload, "/checks/2", "/checks/4", "/checks/2/skipped", "/pairs/1001?at=2", "/pairs/1001?at=2&view=diff"} {
		for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
			t.Run(fmt.Sprintf("%s on %d", path, screen.Width), func(t *testing.T) {
				j.Run(browsertest.Emulate(screen), chromedp.Navigate(j.Base+path))
				webtest.Get[bool](j, `(document.querySelectorAll("details").forEach(d => d.open = true), true)`)
				overflow, err := chromedp.Run(j.Ctx, browsertest.HorizontalOverflow())
				if err != nil {
					t.Fatal(err)
				}
				if overflow != 0 {
					t.Errorf("the page is %d pixels too wide", overflow)
				}
				dark := webtest.Get[bool](j, `getComputedStyle(document.documentElement).backgroundColor.match(/\d+/)[0] < 128`)
				if dark != screen.Dark {
					t.Errorf("dark = %v", dark)
				}
			})
		}
	}
}
