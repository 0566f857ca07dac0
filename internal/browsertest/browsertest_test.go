package browsertest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
)

const page = `<!doctype html><title>page</title>
<style>
	body { margin: 0; background: white }
	#wide { width: 600px }
	@media (prefers-color-scheme: dark) { body { background: black } }
</style>
<div id="wide">six hundred pixels</div>`

func serve(t *testing.T, html string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "script-src 'nonce-good'")
		fmt.Fprint(w, html)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// An emulated screen has the given width and colour scheme. HorizontalOverflow measures how much wider the page is.
func TestEmulate(t *testing.T) {
	ctx := browsertest.New(t)
	address := serve(t, page)
	tests := []struct {
		screen     browsertest.Screen
		overflow   int
		background string
	}{
		{browsertest.Screen{Width: 1440, Height: 900}, 0, "rgb(255, 255, 255)"},
		{browsertest.Screen{Width: 1440, Height: 900, Dark: true}, 0, "rgb(0, 0, 0)"},
		{browsertest.Screen{Width: 390, Height: 844}, 600 - 390, "rgb(255, 255, 255)"},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%+v", test.screen), func(t *testing.T) {
			if err := chromedp.Do(ctx, browsertest.Emulate(test.screen), chromedp.Navigate(address)); err != nil {
				t.Fatal(err)
			}
			overflow, err := chromedp.Run(ctx, browsertest.HorizontalOverflow())
			if err != nil {
				t.Fatal(err)
			}
			if overflow != test.overflow {
				t.Errorf("overflow = %d, want %d", overflow, test.overflow)
			}
			background, err := chromedp.Run(ctx, chromedp.Evaluate[string](`getComputedStyle(document.body).backgroundColor`))
			if err != nil {
				t.Fatal(err)
			}
			if background != test.background {
				t.Errorf("background = %s, want %s", background, test.background)
			}
		})
	}
}

// ConsoleErrors returns exceptions, violations of the Content Security Policy and resources that fail to load, and nothing else.
func TestConsoleErrors(t *testing.T) {
	ctx := browsertest.New(t)
	tests := []struct {
		name, html string
		want       []string // one error with each text
	}{
		{"page without errors", page, nil},
		{"uncaught exception", `<script nonce="good">throw new Error("broken on purpose")</script>`, []string{"broken on purpose"}},
		{"script that the policy forbids", `<script>alert("inline")</script>`, []string{"Content Security Policy"}},
		{"unreachable image", `<img src="http://elsewhere.invalid/x.png">`, []string{"ERR_NAME_NOT_RESOLVED"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tab := browsertest.NewTab(t, ctx)
			consoleErrors := browsertest.ConsoleErrors(t, tab)
			// Without an icon the browser requests one, which fails.
			html := `<link rel="icon" href="data:,">` + test.html
			if err := chromedp.Do(tab, chromedp.Navigate(serve(t, html))); err != nil {
				t.Fatal(err)
			}
			got := consoleErrors()
			if len(got) != len(test.want) {
				t.Fatalf("got errors %q, want %d of them", got, len(test.want))
			}
			for i, text := range test.want {
				if !strings.Contains(got[i], text) {
					t.Errorf("error %q does not mention %q", got[i], text)
				}
			}
		})
	}
}
