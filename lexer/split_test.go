package lexer

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/lexer/driver"
)

// newChromaSplitter returns a splitter by which chroma runs the rules of a language with patches,
// without time limits.
func newChromaSplitter(t testing.TB, l *Language, patches map[string][]chroma.Rule) *splitter {
	t.Helper()
	rules, ok := lexers.Get(l.chroma).(*chroma.RegexLexer)
	if !ok {
		t.Fatalf("%s: chroma has no rules for it", l.ID)
	}
	slow, err := driver.WithMatchTimeout(rules, lexers.GlobalLexerRegistry, patches, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return &splitter{chroma: slow, tokenLimit: time.Hour}
}

// Driver and chroma cut the programs of the repository alike, even if parts are removed, so that
// comments, strings and brackets stay open.
func TestDriverEqualsChroma(t *testing.T) {
	t.Parallel()
	bySource := map[*Language][]string{}
	for _, path := range append(sources(t), submissions(t)...) {
		src, l := readSource(t, path)
		bySource[l] = append(bySource[l], string(clean(src, &syntax{}).text))
	}
	short := map[*Language][]string{}
	for _, tt := range holeCases {
		l, _ := ByName(tt.language)
		short[l] = append(short[l], tt.src)
	}
	for l, texts := range bySource {
		t.Run(l.ID, func(t *testing.T) {
			t.Parallel()
			l.once.Do(l.prepare)
			if l.err != nil || l.splitter.driver == nil {
				t.Fatalf("no driver (%v)", l.err)
			}
			byChroma := newChromaSplitter(t, l, l.syntax.patches)
			random := rand.New(rand.NewPCG(1, 1))
			chosen := short[l]
			for _, text := range texts[:min(len(texts), 20)] {
				chosen = append(chosen, text, damage(random, text))
			}
			for _, text := range chosen {
				got, _, err := l.splitter.split(text, workFor(len(text)), time.Now().Add(time.Hour))
				if err != nil {
					t.Errorf("error %v for %q", err, text)
					continue
				}
				want, err := byChroma.splitByChroma(text, time.Now().Add(time.Hour))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%q is cut differently (-chroma +driver):\n%s", text, diff)
				}
			}
		})
	}
}

// damage removes a tenth of the characters of a text in three places.
func damage(random *rand.Rand, text string) string {
	runes := []rune(text)
	for range 3 {
		n := len(runes) / 30
		at := random.IntN(len(runes) - n)
		runes = slices.Delete(runes, at, at+n)
	}
	return string(runes)
}
