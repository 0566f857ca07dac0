// Package driver cuts source code into pieces by the rules of chroma's lexers, with the
// same result as chroma, some ten times faster and with counted work.
//
//	d, err := driver.New(lexers.Get("Java").(*chroma.RegexLexer), lexers.GlobalLexerRegistry, nil)
//	pieces, workLeft, err := d.Split(nil, text, 1<<24)
//
// A chroma lexer is a machine of states; a state is a list of rules; a rule is a regular
// expression, a change of state, and a type for the match. chroma tries the rules in order
// with regexp2, a backtracking matcher, and stops a match after 250 ms: that is slow, and
// depends on the clock. docs/decisions/chroma-driver.md has the reasons for this package.
//
// # How it works
//
// The rules are chroma's own, compiled by chroma (builder.go). regexp2 parses and optimises each
// pattern, which becomes a program (program.go) for a machine (machine.go) with the instructions of
// regexp2. The machine allocates nothing, starts only where chroma asks for a match, skips
// alternatives that cannot match the next character, and counts its work: one unit for each
// instruction, each step back, each group of a match, and each character that a loop or a reference
// passes. A unit takes about 3 ns for any text, because classes of characters are tables
// (table.go).
//
// Each state has a list of rules for each ASCII character, and one list for all other characters.
// The list has only the rules that can match at that character (state.go). The first characters of
// a rule's pattern decide this (class.go). So few attempts fail.
//
// The loop over the text (split.go) is chroma's, with its oddities: pieces follow one another by
// their lengths, even where the groups do not cover the whole match; a line end for which no rule
// matches returns to the first state. Nested lexers are driven, too.
//
// # Limits
//
// Split stops, at the same place each time, in four cases: the given work is used up; rules match
// nothing and lead back to themselves; rules pop more states than there are, where chroma panics;
// or rules call functions that wrap another lexer (raw strings of Go and few others). Four lexers
// are not driven, so their work is not counted. Two are Haxe and Raku, because functions change
// their state (see [WithMatchTimeout]). The others are Common Lisp and Emacs Lisp, because chroma
// hides their rules in a wrapper. Only panics of chroma are recovered: mistakes of the machine are
// not hidden.
//
// Some texts name the lexer for a part of the text. There is one driver per lexer, even if its name
// has several spellings. Looking up an unknown name counts as work.
package driver
