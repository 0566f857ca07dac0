package program

import (
	"math/bits"
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// FingerprintVersion is stored with each fingerprint: only fingerprints of one version can be compared. It
// changes with the tokens and the hash. Raise the last digits when a change here alters any fingerprint.
const FingerprintVersion = lexer.Version*10_000 + simhash.Version*100 + 2

const (
	// fingerprintShingle is the number of tokens of a feature. A uint8 has one bit for each of these tokens.
	fingerprintShingle = 8
	// minFeatures is the least number of distinct features. With fewer, different programs have close fingerprints.
	minFeatures = 24
)

// Fingerprint returns the SimHash of a whole program including base code. It depends only on the
// tokens, so it can be compared across the archive. A feature is a distinct shingle. Its weight is
// the number of its informative tokens, so names between punctuation, which all programs have, count
// little. ok is false if the program is too short. docs/fingerprints.md has the measurements.
func Fingerprint(symbols []lexer.Symbol) (f simhash.Fingerprint, ok bool) {
	shingles := lexer.ShinglesOf(symbols, fingerprintShingle)
	features := make([]simhash.Feature, 0, len(shingles))
	// A hash table of the features, less than half full; 0 is no shingle. It takes a third of the time of sorting.
	seen := make([]uint64, 2<<bits.Len(uint(len(shingles))))
	var informative uint8 // one bit for each of the last fingerprintShingle tokens
	for i, symbol := range symbols {
		informative <<= 1
		if isInformative(symbol) {
			informative |= 1
		}
		start := i - fingerprintShingle + 1
		if start < 0 || shingles[start] == 0 {
			continue
		}
		shingle, last := shingles[start], uint64(len(seen)-1)
		slot := shingle & last
		for seen[slot] != 0 && seen[slot] != shingle {
			slot = (slot + 1) & last
		}
		if seen[slot] == 0 {
			seen[slot] = shingle
			features = append(features, simhash.Feature{Hash: shingle, Weight: int64(bits.OnesCount8(informative))})
		}
	}
	if len(features) < minFeatures {
		return 0, false
	}
	return simhash.Sum(features), true
}

// uninformative are the symbols of names, types and punctuation.
var uninformative = [...]lexer.Symbol{
	identifier, lexer.SymbolOf(lexer.Type),
	lexer.SymbolOf("("), lexer.SymbolOf(")"), lexer.SymbolOf("{"), lexer.SymbolOf("}"),
	lexer.SymbolOf(","), lexer.SymbolOf(";"), lexer.SymbolOf("."), lexer.SymbolOf("::"),
}

// isInformative reports whether a token is a keyword, operator or literal: these distinguish programs.
func isInformative(symbol lexer.Symbol) bool { return !slices.Contains(uninformative[:], symbol) }
