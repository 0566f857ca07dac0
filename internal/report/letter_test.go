package report_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/ojcheck/ojcheck/internal/report"
)

// letter returns a letter to a participant with a name.
func letter(name string) report.Letter {
	p := document().Pairs[0]
	p.Left.Participant, p.Left.ParticipantID, p.Right.ParticipantID = name, 1, 2
	p.Left.Attempt, p.Left.Time = 2, time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	return report.Letter{
		Contest: name, Problem: name, Own: p.Left, Pair: p, Link: "https://judge.example/links/ABC", LastDay: "3 December 2026",
		Decision: time.Date(2026, 5, 2, 10, 0, 0, 0, time.UTC),
	}
}

// The letter has the facts, the link and the date, in both formats.
func TestLetter(t *testing.T) {
	t.Parallel()
	l := letter("Ann O'Neil")
	page, err := l.HTML(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"Markdown": l.Markdown(), "HTML": text(t, page)} {
		for _, want := range []string{"Dear Ann O'Neil,", "attempt 2, 2026", "3 December 2026, UTC", "https://judge.example/links/ABC", "2 May 2026", "Similarity is not proof"} {
			if !strings.Contains(content, want) {
				t.Errorf("%s has no %q:\n%s", name, want, content)
			}
		}
	}
}

// text returns the text of a page.
func text(t *testing.T, page string) string {
	t.Helper()
	tokens, all := html.NewTokenizer(strings.NewReader(page)), ""
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return all
		case html.TextToken:
			all += string(tokens.Text())
		}
	}
}

// No name becomes markup: the HTML has the same elements, and each line of the Markdown has the same beginning, for
// every name.
func FuzzLetter(f *testing.F) {
	for _, name := range []string{"ann", "<script>alert(1)</script>", "[x](javascript:alert(1))", "# a\n\n![](http://evil)", "`a` *b* _c_ ~d~ | e", "www.evil.example", "\u202e<a href=x>", "&lt;b&gt;"} {
		f.Add(name)
	}
	elements := func(t *testing.T, l report.Letter) (list []string) {
		page, err := l.HTML(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		tokens := html.NewTokenizer(strings.NewReader(page))
		for {
			switch kind := tokens.Next(); kind {
			case html.ErrorToken:
				return list
			case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
				token := tokens.Token()
				list = append(list, token.String())
			}
		}
	}
	f.Fuzz(func(t *testing.T, name string) {
		plain, l := letter("ann"), letter(name)
		if got, want := elements(t, l), elements(t, plain); strings.Join(got, "") != strings.Join(want, "") {
			t.Errorf("%q changes the elements of the letter: %q, want %q", name, got, want)
		}
		got, want := strings.Split(l.Markdown(), "\n"), strings.Split(plain.Markdown(), "\n")
		if len(got) != len(want) {
			t.Fatalf("%q changes the lines of the letter:\n%s", name, l.Markdown())
		}
		for i, line := range got {
			before, _, found := strings.Cut(want[i], "ann")
			if !found {
				if line != want[i] {
					t.Errorf("%q changes the line %q to %q", name, want[i], line)
				}
				continue
			}
			rest, ok := strings.CutPrefix(line, before)
			if !ok {
				t.Errorf("%q changes the beginning of the line %q", name, line)
			}
			for j := 0; j < len(rest); j++ {
				if rest[j] == '\\' {
					j++ // and what it escapes
				} else if strings.IndexByte("!\"#$%&()*+./:;<=>?@[]^_`{|}~", rest[j]) >= 0 {
					t.Errorf("%q leaves %q unescaped in %q", name, rest[j], line)
				}
			}
		}
	})
}
