package ui_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The help has scores, states, keys and every word of the glossary. Every page links to it, and it links to no other site.
func testHelp(t *testing.T, s *webtest.Site) {
	a := s.Page("/help")
	a.One("a", "href", "/help", "aria-current", "true")
	webtest.Mention(t, a.Text(), "Needs a second reviewer", "A settled pair needs no more reviews: enough reviewers confirmed it", "no probability", "next and previous match", "rule as chief judge", "select the row",
		"find a contest", "back to all alerts", "docs/accessibility.md")
	rows := strings.Count(ojcheck.Glossary("en"), "\n| ") - 1 // without the head
	if got := len(ui.ParseGlossary(ojcheck.Glossary("en"))); got != rows || rows < 40 {
		t.Errorf("%d words are read, want %d", got, rows)
	}
	webtest.Mention(t, a.Text(), "shingle (k-gram) k consecutive tokens: 10 for structure", "0.3 by default. Its chance must be low enough too: at most --max-chance (1 by default)")
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

// The help has the glossary in the language of the page: the rows of the English one, with the words of the catalogue.
func testHelpGlossary(t *testing.T, s *webtest.Site) {
	words := []i18n.Key{"Problem", "Attempt", "Judge system", "Verdict", "Base code", "own template", "Explained", "Hamming distance", "never called",
		"Coverage", "Similarity", "Longest match", "Suspicion", "Percentile", "Chance", "Threshold", "Alert", "user", "Role", "Reason", "Outcome",
		"Note", "Independent review", "needs a second reviewer", "conflict", "ruling", "appealed", "Blind review", "Evidence", "Link"}
	code := regexp.MustCompile("`[^`]*`")
	english := ui.ParseGlossary(ojcheck.Glossary("en"))
	for _, l := range i18n.Languages[1:] {
		rows := ui.ParseGlossary(ojcheck.Glossary(l.Tag))
		if len(rows) != len(english) {
			t.Errorf("%s: %d rows, want %d", l.Tag, len(rows), len(english))
			continue
		}
		var all strings.Builder
		page := s.Do("GET", "/help", "", "Accept", "text/html", "Accept-Language", l.Tag).Text()
		for i, row := range rows {
			if row.Meaning == english[i].Meaning {
				t.Errorf("%s: row %q is English", l.Tag, row.Word)
			}
			if diff := cmp.Diff(code.FindAllString(english[i].Meaning, -1), code.FindAllString(row.Meaning, -1)); diff != "" {
				t.Errorf("%s: code in row %q (-English +translation):\n%s", l.Tag, row.Word, diff)
			}
			webtest.Mention(t, page, row.Word+" "+strings.ReplaceAll(row.Meaning, "`", ""))
			all.WriteString(row.Word + "\n")
		}
		p := i18n.In(l.Tag)
		for _, word := range words {
			if want := p.T(word); !strings.Contains(strings.ToLower(all.String()), strings.ToLower(want)) {
				t.Errorf("%s: no row has %q, the word of the catalogue for %q", l.Tag, want, word)
			}
		}
	}
}

// FuzzParseGlossary checks that every text gives rows with words, and the same ones again.
func FuzzParseGlossary(f *testing.F) {
	f.Add("| word | meaning | not |\n|---|---|---|\n| a | b `c` | d |\n")
	f.Add("|---\n|||\n| a | b | c | d |")
	f.Fuzz(func(t *testing.T, markdown string) {
		for _, row := range ui.ParseGlossary(markdown) {
			if strings.ContainsAny(row.Word+row.Meaning, "|\n") {
				t.Errorf("the row %+v has a mark of the table", row)
			}
		}
	})
}
