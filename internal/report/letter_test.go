package report_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/report"
)

// letter returns a letter to a participant with a name.
func letter(name string) report.Letter {
	p := document().Pairs[0]
	p.Left.Participant, p.Left.ParticipantID, p.Right.ParticipantID = name, 1, 2
	p.Left.Attempt, p.Left.Time = 2, time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	return report.Letter{
		Contest: name, Problem: name, Own: p.Left, Pair: p, Link: "https://judge.example/links/ABC", LastDay: time.Date(2026, 12, 3, 23, 59, 59, 0, time.UTC),
		DecidedAt: time.Date(2026, 5, 2, 10, 0, 0, 0, time.UTC),
	}
}

// The letter has the facts, the link and the date, in both formats.
func TestLetter(t *testing.T) {
	t.Parallel()
	l := letter("Ann O'Neil")
	page, err := l.HTML(t.Context())
	must(t, err)
	for name, content := range map[string]string{"Markdown": l.Markdown(i18n.English()), "HTML": text(t, page)} {
		for _, want := range []string{"Dear Ann O'Neil,", "attempt 2, 2026", "3 December 2026, UTC", "https://judge.example/links/ABC", "2 May 2026", "apart from names, numbers and layout", "(words, numbers and signs of the program)", "Similarity is not proof"} {
			if !strings.Contains(content, want) {
				t.Errorf("%s has no %q:\n%s", name, want, content)
			}
		}
	}
}

// The letter says how much of the shared code stands in known sources, without naming one.
func TestLetterWithKnownSource(t *testing.T) {
	t.Parallel()
	l := letter("ann")
	without := l.Markdown(i18n.English())
	l.Pair.Known = &contest.KnownCode{Share: 0.8, Name: "answer 2", Explained: true}
	fact := "- Of the code in both programs, in known sources: 80.0%\n"
	if got := l.Markdown(i18n.English()); strings.Replace(got, fact, "", 1) != without || got == without {
		t.Errorf("the letter is\n%s", got)
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

// No name becomes markup: the HTML has the same elements, and each line of the Markdown has the same
// beginning, for every name.
func FuzzLetter(f *testing.F) {
	for _, name := range []string{"ann", "<script>alert(1)</script>", "[x](javascript:alert(1))", "# a\n\n![](http://evil)", "`a` *b* _c_ ~d~ | e", "www.evil.example", "\u202e<a href=x>", "&lt;b&gt;"} {
		f.Add(name)
	}
	elements := func(t *testing.T, l report.Letter) (list []string) {
		page, err := l.HTML(t.Context())
		must(t, err)
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
		got, want := strings.Split(l.Markdown(i18n.English()), "\n"), strings.Split(plain.Markdown(i18n.English()), "\n")
		if len(got) != len(want) {
			t.Fatalf("%q changes the lines of the letter:\n%s", name, l.Markdown(i18n.English()))
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
					j++ // skip the escaped character too
				} else if strings.IndexByte("!\"#$%&()*+./:;<=>?@[]^_`{|}~", rest[j]) >= 0 {
					t.Errorf("%q leaves %q unescaped in %q", name, rest[j], line)
				}
			}
		}
	})
}

// A bundle and a letter are in the language of the context, with its numbers and dates.
func TestLanguages(t *testing.T) {
	t.Parallel()
	for _, language := range i18n.Languages {
		t.Run(language.Tag, func(t *testing.T) {
			t.Parallel()
			p := i18n.In(language.Tag)
			ctx := i18n.With(t.Context(), p)
			l := letter("Ann O'Neil")
			page, err := l.HTML(ctx)
			must(t, err)
			for name, want := range map[string]string{"- Team": "\\- Team", "    Team": "Team"} {
				greeting, _, _ := strings.Cut(letter(name).Markdown(p), "\n")
				if !strings.Contains(greeting, want) || strings.HasPrefix(greeting, "- ") || strings.HasPrefix(greeting, " ") {
					t.Errorf("the letter to %q begins with %q, so Markdown makes a list or code of it", name, greeting)
				}
			}
			words := []string{p.T("The jury"), p.LongDay(l.LastDay), p.UTC(l.Own.Time), p.Percent(l.Pair.CoverageLeft), p.T(evidence.Notice)}
			for name, content := range map[string]string{"Markdown": l.Markdown(p), "HTML": text(t, page)} {
				for _, want := range words {
					if !strings.Contains(content, want) {
						t.Errorf("the letter in %s has no %q:\n%s", name, want, content)
					}
				}
			}
			var b strings.Builder
			must(t, bundle(1).HTML(ctx, &b, pairEvidence(nil)))
			shown := text(t, b.String())
			for _, want := range []string{p.T("Decision"), i18n.Number(p, 1234), p.T("%d pairs compared", 123456), p.T(evidence.Notice)} {
				if !strings.Contains(shown, want) {
					t.Errorf("the bundle has no %q", want)
				}
			}
			for name, content := range map[string]string{"letter": page, "bundle": b.String()} {
				if !strings.Contains(content, `<html lang="`+language.Tag+`">`) {
					t.Errorf("the %s does not say its language", name)
				}
			}
		})
	}
}
