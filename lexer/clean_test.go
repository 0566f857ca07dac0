package lexer

import (
	"testing"
	"unicode/utf8"
)

// clean removes byte order marks, NULs and repeated blank lines, and repairs line ends and
// UTF-8.
func TestClean(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, src, want string }{
		{"empty source", "", ""},
		{"clean source", "a\nb", "a\nb"},
		{"byte order mark", "\xef\xbb\xbfa", "a"},
		{"byte order mark inside stays", "a\ufeff", "a\ufeff"},
		{"CRLF and CR", "a\r\nb\rc\r", "a\nb\nc\n"},
		{"CR CR LF", "a\r\r\nb", "a\n\nb"},
		{"NUL", "a\x00b\x00\n", "ab\n"},
		{"invalid UTF-8", "a\xff\xc3b\xe2\x82", "a\ufffd\ufffdb\ufffd\ufffd"},
		{"one blank line stays", "a\n\nb", "a\n\nb"},
		{"blank lines", "a\n\n\n \t\n\r\n\nb\n\n\n", "a\n\nb\n\n"},
		{"blank lines at the start", "\n\n\na", "\na"},
		{"indentation stays", "a\n\n\n  b", "a\n\n  b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := clean([]byte(tt.src))
			if got := string(c.text); got != tt.want {
				t.Errorf("clean(%q) = %q, want %q", tt.src, got, tt.want)
			}
			checkOffsets(t, c, tt.src)
		})
	}
}

// checkOffsets checks that each ASCII byte of a clean text comes from an equal byte of the source,
// and that the offsets in the source never decrease.
func checkOffsets(t *testing.T, c *cleanText, src string) {
	t.Helper()
	last := 0
	for i, b := range c.text {
		o := c.original(i)
		if o < last || o >= len(src) {
			t.Fatalf("clean byte %d of %q comes from offset %d, the byte before it from %d", i, src, o, last)
		}
		last = o
		if b < utf8.RuneSelf && src[o] != b && !(b == '\n' && src[o] == '\r') {
			t.Fatalf("clean byte %d of %q is %q, but comes from %q", i, src, b, src[o])
		}
	}
}
