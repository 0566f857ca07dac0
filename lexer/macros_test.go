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
		{"the wrong number of arguments", "#define f(x, y) x\nf(1);", "#define I ( I , I ) I I ( N ) ;"},
		{"a later definition in a branch", "#ifdef D\n#define A 1\n#else\n#define A x\n#endif\nA;", "#define I N #define I I I ;"},
		{"a definition that may drop arguments", "#ifdef D\n#define f(x)\n#endif\nf(a = 1);", "#define I ( I ) I ( I = N ) ;"},
		{"a definition in a branch without uses", "#ifdef D\n#define A 1\n#endif\nx;", "I ;"},
		{"a definition before a header that may replace it", "#define isalpha(x)\n#include <cctype>\nisalpha(a = 1);", "#define I ( I ) I ( I = N ) ;"},
		{"other words that include it", "#include <ctype.h>\n#define isalpha(x)\n#import <cctype>\nisalpha(a = 1);", "#define I ( I ) I ( I = N ) ;"},
		{"the only definition, in a branch", "#if 1\n#define R for (int i = 0; i < n; i++)\n#endif\nR s += i;", "for ( T I = N ; I < I ; I ++ ) I += I ;"},
		{"a definition after a lone #", "#\n#define R for (int i = 0; i < n; i++)\nR s += i;", "for ( T I = N ; I < I ; I ++ ) I += I ;"},
		{"a comment with a word that may change macros", "#define R for (int i = 0; i < n; i++)\nR s += i; // _Pragma", "for ( T I = N ; I < I ; I ++ ) I += I ;"},
		{"the argument of a macro that stays", "#define F(x) x = 1\n#ifdef D\n#define A(f) f(1)\n#else\n#define A(f) f(2)\n#endif\nA(F);",
			"#define I ( I ) I = N #define I ( I ) I ( N ) #define I ( I ) I ( N ) I ( I ) ;"},
		{"the argument of a long macro", "#define F(x) x = 1\n#define A(f) f(1); " + strings.Repeat("x+", 30) + "1\nA(F);",
			"#define I ( I ) I = N #define I ( I ) I ( N ) ; " + strings.Repeat("I + ", 30) + "N I ( I ) ;"},
		{"another name in a branch", "#define F(x) x = 1\n#if 1\n#define G F\n#endif\nG(y);", "#define I ( I ) I = N I ( I ) ;"},
		{"the end of a scope within arguments", "#define S(x)\n#define R(x)\nS(\n#undef R\n)\nR(f(1));", "#define I ( I ) #define I ( I ) I ( ) I ( I ( N ) ) ;"},
		{"the end of a scope", "#define A 1\nA;\n#undef A\nA;\n#undef B", "#define I N N ; I ;"},
		{"the end of a scope in a branch", "#define A 1\n#ifdef D\n#undef A\n#endif\nA;", "#define I N I ;"},
		{"a scope that another directive ends", "#define f(x)\n#pragma pop_macro(\"f\")\nf(a);", "#define I ( I ) I ( I ) ;"},
		{"form feeds in a directive", "\f#\vdefine A x = 1\nA;", "I = N ;"},
		{"a name before its definition", "int A; {\n#define A 1\n} A;", "T I ; { } N ;"},
		{"a macro that calls the function of its name", "#define f(x) f(x, 1)\nf(a);", "I ( I , N ) ;"},
		{"more macros within macros than are expanded", "#define A0 a A1\n#define A1 b A2\n#define A2 c A3\n#define A3 d A4\n#define A4 e A5\n" +
			"#define A5 f A6\n#define A6 g A7\n#define A7 h A8\n#define A8 i + A9\n#define A9 1;\n#define B 1\nA0", "#define I I + I #define I N ; T T T T T T T T I"},
		{"a joined name is a macro", "#define f(a, b) a##b\n#define A7 x = 1\nf(A, 7); f(i, f);", "I = N ; if ;"},
		{"a joined argument is not expanded before", "#define f(a) a##7\n#define A B\n#define A7 x = 1\nf(A);", "I = N ;"},
		{"an argument of several words is joined", "#define f(a) x##a\nf(y = 1; z);", "I = N ; I ;"},
		{"variadic arguments after a comma", "#define f(a, ...) g(a, ##__VA_ARGS__)\nf(1); f(1, x = 1);", "I ( N ) ; I ( N , I = N ) ;"},
		{"names that may be joined", "#ifdef D\n#define f(a, b) a##b\n#else\n#define f(a, b) b##a\n#endif\n#define A7 x = 1\n#define B 1\nf(A, 7); B;",
			"#define I ( I , I ) I ## I #define I ( I , I ) I ## I #define I I = N I ( I , N ) ; N ;"},
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
