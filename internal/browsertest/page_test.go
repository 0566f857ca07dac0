package browsertest_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
)

// Each barrier on a page is found by its rule of axe-core, and a page without barriers has no violation.
func TestAccessibilityViolations(t *testing.T) {
	ctx := browsertest.New(t)
	const accessible = `<!doctype html><html lang="en"><title>page</title><main><h1>A page</h1><p>Text.</p>`
	tests := []struct {
		name, html string
		want       string // the rule; "" for none
	}{
		{"no barrier", accessible, ""},
		{"grey text on grey", accessible + `<p style="color: #999; background: #aaa">hard to read</p>`, "color-contrast"},
		{"field without a label", accessible + `<input type="text">`, "label"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := chromedp.Do(ctx, chromedp.Navigate(serve(t, test.html))); err != nil {
				t.Fatal(err)
			}
			violations, err := browsertest.AccessibilityViolations(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" && len(violations) > 0 || test.want != "" && (len(violations) != 1 || violations[0].Rule != test.want) {
				t.Errorf("violations are %v, want the rule %q", violations, test.want)
			}
		})
	}
}
