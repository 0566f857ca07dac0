package lexer

import (
	"encoding/binary"

	"github.com/zeebo/xxh3"
)

// Shingles returns the hashes of all runs of k consecutive tokens: element i
// is the shingle that starts at token i. A run that would cross a Barrier has
// no shingle and the value 0, which no true shingle has. Hashes are XXH3
// (Collet 2019) of the symbols in little-endian order, so they are equal on
// every machine. Fewer than k tokens, or k below 1, give nil.
func Shingles(tokens []Token, k int) []uint64 {
	return ShinglesOf(Symbols(tokens), k)
}

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
	encoded := make([]byte, 4*len(symbols))
	for i, symbol := range symbols {
		binary.LittleEndian.PutUint32(encoded[4*i:], uint32(symbol))
	}
	shingles := make([]uint64, len(symbols)-k+1)
	clear := 0 // tokens up to here that hold no Barrier
	for i, symbol := range symbols {
		if symbol == Barrier {
			clear = 0
			continue
		}
		if clear++; clear < k {
			continue
		}
		start := i - k + 1
		shingles[start] = max(1, xxh3.Hash(encoded[4*start:4*(i+1)]))
	}
	return shingles
}
