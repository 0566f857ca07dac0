package webtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdpnetwork "github.com/chromedp/cdproto/network"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/jobs"
)

// Judge is a site, seen through a browser.
type Judge struct {
	*Site
	Ctx context.Context
}

// NewJudge opens a site in a browser and signs in by a link.
func NewJudge(t *testing.T) Judge {
	t.Helper()
	ctx := browsertest.New(t)
	j := Judge{NewSite(t), ctx}
	complaints := browsertest.ConsoleErrors(t, ctx)
	t.Cleanup(func() {
		for _, complaint := range complaints() {
			// 401 follows from signing out, 422 from a form that lacks something.
			if !strings.Contains(complaint, "status of 401") && !strings.Contains(complaint, "status of 422") {
				t.Errorf("the browser complains: %s", complaint)
			}
		}
	})
	j.Run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}),
		chromedp.Navigate(j.Server.SignInLink(j.Base)), See(`form[action="/signout"]`))
	return j
}

func (j Judge) Run(steps ...chromedp.Action[chromedp.Void]) {
	j.Helper()
	if err := chromedp.Do(j.Ctx, steps...); err != nil {
		j.Fatal(err)
	}
}

// Get returns the value of an expression on the page.
func Get[T any](j Judge, expression string) T {
	j.Helper()
	value, err := chromedp.Run(j.Ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		j.Fatalf("%s: %v", expression, err)
	}
	return value
}

// At checks which page is open.
func (j Judge) At(want string) {
	j.Helper()
	if got := Get[string](j, "location.pathname + location.search"); got != want {
		j.Fatalf("at %s, want %s", got, want)
	}
}

func See(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.WaitVisible(chromedp.CSS(selector))
}

func Click(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Click(chromedp.CSS(selector))
}

// Archive writes a file to upload.
func Archive(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "finals.zip")
	if err := os.WriteFile(path, []byte("archive"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Steps makes the checker go on only when the test says so.
func (j Judge) Steps() (tell func(stage string, done, total int), end func(error)) {
	type step struct {
		stage       string
		done, total int
	}
	todo, outcome := make(chan step), make(chan error)
	j.Checker.OnCheck = func(_ context.Context, _ jobs.Upload, progress func(string, int, int)) (int64, error) {
		for {
			select {
			case s := <-todo:
				progress(s.stage, s.done, s.total)
			case err := <-outcome:
				return CheckID, err
			}
		}
	}
	return func(stage string, done, total int) { todo <- step{stage, done, total} }, func(err error) { outcome <- err }
}

// bench is a jury's site, seen through a browser by one of them.
type bench struct {
	Judge
	Jury *JurySite
}

func NewBench(t *testing.T) bench {
	t.Helper()
	ctx := browsertest.New(t)
	jury := NewJurySite(t)
	b := bench{Judge{jury.Site, ctx}, jury}
	complaints := browsertest.ConsoleErrors(t, ctx)
	t.Cleanup(func() {
		for _, complaint := range complaints() {
			t.Errorf("the browser complains: %s", complaint)
		}
	})
	b.Run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}))
	b.Is("ann")
	return b
}

// Is makes the browser that of another of the jury.
func (b bench) Is(name string) {
	b.Helper()
	cookie, value, _ := strings.Cut(b.Jury.Cookie(b.Jury.Users[name].ID), "=")
	b.Run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, cdpnetwork.SetCookie, cdpnetwork.SetCookieParams{Name: cookie, Value: value, URL: b.Base})
		return err
	}))
}

// Open opens the pair of a rank.
func (b bench) Open(rank int, below string) {
	b.Helper()
	b.Run(chromedp.Navigate(b.Base+b.Jury.PairPath(rank, below)), See(".decide"))
}

// Press presses keys one after another, and waits for the page that the last
// one leads to.
func (b bench) Press(keys string) {
	b.Helper()
	Get[bool](b.Judge, "window.here = true")
	for _, key := range keys {
		b.Run(chromedp.KeyEvent(string(key)))
	}
	// In between there is no page to ask, which is an error.
	for b.Ctx.Err() == nil {
		isLoaded, err := chromedp.Run(b.Ctx, chromedp.Evaluate[bool](`window.here === undefined && document.readyState === "complete"`))
		if err == nil && isLoaded {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.Fatalf("the keys %q lead nowhere", keys)
}

// Text returns what an element says.
func (b bench) Text(selector string) string {
	b.Helper()
	return Get[string](b.Judge, fmt.Sprintf("document.querySelector(%q).innerText", selector))
}
