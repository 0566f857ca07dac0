// Package driver cuts source code into pieces by the rules of chroma's lexers,
// as chroma itself does, some ten times faster and with the work counted.
//
//	d, err := driver.New(lexers.Get("Java").(*chroma.RegexLexer), lexers.GlobalLexerRegistry, nil)
//	pieces, left, err := d.Split(nil, text, 1<<24)
//
// # Why
//
// A chroma lexer is a machine of states; a state is a list of rules; a rule is
// a regular expression, a change of state, and a type for what has matched. At
// each position chroma tries the rules one after another with regexp2, a
// matcher that goes back over what it has tried. That is slow, since each
// attempt allocates. It also depends on the clock: a match that takes 250 ms
// is stopped, and counts as none, so that on a busy machine the same text is
// cut in another way; and a text can be made for which one match takes years.
//
// # How it works
//
// The rules are chroma's own, compiled by chroma (a mutator in a copy of the
// lexer is shown them all). Each pattern is parsed and optimised by regexp2 and
// turned into a program for a machine of ours (program.go, machine.go), whose
// instructions mean what regexp2's mean. The machine allocates nothing, starts
// only where chroma asks for a match, skips alternatives whose first character
// is not there, and counts its work: a unit for each instruction, each step
// back and each character that a loop or a reference goes over. A unit takes
// some 3 ns.
//
// For each state and each ASCII character, and for all others together, there
// is a list of the rules that can match there (state.go), by the first
// characters of their patterns (firsts.go), so that few attempts fail.
//
// The loop over the text (split.go) is chroma's, with its oddities: pieces
// follow one another by their lengths, even where the groups of a match do not
// cover it; a line end that no rule takes leads back to the first state.
// Lexers within lexers are driven, too.
//
// # Bounds
//
// Split stops, at the same place each time, when the work that it is given is
// used up; when rules match nothing and lead back to themselves; when they
// leave more states than there are, at which chroma panics; and when they call
// functions that wrap another lexer (raw strings of Go and few others). Four
// lexers are not driven at all, and their work is not counted: Haxe and Raku,
// whose functions change the state (see [WithMatchTimeout]), and Common Lisp and Emacs
// Lisp, which chroma wraps, so that their rules are out of reach.
// Only chroma's panics are taken for that: a mistake of the machine is not hidden.
//
// Some texts name the lexer for a part of them. One driver is kept for each
// lexer, however its name is spelt, and none for names that no lexer has; to
// find out that none has is counted as work.
//
// # That it is the same
//
// TestAsChroma compares with chroma, for all of its lexers, on programs in the
// repository, whole and spoilt; FuzzDriver does so on any text, and FuzzMachine
// compares the machine with regexp2 on any pattern. Each rule of chroma has all
// the time it wants there. In trials there was no difference in 6,100 inputs
// for 270 lexers, in 132,000 more for 14 of them, and in 300,000 patterns.
package driver
