// Package browsertest starts a headless Chromium for tests of pages.
//
//	ctx := browsertest.New(t)
//	err := chromedp.Do(ctx,
//		browsertest.Emulate(browsertest.Screen{Width: 390, Height: 844, Dark: true}),
//		chromedp.Navigate(address))
//
// The browser can load only from loopback addresses and files: a page that loads anything else logs an error. Tests
// are skipped with -short. Without Chromium, they are skipped too, or fail if OJCHECK_REQUIRE_BROWSER=1.
package browsertest

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// RequireVariable is the environment variable that makes tests fail without Chromium.
const RequireVariable = "OJCHECK_REQUIRE_BROWSER"

// browserTimeout limits the browser of one test, so that no test waits for ever.
const browserTimeout = 5 * time.Minute

// New starts a browser with a new profile and opens a tab; browser and tab end with the test. The returned context runs
// chromedp actions in the tab.
func New(t testing.TB) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("NO BROWSER: pages are NOT tested in a browser with -short")
	}
	path, ok := ChromiumPath()
	if !ok {
		const missing = "NO BROWSER: Chromium is missing, so pages were NOT tested in a browser (Debian: apt-get install chromium)"
		if os.Getenv(RequireVariable) == "1" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	limited, cancelLimit := context.WithTimeout(context.Background(), browserTimeout)
	t.Cleanup(cancelLimit)
	allocator, cancelAllocator := chromedp.NewExecAllocator(limited, append(
		chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox, // Chromium's sandbox does not work as root, nor in most containers
		chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"),
		chromedp.Flag("lang", "en-GB"),
	)...)
	t.Cleanup(cancelAllocator)
	return NewTab(t, allocator)
}

// NewTab opens another tab in the browser of ctx, and closes it at the end of the test. Tabs share cookies.
func NewTab(t testing.TB, ctx context.Context) context.Context {
	t.Helper()
	tab, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(tab); err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	return tab
}

// Screen describes the screen that Emulate gives a tab.
type Screen struct {
	Width, Height int64 // CSS pixels
	Dark          bool  // prefers dark colours
}

// Emulate gives the tab a screen size and colour scheme.
func Emulate(s Screen) chromedp.Action[chromedp.Void] {
	scheme := "light"
	if s.Dark {
		scheme = "dark"
	}
	return chromedp.Steps(
		chromedp.EmulateViewport(s.Width, s.Height),
		chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
			})
			return err
		}),
	)
}

// HorizontalOverflow returns by how many pixels the page is wider than the screen; 0 if the page fits.
func HorizontalOverflow() chromedp.Action[int] {
	return chromedp.Evaluate[int](`document.documentElement.scrollWidth - document.documentElement.clientWidth`)
}

// ChromiumPath finds Chromium or a browser based on Chromium.
func ChromiumPath() (string, bool) {
	for _, name := range []string{
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"chrome", "headless-shell", "headless_shell",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	} {
		if path, err := exec.LookPath(name); err == nil {
			return path, true
		}
	}
	return "", false
}
