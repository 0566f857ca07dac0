// Package browsertest starts a headless Chromium for the tests that look at
// pages as a judge sees them.
//
//	ctx := browsertest.New(t)
//	err := chromedp.Do(ctx,
//		browsertest.Emulate(browsertest.Screen{Width: 390, Height: 844, Dark: true}),
//		chromedp.Navigate(address))
//
// The browser reaches loopback addresses and files only, so a page that loads
// something from elsewhere fails its test. A test is skipped where no Chromium
// is installed, unless OJCHECK_REQUIRE_BROWSER=1 asks for failure instead, and
// with -short.
package browsertest

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// RequireVariable names the environment variable that makes a test fail,
// instead of being skipped, where no Chromium is installed.
const RequireVariable = "OJCHECK_REQUIRE_BROWSER"

// browserTimeout limits one test's whole use of the browser. It is generous: it only
// keeps a test that waits for something that never comes from hanging.
const browserTimeout = 2 * time.Minute

// New starts a browser with a profile of its own and opens a tab. Both end
// with the test. The context runs chromedp actions in the tab.
func New(t testing.TB) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("NO BROWSER: what a judge sees is NOT tested with -short")
	}
	path, ok := ChromiumPath()
	if !ok {
		const missing = "NO BROWSER: Chromium is not installed, so what a judge sees was NOT tested (Debian: apt-get install chromium)"
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
		chromedp.NoSandbox, // root has none, nor have most containers
		chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"),
		chromedp.Flag("lang", "en-GB"),
	)...)
	t.Cleanup(cancelAllocator)
	return tab(t, allocator)
}

// NewTab opens another tab of the browser that ctx comes from. It shares the
// cookies and ends with the test.
func NewTab(t testing.TB, ctx context.Context) context.Context {
	t.Helper()
	return tab(t, ctx)
}

func tab(t testing.TB, parent context.Context) context.Context {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	return ctx
}

// Screen is what a page is shown on.
type Screen struct {
	Width, Height int64 // CSS pixels
	Dark          bool  // the reader prefers dark colours
}

// Emulate shows the pages of the tab on the screen from now on.
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

// HorizontalOverflow tells by how many pixels the page is wider than its screen. A page
// that fits gives 0.
func HorizontalOverflow() chromedp.Action[int] {
	return chromedp.Evaluate[int](`document.documentElement.scrollWidth - document.documentElement.clientWidth`)
}
