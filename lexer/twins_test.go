package lexer

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tokenLines returns the normalised texts of a source, ten per line.
func tokenLines(t *testing.T, path string) []string {
	t.Helper()
	src, l := readSource(t, path)
	tokens, err := l.Lex(src)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	var lines []string
	for i, token := range tokens {
		if i%10 == 0 {
			lines = append(lines, "")
		}
		lines[len(lines)-1] += token.Text + " "
	}
	return lines
}

// Each language with tables has two programs that differ only in names, layout, comments, imports, literals and
// types. Their tokens are the same.
func TestTwins(t *testing.T) {
	t.Parallel()
	for _, path := range sources(t) {
		id := filepath.Base(filepath.Dir(path))
		if _, l := readSource(t, path); l.ID != id || l.Generic {
			t.Errorf("%s: no language %s has tables and this extension: add its variable to known in languages.go", path, id)
		}
	}
	for _, l := range Languages() {
		if l.Generic {
			continue
		}
		t.Run(l.ID, func(t *testing.T) {
			t.Parallel()
			base := filepath.Join("testdata", "twins", l.ID)
			a := tokenLines(t, filepath.Join(base, "a"+l.Extensions[0]))
			b := tokenLines(t, filepath.Join(base, "b"+l.Extensions[0]))
			if len(a) < 10 {
				t.Errorf("only %d lines of tokens, want 10 or more for a test", len(a))
			}
			if diff := cmp.Diff(a, b); diff != "" {
				t.Errorf("twins differ (-a +b):\n%s", diff)
			}
		})
	}
}

// Programs that solve a problem in different ways have different tokens.
func TestHonestProgramsDiffer(t *testing.T) {
	t.Parallel()
	const (
		loop    = "int f(int n) { int s = 0; for (int i = 1; i <= n; i++) s += i; return s; }"
		recurse = "int f(int n) { return n == 0 ? 0 : n + f(n - 1); }"
		formula = "int f(int n) { return n * (n + 1) / 2; }"
	)
	seen := map[string]bool{}
	for _, src := range []string{loop, recurse, formula, strings.Replace(loop, "s += i", "s -= i", 1)} {
		seen[lex(t, "cpp", src)] = true
	}
	if len(seen) != 4 {
		t.Errorf("4 programs have %d different sequences of tokens, want 4", len(seen))
	}
}
