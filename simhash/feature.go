package simhash

// Feature is something that a program has, and how much it counts.
type Feature struct {
	// Hash stands for the feature. Its 64 bits must look random: a count or
	// a code point is no hash.
	Hash uint64
	// Weight is an integer, so that sums do not depend on the order of the
	// features. A feature that occurs n times may be given n times or once
	// with n times the weight; 0 counts for nothing.
	Weight int64
}

// Of returns the fingerprint of features (Charikar 2002). For each of the 64
// bits, every feature adds its weight if its hash has the bit set, and
// subtracts it if not; the fingerprint has the bits whose sums are positive. A
// sum of 0 gives bit 0.
//
// The order of the features does not matter. The absolute weights must add up
// to less than 1<<63.
//
// Without features the result is 0. That says nothing about the program, and
// very few features say little: leave such programs without a fingerprint
// rather than finding all of them alike.
func Of(features []Feature) Fingerprint {
	// It is enough to add up the weights of the set bits: what is left of the
	// total was subtracted.
	var total int64
	var set [64]int64
	for _, f := range features {
		total += f.Weight
		for i := range set {
			set[i] += f.Weight & -int64(f.Hash>>i&1)
		}
	}
	var fingerprint Fingerprint
	for i, s := range set {
		if s > total-s {
			fingerprint |= 1 << i
		}
	}
	return fingerprint
}
