package simhash

import (
	"fmt"
	"math"
	"math/bits"
)

// Fingerprint is a 64-bit SimHash.
type Fingerprint uint64

// String returns the fingerprint as 16 hexadecimal digits.
func (f Fingerprint) String() string { return fmt.Sprintf("%016x", uint64(f)) }

// Distance returns the Hamming distance: the number of bits, 0 to 64, in which two fingerprints differ.
// Unrelated fingerprints are about 32 apart.
func Distance(a, b Fingerprint) int { return bits.OnesCount64(uint64(a ^ b)) }

// Feature is a property of a program and its weight.
type Feature struct {
	// Hash identifies the feature by 64 bits that look random. A count or a code point is not random enough.
	Hash uint64
	// Weight is an integer, so that sums do not depend on the order of the features. A feature that occurs
	// several times may be passed several times, or once with the sum of the weights.
	Weight int64
}

// Sum returns the fingerprint of features (Charikar 2002). For each of the 64 bits, every feature adds its
// weight if its hash has the bit set, and subtracts it if not. A bit of the fingerprint is 1 if its sum is
// positive. The order of the features does not matter. The absolute weights must add up to less than 1<<63.
//
// Do not make fingerprints of programs with very few features: all such programs look alike.
func Sum(features []Feature) Fingerprint {
	// set[i] is the sum of the weights of the hashes with bit i. The other hashes have the rest of the total.
	var total int64
	var set [64]int64
	// Small weights are first added in packed, which has one byte for each bit, until a byte could overflow.
	var packed [8]uint64
	var inPacked int64
	unpack := func() {
		for i := range set {
			set[i] += int64(packed[i/8] >> (i % 8 * 8) & math.MaxUint8)
		}
		packed, inPacked = [8]uint64{}, 0
	}
	for _, f := range features {
		total += f.Weight
		if f.Weight < 0 || f.Weight > math.MaxUint8 {
			for i := range set {
				set[i] += f.Weight & -int64(f.Hash>>i&1)
			}
			continue
		}
		if inPacked += f.Weight; inPacked > math.MaxUint8 {
			unpack()
			inPacked = f.Weight
		}
		for i := range packed {
			packed[i] += spread[uint8(f.Hash>>(8*i))] * uint64(f.Weight)
		}
	}
	unpack()
	var fingerprint Fingerprint
	for i, s := range set {
		if s > total-s {
			fingerprint |= 1 << i
		}
	}
	return fingerprint
}

// spread has a number for each byte: byte i of the number is bit i of the byte.
var spread = func() (spread [256]uint64) {
	for b := range spread {
		for i := range 8 {
			spread[b] |= uint64(b>>i&1) << (8 * i)
		}
	}
	return spread
}()
