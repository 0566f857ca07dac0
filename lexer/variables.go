package lexer

import (
	"encoding/binary"
	"slices"

	"github.com/zeebo/xxh3"
)

// Variable describes how a program uses a name: of a variable, a parameter or a function.
type Variable struct {
	// Hash is the hash of the tokens around all uses, whatever their order. Renaming the variable and moving
	// statements do not change it.
	Hash        uint64
	First, Last int // indices of the tokens of the first and the last use
}

// Variables returns the names that a program uses at least twice. symbols has the symbol of each token. names
// has the Name of each Identifier, and the symbol of each other token.
func Variables(symbols, names []Symbol) []Variable {
	uses := make([]uint64, 0, len(symbols)/2) // a name, and in the lower 32 bits the place of a use
	identifier := SymbolOf(Identifier)
	for i, symbol := range symbols {
		if symbol == identifier {
			uses = append(uses, uint64(names[i])<<32|uint64(i))
		}
	}
	slices.Sort(uses)
	var variables []Variable
	var around []uint64
	var encoded []byte
	for start, end := 0, 0; start < len(uses); start = end {
		around = around[:0]
		for ; end < len(uses) && uses[end]>>32 == uses[start]>>32; end++ {
			i := int(uint32(uses[end]))
			around = append(around, uint64(symbolAt(symbols, i-1))<<32|uint64(symbolAt(symbols, i+1)))
		}
		if len(around) < 2 {
			continue
		}
		slices.Sort(around)
		encoded = encoded[:0]
		for _, use := range around {
			encoded = binary.LittleEndian.AppendUint64(encoded, use)
		}
		variables = append(variables, Variable{max(1, xxh3.Hash(encoded)), int(uint32(uses[start])), int(uint32(uses[end-1]))})
	}
	return variables
}

// symbolAt returns a symbol, or a Barrier outside of the program.
func symbolAt(symbols []Symbol, i int) Symbol {
	if i < 0 || i >= len(symbols) {
		return Barrier
	}
	return symbols[i]
}
