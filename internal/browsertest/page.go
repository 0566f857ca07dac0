package browsertest

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/log"
	cdp "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// axe is axe-core 4.14.1 (Deque Systems, MPL-2.0), a checker of accessibility. Its licence is in the folder axe.
//
//go:embed axe/axe.min.js
var axe string

// Violation is a rule of accessibility that a page breaks.
type Violation struct {
	Rule   string   // ID of the rule in axe-core, such as "color-contrast"
	Impact string   // "minor", "moderate", "serious" or "critical"
	Help   string   // what to do, in a sentence
	Where  []string // selectors of up to five elements that break the rule, each with a message
}

func (v Violation) String() string {
	return fmt.Sprintf("%s (%s): %s: %q", v.Rule, v.Impact, v.Help, v.Where)
}

// axeScript is a script that returns the violations as JSON. The page's content security policy does not apply to scripts of
// chromedp.
const axeScript = `axe.run(document, {resultTypes: ["violations"]}).then(result => JSON.stringify(result.violations.map(v => ({
	Rule: v.id, Impact: v.impact, Help: v.help, Where: v.nodes.slice(0, 5).map(n => n.target.join(" ") + " " + (n.any[0]?.message ?? "")),
}))))`

// AccessibilityViolations returns the serious and critical violations of the tab's page as it is now: with the
// emulated screen and colours. It does not look into a closed <details>.
func AccessibilityViolations(ctx context.Context) ([]Violation, error) {
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](axe+"; true")); err != nil {
		return nil, fmt.Errorf("load axe-core into the page: %w", err)
	}
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](axeScript, chromedp.EvalAwaitPromise))
	if err != nil {
		return nil, fmt.Errorf("run axe-core: %w", err)
	}
	var violations []Violation
	if err := json.Unmarshal([]byte(text), &violations); err != nil {
		return nil, fmt.Errorf("read the result of axe-core: %w", err)
	}
	return slices.DeleteFunc(violations, func(v Violation) bool { return v.Impact != "serious" && v.Impact != "critical" }), nil
}

// ConsoleErrors listens to the tab's console. The returned function lists the errors so far: uncaught exceptions,
// resources that did not load, and violations of the content security policy.
func ConsoleErrors(t testing.TB, ctx context.Context) func() []string {
	t.Helper()
	var mu sync.Mutex
	var errors []string
	err := chromedp.Listen(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch event := event.(type) {
		case *cdp.EventExceptionThrown:
			details := event.ExceptionDetails
			text := details.Text
			if details.Exception != nil {
				text += " " + details.Exception.Description
			}
			errors = append(errors, fmt.Sprintf("%s (line %d)", text, details.LineNumber+1))
		case *log.EventEntryAdded:
			if event.Entry.Level == log.EntryLevelError {
				errors = append(errors, event.Entry.Text+" "+event.Entry.URL)
			}
		}
	})
	if err != nil {
		t.Fatalf("listen to the console: %v", err)
	}
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(errors)
	}
}
