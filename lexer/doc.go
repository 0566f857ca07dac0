// Package lexer turns source code into normalised tokens, so that programs can
// be compared by what they do and not by how they are written.
//
//	cpp, _ := lexer.ByName("GNU C++17")
//	tokens, err := cpp.Lex(src)
//	shingles := lexer.Shingles(tokens, 10)
//
// # Tokens
//
// A token is a keyword or an operator, which stands for itself, or one of a few
// classes, whose text is a single capital letter:
//
//	I  a name: of a variable, a function, a class of one's own, a library function
//	N  a number
//	S  a literal: string, character, regular expression, with its prefix and suffix
//	T  a type of the language or its standard library: int, string, vector, HashMap
//
// So "long total = a + 1;" and "int x=y+2; // sum" both read "T I = I + N ;".
// Comments and white space have no tokens.
//
// # Rules
//
// What can be written in several ways is read in one, by a list of rules that
// are applied one after another; [Rules] names them all, [Language.Rules] those
// of a language, and the tables in lang_*.go say which language has which.
// [Language.Without] leaves some out, to measure what they are worth. In plain
// words:
//
//   - macros (C, C++): a use of a short macro reads like its body with the
//     arguments put in, and the definition is dropped: "rep(i, n)" is the loop
//     that it stands for. Longer ones stay: "#define" is a token and the body
//     follows it. Other directives are always dropped: they are alike in honest
//     programs (guards, pragmas), or say how a program is compiled and not what
//     it does. Code inside "#if 0" is a comment.
//   - imports (all but C, whose "#include" is a directive): statements that import
//     or open a library.
//   - soft-keywords (C#, Dart, Java, JavaScript, Kotlin, PHP, Python, Rust,
//     Scala, Swift, TypeScript): "value" and "data" may be names.
//   - own-types (all): a class Stack of one's own is a name, not a type, and so
//     is a list that is a variable.
//   - doc-strings (Julia, Python): texts that are a whole statement.
//   - closing-angles (C++, C#, Dart, Java, Pascal, Rust, Swift, TypeScript):
//     ">>" that closes two lists of type arguments is two tokens.
//   - trailing-commas (all): those before a closing bracket.
//   - annotations (Dart, Java, Kotlin, Scala, Swift): "@Override", "throws E".
//   - modifiers (languages with braces but Go and Perl): public, static, final,
//     const, inline, pub, mut and their like are dropped.
//   - receivers (C++, C#, D, Dart, Java, JavaScript, Kotlin, PHP, Scala, Swift,
//     TypeScript): "this." goes, in C++ "std::", too.
//   - type-arguments (C++, C#, Dart, Java, Kotlin, Pascal, Python, Rust, Scala,
//     Swift, TypeScript): "List<Integer>" is "List", so that "var" and "auto" read
//     like what they stand for.
//   - array-marks (C, C++, C#, D, Java, TypeScript): "int[] a" is "int a".
//   - neighbours (all): "unsigned long long" is one type, "a" "b" one literal.
//   - type-aliases (C, C++, C#, D, Kotlin, Pascal, Rust, Scala, TypeScript):
//     typedef, using, typealias, type.
//   - ascriptions (Go, Kotlin, Python, Rust, Scala, Swift, TypeScript): "x: Int = 1"
//     is "x = 1", Go's "var x = 1" is "x := 1".
//   - casts (C, C++, C#, D, Go, Java, Rust): "(long) x" is "x"; so are, in C++
//     and Go, "long(x)" and, in Rust, "x as i64".
//   - declared-types (C, C++, C#, D, Dart, Java): in "Edge e" and "new Edge",
//     Edge is a type, and so is "Map.Entry".
//   - references (C++): in "auto& x" and "vector<int>& v" the mark is dropped.
//   - parentheses (all but Haskell, Julia, Lua, OCaml): "return (x);" is "return
//     x;", "(a < b) && (c)" is "a < b && c", "((x))" is "x". Only those that change
//     nothing by the precedence of the operators around them, and none inside
//     arithmetic: "a + (b * c)" and "a + b * c" differ.
//   - increments (all but Haskell, Lua, OCaml): "++i", "i += 1", "i = i + 1" and Pascal's "inc(i)" are
//     "i++", and "x = x + e" is "x += e". Only whole statements and parts of
//     loop heads: elsewhere "++i" and "i++" are not the same. "i += 2" is not
//     "i++".
//   - bounds (the same, but Julia, Pascal, Perl, Ruby): "i <= n - 1" is "i < n", Kotlin's "0..n - 1" is "0 until n",
//     Python's "range(0, n)" is "range(n)".
//   - counted-loops, loops (C, C++, C#, D, Dart, Java, JavaScript, Kotlin, PHP,
//     Scala, TypeScript): "while (c)" is "for (; c;)", with the statements that set and
//     count the variable where those are next to it. A loop over the elements
//     of a list and one over its indices are different: other programs do it
//     otherwise for good reasons.
//   - braces (the same): those round a single statement that another one governs.
//     begin-end: Pascal's begin and end, and its semicolons before an end.
//   - optional-marks (all but Perl): semicolons where a line end will do, and those
//     that end nothing.
//   - declarations (C, C++, C#, D, Dart, Java): "int a; int b;" is "int a, b;",
//     in Pascal "a: integer; b: integer" is "a, b: integer", and in JavaScript
//     and TypeScript "let a, b" is "let a; let b".
//   - streams (C++): "cin >> a; cin >> b;" is "cin >> a >> b;". printf and cout
//     stay apart, but "endl" is a literal, as "\n" is.
//   - indentation (Python): a token marks the end of each block.
//
// By their tables alone these are alike: "and" and "&&", class and struct in
// C++; let, const and var (JavaScript), val and var (Kotlin, Scala), let and
// var (Swift), foreach and for (Perl). Pascal and PHP are read in lower case.
// The code inside an interpolated string stands between the parts of the
// string, where chroma tells them apart.
//
// A rule must not make honest programs alike: each has a test of programs that
// it brings together and of one that it keeps apart from them.
//
// # How it works
//
// Lex cleans the source (see clean), and chroma cuts it into code, comments,
// directives and literals. That is all that is taken from chroma: its finer types
// differ between languages and are often wrong. The code is then read by the
// tables of the language: its keywords, types and operators, in lang_*.go, are
// data only. Where chroma misreads a language or gets slow, the tables hold rules
// that are tried before its own.
//
// The rules of chroma are run by package driver, ours and its own: what they
// make of a text is the same, but it takes less time, and does not depend on the
// clock. Haxe, Raku, Common Lisp and Emacs Lisp stay with chroma: what their
// lexers do cannot be seen from outside. Nor can it be seen whether chroma
// stopped a match after 250 ms, which would change the tokens; so a source for
// one token of which it takes 200 ms is not read at all.
//
// BenchmarkSplit, MB/s (allocations for 1 KB) on 2 shared cores:
//
//	              chroma      chroma with our rules   driver with our rules
//	C++ (284)     0.59 (17 k)       17 (360)                80 (4)
//	Java (331)    0.77 (14 k)       28 (120)               120 (5)
//	Python (8)    0.40 (23 k)       15 (640)                84 (7)
//
// The work that the rules may do for one source is counted (cutting.go). Where
// it would be too much, where rules match nothing for ever, or where chroma
// would panic, the rest of the source is read coarsely (coarse.go): strings and
// comments are told by how they begin and end, and the tokens come with
// ErrDegraded, the same on every machine. Sizes are bounded, too, and runs of
// blank lines are squeezed. The driver looks at no clock: the work that it may
// do for the largest source takes half a second. In the four languages that stay
// with chroma, work cannot be counted, and only time bounds it: after 30 s a
// source is not read at all (ErrLexTimeout). Which sources are read there may depend
// on the machine, but not what their tokens are.
//
// Spans of tokens are in the source as it was given. Offsets in the clean text
// are mapped back, so that byte order marks, CRLF, NUL, bad UTF-8 and runs of
// blank lines do no harm. The number of tokens is at most proportional to the
// length of the source, whatever its macros are.
//
// Languages without tables use what chroma takes for keywords and types, and a
// list of common operators; Language.Generic says so. Their tokens are good
// enough to compare programs of one language, and less sure.
//
// # Versions
//
// Symbols and shingles are stable hashes and may be stored. Version must be raised
// with every change after which any program has other tokens: to a table, a rule,
// the cleaning, the hash, or the version of chroma. TestGoldenTokens fails when
// the tokens of the programs in testdata change.
package lexer
