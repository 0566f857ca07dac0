package lexer

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/hostiletest"
)

// Tokens of a program in literals have the places of their words in the source.
func TestEmbeddedSpans(t *testing.T) {
	t.Parallel()
	const src = "α = 1\r\ndef f():\r\n    exec(compile('''\r\nfor x in data:\r\n\tprint(\\\"é\\\", x)\r\n''' \"\\tif y:\\n\\t\\t\\x7aed = exec('last(x)')\", '', 'exec'))\r\n    g(x)\r\n"
	var words []string
	tokens, err := python.Lex([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	checkSpans(t, python, []byte(src), tokens)
	for _, token := range tokens {
		if token.Text == Identifier || token.Text == String {
			words = append(words, src[token.Start:token.End])
		}
	}
	want := []string{"α", "f", "x", "data", "print", `\"é\"`, "x", "y", `\x7aed`, "last", "x", "g", "x"}
	if !slices.Equal(words, want) {
		t.Errorf("the words are at %q, want %q", words, want)
	}
}

// A literal stays a literal if it is not run, if another text may run in its place, or if code
// in the call would vanish.
func TestNotEmbedded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, language, src string }{
		{"a literal that is printed", "python", "print('exec(\"a = 1\")')"},
		{"a variable called exec", "python", "exec = 'a = 1'"},
		{"a method called exec", "python", "db.exec('a = 1')"},
		{"a literal with values put in", "python", "exec('a = %d' % n)\nexec('a = {}'.format(n))\nexec(f'a = {n}')\nexec(f'a = 1')"},
		{"a variable with two values", "python", "s = 'a = 1'\ns += 'b = 1'\nexec(s)"},
		{"a variable with more than the literal in its value", "python", "s = 'a = 1' * n\nexec(s)"},
		{"one of two literals, by a condition", "python", "exec('a = 1' if b else 'c(1)')"},
		{"code in other arguments", "python", "exec('a = 1', {'f': lambda x: x + 1})\nexec('a', f(b))\nexec('a'" + strings.Repeat(", b", 10) + ")"},
		{"a call that is not closed", "python", "exec('a = 1'\nb = 2\nexec('a = 1"},
		{"a call indented too far", "python", strings.Repeat(" ", 60000) + "exec('a\\nb\\nc')"},
		{"a parameter with code", "javascript", "new Function(f(x), 'a = 1')"},
		{"a template literal with code", "javascript", "eval(`a = ${b}`)"},
		{"a literal with interpolated code", "ruby", "eval \"a = #{b}\""},
		{"a block instead of a literal", "perl", "eval { f('a = 1') };"},
	} {
		t.Run(tt.name+" "+tt.language, func(t *testing.T) {
			t.Parallel()
			l, _ := ByName(tt.language)
			got, want := lexBy(t, l, tt.src), lexBy(t, l.OmitRules("embedded-programs"), tt.src)
			if got != want {
				t.Errorf("%q reads\n  %s\nwant as without the rule\n  %s", tt.src, got, want)
			}
		})
	}
}

// A literal that is no whole program cannot hide the code after it, and functions that the literal
// may call are not marked as uncalled.
func TestEmbeddedHidesNothing(t *testing.T) {
	t.Parallel()
	for _, content := range []string{`\"\"\"`, "'''", "(", "#", `\\`, "def h():", ""} {
		src := `if a: exec("` + content + `", f)` + "\nfor x in data: solve(x)"
		if got := lexBy(t, python, src); !strings.HasSuffix(got, "for I in I : I ( I ) }") {
			t.Errorf("%q reads %s, without the code after the call", src, got)
		}
	}
	src := "def solve(a):\n    return a\nexec('f()', f)\n" + strings.Repeat("print(1)\n", 100)
	tokens, err := python.Lex([]byte(src))
	if err != nil || slices.ContainsFunc(tokens, func(t Token) bool { return t.Uncalled }) {
		t.Errorf("a program that runs a literal has uncalled code (error %v)", err)
	}
}

// A literal is not read if its program takes more work than its source has left.
func TestEmbeddedTakesWorkOfItsSource(t *testing.T) {
	t.Parallel()
	const src = "exec('f(x)')"
	l := &Language{ID: python.ID, chroma: python.Name, syntax: python.syntax}
	l.once.Do(l.prepare)
	work := workOf(t, l, []byte(src))
	for _, tt := range []struct {
		work int
		want string
	}{{2 * work, "I ( I )"}, {work, "I ( S )"}} {
		l.work = tt.work
		if got := lexBy(t, l, src); got != tt.want {
			t.Errorf("with %d units of work, %q reads %s, want %s", tt.work, src, got, tt.want)
		}
	}
}

// The literals of the largest sources take about 0.1 s.
func TestHostileEmbedded(t *testing.T) {
	if !hostiletest.All() {
		t.Parallel()
	}
	for _, tt := range []struct {
		name, language, repeat string
		isRead                 bool // no literal stays
	}{
		{"calls on a line", "python", `exec("a");`, true},
		{"calls on lines", "python", "exec('a')\n", true},
		{"nested calls", "python", `exec("exec('a')");`, true},
		{"open calls", "python", `exec('a',`, false},
		{"arguments", "javascript", `Function(a,`, true},
		{"indented lines", "python", "                exec('a\\n\\n\\n\\n\\n\\n\\n\\n\\n')\n", true},
		{"joined literals", "javascript", "eval('a' + 'b' +", false},
		{"variables", "php", "$a = 'b'; eval($a);", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !hostiletest.All() {
				t.Parallel()
			}
			l, _ := ByName(tt.language)
			src := l.syntax.codePrefix + strings.Repeat(tt.repeat, (MaxBytes-100)/len(tt.repeat))
			var tokens []Token
			hostiletest.CheckCPU(t, tt.name, time.Second, func() {
				var err error
				if tokens, err = l.Lex([]byte(src)); err != nil && !isShortened(err) {
					t.Error(err)
				}
			})
			isRead := !slices.ContainsFunc(tokens, func(t Token) bool { return t.Text == String })
			if isRead != tt.isRead {
				t.Errorf("the literals are read: %t, want %t", isRead, tt.isRead)
			}
		})
	}
}

// FuzzDecode decodes any literal. It checks that each byte of the value has a place inside the
// literal, and that the value without an indent is not longer than the literal.
func FuzzDecode(f *testing.F) {
	for _, literal := range []string{`"a\n\x41\u00e9\U0001F600\101\q\\"`, `r'\n'`, `'''a`, `"""\`, "`\\\n`", `''`, `b"\xff\0"`} {
		f.Add(literal, uint8(2))
	}
	f.Fuzz(func(t *testing.T, literal string, indent uint8) {
		start, end, mark := literalValue(literal)
		if mark == "" {
			return
		}
		const offset = 7 // of the literal in the source
		token := rawToken{text: String, word: literal, start: offset}
		text, origins := appendLiteral(nil, nil, token, 0, 0)
		if len(text) > end-start+1 {
			t.Errorf("%q has a longer value: %q", literal, text)
		}
		text, origins = appendLiteral(text, origins, token, 0, int(indent))
		if len(text) != len(origins) || int(origins[len(origins)-1]) != offset+end {
			t.Fatalf("%q: %d bytes have %d places, the last %d", literal, len(text), len(origins), origins[len(origins)-1])
		}
		for i, at := range origins {
			if int(at) < offset+start || int(at) > offset+end {
				t.Errorf("%q: byte %d is at %d, outside of the literal", literal, i, at)
			}
		}
	})
}
