package browsertest_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
)

func TestAccessibilityViolations(t *testing.T) {
	ctx := browsertest.New(t)
	const sound = `<!doctype html><html lang="en"><title>page</title><main><h1>A page</h1><p>Text.</p>`
	tests := []struct {
		name, html string
		want       string // the rule; "" for none
	}{
		{"sound", sound, ""},
		{"grey on grey", sound + `<p style="color: #999; background: #aaa">hard to read</p>`, "color-contrast"},
		{"nameless field", sound + `<input type="text">`, "label"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := chromedp.Do(ctx, chromedp.Navigate(serve(t, test.html))); err != nil {
				t.Fatal(err)
			}
			faults, err := browsertest.AccessibilityViolations(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" && len(faults) > 0 || test.want != "" && (len(faults) != 1 || faults[0].Rule != test.want) {
				t.Errorf("faults = %v, want %q", faults, test.want)
			}
		})
	}
}
