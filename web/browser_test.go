package web

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
)

// judge is a site, seen through a browser.
type judge struct {
	*site
	ctx context.Context
}

// newJudge opens a site in a browser and signs in by a link.
func newJudge(t *testing.T) judge {
	t.Helper()
	ctx := browsertest.New(t)
	j := judge{newSite(t), ctx}
	complaints := browsertest.ConsoleErrors(t, ctx)
	t.Cleanup(func() {
		for _, complaint := range complaints() {
			// 401 follows from signing out, 422 from a form that lacks something.
			if !strings.Contains(complaint, "status of 401") && !strings.Contains(complaint, "status of 422") {
				t.Errorf("the browser complains: %s", complaint)
			}
		}
	})
	j.run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}),
		chromedp.Navigate(j.server.SignInLink(j.base)), see(`form[action="/signout"]`))
	return j
}

func (j judge) run(steps ...chromedp.Action[chromedp.Void]) {
	j.Helper()
	if err := chromedp.Do(j.ctx, steps...); err != nil {
		j.Fatal(err)
	}
}

// get returns the value of an expression on the page.
func get[T any](j judge, expression string) T {
	j.Helper()
	value, err := chromedp.Run(j.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		j.Fatalf("%s: %v", expression, err)
	}
	return value
}

// at checks which page is open.
func (j judge) at(want string) {
	j.Helper()
	if got := get[string](j, "location.pathname + location.search"); got != want {
		j.Fatalf("at %s, want %s", got, want)
	}
}

func see(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.WaitVisible(chromedp.CSS(selector))
}

func click(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Click(chromedp.CSS(selector))
}

// archive writes a file to upload.
func archive(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "finals.zip")
	if err := os.WriteFile(path, []byte("archive"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// steps makes the checker go on only when the test says so.
func (j judge) steps() (tell func(stage string, done, total int), end func(error)) {
	type step struct {
		stage       string
		done, total int
	}
	todo, outcome := make(chan step), make(chan error)
	j.checker.check = func(_ context.Context, _ Upload, progress func(string, int, int)) (int64, error) {
		for {
			select {
			case s := <-todo:
				progress(s.stage, s.done, s.total)
			case err := <-outcome:
				return checkID, err
			}
		}
	}
	return func(stage string, done, total int) { todo <- step{stage, done, total} }, func(err error) { outcome <- err }
}

// From an archive to a pair side by side, and back.
func TestBrowserFromUploadToPair(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	tell, end := j.steps()
	j.run(click(`a[href="/contests/new"]`), see(`form.upload`),
		chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{archive(t)}),
		chromedp.SendKeys(chromedp.CSS(`input[name="contest"]`), "Finals"),
	)
	if got := get[string](j, `document.querySelector(".chosen").textContent`); got != "finals.zip, 1 KiB" {
		t.Errorf("chosen = %q", got)
	}
	j.run(click(`form.upload button.main`), see(`[data-events]`))
	// The page moves by itself: it is never loaded again.
	get[bool](j, `window.here = true`)
	tell("comparing programs", 5, 20)
	j.run(see(`progress[value="5"][max="20"]`))
	if got := get[string](j, `document.querySelector(".stage").textContent`); got != "Comparing programs 5 of 20" {
		t.Errorf("stage = %q", got)
	}
	tell("storing pairs", 20, 20)
	j.run(see(`progress[value="20"]`))
	if !get[bool](j, `window.here === true`) {
		t.Error("the page was loaded again")
	}
	end(nil)
	j.run(see(`.ranking`))
	j.at("/checks/2")
	if got := j.checker.seen(); len(got) != 1 || got[0].Contest != "Finals" || got[0].Files[0].Name != "finals.zip" {
		t.Errorf("uploads = %+v", got)
	}

	// By keyboard: to the second pair, then to the next and back.
	j.run(chromedp.KeyEvent("j"), chromedp.KeyEvent("j"), chromedp.KeyEvent("\r"), see(`.panes`))
	j.at("/pairs/1001?at=2")
	j.run(chromedp.KeyEvent("j"), see(`a[href="/pairs/1003?at=4"]`))
	j.at("/pairs/1002?at=3")
	j.run(chromedp.KeyEvent("k"), see(`a[href="/pairs/1002?at=3"]`))
	j.at("/pairs/1001?at=2")

	// A click on a match brings the other side to it.
	if at := get[float64](j, `document.querySelector("#right").scrollTop`); at != 0 {
		t.Fatalf("the right side is scrolled to %v at first", at)
	}
	j.run(chromedp.KeyEvent("n"))
	get[float64](j, `document.querySelector("#right").scrollTop = 0`)
	j.run(click(`#left .match`))
	if at := get[float64](j, `document.querySelector("#right").scrollTop`); at == 0 {
		t.Error("a click on the left did not scroll the right side")
	}
	j.run(click(`.tabs a:nth-child(2)`), see(`section.diff`), chromedp.KeyEvent("u"), see(`.ranking`))
	j.at("/checks/2")

	// The key / leads to the filter.
	j.run(chromedp.KeyEvent("/"))
	// A key of chromedp is typed even where the page has taken it.
	if got := get[string](j, `(document.activeElement.value = "", document.activeElement.name)`); got != "participant" {
		t.Fatalf("the key / leads to %q", got)
	}
	j.run(chromedp.KeyEvent("team 11"), chromedp.KeyEvent("\r"), see(`[data-part="reset"] a`))
	j.at("/checks/2?participant=team+11")
	j.run(click(`tr[data-row] td.suspicion`), see(`.panes`)) // anywhere in the row
	j.at("/pairs/1011?at=1&participant=team+11")

	j.run(click(`form[action="/signout"] button`), see(`.message`))
	j.run(chromedp.Navigate(j.base+"/checks/2"), see(`.message`))
	if got := get[string](j, `document.querySelector("h1").textContent`); got != "Sign in" {
		t.Errorf("after signing out: %q", got)
	}
}

// The slider moves the list without loading the page again, and Back and a link
// sent to others show the same.
func TestBrowserThreshold(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	for _, test := range []struct{ path, shown string }{
		{"/contests/1", "5 pairs from 0.96 on"},
		{"/checks/2", "1–5 of 5 pairs"},
	} {
		j.run(chromedp.Navigate(j.base+test.path), see(`.slider`))
		get[bool](j, `window.here = true`)
		top := get[float64](j, `document.querySelector(".slider").getBoundingClientRect().top`)
		get[bool](j, `(() => {
			const slider = document.querySelector(".slider");
			slider.focus();
			slider.value = "0.96";
			return slider.dispatchEvent(new Event("input", { bubbles: true }));
		})()`)
		j.run(see(`.ranking tbody tr:nth-child(5):last-child`))
		j.at(test.path + "?threshold=0.96")
		if text := get[string](j, `document.querySelector("main").innerText`); !strings.Contains(text, test.shown) {
			t.Errorf("%s: no %q in %s", test.path, test.shown, text)
		}
		if !get[bool](j, `window.here === true && document.activeElement.matches(".slider") && document.querySelector("[name=threshold]").value === "0.96"`) {
			t.Errorf("%s: the page was loaded again, or the field does not follow the slider", test.path)
		}
		if now := get[float64](j, `document.querySelector(".slider").getBoundingClientRect().top`); now != top {
			t.Errorf("%s: the slider moved by %v", test.path, now-top)
		}
		// A row that came later opens by a click as well.
		j.run(click(`.ranking tbody td.suspicion`), see(`.panes`))
		j.at("/pairs/1000?at=1&threshold=0.96")
	}
}

func TestBrowserDrop(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	j.run(chromedp.Navigate(j.base + newContestPath))
	drop := func(files string) string {
		return get[string](j, `(() => {
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
	if get[bool](j, `document.querySelector(".dropping") !== null`) {
		t.Error("the form still waits for a drop")
	}
	j.run(chromedp.KeyEvent("\r"), see(`.ranking`)) // the button has the focus
	if got := j.checker.seen(); len(got) != 1 || got[0].Files[0].Name != "dropped.zip" || got[0].Files[0].Size != 5 {
		t.Errorf("uploads = %+v", got)
	}
}

func TestBrowserTooLarge(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	j.run(chromedp.Navigate(j.base + newContestPath))
	get[string](j, `document.querySelector("form.upload").dataset.max = "3"`)
	j.run(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{archive(t)}))
	if got := get[string](j, `document.querySelector(".chosen").textContent`); !strings.HasPrefix(got, "Too large: 1 KiB") {
		t.Errorf("chosen = %q", got)
	}
	if get[bool](j, `document.querySelector("form.upload").checkValidity()`) {
		t.Error("the form would be sent")
	}
}

func TestBrowserFailedCheck(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	tell, end := j.steps()
	j.run(chromedp.Navigate(j.base+newContestPath), chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{archive(t)}), click(`form.upload button.main`), see(`[data-events]`))
	tell("unpacking", 1, 0)
	j.run(see(`progress:indeterminate`))
	end(&Failure{Message: "The archive is broken.", Advice: "Make it again.", Layout: "participant/files"})
	j.run(see(`.failure`), click(`a.main`), see(`form.upload`))
	if got := get[string](j, `document.querySelector("[name=contest]").value + ", " + document.querySelector("[name=layout]").value`); got != "finals, participant/files" {
		t.Errorf("the form holds %q", got)
	}
}

// Without JavaScript the progress page loads itself again until the end.
func TestBrowserWithoutJavaScript(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	tell, end := j.steps()
	j.run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	j.run(chromedp.Navigate(j.base+newContestPath), chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{archive(t)}), click(`form.upload button.main`), see(`[data-events]`))
	tell("comparing programs", 5, 20)
	j.run(see(`progress[value="5"]`))
	end(nil)
	j.run(see(`.ranking`), click(`tr[data-row] a`), see(`.panes`), click(`.tabs a:nth-child(2)`), see(`section.diff`), click(`a[rel="next"]`), see(`a[rel="prev"]`))
}

func TestBrowserFits(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	j.checker.check = func(ctx context.Context, _ Upload, progress func(string, int, int)) (int64, error) {
		progress("comparing programs", 5, 20)
		<-ctx.Done()
		return 0, ctx.Err()
	}
	body, contentType := multipartForm(t, []sent{{"file", strings.Repeat("long", 28) + ".zip", "archive"}})
	// Uploaded by the browser, which is the one that is signed in.
	upload := get[string](j, fmt.Sprintf(`(() => {
		const request = new XMLHttpRequest();
		request.open("POST", "/uploads", false);
		request.setRequestHeader("Content-Type", %q);
		request.send(%q);
		return new URL(request.responseURL).pathname;
	})()`, contentType, body))
	for _, path := range []string{"/", "/contests/new", "/contests/1", "/contests/1/checks", "/contests/1/settings", "/contests/1/log", "/contests/1/participants/1", "/search", upload, "/checks/2", "/checks/4", "/checks/2/skipped", "/pairs/1001?at=2", "/pairs/1001?at=2&view=diff"} {
		for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
			t.Run(fmt.Sprintf("%s on %d", path, screen.Width), func(t *testing.T) {
				j.run(browsertest.Emulate(screen), chromedp.Navigate(j.base+path))
				get[bool](j, `(document.querySelectorAll("details").forEach(d => d.open = true), true)`)
				overflow, err := chromedp.Run(j.ctx, browsertest.HorizontalOverflow())
				if err != nil {
					t.Fatal(err)
				}
				if overflow != 0 {
					t.Errorf("the page is %d pixels too wide", overflow)
				}
				dark := get[bool](j, `getComputedStyle(document.documentElement).backgroundColor.match(/\d+/)[0] < 128`)
				if dark != screen.Dark {
					t.Errorf("dark = %v", dark)
				}
			})
		}
	}
}
