package program

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// FingerprintVersion is stored with each fingerprint: only fingerprints of the same version can be compared. It
// changes with the tokens and the hash. Raise the last number when a change in this package alters any fingerprint.
const FingerprintVersion = lexer.Version*10_000 + simhash.Version*100 + 2

const (
	// fingerprintShingle is the number of tokens of a feature. It is 8 so that a uint8 has one bit for each token.
	fingerprintShingle = 8
	// minFeatures is the minimum number of distinct features. With fewer, different programs have close fingerprints.
	minFeatures = 24
)

// Fingerprint returns the SimHash of a whole program including base code. It depends only on the tokens, so it
// can be compared across the archive. A feature is a distinct shingle. Its weight is the number of its
// informative tokens, so shingles of mere names and punctuation, which all programs have, count little. ok is
// false if the program is too short. docs/fingerprints.md has the measurements.
func Fingerprint(symbols []lexer.Symbol) (f simhash.Fingerprint, ok bool) {
	shingles := lexer.ShinglesOf(symbols, fingerprintShingle)
	features := featureSets.Get().(*featureSet)
	defer featureSets.Put(features)
	features.reset(len(shingles))
	var informative uint8 // one bit for each of the last fingerprintShingle tokens
	for i, symbol := range symbols {
		informative <<= 1
		if !slices.Contains(uninformative[:], symbol) {
			informative |= 1
		}
		if start := i - fingerprintShingle + 1; start >= 0 && shingles[start] != 0 {
			features.add(shingles[start], bits.OnesCount8(informative))
		}
	}
	if len(features.list) < minFeatures {
		return 0, false
	}
	return simhash.Sum(features.list), true
}

// featureSet is a set of features: a hash table, because sorting takes longer.
type featureSet struct {
	list   []simhash.Feature
	hashes []uint64 // less than half full; 0 is no feature
}

// featureSets keeps the memory for further programs: a fifth of all that reading a program takes.
var featureSets = sync.Pool{New: func() any { return new(featureSet) }}

// reset removes all features, and makes room for n.
func (s *featureSet) reset(n int) {
	size := 2 << bits.Len(uint(n))
	s.list = slices.Grow(s.list[:0], n)
	s.hashes = slices.Grow(s.hashes[:0], size)[:size]
	clear(s.hashes)
}

// add adds a feature, if it is new.
func (s *featureSet) add(hash uint64, weight int) {
	last := uint64(len(s.hashes) - 1)
	slot := hash & last
	for s.hashes[slot] != 0 && s.hashes[slot] != hash {
		slot = (slot + 1) & last
	}
	if s.hashes[slot] == 0 {
		s.hashes[slot] = hash
		s.list = append(s.list, simhash.Feature{Hash: hash, Weight: int64(weight)})
	}
}

// uninformative are the symbols of names, types and punctuation.
var uninformative = [...]lexer.Symbol{
	identifier, lexer.SymbolOf(lexer.Type),
	lexer.SymbolOf("("), lexer.SymbolOf(")"), lexer.SymbolOf("{"), lexer.SymbolOf("}"),
	lexer.SymbolOf(","), lexer.SymbolOf(";"), lexer.SymbolOf("."), lexer.SymbolOf("::"),
}
