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
	if k < 1 || len(tokens) < k {
		return nil
	}
	encoded := make([]byte, 0, 4*len(tokens))
	for _, t := range tokens {
		encoded = binary.LittleEndian.AppendUint32(encoded, uint32(t.Symbol))
	}
	shingles := make([]uint64, len(tokens)-k+1)
	clear := 0 // tokens up to here that hold no Barrier
	for i, t := range tokens {
		if t.Symbol == Barrier {
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
