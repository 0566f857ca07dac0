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
// The rules are chroma's own, compiled by chroma (builder.go). regexp2 parses and
// optimises each pattern, which becomes a program (program.go) for a machine
// (machine.go) with the instructions of regexp2. The machine allocates nothing, starts
// only where chroma asks for a match, skips alternatives whose first character is absent,
// and counts its work: one unit for each instruction, each step back, each group of a
// match, and each character that a loop or a reference passes. A unit takes about 3 ns for
// any text, because classes of characters are tables (table.go).
//
// For each state and each ASCII character, and for all others together, a list has the
// rules that can match there (state.go), by the first characters of their patterns
// (class.go), so that few attempts fail.
//
// The loop over the text (split.go) is chroma's, with its oddities: pieces follow one
// another by their lengths, even where the groups of a match do not cover it; a line end
// without a rule returns to the first state. Nested lexers are driven, too.
//
// # Limits
//
// Split stops, at the same place each time, when the given work is used up; when rules
// match nothing and lead back to themselves; when they pop more states than there are,
// where chroma panics; and when they call functions that wrap another lexer (raw strings
// of Go and few others). Four lexers are not driven, so their work is not counted: Haxe
// and Raku, whose functions change the state (see [WithMatchTimeout]), and Common Lisp
// and Emacs Lisp, whose rules chroma hides in a wrapper. Only panics of chroma are
// recovered: mistakes of the machine are not hidden.
//
// Some texts name the lexer for a part of them. There is one driver per lexer, whatever
// the spelling of its name. Looking up an unknown name counts as work.
//
// # Tests
//
// TestDriverEqualsChroma compares with chroma, for all of its lexers, on programs of the
// repository, intact and damaged; FuzzDriver does so on any text, and FuzzMachine
// compares the machine with regexp2 on any pattern, all without chroma's time limit.
package driver
