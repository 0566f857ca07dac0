package lexer

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// Compilers see the function "program" in each source. It is among the tokens, or the source is read coarsely, which users see.
func TestHiddenCode(t *testing.T) {
	t.Parallel()
	const program = "\nint program() { return 1; }\n// */\n"
	for _, src := range []string{
		"#define A '/*'" + program,
		"#define A 1'000 + '/*'" + program,
		"#if !__has_include(</*>)" + program,
		"#if /*\n*/ !__has_include ( /* */ </*>)" + program,
		"#include <//*>" + program,
		"#ifdef A\n#error don't /*\n#endif" + program,
		"#pragma a don't /*" + program,
		"\f#pragma a don't /*" + program,
		"%:pragma a don't /*" + program,
		"/**/ #pragma a don't /*" + program,
		"#define A R\"(\" /*)\"" + program,
		"// a\r/*\n*/" + program,
		"/\\\n/ /*" + program,
		"/* *\\\n/" + program,
		"// \\ \n/*" + program,
		"// ??/\n/*" + program,
		"/* *??/\n/" + program,
		"char *a = \"??/\"/*\";" + program,
		"int a = 1 ??' 2; int program() { return 1; }",
		"char *a = R\"x(\n)\\\nx\" /*\n)x\";" + program,
	} {
		for _, language := range []string{"c", "cpp"} {
			checkShown(t, language, src)
		}
	}
	checkShown(t, "c", "#define R\nchar *a = R\"(\";\nint program() { return 1; }\nchar *b = \")\";")
	checkShown(t, "cpp", "#define R\nchar *a = R\"(\";\nint program() { return 1; }\nchar *b = \")\";")
}

// checkShown checks that the word "program" is among the tokens of a source, or that the source is read coarsely.
func checkShown(t *testing.T, language, src string) {
	t.Helper()
	l, _ := ByName(language)
	tokens, err := l.Lex([]byte(src))
	if !errors.Is(err, ErrDegraded) && !slices.ContainsFunc(tokens, func(token Token) bool { return src[token.Start:token.End] == "program" }) {
		t.Errorf("%s: %q hides its program: error %v", language, src, err)
	}
}

// Usual sources with parts that look like those are read in full.
func TestReadInFull(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		"#include <a/b.h> // a, <b> // c\n#include <c> /* <//> */\n#if A < 5 /* > 3 */\n#define B(x) (x<5) // a->b\n#endif",
		"#define A 1'000'000 // don't\n#define B \"L or R\" // ??/a\n// what??! \nchar *a = \"??)\";",
		"#define A(x) \\\n  f(x) \\\n  + 1\nconst char *a = R\"(\n??=\n)\";",
		"int x;\n\n" + strings.Repeat(" ", 20) + "\\\n\nauto s = R\"(abcdefghijklm)\";",
	} {
		if _, err := cpp.Lex([]byte(src)); err != nil {
			t.Errorf("%q: %v", src, err)
		}
	}
}
