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
	weights := make([]uint8, len(shingles))
	var counts [fingerprintShingle + 1]int // by weight
	var informative uint8                  // one bit for each of the last fingerprintShingle tokens
	for i, symbol := range symbols {
		informative <<= 1
		if isInformative(symbol) {
			informative |= 1
		}
		if start := i - fingerprintShingle + 1; start >= 0 && shingles[start] != 0 {
			weights[start] = uint8(bits.OnesCount8(informative))
			counts[weights[start]]++
		}
	}
	var byWeight [fingerprintShingle + 1][]uint64 // shingles; equal ones have equal weights
	memory := make([]uint64, len(shingles))
	for weight, count := range counts {
		byWeight[weight], memory = memory[:0:count], memory[count:]
	}
	for i, weight := range weights {
		if shingles[i] != 0 {
			byWeight[weight] = append(byWeight[weight], shingles[i])
		}
	}
	features := make([]simhash.Feature, 0, len(shingles))
	for weight, list := range byWeight {
		slices.Sort(list)
		for _, shingle := range slices.Compact(list) {
			features = append(features, simhash.Feature{Hash: shingle, Weight: int64(weight)})
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
