package simhash

import (
	"math/rand/v2"
	"testing"
)

// Distance returns the number of different bits, in either order of the fingerprints.
func TestDistance(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		a, b Fingerprint
		want int
	}{
		{"equal", 0xabc, 0xabc, 0},
		{"three bits", 0b111, 0, 3},
		{"four bits", 0b1111, 0, 4},
		{"highest and lowest bit", 1<<63 | 1, 0, 2},
		{"all bits", 0, ^Fingerprint(0), 64},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, swapped := range []bool{false, true} {
				a, b := tt.a, tt.b
				if swapped {
					a, b = b, a
				}
				if got := Distance(a, b); got != tt.want {
					t.Errorf("Distance(%v, %v) = %d, want %d", a, b, got, tt.want)
				}
			}
		})
	}
}

// String writes a fingerprint as 16 hexadecimal digits.
func TestString(t *testing.T) {
	t.Parallel()
	if got, want := Fingerprint(0xbeef).String(), "000000000000beef"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A bit of the fingerprint is 1 if the features with this bit together weigh more than the others.
func TestSum(t *testing.T) {
	t.Parallel()
	const all = ^uint64(0)
	tests := []struct {
		name     string
		features []Feature
		want     Fingerprint
	}{
		{"no features", nil, 0},
		{"a single feature is the fingerprint", []Feature{{0xdeadbeefcafef00d, 1}}, 0xdeadbeefcafef00d},
		{"a sum of 0 gives bit 0", []Feature{{0xf0, 2}, {0x0f, 2}}, 0},
		{"the larger weight decides", []Feature{{0xf0, 2}, {0x0f, 3}}, 0x0f},
		{"weight 0 has no effect", []Feature{{0xff, 0}}, 0},
		{"weight 0 and weight 1", []Feature{{0xff00, 1}, {all, 0}}, 0xff00},
		{"a negative weight inverts the feature", []Feature{{0xff, -1}}, Fingerprint(^uint64(0xff))},
		{"majority of three", []Feature{{0b011, 1}, {0b110, 1}, {0b101, 1}}, 0b111},
		{"highest and lowest bit", []Feature{{1<<63 | 1, 1}}, 1<<63 | 1},
		{"large weights", []Feature{{0xf0, 1 << 61}, {0x0f, 1<<61 + 1}}, 0x0f},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Sum(tt.features); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// plainSum does the same as Sum, exactly as Charikar (2002) defines it.
func plainSum(features []Feature) Fingerprint {
	var f Fingerprint
	for bit := range 64 {
		var sum int64
		for _, x := range features {
			if x.Hash&(1<<bit) != 0 {
				sum += x.Weight
			} else {
				sum -= x.Weight
			}
		}
		if sum > 0 {
			f |= 1 << bit
		}
	}
	return f
}

// randomFeatures returns n features, of which some have the same hash.
func randomFeatures(rng *rand.Rand, n int) []Feature {
	features := make([]Feature, n)
	for i := range features {
		features[i] = Feature{Hash: rng.Uint64(), Weight: rng.Int64N(5) - 1}
		if i%4 == 3 {
			features[i].Hash = features[rng.IntN(i)].Hash
		}
	}
	return features
}

// Sum agrees with plainSum.
func TestSumEqualsDefinition(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		features := randomFeatures(rng, rng.IntN(400))
		for i := range features {
			features[i].Weight *= rng.Int64N(120) // below and above a byte
		}
		if got, want := Sum(features), plainSum(features); got != want {
			t.Fatalf("Sum(%v) = %v, want %v", features, got, want)
		}
	}
}

// The more features two programs share, the nearer their fingerprints are on average.
func TestDistanceGrowsWithChangedFeatures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	const rounds, n = 50, 200
	total := make(map[int]int) // changed features -> sum of distances
	changes := []int{0, 4, 20, 60, 200}
	for range rounds {
		base := make([]Feature, n)
		for i := range base {
			base[i] = Feature{rng.Uint64(), 1}
		}
		for _, changed := range changes {
			twin := append([]Feature(nil), base...)
			for i := range changed {
				twin[i].Hash = rng.Uint64()
			}
			total[changed] += Distance(Sum(base), Sum(twin))
		}
	}
	if total[0] != 0 {
		t.Errorf("fingerprints of equal features are %d bits apart in %d rounds, want 0", total[0], rounds)
	}
	for i := 1; i < len(changes); i++ {
		if total[changes[i]] <= total[changes[i-1]] {
			t.Errorf("mean distance %d/%d with %d features changed, but %d/%d with %d",
				total[changes[i]], rounds, changes[i], total[changes[i-1]], rounds, changes[i-1])
		}
	}
	if mean := total[200] / rounds; mean < 28 || mean > 36 {
		t.Errorf("unrelated programs are %d bits apart on average, want about 32", mean)
	}
}

// BenchmarkSum measures the fingerprint of 500 features.
func BenchmarkSum(b *testing.B) {
	features := randomFeatures(rand.New(rand.NewPCG(7, 8)), 500)
	b.ReportAllocs()
	for b.Loop() {
		Sum(features)
	}
}
