package lexer

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Lex refuses what is too large or not text, and reads text with minor damage.
func TestErrors(t *testing.T) {
	t.Parallel()
	l, _ := ByName("cpp")
	for _, tt := range []struct {
		name string
		src  string
		want error
	}{
		{"empty source", "", nil},
		{"only comments", "// nothing\n/* here */", nil},
		{"as large as allowed", strings.Repeat("a b;", MaxBytes/4), ErrDegraded},
		{"too large", strings.Repeat("a b;", MaxBytes/4) + ";", ErrTooLarge},
		{"large but mostly blank lines", "int a;" + strings.Repeat("\r\n", MaxBytes) + "int b;", nil},
		{"too large to clean", strings.Repeat("\n", MaxRawBytes+1), ErrTooLarge},
		{"an executable", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00", ErrBinary},
		{"UTF-16", "\xff\xfei\x00n\x00t\x00 \x00a\x00;\x00", ErrBinary},
		{"random bytes", randomBytes(4000), ErrBinary},
		{"CP1251 with a stray NUL", "int a; // \xef\xf0\xe8\xe2\xe5\xf2 \x00 " + strings.Repeat("int b; ", 20), nil},
		{"a stray NUL", "int a = 1; // \x00 nothing to see", nil},
		{"CP1251", "int a; // \xef\xf0\xe8\xe2\xe5\xf2 \xef\xf0\xe8\xe2\xe5\xf2", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, err := l.Lex([]byte(tt.src)); !errors.Is(err, tt.want) || tt.want == ErrDegraded && !isShortened(err) {
				t.Errorf("error is %v, want %v", err, tt.want)
			}
		})
	}
}

// randomBytes returns random bytes, as pictures or archives have.
func randomBytes(n int) string {
	random := rand.New(rand.NewPCG(1, 1))
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	return string(data)
}

// If a source is damaged in the ways that clean repairs, its tokens stay the same, and so do the
// words that they span.
func TestSpansInOriginal(t *testing.T) {
	t.Parallel()
	for _, path := range sources(t) {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			t.Parallel()
			src, l := readSource(t, path)
			want, err := l.Lex(src)
			if err != nil {
				t.Fatal(err)
			}
			checkSpans(t, l, src, want)
			damaged := append([]byte(byteOrderMark), bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))...)
			damaged = bytes.ReplaceAll(damaged, []byte("\r\n\r\n"), []byte("\r\n\r\n\x00\r\n\t\r\n"))
			got, err := l.Lex(damaged)
			if err != nil {
				t.Fatal(err)
			}
			checkSpans(t, l, damaged, got)
			if len(got) != len(want) {
				t.Fatalf("%d tokens, want %d", len(got), len(want))
			}
			for i := range got {
				wantWord := string(src[want[i].Start:want[i].End])
				gotWord := strings.ReplaceAll(string(damaged[got[i].Start:got[i].End]), "\r", "")
				if got[i].Symbol != want[i].Symbol || gotWord != wantWord {
					t.Fatalf("token %d is %s %q, want %s %q", i, got[i].Text, gotWord, want[i].Text, wantWord)
				}
			}
		})
	}
}

// sources returns the paths of all twins.
func sources(t testing.TB) []string {
	paths, err := filepath.Glob("testdata/twins/*/?.*")
	if err != nil || len(paths) < 44 {
		t.Fatalf("%d twins (error %v), want 44 or more", len(paths), err)
	}
	return paths
}

// readSource returns a program and its language.
func readSource(t testing.TB, path string) ([]byte, *Language) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l, ok := ByPath(path)
	if !ok {
		t.Fatalf("%s has no language", path)
	}
	return src, l
}

// submissions returns the paths of all programs of the sample contest.
func submissions(t testing.TB) []string {
	paths, err := filepath.Glob("../testdata/submissions/*/*/*")
	if err != nil || len(paths) < 100 {
		t.Fatalf("%d submissions (error %v), want 100 or more", len(paths), err)
	}
	return paths
}

// checkSpans checks the spans, symbols and texts of tokens. In a language without rules, each name
// must be one word.
func checkSpans(t *testing.T, l *Language, src []byte, tokens []Token) {
	t.Helper()
	hasRules := len(l.Rules()) > 0
	start, end := 0, 0
	for i, token := range tokens {
		same := token.Start == start && token.End == end && hasRules
		if token.Start < end && !same || token.End <= token.Start || token.End > len(src) {
			t.Fatalf("token %d of %q spans %d to %d, the token before it ends at %d", i, src, token.Start, token.End, end)
		}
		start, end = token.Start, token.End
		if token.Symbol == Barrier || token.Symbol != SymbolOf(token.Text) {
			t.Fatalf("token %d of %q has the symbol %d, which is not the symbol of its text", i, src, token.Symbol)
		}
		word := string(src[token.Start:token.End])
		if token.Text != Identifier || l.Generic || hasRules || strings.ContainsAny(word, "\x00") {
			continue
		}
		if word = strings.TrimLeft(word, l.syntax.sigils); word == "" || strings.ContainsAny(word, " \t\r\n()[]{};,\"") {
			t.Fatalf("token %d of %q is not one word: %q", i, src, word)
		}
	}
}

// Lex gives the same tokens in several goroutines at once.
func TestLexConcurrently(t *testing.T) {
	t.Parallel()
	var wait sync.WaitGroup
	for _, path := range sources(t) {
		src, l := readSource(t, path)
		results := make([][]Token, 4)
		for i := range results {
			wait.Go(func() {
				tokens, err := l.Lex(src)
				if err != nil {
					t.Errorf("%s: %v", path, err)
				}
				results[i] = tokens
			})
		}
		wait.Wait()
		for _, tokens := range results[1:] {
			if diff := cmp.Diff(results[0], tokens); diff != "" {
				t.Errorf("%s: tokens of two goroutines differ:\n%s", path, diff)
			}
		}
	}
}

// No two normalised texts in the tables have the same symbol.
func TestSymbolsAreDistinct(t *testing.T) {
	t.Parallel()
	known := map[Symbol]string{}
	add := func(text string) {
		s := SymbolOf(text)
		if other, ok := known[s]; ok && other != text {
			t.Errorf("%q and %q have the symbol %d", text, other, s)
		}
		known[s] = text
	}
	for _, text := range []string{Identifier, Number, String, Type, Define} {
		add(text)
	}
	for c := ' '; c < 0x7f; c++ {
		add(string(c))
	}
	for _, l := range Languages() {
		tables := l.syntax.tables()
		for _, text := range tables.words {
			add(text)
		}
		for text := range tables.operators {
			add(text)
		}
	}
	if len(known) < 300 {
		t.Errorf("only %d texts in the tables, want 300 or more", len(known))
	}
}

// The symbols of these texts stay the same, because databases store symbols. If one changes, raise
// Version.
func TestSymbolsAreStable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Symbol{
		"I": 3877067351, "N": 3742568918, "S": 1207668876, "T": 136174772,
		"if": 1422904815, "<<=": 3910300668, "#define": 1500463423,
	} {
		if got := SymbolOf(text); got != want {
			t.Errorf("symbol of %q is %d, want %d", text, got, want)
		}
	}
}

// No keyword of a language has the text of a class of tokens, such as I for names.
func TestKeywordsAreNotClasses(t *testing.T) {
	t.Parallel()
	for _, l := range Languages() {
		for word, text := range l.syntax.tables().words {
			if word == text && (text == Identifier || text == Number || text == String || text == Type) {
				t.Errorf("%s: the keyword %q looks like a class", l.ID, word)
			}
		}
	}
}

// A language without tables is marked as generic. Two of its programs with different names have
// equal tokens.
func TestGeneric(t *testing.T) {
	t.Parallel()
	l, ok := ByName("Nim")
	if !ok || !l.Generic {
		t.Fatalf("Nim: %v, want a generic language", l)
	}
	a := lex(t, "nim", "# sum\nproc f(n: int): int =\n  for i in 1..n:\n    result += i\n")
	b := lex(t, "nim", "proc total(limit: int): int =\n  for k in 1 .. limit:\n    result += k # add\n")
	if a != b || !strings.HasPrefix(a, "proc I (") {
		t.Errorf("two programs with different names have different tokens:\n%s\n%s", a, b)
	}
}

// Each language has an ID of its own, is found by its names, and can lex.
func TestLanguages(t *testing.T) {
	t.Parallel()
	ids := map[string]bool{}
	tables := 0
	for _, l := range Languages() {
		if ids[l.ID] {
			t.Errorf("two languages %s", l.ID)
		}
		ids[l.ID] = true
		if !l.Generic {
			tables++
			if len(l.Extensions) == 0 {
				t.Errorf("%s has no extension", l.ID)
			}
		}
		if !l.Generic || !testing.Short() { // compiling the rules of all generic languages takes a second
			if _, err := l.Lex([]byte("x = 1\n")); err != nil {
				t.Errorf("%s: %v", l.ID, err)
			}
		}
		for _, name := range []string{l.ID, l.Name, strings.ToUpper(l.Name)} {
			if found, ok := ByName(name); !ok || found.ID != l.ID {
				t.Errorf("ByName(%q) is not %s", name, l.ID)
			}
		}
	}
	if tables != 22 || len(ids) != 192 {
		t.Errorf("%d of %d languages have tables, want 22 of 192: correct this test, README.md (\"Check a contest\"), docs/scores.md "+
			"(the languages of the rule \"reachability\") and docs/bounds.md", tables, len(ids))
	}
}
