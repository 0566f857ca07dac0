package lexer

import (
	"bytes"

	"github.com/zeebo/xxh3"
)

// Version numbers the normalisation. It is raised whenever the tokens of any
// program change, so that what was derived from older tokens (fingerprints,
// shingles) can be told apart.
const Version = 2

// Symbol stands for the normalised text of a token: equal texts have equal
// symbols, on every machine and in every process. It is 32 bits of the text's
// XXH3 hash (Collet 2019). No token has the symbol 0, which is Barrier.
type Symbol uint32

// Barrier stands between the files of a submission. Lex never returns it; a
// caller that joins the tokens of several files puts it between them, and no
// shingle or match crosses it.
const Barrier Symbol = 0

// Token is one normalised token and the place it came from.
type Token struct {
	Symbol Symbol // hash of Text, or Barrier
	// Text is the normalised text: a keyword or an operator itself, "#define",
	// or the class of a collapsed token (Identifier, Number, String, Type).
	Text string
	// Start and End are the span in bytes of the source given to Lex, End not
	// included. A span is never empty. Spans of one source increase and do not
	// overlap, but that neighbouring tokens may have the same one: all tokens
	// of a macro have that of its use, and a token that a rule adds or moves
	// has that of the token at whose place it stands.
	Start, End int
}

// The texts of the tokens that are collapsed into classes.
const (
	Identifier = "I"
	Number     = "N"
	String     = "S" // a literal: text, character or regular expression
	Type       = "T" // a built-in or standard library type; several in a row are one
)

// SymbolOf returns the symbol of a normalised text: SymbolOf(Identifier) is that
// of every name.
func SymbolOf(text string) Symbol {
	s := Symbol(xxh3.HashString(text))
	if s == Barrier {
		return 1
	}
	return s
}

// NameSymbol returns the symbol of a name as it is written, the text of an
// Identifier token: for comparing programs by what their authors call things.
// It is another one than that of any normalised text. In a language that reads
// upper and lower case alike, so does it.
func (l *Language) NameSymbol(name []byte) Symbol {
	if l.syntax.foldCase {
		name = bytes.ToLower(name)
	}
	return SymbolOf("name " + string(name))
}
