// Package lexer turns source code into normalised tokens, so that programs can be compared by what they do
// and not by how they are written. It knows some languages by tables of their own, and all others by
// chroma's lexers; [Languages] lists them.
//
//	cpp, ok := lexer.ByName("GNU C++17") // or lexer.ByPath("main.cpp")
//	tokens, err := cpp.Lex(src)
//	shingles := lexer.Shingles(tokens, 10)
//
// # Tokens
//
// The text of a token is the keyword or operator itself, or a capital letter for one of four classes:
//
//	I  a name: of a variable, a function, an own class, a library function
//	N  a number
//	S  a literal: string, character, regular expression, with prefix and suffix
//	T  a type of the language or its standard library: int, string, vector, HashMap
//
// So "long total = a + 1;" and "int x=y+2; // sum" both read "T I = I + N ;". Comments and white space have
// no tokens.
//
// # Rules
//
// A list of rules, applied in order, unifies different ways to write one thing: "++i", "i += 1" and "i = i +
// 1" read "i++", "while (c)" reads "for (; c;)", and imports, casts and the braces around a single statement
// are dropped. [Rules] describes each rule in one line, [Language.Rules] the rules of a language. The tables
// in lang_*.go say which languages a rule applies to, and each rule has a file with its details.
// [Language.OmitRules] leaves rules out, to measure their effect.
//
// The tables unify without a rule: "and" and "&&"; NULL and nullptr; class and struct in C++; let, const and var (JavaScript),
// val and var (Kotlin, Scala), let and var (Swift), foreach and for (Perl). Pascal and PHP are read in lower
// case. Code in a hole of a literal, as in "a${code}", has its own tokens, between those of the literal's parts
// (holes.go); in generic languages only if chroma separates them.
//
// A rule must not make honest programs alike: a loop over elements and a loop over indices differ, because
// honest programs have good reasons for either. Each rule has a test with programs that it unifies, and with
// one program that stays different.
//
// # How it works
//
// Lex cleans the source (clean.go), and chroma cuts it into code, comments, directives and literals. Nothing
// else is taken from chroma: its finer types differ between languages and are often wrong. The tables of the
// language in lang_*.go, which are data only, give its keywords, types and operators. Where chroma misreads a
// language or is slow, the tables add rules that are tried before chroma's (patches.go).
//
// Package driver runs all these rules with the same result as chroma, but faster and independent of the
// clock. BenchmarkSplit has these figures in MB/s, and in brackets the allocations per KB, on 2 shared cores:
//
//	                        chroma      chroma with our rules   driver with our rules
//	C++, 284 programs       0.59 (17 k)       17 (360)                80 (4)
//	Java, 331 programs      0.77 (14 k)       28 (120)               120 (5)
//	Python, 8 programs      0.40 (23 k)       15 (640)                84 (7)
//
// Haxe, Raku, Common Lisp and Emacs Lisp stay with chroma: their lexers contain code that the driver cannot
// inspect. In these languages a lexer that such code calls keeps chroma's limit of 250 ms for a match, which ends it
// without an error and would change the tokens. So Lex rejects a source if one token takes 200 ms.
//
// # Limits
//
// The work of the rules for one source is counted (split.go). If it would be too much, if rules make no
// progress, if chroma would panic, or if it is not certain where a literal ends, the rest of the source is read
// coarsely (coarse.go): strings and comments are recognised by their marks, and [ErrDegraded] comes with the
// tokens, which are equal on every machine. Sizes are limited, too, and several blank lines in a row count as
// one. The work allowed for the largest source takes half a second. For the four languages that stay with
// chroma only time is limited: after 0.8 s the error is [ErrLexTimeout]. So the machine may decide whether such
// a source is read, but never which tokens it has. In Raku brackets are counted, too: sources with thousands
// are read coarsely.
//
// If up to 32 tokens repeat, as in a table of numbers, Lex returns at most 8,192 tokens of them, with
// [ErrDegraded] (repeats.go): more say nothing new about a program and cost memory.
//
// Spans of tokens refer to the source that Lex gets: offsets in the clean text are mapped back across byte
// order marks, CRLF, NUL, bad UTF-8 and blank lines. The number of tokens grows at most in proportion to the
// length of the source, even with macros.
//
// Languages without tables ([Language.Generic]) use chroma's keywords and types, and a list of common
// operators. Their tokens serve to compare programs of one language. They are less reliable.
//
// # Versions
//
// Symbols and shingles are stable hashes and may be stored. Raise [Version] with every change that gives any
// program other tokens: to a table, a rule, the cleaning, the hash, or the version of chroma.
// TestGoldenTokens fails if the tokens of the programs in testdata change.
package lexer
