package program

import (
	"math/bits"
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// FingerprintVersion names how fingerprints are made. It is stored with each:
// only fingerprints of one version can be compared. It is another whenever the
// tokens are, or the hash; raise its last digits when a change here makes any
// fingerprint another.
const FingerprintVersion = lexer.Version*10_000 + simhash.Version*100 + 1

const (
	// fingerprintShingle is the number of tokens of a fingerprint's features:
	// short enough that a small change leaves most of them as they were.
	fingerprintShingle = 5
	// fingerprintLeast is the number of distinct features below which a
	// program gets no fingerprint: so few bits would be drawn from so little
	// code that unlike programs came out near each other.
	fingerprintLeast = 24
)

// Fingerprint returns the SimHash of a whole program, base code included: it
// depends on the program's tokens alone, never on the contest, so it can be
// compared over all of the archive. A feature is a shingle; its weight is the
// number of binary digits of its count, so that repetition says a little more
// but not much. ok is false for a program too short to have a fingerprint.
func Fingerprint(tokens []lexer.Token) (f simhash.Fingerprint, ok bool) {
	shingles := lexer.Shingles(tokens, fingerprintShingle)
	slices.Sort(shingles)
	var features []simhash.Feature
	for start := 0; start < len(shingles); {
		end := start
		for end < len(shingles) && shingles[end] == shingles[start] {
			end++
		}
		if shingles[start] != 0 {
			features = append(features, simhash.Feature{Hash: shingles[start], Weight: int64(bits.Len(uint(end - start)))})
		}
		start = end
	}
	if len(features) < fingerprintLeast {
		return 0, false
	}
	return simhash.Of(features), true
}
