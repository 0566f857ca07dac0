// Package driver cuts source code into pieces by the rules of chroma's lexers, with the same result as
// chroma, some ten times faster and with counted work.
//
//	d, err := driver.New(lexers.Get("Java").(*chroma.RegexLexer), lexers.GlobalLexerRegistry, nil)
//	pieces, workLeft, err := d.Split(text, 1<<24)
//
// A chroma lexer is a machine of states. A state is a list of rules. A rule is a regular expression, a change
// of state, and a type for the match. chroma tries the rules in order with regexp2, a backtracking matcher,
// and stops a match after 250 ms. So it is slow, and depends on the clock. docs/decisions/chroma-driver.md
// has the reasons for this package.
//
// # How it works
//
// The rules are chroma's own, compiled by chroma (builder.go). regexp2 parses and optimises each pattern,
// which becomes a program (program.go) for a machine (machine.go) with the instructions of regexp2. The
// machine allocates nothing, starts only where chroma asks for a match, skips alternatives that cannot match
// the next character, and counts its work: one unit for each instruction, each step back, each group of a
// match, and each character that a loop or a reference passes. A unit takes about 3 ns for any text, because
// classes of characters are sets of bits (table.go).
//
// Each state has a list of rules for each ASCII character, and one list for all other characters. The list
// has only the rules that may match at that character (state.go): of most patterns, regexp2 knows the first
// characters of a match. So few attempts to match fail.
//
// The loop over the text (split.go) does the same as chroma's, with its oddities. Text of a match outside its
// groups is in no piece, and the offsets of later pieces are too small by its length. If no rule matches a line end, the lexer
// returns to its first state. Nested lexers are driven too.
//
// # Limits
//
// Split stops in four cases, at the same place each time: the given work is used up; rules match nothing and
// lead back to themselves; rules pop more states than there are, where chroma panics; or rules call functions
// that wrap another lexer (raw strings of Go and few others). Four lexers are not driven, so their work is
// not counted. Haxe and Raku are not, because functions change their state. (chroma reads all four, see
// [WithMatchTimeout].) Common
// Lisp and Emacs Lisp are not, because chroma hides their rules in a wrapper. Only panics of chroma are
// recovered, so that mistakes of the machine show.
//
// Some texts name the lexer for a part of themselves. Each lexer has one driver, even if its name has several
// spellings. Looking up an unknown name counts as work.
package driver
