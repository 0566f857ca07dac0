package browsertest

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/chromedp/chromedp"
)

// axe is axe-core 4.14.1 (Deque Systems, MPL-2.0), which finds what keeps
// people from using a page; see the folder for its licence.
//
//go:embed axe/axe.min.js
var axe string

// Violation is something on a page that keeps somebody from using it.
type Violation struct {
	Rule   string   // of axe-core, such as "color-contrast"
	Impact string   // "minor", "moderate", "serious" or "critical"
	Help   string   // what to do, in a sentence
	Where  []string // the elements, by selectors
}

func (f Violation) String() string {
	return fmt.Sprintf("%s (%s): %s: %q", f.Rule, f.Impact, f.Help, f.Where)
}

// audit gives the faults as JSON. The script is put into the page by the
// browser itself, so the page's own policy need not allow it.
const audit = `axe.run(document, {resultTypes: ["violations"]}).then(result => JSON.stringify(result.violations.map(v => ({
	Rule: v.id, Impact: v.impact, Help: v.help, Where: v.nodes.slice(0, 5).map(n => n.target.join(" ") + " " + (n.any[0]?.message ?? "")),
}))))`

// AccessibilityViolations returns those faults of the tab's page that are serious or critical.
// It looks at the page as it stands: opened details, emulated screen, colours.
func AccessibilityViolations(ctx context.Context) ([]Violation, error) {
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](axe+"; true")); err != nil {
		return nil, fmt.Errorf("put axe-core into the page: %w", err)
	}
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](audit, chromedp.EvalAwaitPromise))
	if err != nil {
		return nil, fmt.Errorf("run axe-core: %w", err)
	}
	var all, serious []Violation
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, fmt.Errorf("read what axe-core says: %w", err)
	}
	for _, f := range all {
		if f.Impact == "serious" || f.Impact == "critical" {
			serious = append(serious, f)
		}
	}
	return serious, nil
}
