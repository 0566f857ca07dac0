package ui_test

import (
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The help has scores, states, keys and every word of the glossary. Every page links to it, and it links to no other site.
func TestHelp(t *testing.T) {
	t.Parallel()
	s := webtest.NewContestSite(t)
	a := s.Page("/help")
	a.One("a", "href", "/help", "aria-current", "true")
	webtest.Mention(t, a.Text(), "Needs a second reviewer", "no probability", "next and previous match", "rule as chief judge", "select the row",
		"find a contest", "back to all alerts", "docs/accessibility.md")
	rows := strings.Count(ojcheck.Glossary(), "\n| ") - 1 // without the head
	if got := len(ui.ParseGlossary(ojcheck.Glossary())); got != rows || rows < 40 {
		t.Errorf("%d words are read, want %d", got, rows)
	}
	webtest.Mention(t, a.Text(), "shingle (k-gram) k consecutive tokens: 10 for structure", "0.3 by default; --max-chance is the chance")
	if text := a.Text(); strings.ContainsAny(text, "`|") {
		t.Error("the page shows Markdown")
	}
	if strings.Contains(a.Body, "https://") {
		t.Error("the page links to another site")
	}
	for _, path := range []string{"/", "/search", "/checks/2", "/pairs/1000"} {
		s.Page(path).One("a", "class", "tool", "href", "/help")
	}
}

// FuzzParseGlossary checks that every text gives rows with words, and the same ones again.
func FuzzParseGlossary(f *testing.F) {
	f.Add("| word | meaning | not |\n|---|---|---|\n| a | b `c` | d |\n")
	f.Add("|---\n|||\n| a | b | c | d |")
	f.Fuzz(func(t *testing.T, markdown string) {
		for _, row := range ui.ParseGlossary(markdown) {
			if strings.ContainsAny(row.Word+row.Meaning+row.Not, "|\n") {
				t.Errorf("the row %+v has a mark of the table", row)
			}
		}
	})
}
