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
			c := clean([]byte(tt.src), &syntax{})
			if got := string(c.text); got != tt.want {
				t.Errorf("clean(%q) = %q, want %q", tt.src, got, tt.want)
			}
			checkOffsets(t, c, tt.src)
		})
	}
}

// clean joins lines, and reads NUL and %: as compilers of C do.
func TestCleanC(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"wh\\\nile \\\r\na\\ \t\nb\\\rc": "while abc",
		`"\\` + "\\\n\\\\n\"":            `"\\\\n"`,
		"int\x00a":                       "int a",
		"a\n \\\n %:define b %: c\n":     "a\n  #define b %: c\n",
		`a \ b \`:                        `a \ b \`,
	} {
		c := clean([]byte(src), &cpp.syntax)
		if got := string(c.text); got != want {
			t.Errorf("clean(%q) = %q, want %q", src, got, want)
		}
		checkOffsets(t, c, src)
	}
}

// checkOffsets checks that each ASCII byte of a clean text comes from an equal byte of the source or from an escape,
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
		isBlank := b == ' ' && (src[o] == '\r' || src[o] == 0)
		if b < utf8.RuneSelf && src[o] != b && src[o] != '\\' && !(b == '\n' && src[o] == '\r') && !isBlank && !(b == '#' && src[o] == '%') {
			t.Fatalf("clean byte %d of %q is %q, but comes from %q", i, src, b, src[o])
		}
	}
}

// Escapes of characters are read as Java reads them everywhere, and as other languages read them in names. Java ignores invisible
// characters, and Go reads a lone CR as a blank.
func TestCleanByLanguage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ language, src, want string }{
		{"java", `\u0069nt \uuu0061 = 1\u003b`, "int a = 1;"},
		{"java", `f("\\u0022 \" \\\u0041");`, `f("\\u0022 \" \\A");`},
		{"java", `// \u000ax = '\u0000';`, "// \nx = '\\u0000';"},
		{"java", `\u00e9\u006 \u`, `é\u006 \u`},
		{"javascript", `v\u0061r \u{62}\u{1d4d0} = "\u0022\u0020"`, `var b𝓐 = "\u0022\u0020"`},
		{"csharp", `\U00000061_\u0062 = '\u000a'`, `a_b = '\u000a'`},
		{"cpp", `int \u00e9t\u00e9 = '\\';`, `int été = '\\';`},
		{"python", `"\u0061"`, `"\u0061"`},
		{"javascript", `a\u200c\u2118 = "\u2028\ufeff"`, "a\u200c\u2118 = \"\\u2028\\ufeff\""},
		{"java", "wh\u200bi\x01le\\u00ad (a\ufeff\x7fb)\f\x1c;", "while (ab)\f\x1c;"},
		{"go", "// a\r/*\r\nb\r", "// a /*\nb "},
	} {
		l, _ := ByName(tt.language)
		if got := string(clean([]byte(tt.src), &l.syntax).text); got != tt.want {
			t.Errorf("%s: clean(%s) = %s, want %s", tt.language, tt.src, got, tt.want)
		}
	}
	const src = `int \u0061b = c;`
	tokens, err := java.Lex([]byte(src))
	plain, _ := java.Lex([]byte("int ab = c;"))
	if err != nil || len(tokens) != len(plain) {
		t.Fatalf("Lex(%s) = %v, %v", src, tokens, err)
	}
	for i := range tokens {
		if tokens[i].Symbol != plain[i].Symbol || tokens[i].Name != plain[i].Name {
			t.Errorf("token %d is %+v, want %+v", i, tokens[i], plain[i])
		}
	}
	if got := src[tokens[1].Start:tokens[1].End]; got != `\u0061b` {
		t.Errorf("the name is at %q", got)
	}
	if got := src[tokens[2].Start:tokens[2].End]; got != "=" {
		t.Errorf("the assignment is at %q", got)
	}
	end, _ := java.Lex([]byte(`x = a\u0062`))
	if last := end[len(end)-1]; last.End != 11 {
		t.Errorf("the last token ends at %d, want 11", last.End)
	}
}
