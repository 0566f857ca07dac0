package lexer

import (
	"errors"
	"slices"
	"testing"
)

// conditionalCases are programs with conditional compilation. The names of functions that surely cannot run begin with "dead".
var conditionalCases = []struct{ name, src string }{
	{"opening braces in both branches", `
			int live() { return 1; }
			#ifdef A
			int f(int a) {
			#else
			int f(long a) {
			#endif
				return 1; }
			}
			int main() { int x = FILL; live(); {`},
	{"closing brace in the first branch", `
			int live() { return 1; }
			int f() {
			#ifdef A
			}
			int g() {
			#endif
				return live(); }
			int main() { int x = FILL; return f(); }`},
	{"closing brace in the second branch", `
			int live() { return 1; }
			int f() {
			#ifdef A
				return 0;
			#else
			}
			int g() {
			#endif
				return live(); }
			int main() { int x = FILL; return f(); }`},
	{"main that another branch ends", `
			int live() { return 1; }
			int main() { int x = FILL;
			#if A
			}
			int f() {
			#endif
				return live(); }`},
	{"another head in each branch", `
			#if A
			int live(int a)
			#else
			int f(int a)
			#endif
			{ return 1; }
			int main() { int x = FILL; return f(x); }`},
	{"another head in each branch, the first for main", `
			int live() { return 1; }
			#ifdef A
			int live2(int a)
			#else
			int main()
			#endif
			{ int x = FILL; return live(); }
			int f() { int x = FILL; return 1; }
			#ifdef A
			int main() { int x = FILL; return live2(x); }
			#endif`},
	{"another head of a class in each branch", `
			#ifdef A
			struct S
			#else
			struct S : T
			#endif
			{ int live() { return 1; } };
			int main() { S s; int x = FILL; }`},
	{"prototype in one branch", `
			int live()
			#ifdef A
			{ return 1; }
			#else
			;
			#endif
			int main() { int x = FILL; return 0; }`},
	{"conditional without an end", `
			int live() { return 1; }
			int main() { int x = FILL; }
			#if A`},
	{"end without a conditional", `
			int live() { return 1; }
			int main() { int x = FILL; }
			#endif`},
	{"else without a conditional", `
			int live() { return 1; }
			int main() { int x = FILL; }
			#else
			int f() { return 1; }`},
	{"unbalanced brackets in a nested conditional", `
			int live() { return 1; }
			#ifdef A
			#if B
			int f() {
			#elif C
			int g() {
			#endif
				return 1; }
			#endif
			int main() { int x = FILL; { } `},
	{"parentheses that a branch closes", `
			int live() { return 1; }
			int main() { int x = FILL;
				if (x
			#ifdef A
				&& f(x)) {
			#else
				) {
			#endif
				live(); } }`},
	{"code after a conditional within #if 0", `
			int live() { return 1; }
			#if 0
			#if A
				f();
			#else
				g();
			#endif
			}
			#endif
			int main() { int x = FILL; return live(); }`},
	{"#if 0 with unbalanced braces", `
			int live() { return 1; }
			int f() {
			#if 0
			}
			int g() {
			#endif
				return live(); }
			int main() { int x = FILL; return f(); }`},
	{"directive with spaces and a comment", `
			int live() { return 1; }
			int f() {
			 # ifdef /* a */ A
			}
			int g() {
			 #	endif
				return live(); }
			int main() { int x = FILL; return f(); }`},
	{"directive with digraphs", `
			int live() { return 1; }
			int f() {
			%: ifdef A
			}
			int g() {
			%: endif
				return live(); }
			int main() { int x = FILL; return f(); }`},
	{"directive with trigraphs", `
			int live() { return 1; }
			int f() {
			??=ifdef A
			}
			int g() {
			??=endif
				return live(); }
			int main() { int x = FILL; return f(); }`},
	{"directives within macro definitions", `
			int live() { return 1; }
			int f() {
			#ifdef A
			#ifdef A
			#define B 1 \
			#endif
			#define D
			}
			int g() {
			#define C 1 \
			#if 1
			#define E
			#endif
			#endif
				return live(); }
			int main() { int x = FILL; return f(); }`},
	{"directives that continue on the next line before macro definitions", `
			int live() { return 1; }
			int f() {
			#ifdef A
			#\
			if 1
			#define B 1
			}
			int g() {
			#en\
			dif
			#en\
			dif
			#define C 1
				return live(); }
			int main() { int x = FILL; return f(); }`},
	{"definition that continues after a blank at the end of the line", "int live() { return 1; }\nint f() {\n#ifdef A\n" +
		"#define B 1 \\ \n#endif\n}\nint g() {\n#define C 1 \\ \n#if 1\n#endif\nreturn live(); }\nint main() { int x = FILL; return f(); }"},
	{"definition that continues after a trigraph", `
			int live() { return 1; }
			int f() {
			#ifdef A
			#define B 1 ??/
			#endif
			}
			int g() {
			#define C 1 ??/
			#if 1
			#endif
				return live(); }
			int main() { int x = FILL; return f(); }`},
	{"string that continues after a blank at the end of the line", "int live() { return 1; }\nint f() {\nputs(\"\\ \n); }\nint g() { puts(\");\n" +
		"return live(); }\nint main() { int x = FILL; return f(); }"},
	{"comment that continues after a blank at the end of the line", "int live() { return 1; }\nint f() {\n// \\ \n } int g() {\n" +
		"return live(); }\nint main() { int x = FILL; return f(); }"},
	{"word that continues after a blank at the end of the line", "int live() { return 1; }\nint main() { int x = FILL; return li\\ \nve(); }"},
	{"directive that continues on the next line", `
			int live() { return 1; }
			int f() {
			#\
			ifdef A
			}
			int g() {
			#e\
			ndif
				return live(); }
			int main() { int x = FILL; return f(); }`},
	{"parameters declared after the head, in branches", `
			int live(a)
			#ifdef A
			int a;
			#else
			long a;
			#endif
			{ return a; }
			int f(a) int a; { return live(a); }
			int main() { int x = FILL; return f(x); }`},
	{"macro definition in a branch", `
			int live() { return 1; }
			#ifdef A
			#define B live()
			#else
			#define B 1
			#endif
			int main() { int x = FILL; return B; }`},
	{"definition with a brace in each branch", `
			int live() { return 1; }
			#ifdef A
			#define B int f() {
			#else
			#define B int g() {
			#endif
			B return live(); }
			int main() { int x = FILL; return g(); }`},
	{"conditions that begin with 0", `
			int live() { return 1; }
			int live2() { return 1; }
			int live3() { return 1; }
			int main() { int x = FILL;
			#if 0 || 1
				live();
			#endif
			#if 0 /* a */ + 1
				live2();
			#endif
			#if 0 \
				+ 1
				live3();
			#endif
				return 1; }`},
	{"ends of #if 0 that are hard to read", `
			int live() { return 1; }
			int live2() { return 1; }
			int live3() { return 1; }
			int main() { int x = FILL;
			#if 0
			/* a */ #endif
				live();
			#if 0
			/*
			a */#else
				live2();
			#endif
			#if 0
			#if A
			#end\
			if
			#endif
				live3();
				return 1; }`},
	{"branches of #else and of #if 0", `
			int live() { return 1; }
			int live2() { return 1; }
			int main() { int x = FILL;
			#if 0 // a
			#else
				live();
			#endif
			#if 0 /* a */
			#elif B
				live2();
			#endif
				return 1; }
			int dead() { return 1; }`},
	{"balanced branches", `
			#ifdef A
			int dead() { return 1; }
			#else
			int dead2() { if (1) { } return 1; }
			#endif
			int live() { return 1; }
			int main() { int x = FILL;
			#if B
				{ x++; }
			#elif C
				live();
			#endif
				return 1; }`},
	{"guards around heads and definitions", `
			#ifndef A
			#define A
			#include <stdio.h>
			#endif
			#pragma once
			int dead(int a) { return a; }
			int live() { return 1; }
			int main() {
			#ifdef B
				freopen("a", "r", stdin);
			#endif
				int x = FILL; return live(); }`},
	{"#if 0 around a call", `
			int dead() { return 1; }
			int main() { int x = FILL;
			#if 0
			#if A
				dead();
			#else
				dead();
			#endif
				dead();
			#endif
				return 1; }`},
}

// Nothing in or before "#if 0" hides the code after it.
func TestCodeAfterIfZero(t *testing.T) {
	t.Parallel()
	for _, inside := range []string{
		"/*\n#if A\n*/\n#endif", "f(); /* a */ /*\n#if A\n*/\n#endif", "a \\\n#if A\n#endif", "a \\ \n#if A\n#endif", "a ??/\n#if A\n#endif",
		"R\"(\n#if A\n)\"\n#endif", "# /* a */ endif", "#/**/endif", "/**/ #endif", "/*\n*/ #endif", "\"/*\"\n#endif\n\"*/\";",
		"#en\\\ndif", "#en\\ \ndif", "#en??/\ndif", "#\\\nendif", "??=endif", "%:endif", " \f# \vendif", "#if A\n#endif\n#endif",
		"#if A\n%:endif\n#endif", "#if A\n#else\n# /* a */ endif\n#endif", "#ifdef A\n#elif B\n/*\n#if C\n*/\n#endif\n#endif", "#else\n#endif", "#elif A\n#endif",
	} {
		for _, language := range []string{"c", "cpp"} {
			if src := "int a;\n#if 0\n" + inside + "\nint after() { return 1; }\n"; !hasWord(t, language, src, "after") {
				t.Errorf("%s: %q hides the code after it", language, src)
			}
		}
	}
	for _, before := range []string{"// a \\ \n", "// a ??/\n", "#define A \\\n", "#define A \\\t\n", "char *a = \"\\ \n"} {
		if src := before + "#if 0\nint after;\n#endif\n"; !hasWord(t, "c", src, "after") {
			t.Errorf("%q begins no #if 0", src)
		}
	}
	if !hasWord(t, "c", "#if 0 // a ??/\n#if 1\n#endif\nint after;", "after") {
		t.Error("an #if in a comment that continues hides the code after it")
	}
	for _, inside := range []string{"int inside;", "#if A\n#else\nint inside;\n#endif", "# if A /* a */\n# endif // a\n#error b\nint inside;\n#define A /* don't */ '"} {
		if src := "#if 0\n" + inside + "\n#endif\nint after;\n"; hasWord(t, "cpp", src, "inside") || !hasWord(t, "cpp", src, "after") {
			t.Errorf("%q: code in #if 0 is not a comment, or that after it is", src)
		}
	}
}

// hasWord reports whether a word is among the tokens of a text.
func hasWord(t *testing.T, language, src, word string) bool {
	t.Helper()
	l, _ := ByName(language)
	tokens, err := l.Lex([]byte(src))
	if err != nil && !errors.Is(err, ErrDegraded) {
		t.Fatal(err)
	}
	return slices.ContainsFunc(tokens, func(token Token) bool { return src[token.Start:token.End] == word })
}

// coarseConditionals names the conditionalCases that are read coarsely.
var coarseConditionals = []string{"directive with trigraphs", "definition that continues after a trigraph", "ends of #if 0 that are hard to read"}

// Nothing in a program is marked as uncalled if a branch of conditional compilation may hide where a function begins or ends.
// Otherwise conditional compilation changes nothing: code in any branch may run, except in "#if 0".
func TestConditionalCode(t *testing.T) {
	t.Parallel()
	for _, test := range conditionalCases {
		for _, language := range []string{"c", "cpp"} {
			t.Run(language+" "+test.name, func(t *testing.T) {
				t.Parallel()
				isCoarse := slices.Contains(coarseConditionals, test.name)
				if got, want := uncalledWords(t, language, test.src, isCoarse), deadWords(test.src); !slices.Equal(got, want) {
					t.Errorf("words of uncalled code: %q, want %q", got, want)
				}
			})
		}
	}
}
