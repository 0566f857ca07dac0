package webtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdpnetwork "github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
)

// Browser is a site and a browser that shows it.
type Browser struct {
	*Site
	Ctx context.Context
}

// NewBrowser opens a site with NewContents in a browser and signs in by a link.
func NewBrowser(t *testing.T) Browser {
	t.Helper()
	tab := browsertest.New(t)
	// Tests sign out, which causes 401, and send incomplete forms, which causes 422.
	b := OpenBrowser(tab, NewSite(t, NewContents().store(t)), "status of 401", "status of 422")
	b.SignInByLink()
	return b
}

// SignInByLink signs the browser in as the administrator.
func (b Browser) SignInByLink() {
	b.Helper()
	b.Run(chromedp.Navigate(b.Server.Auth.SignInLink(b.Base)), See(`form[action="/signout"]`))
}

// OpenBrowser shows a site in a tab of [browsertest.New]. Call browsertest.New first: it skips the test if there is no
// browser. The test fails at its end if the browser has logged an error that contains none of the expected texts.
func OpenBrowser(tab context.Context, s *Site, expected ...string) Browser {
	s.Helper()
	b := Browser{s, tab}
	consoleErrors := browsertest.ConsoleErrors(s.T, b.Ctx)
	s.Cleanup(func() {
		for _, message := range consoleErrors() {
			if !slices.ContainsFunc(expected, func(part string) bool { return strings.Contains(message, part) }) {
				s.Errorf("error in the browser's console: %s", message)
			}
		}
	})
	b.Run(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}))
	return b
}

func (b Browser) Run(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	Must(b.T, chromedp.Do(b.Ctx, steps...))
}

func Eval[T any](b Browser, expression string) T {
	b.Helper()
	value, err := chromedp.Run(b.Ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return value
}

// WantPage checks which page is open.
func (b Browser) WantPage(want string) {
	b.Helper()
	if got := Eval[string](b, "location.pathname + location.search"); got != want {
		b.Fatalf("at %s, want %s", got, want)
	}
}

// WantAccessible checks that the open page has no barriers. where says in errors which page it is.
func (b Browser) WantAccessible(where string) {
	b.Helper()
	violations, err := browsertest.AccessibilityViolations(b.Ctx)
	Must(b.T, err)
	for _, violation := range violations {
		b.Errorf("%s: %v", where, violation)
	}
}

// WantFit checks that the open page fits each screen and has no barriers. With OJCHECK_SCREENSHOTS it stores what the page
// looks like there. The last screen is that of OpenBrowser.
func (b Browser) WantFit(name string) {
	b.Helper()
	for _, screen := range []browsertest.Screen{
		{Width: 390, Height: 844}, {Width: 390, Height: 844, Dark: true}, {Width: 1440, Height: 900, Dark: true}, {Width: 1440, Height: 900},
	} {
		b.Run(browsertest.Emulate(screen))
		if over, err := chromedp.Run(b.Ctx, browsertest.HorizontalOverflow()); err != nil || over != 0 {
			b.Errorf("%s, %+v: %d pixels too wide (%v)", name, screen, over, err)
		}
		b.WantAccessible(fmt.Sprintf("%s, %+v", name, screen))
		if dir := os.Getenv("OJCHECK_SCREENSHOTS"); dir != "" {
			png, err := chromedp.Run(b.Ctx, chromedp.CaptureScreenshot())
			Must(b.T, err)
			file := fmt.Sprintf("%s-%d-dark=%v.png", name, screen.Width, screen.Dark)
			Must(b.T, os.WriteFile(filepath.Join(dir, file), png, 0o644))
		}
	}
}

// See waits until an element is visible.
func See(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.WaitVisible(chromedp.CSS(selector))
}

func Click(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Click(chromedp.CSS(selector))
}

// FileToUpload writes a file that tests can upload, and returns its path.
func FileToUpload(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "finals.zip")
	Must(t, os.WriteFile(path, []byte("archive"), 0o600))
	return path
}

// HoldChecks makes each check wait for the test. Calling progress makes the check report progress, and calling end
// makes the check end with that error; with nil, it succeeds.
func (b Browser) HoldChecks() (progress func(stage i18n.Text, done, total int), end func(error)) {
	type step struct {
		stage       i18n.Text
		done, total int
	}
	steps, ends := make(chan step), make(chan error)
	b.Checker.OnCheck = func(ctx context.Context, _ jobs.Upload, report func(i18n.Text, int, int)) (int64, error) {
		for {
			select {
			case s := <-steps:
				report(s.stage, s.done, s.total)
			case err := <-ends:
				return CheckID, err
			case <-ctx.Done(): // a test failed before it called end
				return 0, ctx.Err()
			}
		}
	}
	return func(stage i18n.Text, done, total int) { steps <- step{stage, done, total} }, func(err error) { ends <- err }
}

// JuryBrowser is a jury's site and a browser in which a member of the jury is signed in.
type JuryBrowser struct {
	Browser
	Jury *JurySite
}

// NewJuryBrowser opens a jury's site in a browser, as ann.
func NewJuryBrowser(t *testing.T) JuryBrowser {
	t.Helper()
	return OpenJuryBrowser(browsertest.New(t), NewJurySite(t))
}

// OpenJuryBrowser is OpenBrowser for a jury's site, as ann.
func OpenJuryBrowser(tab context.Context, jury *JurySite) JuryBrowser {
	jury.Helper()
	b := JuryBrowser{OpenBrowser(tab, jury.Site), jury}
	b.SignInAs("ann")
	return b
}

// SignInAs signs the browser in as one of the jury.
func (b JuryBrowser) SignInAs(name string) {
	b.Helper()
	cookie, value, _ := strings.Cut(b.Jury.Cookie(b.Jury.Users[name].ID), "=")
	b.setCookie(cookie, value)
}

// Speak chooses the language of the pages, as people without an account do. The language of an account takes precedence.
func (b Browser) Speak(language string) {
	b.Helper()
	b.setCookie("ojcheck-language", language)
}

func (b Browser) setCookie(name, value string) {
	b.Helper()
	b.Run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, cdpnetwork.SetCookie, cdpnetwork.SetCookieParams{Name: name, Value: value, URL: b.Base})
		return err
	}))
}

// Open opens the page of the pair with this rank. The address ends with suffix.
func (b JuryBrowser) Open(rank int, suffix string) {
	b.Helper()
	b.Run(chromedp.Navigate(b.Base+b.Jury.PairPath(rank, suffix)), See(".decide"))
}

// Press presses keys one after another, and waits for the page that the last key opens.
func (b JuryBrowser) Press(keys string) {
	b.Helper()
	Eval[bool](b.Browser, "window.here = true")
	for _, key := range keys {
		b.Run(chromedp.KeyEvent(string(key)))
	}
	// Run returns an error while no page is open.
	for b.Ctx.Err() == nil {
		isLoaded, err := chromedp.Run(b.Ctx, chromedp.Evaluate[bool](`window.here === undefined && document.readyState === "complete"`))
		if err == nil && isLoaded {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.Fatalf("the keys %q open no page", keys)
}

// Text returns the text of an element.
func (b JuryBrowser) Text(selector string) string {
	b.Helper()
	return Eval[string](b.Browser, fmt.Sprintf("document.querySelector(%q).innerText", selector))
}
