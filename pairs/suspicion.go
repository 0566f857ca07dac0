package pairs

import "math"

// suspicion is what the ranking sorts by, from 0 to 1, rounded to six
// decimals. It is the larger of two shares:
//
// The rare share is the weighted coverage of the two programs, mostly of the
// one that is covered more, since a copy may hide in a larger program, but
// also of the other, since a short program is soon contained in a long one by
// chance.
//
// The plain share is the unweighted coverage of the one that is covered less,
// counted from plainFloor up. It keeps a ring of copies in view that has grown
// so large that its code is no longer rare.
//
// Both are multiplied by a factor below 1 that grows with the amount of code
// shared: short programs are alike by nature, and what they share says little.
func (o *overlap) suspicion() float64 {
	low, high := o.coverages()
	amount := float64(o.shared.shingles)
	// The conversions keep compilers from fusing a product with a sum, which
	// rounds in another way on some machines.
	rare := (float64(highShare*high) + float64((1-highShare)*low)) * saturate(amount, rareHalf)
	plain := max(0, o.plainCoverage()-plainFloor) / (1 - plainFloor) * saturate(amount, plainHalf)
	return math.Round(max(rare, plain)*1e6) / 1e6
}

const (
	highShare  = 0.7 // of the larger coverage in the rare share
	rareHalf   = 30  // shared shingles that halve the rare share
	plainFloor = 0.6 // plain coverage that says nothing yet
	plainHalf  = 60  // shared shingles that halve the plain share
)

// saturate grows from 0 to 1 with x, slowly at first, and is one half at half.
func saturate(x, half float64) float64 {
	return x * x / (float64(x*x) + float64(half*half))
}
