package hand

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

func filesOf(text string) []contest.File { return []contest.File{{Path: "a", Content: []byte(text)}} }

// Two ways to write one program differ in the aspects that each case names, and only in these.
func TestStyleDiffers(t *testing.T) {
	t.Parallel()
	const before = "int main() {\n  for (int i = 0; i < n; i++) {\n    x = x + i;\n  }\n}\n"
	tests := []struct {
		name, old, new                    string
		wantLayout, wantNaming, wantLines bool
	}{
		{"a name", "x", "y", false, true, true}, // it is the first character of a line
		{"a longer name", "n;", "xPos;", false, true, true},
		{"a number", "0", "7", false, false, false},
		{"spaces around an operator", "i = 0", "i=0", true, false, false},
		{"a space after a keyword", "for (", "for(", true, false, false},
		{"the brace on its own line", ") {\n    x", ")\n  {\n    x", true, false, true},
		{"++i", "i++", "++i", true, false, false},
		{"long", "int i", "long i", true, false, true}, // the line is longer
		{"indentation", "    x", "\tx", true, false, true},
		{"a blank line", "{\n    x", "{\n\n    x", true, false, true},
		{"trailing spaces", "i;\n", "i; \n", true, false, false},
		{"CRLF", "\n", "\r\n", false, false, true},
		{"a comment", "i;\n", "i; // next\n", true, true, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			read := func(text string) style { return readStyle(filesOf(strings.Repeat(text, 10)), cpp, nil) }
			a, b := read(before), read(strings.ReplaceAll(before, test.old, test.new))
			if a.isEmpty() || b.isEmpty() {
				t.Fatal("the style is empty")
			}
			for which, want := range map[aspect]bool{layout: test.wantLayout, naming: test.wantNaming, lines: test.wantLines} {
				if got := !slices.Equal(a[which].counts, b[which].counts); got != want {
					t.Errorf("aspect %d differs: %v, want %v", which, got, want)
				}
			}
		})
	}
}

// keptLines takes out lines that are repeated, and short lines between these.
func TestKeptLines(t *testing.T) {
	t.Parallel()
	repeated := repeatedIn(filesOf("int next_int() {\nreturn read();\n}\ntypedef long long ll;\n"))
	tests := []struct{ name, text, want string }{ // want has the lines that stay
		{"nothing", "", ""},
		{"own lines", "int solve() {\n}\n", "int solve() {\n}\n"},
		{"a repeated line", "typedef long long ll;\nint solve() {\n}\n", "int solve() {\n}\n"},
		{"in another layout", "int\tnext_int(){\r\n  x = y * 4200;\n", "  x = y * 4200;\n"},
		{"a short line between two", "int next_int() {\nx++;\n\n  return read( );\n}\nint solve() {\n", "}\nint solve() {\n"},
		{"a short line after an own line", "x = y * 4200;\n}\nreturn read();\n", "x = y * 4200;\n}\n"},
		{"without a line end", "x = y * 4200;\nreturn read();", "x = y * 4200;\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			kept := repeated.keptLines([]byte(test.text))
			got := ""
			for line := range strings.Lines(test.text) {
				if kept[0] {
					got += line
				}
				kept = kept[1:]
			}
			if diff := cmp.Diff(test.want, got); diff != "" || len(kept) > 0 {
				t.Errorf("lines that stay (-want +got), %d left over:\n%s", len(kept), diff)
			}
		})
	}
}

// Style is read in each language that has tables: the same text with other white space differs in layout.
func TestLanguages(t *testing.T) {
	t.Parallel()
	for _, language := range lexer.Languages() {
		if language.Generic {
			continue
		}
		text := strings.Repeat("alpha = beta + gamma(1, 2)\n", 30)
		a := readStyle(filesOf(text), language, nil)
		b := readStyle(filesOf(strings.ReplaceAll(text, " + ", "+")), language, nil)
		if a.isEmpty() || b.isEmpty() || slices.Equal(a[layout].counts, b[layout].counts) {
			t.Errorf("%s: layout is not read", language.Name)
		}
	}
}

// The work and memory for one program are limited, whatever is in it.
func TestLimits(t *testing.T) {
	t.Parallel()
	var distinct strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&distinct, "x%d = %d;\n", i, i)
	}
	for name, text := range map[string]string{
		"one line":       strings.Repeat("a=b+1;", 60_000),
		"one comment":    strings.Repeat("a = b;\n", 100) + "/*" + strings.Repeat(" word", 80_000) + "*/",
		"short lines":    strings.Repeat("a;\n", 100_000),
		"blank lines":    strings.Repeat("a = b;\n", 100) + strings.Repeat("\n", 100_000),
		"distinct names": distinct.String(),
	} {
		s := readStyle(filesOf(text), cpp, nil)
		if s.isEmpty() {
			t.Errorf("%s: not read", name)
		}
		for a := range aspects {
			if s[a].total > maxFeaturesRead {
				t.Errorf("%s: aspect %d has %d features", name, a, s[a].total)
			}
		}
	}
}

// FuzzReadStyle reads any text in any language: counts are sorted, add up, and are the same when it is read again.
func FuzzReadStyle(f *testing.F) {
	f.Add("int main() { return 0; }\n", "return 0;", 0)
	f.Add("# comment\nx = '''a\nb'''\r\n\tprint(x)", "", 1)
	f.Add("/* \xff\x00 */\n\n\n\"", "\n", 2)
	f.Add(strings.Repeat("for (i = 0; i < n; i++) a[i] += \"x\"; // y\n", 9), "", 3)
	languages := lexer.Languages()
	f.Fuzz(func(t *testing.T, text, repeated string, which int) {
		language := languages[uint(which)%uint(len(languages))]
		files, lines := filesOf(text), repeatedIn(filesOf(repeated))
		if got, want := len(lines.keptLines([]byte(text))), strings.Count(text, "\n"); got != want && got != want+1 {
			t.Fatalf("keptLines reports on %d lines; the text has %d line ends", got, want)
		}
		s := readStyle(files, language, lines)
		for a := range aspects {
			total := 0
			for i, c := range s[a].counts {
				total += int(c.n)
				if c.n == 0 || i > 0 && c.feature <= s[a].counts[i-1].feature || c.feature >= 1<<featureBits {
					t.Fatalf("aspect %d: count %d is %+v", a, i, c)
				}
			}
			if total != s[a].total {
				t.Fatalf("aspect %d: the total is %d, the sum %d", a, s[a].total, total)
			}
		}
		again := readStyle(files, language, lines)
		for a := range aspects {
			if !slices.Equal(s[a].counts, again[a].counts) {
				t.Fatalf("aspect %d: another style when read again", a)
			}
		}
	})
}

// repeatedIn returns the line counts of somebody who repeats each line of the files.
func repeatedIn(files []contest.File) lineCounts {
	return countLines([]Program{{Files: files}, {Files: files}})
}
