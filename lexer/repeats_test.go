package lexer

import (
	"errors"
	"strings"
	"testing"
)

// isShortened reports whether Lex left out repeated tokens.
func isShortened(err error) bool {
	degraded, ok := errors.AsType[*DegradedError](err)
	return ok && degraded.Repeats
}

// If a few tokens repeat thousands of times, only the repetitions up to a bound are read. The code before and after
// them is read whole.
func TestRepeats(t *testing.T) {
	t.Parallel()
	java, _ := ByName("java")
	head, tail := "class A {\n  int f(int x) { return x + 1; }\n  ", "\n  int g(int y) { return y * 2; }\n}\n"
	for _, tt := range []struct {
		name, pattern string
		times         int
		isShorter     bool
	}{
		{"a short table", "1, ", 2000, false},
		{"one statement", "a;", 30_000, true},
		{"a line", "x = f(x);\n  ", 9000, true},
		{"a table", "{3, 4}, ", 9000, true},
	} {
		once, err := java.Lex([]byte(head + tail))
		if err != nil {
			t.Fatal(err)
		}
		pattern, err := java.Lex([]byte(tt.pattern))
		if err != nil {
			t.Fatal(err)
		}
		source := head + strings.Repeat(tt.pattern, tt.times) + tail
		tokens, err := java.Lex([]byte(source))
		if isShorter := isShortened(err); isShorter != tt.isShorter {
			t.Errorf("%s: error %v, want a degraded source: %v", tt.name, err, tt.isShorter)
		}
		want := len(once) + len(pattern)*tt.times
		if tt.isShorter {
			want = len(once) + maxRepeats + len(pattern)
		}
		if len(tokens) < want-maxPeriod || len(tokens) > want+maxPeriod {
			t.Errorf("%s: %d tokens, want about %d", tt.name, len(tokens), want)
		}
		if last := tokens[len(tokens)-1]; last.End != len(source)-1 {
			t.Errorf("%s: the last token ends at byte %d of %d", tt.name, last.End, len(source))
		}
	}
}
