package simhash

import (
	"fmt"
	"math/bits"
)

// Fingerprint is a 64-bit SimHash.
type Fingerprint uint64

// String returns the fingerprint as 16 hexadecimal digits.
func (f Fingerprint) String() string { return fmt.Sprintf("%016x", uint64(f)) }

// Distance returns the Hamming distance of two fingerprints: the number of
// bits in which they differ, 0 to 64. Unrelated fingerprints are about 32
// apart.
func Distance(a, b Fingerprint) int { return bits.OnesCount64(uint64(a ^ b)) }

// NearDuplicateDistance is the distance up to which two fingerprints are those
// of near-duplicates (Manku, Jain and Das Sarma 2007).
const NearDuplicateDistance = 3

// NearDuplicate tells whether two fingerprints are at most
// [NearDuplicateDistance] apart.
func NearDuplicate(a, b Fingerprint) bool { return Distance(a, b) <= NearDuplicateDistance }
