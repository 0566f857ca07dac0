package program

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// FingerprintVersion names how fingerprints are made. It is stored with each:
// only fingerprints of one version can be compared. It is another whenever the
// tokens are, or the hash; raise its last digits when a change here makes any
// fingerprint another.
const FingerprintVersion = lexer.Version*10_000 + simhash.Version*100 + 2

const (
	// fingerprintShingle is the number of tokens of a fingerprint's features.
	fingerprintShingle = 8
	// fingerprintLeast is the number of distinct features below which a
	// program gets no fingerprint: so few bits would be drawn from so little
	// code that unlike programs came out near each other.
	fingerprintLeast = 24
)

// Fingerprint returns the SimHash of a whole program, base code included: it
// depends on the program's tokens alone, never on the contest, so it can be
// compared over all of the archive. A feature is a distinct shingle; its weight
// is the number of its tokens that tell something, so that what all programs
// are made of, names between punctuation, counts little. How often a shingle
// stands there does not matter. ok is false for a program too short to have a
// fingerprint. The package documentation has the measurements behind this.
func Fingerprint(tokens []lexer.Token) (f simhash.Fingerprint, ok bool) {
	return fingerprint(lexer.Symbols(tokens))
}

func fingerprint(symbols []lexer.Symbol) (f simhash.Fingerprint, ok bool) {
	var features []simhash.Feature
	for i, shingle := range lexer.ShinglesOf(symbols, fingerprintShingle) {
		if shingle == 0 {
			continue
		}
		var weight int64
		for _, symbol := range symbols[i : i+fingerprintShingle] {
			if tells(symbol) {
				weight++
			}
		}
		features = append(features, simhash.Feature{Hash: shingle, Weight: weight})
	}
	features = distinct(features)
	if len(features) < fingerprintLeast {
		return 0, false
	}
	return simhash.Of(features), true
}

// distinct keeps one of the features of each hash. Equal shingles have equal
// tokens, and so equal weights.
func distinct(features []simhash.Feature) []simhash.Feature {
	slices.SortFunc(features, func(a, b simhash.Feature) int { return cmp.Compare(a.Hash, b.Hash) })
	return slices.Compact(features)
}

// silent are the symbols of names, types and punctuation.
var silent = [...]lexer.Symbol{
	identifier, lexer.SymbolOf(lexer.Type),
	lexer.SymbolOf("("), lexer.SymbolOf(")"), lexer.SymbolOf("{"), lexer.SymbolOf("}"),
	lexer.SymbolOf(","), lexer.SymbolOf(";"), lexer.SymbolOf("."), lexer.SymbolOf("::"),
}

// tells reports whether a token tells something of what a program does:
// keywords, operators and literals do; names, types and punctuation stand
// everywhere.
func tells(symbol lexer.Symbol) bool { return !slices.Contains(silent[:], symbol) }
