package lexer

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tokenLines returns the normalised texts of a source, ten per line.
func tokenLines(t *testing.T, path string) []string {
	t.Helper()
	src, l := readSource(t, path)
	return linesOfTokens(t, l, src)
}

func linesOfTokens(t *testing.T, l *Language, src []byte) []string {
	t.Helper()
	tokens, err := l.Lex(src)
	if err != nil {
		t.Fatal(err)
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

// Comments between tokens change nothing, nor does a line for each token, where statements do not end with the line.
func TestLayout(t *testing.T) {
	t.Parallel()
	for _, path := range append(submissions(t), sources(t)...) {
		src, l := readSource(t, path)
		want := linesOfTokens(t, l, src)
		var blanks []string
		if !l.mayEndWithLine() && !l.syntax.indented {
			blanks = append(blanks, "\n")
		}
		if strings.Contains("c cpp csharp d java rust", l.ID) {
			blanks = append(blanks, " /* it's < ( ; \" */ // } {\n")
		}
		for _, blank := range blanks {
			if diff := cmp.Diff(want, linesOfTokens(t, l, spread(t, l, src, blank))); diff != "" {
				t.Errorf("%s with %q for each blank (-want +got):\n%s", path, blank, diff)
			}
		}
	}
}

// spread replaces the blanks between tokens, except in directives.
func spread(t *testing.T, l *Language, src []byte, blank string) []byte {
	t.Helper()
	tokens, err := l.Lex(src)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	from := 0
	for i, token := range tokens[:len(tokens)-1] {
		next := tokens[i+1].Start
		line := src[bytes.LastIndexByte(src[:token.End], '\n')+1 : token.End]
		if next <= token.End || len(bytes.Trim(src[token.End:next], " ")) > 0 || bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			continue
		}
		out = append(append(out, src[from:token.End]...), blank...)
		from = next
	}
	return append(out, src[from:]...)
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
