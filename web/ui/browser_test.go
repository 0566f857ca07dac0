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
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A user uploads an archive, follows the check, opens a pair by keyboard, and returns to the ranking.
func TestBrowserFromUploadToPair(t *testing.T) {
	t.Parallel()
	j := webtest.NewBrowser(t)
	report, end := j.HoldChecks()
	j.Run(webtest.Click(`a[href="/contests/new"]`), webtest.See(`form.upload`),
		chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{webtest.FileToUpload(t)}))
	if got := webtest.Eval[string](j, `document.querySelector(".chosen").textContent`); got != "finals.zip, 1 KiB" {
		t.Errorf("the form shows the file as %q, want its name and size", got)
	}
	j.Run(webtest.Click(`form.upload button.main`), webtest.See(`input[name="contest"]`),
		chromedp.Clear(chromedp.CSS(`input[name="contest"]`)), chromedp.SendKeys(chromedp.CSS(`input[name="contest"]`), "Finals"),
		webtest.Click(`button[value="check"]`), webtest.See(`[data-events]`))
	// The page shows the progress without being loaded again.
	webtest.Eval[bool](j, `window.here = true`)
	report(i18n.Verbatim("comparing programs"), 5, 20)
	j.Run(webtest.See(`progress[value="5"][max="20"]`))
	if got := webtest.Eval[string](j, `document.querySelector(".stage").textContent`); got != "Comparing programs 5 of 20" {
		t.Errorf("the page shows the stage %q, want step 5 of 20 of comparing programs", got)
	}
	report(i18n.Verbatim("storing pairs"), 20, 20)
	j.Run(webtest.See(`progress[value="20"]`))
	if !webtest.Eval[bool](j, `window.here === true`) {
		t.Error("the page was loaded again")
	}
	end(nil)
	j.Run(webtest.See(`.ranking`))
	j.WantPage("/checks/2")
	if got := j.Checker.Uploads(); len(got) != 1 || got[0].Contest != "Finals" || got[0].Files[0].Name != "finals.zip" {
		t.Errorf("the checker got the uploads %+v, want finals.zip for the contest Finals", got)
	}

	// By keyboard: to the second pair, then to the next and back.
	j.Run(chromedp.KeyEvent("j"), chromedp.KeyEvent("j"), chromedp.KeyEvent("\r"), webtest.See(`.panes`))
	j.WantPage("/pairs/1001?at=2")
	j.Run(chromedp.KeyEvent("j"), webtest.See(`a[href="/pairs/1003?at=4"]`))
	j.WantPage("/pairs/1002?at=3")
	j.Run(chromedp.KeyEvent("k"), webtest.See(`a[href="/pairs/1002?at=3"]`))
	j.WantPage("/pairs/1001?at=2")

	// A click on a match brings the other side to it.
	webtest.Eval[float64](j, `document.querySelector("#right").scrollTop = 0`)
	j.Run(webtest.Click(`#left .match`))
	if at := webtest.Eval[float64](j, `document.querySelector("#right").scrollTop`); at == 0 {
		t.Error("a click on the left did not scroll the right side")
	}
	j.Run(webtest.Click(`.tabs a:nth-child(2)`), webtest.See(`section.diff`), chromedp.KeyEvent("u"), webtest.See(`.ranking`))
	j.WantPage("/checks/2")

	// The key / moves the focus to the filter.
	j.Run(chromedp.KeyEvent("/"))
	// chromedp also types a key that the page has handled.
	if got := webtest.Eval[string](j, `(document.activeElement.value = "", document.activeElement.name)`); got != "participant" {
		t.Fatalf("the key / leads to %q, want participant", got)
	}
	j.Run(chromedp.KeyEvent("team 11"), chromedp.KeyEvent("\r"), webtest.See(`[data-part="reset"] a`))
	j.WantPage("/checks/2?participant=team+11")
	j.Run(webtest.Click(`tr[data-row] td.suspicion`), webtest.See(`.panes`)) // anywhere in the row
	j.WantPage("/pairs/1011?at=1&participant=team+11")

	j.Run(webtest.Click(`form[action="/signout"] button`), webtest.See(`.message`))
	j.Run(chromedp.Navigate(j.Base+"/checks/2"), webtest.See(`.message`))
	if got := webtest.Eval[string](j, `document.querySelector("h1").textContent`); got != "Sign in" {
		t.Errorf("after signing out, the heading is %q, want Sign in", got)
	}
}

// The slider changes the list and the address, without loading the page again.
func TestBrowserThreshold(t *testing.T) {
	t.Parallel()
	j := webtest.NewBrowser(t)
	for _, test := range []struct{ path, shown string }{
		{"/contests/1", "Pairs 1–5 of 5"},
		{"/checks/2", "Pairs 1–5 of 5"},
	} {
		j.Run(chromedp.Navigate(j.Base+test.path), webtest.See(`.slider`))
		webtest.Eval[bool](j, `window.here = true`)
		top := webtest.Eval[float64](j, `document.querySelector(".slider").getBoundingClientRect().top`)
		webtest.Eval[bool](j, `(() => {
			const slider = document.querySelector(".slider");
			slider.focus();
			slider.value = "0.96";
			return slider.dispatchEvent(new Event("input", { bubbles: true }));
		})()`)
		j.Run(webtest.See(`.ranking tbody tr:nth-child(5):last-child`))
		j.WantPage(test.path + "?threshold=0.96")
		if words := webtest.Eval[string](j, `document.querySelector("main").innerText`); !strings.Contains(words, test.shown) {
			t.Errorf("%s: no %q in %s", test.path, test.shown, words)
		}
		if !webtest.Eval[bool](j, `window.here === true && document.activeElement.matches(".slider") && document.querySelector("[name=threshold]").value === "0.96"`) {
			t.Errorf("%s: the page was loaded again, or the field does not follow the slider", test.path)
		}
		if now := webtest.Eval[float64](j, `document.querySelector(".slider").getBoundingClientRect().top`); now != top {
			t.Errorf("%s: the slider moved by %v pixels, want 0", test.path, now-top)
		}
		// A click also opens a row that was added after the page was loaded.
		j.Run(webtest.Click(`.ranking tbody td.suspicion`), webtest.See(`.panes`))
		j.WantPage("/pairs/1000?at=1&threshold=0.96")
	}
}

// Archives can be dropped anywhere on the page.
func TestBrowserDrop(t *testing.T) {
	t.Parallel()
	j := webtest.NewBrowser(t)
	j.Run(chromedp.Navigate(j.Base + ui.NewContestPath))
	drop := func(files string) string {
		return webtest.Eval[string](j, `(() => {
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
	if got := drop(`[["a.zip", "x"], ["b.zip", "y"]]`); got != "Files: 2, 1 KiB" {
		t.Errorf("two dropped files: the form shows %q, want their number and size", got)
	}
	if got := drop(`[["dropped.zip", "hello"]]`); got != "dropped.zip, 1 KiB" {
		t.Errorf("one dropped file: the form shows %q, want its name and size", got)
	}
	if webtest.Eval[bool](j, `document.querySelector(".dropping") !== null`) {
		t.Error("the form still waits for a drop")
	}
	j.Run(chromedp.KeyEvent("\r"), webtest.See(`button[value="check"]`), // the button had the focus
		webtest.Click(`button[value="check"]`), webtest.See(`.ranking`))
	if got := j.Checker.Uploads(); len(got) != 1 || got[0].Files[0].Name != "dropped.zip" || got[0].Files[0].Size != 5 {
		t.Errorf("the checker got the uploads %+v, want the 5 bytes of dropped.zip", got)
	}
}

// The form refuses an archive that is too large before it is sent.
func TestBrowserTooLarge(t *testing.T) {
	t.Parallel()
	j := webtest.NewBrowser(t)
	j.Run(chromedp.Navigate(j.Base + ui.NewContestPath))
	webtest.Eval[string](j, `document.querySelector("form.upload").dataset.max = "3"`)
	j.Run(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{webtest.FileToUpload(t)}))
	if got := webtest.Eval[string](j, `document.querySelector(".chosen").textContent`); !strings.HasPrefix(got, "Too large: 1 KiB") {
		t.Errorf("the form shows %q, want that the file is too large", got)
	}
	if webtest.Eval[bool](j, `document.querySelector("form.upload").checkValidity()`) {
		t.Error("the form would be sent")
	}
}

// After a failed check, the upload is still there, and a button reads it with the proposed layout.
func TestBrowserFailedCheck(t *testing.T) {
	t.Parallel()
	j := webtest.NewBrowser(t)
	report, end := j.HoldChecks()
	j.Run(chromedp.Navigate(j.Base+ui.NewContestPath), chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{webtest.FileToUpload(t)}), webtest.Click(`form.upload button.main`), webtest.See(`button[value="check"]`),
		webtest.Click(`button[value="check"]`), webtest.See(`[data-events]`))
	report(i18n.Verbatim("unpacking"), 1, 0)
	j.Run(webtest.See(`progress:indeterminate`))
	end(&jobs.Failure{Message: i18n.Verbatim("The archive is broken."), Advice: i18n.Verbatim("Make it again."), Layout: "participant/files"})
	j.Run(webtest.See(`.failure`), webtest.Click(`.failure button`), webtest.See(`.facts`))
	if got := webtest.Eval[string](j, `document.querySelector(".panel [name=contest]").value + ", " + document.querySelector(".panel [name=layout]").value`); got != "finals, participant/files" {
		t.Errorf("the form has the contest and layout %q, want finals and the proposed layout", got)
	}
}

// Without JavaScript the progress page loads itself again until the end.
func TestBrowserWithoutJavaScript(t *testing.T) {
	t.Parallel()
	j := webtest.NewBrowser(t)
	report, end := j.HoldChecks()
	j.Run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	j.Run(chromedp.Navigate(j.Base+ui.NewContestPath), chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{webtest.FileToUpload(t)}), webtest.Click(`form.upload button.main`),
		webtest.See(`button[value="check"]`), webtest.Click(`button[value="check"]`), webtest.See(`[data-events]`))
	report(i18n.Verbatim("comparing programs"), 5, 20)
	j.Run(webtest.See(`progress[value="5"]`))
	end(nil)
	j.Run(webtest.See(`.ranking`), webtest.Click(`tr[data-row] a`), webtest.See(`.panes`), webtest.Click(`.tabs a:nth-child(2)`), webtest.See(`section.diff`), webtest.Click(`a[rel="next"]`), webtest.See(`a[rel="prev"]`))
}

// Pages fit a wide and a narrow screen, and follow the colour scheme.
func TestBrowserFits(t *testing.T) {
	t.Parallel()
	j := webtest.NewBrowser(t)
	j.Checker.OnCheck = func(ctx context.Context, _ jobs.Upload, progress func(i18n.Text, int, int)) (int64, error) {
		progress(i18n.Verbatim("comparing programs"), 5, 20)
		<-ctx.Done()
		return 0, ctx.Err()
	}
	body, contentType := webtest.MultipartForm(t, []webtest.Part{{"file", strings.Repeat("long", 28) + ".zip", "archive"}})
	// The browser uploads, because only the browser is signed in.
	upload := webtest.Eval[string](j, fmt.Sprintf(`(() => {
		const request = new XMLHttpRequest();
		request.open("POST", "/uploads", false);
		request.setRequestHeader("Content-Type", %q);
		request.send(%q);
		return new URL(request.responseURL).pathname;
	})()`, contentType, body))
	for _, path := range []string{"/", "/contests/new", "/help", "/contests/1", "/contests/1/checks", "/contests/1/settings", "/contests/1/log", "/contests/1/participants/1", "/search", upload, "/checks/2", "/checks/2/participants", "/checks/2?sample=5&seed=1", "/checks/4", "/checks/2/skipped", "/checks/2/unlisted", "/pairs/1001?at=2", "/pairs/1001?at=2&view=diff", "/submissions/1/beside?with=3"} {
		for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
			t.Run(fmt.Sprintf("%s on %d", path, screen.Width), func(t *testing.T) {
				j.Run(browsertest.Emulate(screen), chromedp.Navigate(j.Base+path))
				webtest.Eval[bool](j, `(document.querySelectorAll("details").forEach(d => d.open = true), true)`)
				overflow, err := chromedp.Run(j.Ctx, browsertest.HorizontalOverflow())
				webtest.Must(t, err)
				if overflow != 0 {
					t.Errorf("the page is %d pixels wider than the screen, want 0", overflow)
				}
				dark := webtest.Eval[bool](j, `getComputedStyle(document.documentElement).backgroundColor.match(/\d+/)[0] < 128`)
				if dark != screen.Dark {
					t.Errorf("dark = %v, want %v", dark, screen.Dark)
				}
			})
		}
	}
}
