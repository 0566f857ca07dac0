package lexer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tokenLines returns the normalised texts of a source, ten per line.
func tokenLines(t *testing.T, path string) []string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l, ok := ByPath(path)
	if !ok {
		t.Fatalf("%s has no language", path)
	}
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

// TestTwins lexes two programs of each language that differ only in names, layout,
// comments, imports, literals and types.
func TestTwins(t *testing.T) {
	t.Parallel()
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
				t.Errorf("only %d lines of tokens, too few for a test", len(a))
			}
			if diff := cmp.Diff(a, b); diff != "" {
				t.Errorf("twins differ (-a +b):\n%s", diff)
			}
		})
	}
}

// TestHonestProgramsDiffer checks that different ways to the same answer stay
// different.
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
		t.Errorf("4 programs have %d token sequences", len(seen))
	}
}
