package browsertest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// ConsoleErrors listens to the tab's console from now on. The function that it
// returns gives what the browser complained of: uncaught exceptions, resources
// that did not load, and breaches of the content security policy.
func ConsoleErrors(t testing.TB, ctx context.Context) func() []string {
	t.Helper()
	var mu sync.Mutex
	var heard []string
	hear := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, text)
	}
	err := chromedp.Listen(ctx, func(event any) {
		switch event := event.(type) {
		case *runtime.EventExceptionThrown:
			details := event.ExceptionDetails
			text := details.Text
			if details.Exception != nil {
				text += " " + details.Exception.Description
			}
			hear(fmt.Sprintf("%s (line %d)", text, details.LineNumber+1))
		case *log.EventEntryAdded:
			if event.Entry.Level == log.EntryLevelError {
				hear(event.Entry.Text + " " + event.Entry.URL)
			}
		}
	})
	if err != nil {
		t.Fatalf("listen to the console: %v", err)
	}
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(heard)
	}
}
