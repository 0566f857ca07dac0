package lexer

import (
	"encoding/binary"

	"github.com/zeebo/xxh3"
)

// Version is the version of the normalisation. It increases whenever any program gets other tokens, or other
// uncalled functions. Tokens of different versions must not be compared.
const Version = 18

// Symbol identifies the normalised text of a token: 32 bits of its XXH3 hash (Collet 2019), equal on every
// machine, and never 0, which is [Barrier].
type Symbol uint32

// Barrier stands between the tokens of several files. No shingle or match crosses it.
const Barrier Symbol = 0

// Token is one normalised token and its place in the source.
type Token struct {
	Symbol Symbol // hash of Text, or Barrier
	// Name is the symbol of the name that an Identifier has in the source; 0 for other tokens. The name is in
	// lower case if the language ignores case. It is not always the text of the span: a token of a macro, or
	// a token that a rule has moved, has the span of another token.
	Name Symbol
	// Uncalled marks the tokens of functions that certainly cannot run: no reachable code contains their names.
	Uncalled bool
	// Text is a keyword, an operator, "#define", or a class (Identifier, Number, String, Type).
	Text string
	// Start and End are offsets in bytes: the token is in source[Start:End]. No span is empty. Spans increase
	// and do not overlap, but neighbours may share a span. All tokens of a macro have the span of the macro's
	// use. All tokens of a mirrored comparison have the span of the comparison. A token that a rule adds or
	// moves has the span of the token at its place.
	Start, End int
}

// Classes of tokens.
const (
	Identifier = "I"
	Number     = "N"
	String     = "S" // a literal: text, character or regular expression
	Type       = "T" // a built-in or standard library type; several in a row are one
)

// SymbolOf returns the symbol of a normalised text. SymbolOf(Identifier) is the symbol of every name.
func SymbolOf(text string) Symbol { return max(1, Symbol(xxh3.HashString(text))) }

// nameSymbol returns the symbol of a name, which is not the symbol of the same text.
func nameSymbol(name string) Symbol {
	var buffer [64]byte
	return max(1, Symbol(xxh3.Hash(append(append(buffer[:0], "name "...), name...))))
}

// Shingles returns the hashes of all runs of k consecutive tokens: element i is the shingle that starts at
// token i, or 0 if it would cross a [Barrier]. Hashes are XXH3 (Collet 2019) of the symbols in little-endian
// order, so they are equal on every machine. Fewer than k tokens, or k below 1, give nil.
func Shingles(tokens []Token, k int) []uint64 { return ShinglesOf(Symbols(tokens), k) }

// Symbols returns the symbols of tokens.
func Symbols(tokens []Token) []Symbol {
	symbols := make([]Symbol, len(tokens))
	for i, t := range tokens {
		symbols[i] = t.Symbol
	}
	return symbols
}

// ShinglesOf is Shingles for tokens of which only the symbols are known.
func ShinglesOf(symbols []Symbol, k int) []uint64 {
	if k < 1 || len(symbols) < k {
		return nil
	}
	var buffer [4 << 10]byte // enough for most programs
	encoded := buffer[:0]
	if 4*len(symbols) > len(buffer) {
		encoded = make([]byte, 0, 4*len(symbols))
	}
	for _, symbol := range symbols {
		encoded = binary.LittleEndian.AppendUint32(encoded, uint32(symbol))
	}
	shingles := make([]uint64, len(symbols)-k+1)
	run := 0 // tokens since the last Barrier
	for i, symbol := range symbols {
		if symbol == Barrier {
			run = 0
			continue
		}
		if run++; run < k {
			continue
		}
		start := i - k + 1
		shingles[start] = max(1, xxh3.Hash(encoded[4*start:4*(i+1)]))
	}
	return shingles
}
