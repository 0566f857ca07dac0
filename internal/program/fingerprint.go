package program

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// FingerprintVersion is stored with each fingerprint: only fingerprints of one version can be compared. It
// changes with the tokens and the hash. Raise the last digits when a change here alters any fingerprint.
const FingerprintVersion = lexer.Version*10_000 + simhash.Version*100 + 2

const (
	// fingerprintShingle is the number of tokens of a fingerprint's features.
	fingerprintShingle = 8
	// minFeatures is the least number of distinct features: with fewer, different programs are too close.
	minFeatures = 24
)

// Fingerprint returns the SimHash of a whole program including base code. It depends only on the
// tokens, so it can be compared across the archive. A feature is a distinct shingle. Its weight is
// the number of its informative tokens, so names between punctuation, which all programs have, count
// little. ok is false if the program is too short. docs/fingerprints.md has the measurements.
func Fingerprint(symbols []lexer.Symbol) (f simhash.Fingerprint, ok bool) {
	shingles := lexer.ShinglesOf(symbols, fingerprintShingle)
	features := make([]simhash.Feature, 0, len(shingles))
	informative := int64(0) // tokens of the current shingle
	for i, symbol := range symbols {
		if isInformative(symbol) {
			informative++
		}
		start := i - fingerprintShingle + 1
		if start > 0 && isInformative(symbols[start-1]) {
			informative--
		}
		if start >= 0 && shingles[start] != 0 {
			features = append(features, simhash.Feature{Hash: shingles[start], Weight: informative})
		}
	}
	// Equal shingles have equal weights.
	slices.SortFunc(features, func(a, b simhash.Feature) int { return cmp.Compare(a.Hash, b.Hash) })
	features = slices.Compact(features)
	if len(features) < minFeatures {
		return 0, false
	}
	return simhash.Of(features), true
}

// uninformative are the symbols of names, types and punctuation.
var uninformative = [...]lexer.Symbol{
	identifier, lexer.SymbolOf(lexer.Type),
	lexer.SymbolOf("("), lexer.SymbolOf(")"), lexer.SymbolOf("{"), lexer.SymbolOf("}"),
	lexer.SymbolOf(","), lexer.SymbolOf(";"), lexer.SymbolOf("."), lexer.SymbolOf("::"),
}

// isInformative reports whether a token is a keyword, operator or literal: these distinguish programs.
func isInformative(symbol lexer.Symbol) bool { return !slices.Contains(uninformative[:], symbol) }
