package lexer

import (
	"fmt"
	"strings"
	"testing"
)

// doublingMacros defines the macros A0 to An. Each one after A0 is the previous macro twice, so An
// is 2^n times the body of A0.
func doublingMacros(n int, body string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "#define A%d A%d A%d\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "#define A0 %s\n", body)
	return b.String()
}

// The number of tokens stays bounded even if the expansion of macros would be huge, endless, or
// long and empty.
func TestHostileMacros(t *testing.T) {
	t.Parallel()
	times := 1000
	if testing.Short() {
		times = 100
	}
	for name, src := range map[string]string{
		"doubling":         doublingMacros(60, "x") + strings.Repeat("A60 A7 A6 ", 2*times),
		"doubling nothing": doublingMacros(60, "") + strings.Repeat("A60 A8 A7 ", 2*times),
		"recursive":        "#define f f f\n#define g h g\n#define h g h\n" + strings.Repeat("f g h ", 5*times),
		"nested arguments": "#define f(x) x x\n" + strings.Repeat("f(", 20*times) + "x" + strings.Repeat(")", 20*times),
		"open arguments":   "#define f(x, y) x\n" + strings.Repeat("f(x ", 20*times),
		"long body":        "#define f " + strings.Repeat("x ", 40*times) + "\n" + strings.Repeat("f ", 2*times),
		"odd definitions":  strings.Repeat("#define\n#define f(\n#define g(x,,...) #x ## x\n#define # ##\ng(1, 2) ", times),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, _ := ByName("cpp")
			tokens, err := l.Lex([]byte(src))
			if err != nil && !isShortened(err) {
				t.Fatal(err)
			}
			checkSpans(t, l, []byte(src), tokens)
			s := l.newStream(src)
			defer l.release(s)
			if err := s.scan(); err != nil {
				t.Fatal(err)
			}
			for _, rule := range l.rules {
				rule.apply(s)
				s.sweep()
			}
			if s.peak > 8*len(src) {
				t.Errorf("%d bytes become %d tokens, want at most 8 for each byte", len(src), s.peak)
			}
		})
	}
}

// Short macros are expanded where they are used.
func TestMacros(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, src, want string }{
		{"a parameter used twice", "#define f(x) x.x\nf(y)", "I . I"},
		{"a name without arguments does not use the macro", "#define f(x) g(x)\nf = 1;", "I = N ;"},
		{"no parameters", "#define f() g(1)\nf();", "I ( N ) ;"},
		{"variadic", "#define f(...) g(1, __VA_ARGS__)\nf(a, b);", "I ( N , I , I ) ;"},
		{"variadic with a name", "#define f(a, b...) g(b, a)\nf(1, \"x\", y);", "I ( S , I , N ) ;"},
		{"literals and pasted names", "#define f(x, y) x##y = #x\nf(1, 2);", "I = S ;"},
		{"a later definition wins", "#define A 1\n#define A x\nA;", "I ;"},
		{"an empty body", "#define A\nA x = A 1 A;", "I = N ;"},
		{"the wrong number of arguments", "#define f(x, y) x\nf(1);", "I ( N ) ;"},
		{"keywords", "#define int long long\n#define let auto\nint x; let y = 1;", "T I , I = N ;"},
		{"long macros are not expanded", "#define A " + strings.Repeat("x+", 30) + "1\nA;", "#define I " + strings.Repeat("I + ", 30) + "N I ;"},
		{"literals are not expanded", "#define S 1\n\"S\";", "S ;"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := lex(t, "cpp", tt.src); got != tt.want {
				t.Errorf("Lex(%q)\n got %s\nwant %s", tt.src, got, tt.want)
			}
		})
	}
}

// All tokens of an expanded macro span its use in the source.
func TestSpansOfMacros(t *testing.T) {
	t.Parallel()
	l, _ := ByName("cpp")
	src := "#define F(x) f(x, x)\ny = F(2) + 1;"
	tokens, err := l.Lex([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, token := range tokens {
		got = append(got, token.Text+" "+src[token.Start:token.End])
	}
	want := "I y, = =, I F(2), ( F(2), N F(2), , F(2), N F(2), ) F(2), + +, N 1, ; ;"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, ", "), want)
	}
}
