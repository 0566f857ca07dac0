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
// What a program declares as a class or a type itself is I, whatever its name.
// Comments, white space, doc strings and imports have no tokens. These are alike,
// too, because turning one into the other changes nothing but the looks:
//
//   - neighbouring types (unsigned long long) and neighbouring literals ("a" "b")
//     are one token each; ">>" that closes two lists of type arguments is two;
//   - in C++, "std::" is dropped, and "and", "or", "not" are "&&", "||", "!";
//   - let, const and var (JavaScript), val and var (Kotlin, Scala), let and var
//     (Swift) are one keyword, as are foreach and for in Perl;
//   - commas before a closing bracket and, where a line end will do, semicolons
//     are dropped; Pascal and PHP are read in lower case;
//   - the code inside an interpolated string stands between the parts of the
//     string, where chroma tells them apart.
//
// Macro definitions of C and C++ are read: "#define" is a token and the body
// follows it. All other directives, attributes and compiler options are dropped:
// they are alike in honest programs (guards, pragmas), or say how a program is
// compiled and not what it does. Code inside "#if 0" is a comment.
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
// Spans of tokens are in the source as it was given. Offsets in the clean text
// are mapped back, so that byte order marks, CRLF, NUL, bad UTF-8 and runs of
// blank lines do no harm.
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
