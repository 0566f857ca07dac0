package pairs

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
)

// distributionOf counts suspicions.
func distributionOf(suspicions ...float64) Distribution {
	var counts tally
	for _, s := range suspicions {
		counts.add(scoreOf(s))
	}
	return newDistribution(&counts)
}

// repeated returns n times the suspicion.
func repeated(suspicion float64, n int) []float64 { return slices.Repeat([]float64{suspicion}, n) }

// Median, MAD and percentile describe how usual a suspicion is in its pool.
func TestDistribution(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                    string
		pool                    []float64
		suspicion               float64 // of one of the pairs
		median, mad, percentile float64
	}{
		{"one copy among pairs that share nothing", append(repeated(0, 99), 1), 1,
			0, 0, 1},
		{"the lowest suspicion", append(repeated(0.5, 10), 0), 0,
			0.5, 0, 0},
		{"equal pairs are not less suspicious", append(repeated(0.1, 90), repeated(0.9, 11)...), 0.9,
			0.1, 0, 0.9},
		{"all equal", repeated(0.9, 50), 0.9,
			0.9, 0, 0},
		{"most are copies", append(repeated(0.1, 40), repeated(0.9, 60)...), 0.9,
			0.9, 0, 40. / 99},
		{"a spread wider than the bound", []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}, 1,
			0.5, 0.3, 1},
		{"two pairs are in the middle", []float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.2, 0.2}, 0.2,
			0.1, 0, 5. / 9},
		{"the fifth decimal does not count", append(repeated(0.12341, 20), 0.12349), 0.12349,
			0.1234, 0, 0},
		{"suspicions on both sides of the edge of a bin", append(repeated(0.2899, 20), 0.29), 0.29,
			0.2899, 0, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := distributionOf(test.pool...)
			if d.Pairs() != int64(len(test.pool)) {
				t.Errorf("%d pairs, want %d", d.Pairs(), len(test.pool))
			}
			percentile, ok := d.Percentile(test.suspicion)
			if !ok {
				t.Fatalf("the suspicion %v has no percentile, want one", test.suspicion)
			}
			for name, pair := range map[string][2]float64{
				"median": {d.Median(), test.median}, "MAD": {d.MAD(), test.mad},
				"percentile": {percentile, test.percentile},
			} {
				if math.Abs(pair[0]-pair[1]) > 1e-9 {
					t.Errorf("%s = %v, want %v", name, pair[0], pair[1])
				}
			}
		})
	}
}

// A pair from outside the pool can be above all pairs of the pool.
func TestPercentileOfOther(t *testing.T) {
	t.Parallel()
	d := distributionOf(append(repeated(0.1, 15), repeated(0.4, 5)...)...)
	for suspicion, want := range map[float64]float64{0.1: 0, 0.2: 0.75, 0.4: 0.75, 0.5: 1, 1: 1} {
		if got, ok := d.PercentileOfOther(suspicion); !ok || got != want {
			t.Errorf("percentile of %v is %v, known: %v; want %v", suspicion, got, ok, want)
		}
	}
	if _, ok := distributionOf(repeated(0.3, MinPairs-1)...).PercentileOfOther(0.5); ok {
		t.Errorf("%d pairs have a percentile, want none", MinPairs-1)
	}
}

// Fewer than MinPairs pairs have no percentile.
func TestDistributionOfFew(t *testing.T) {
	t.Parallel()
	for _, d := range []Distribution{{}, distributionOf(), distributionOf(1), distributionOf(repeated(0.3, MinPairs-1)...)} {
		if _, ok := d.Percentile(0.3); ok {
			t.Errorf("%d pairs have a percentile, want none", d.Pairs())
		}
		sum := int64(0)
		for _, n := range d.Histogram() {
			sum += n
		}
		if sum != d.Pairs() {
			t.Errorf("the histogram counts %d pairs of %d", sum, d.Pairs())
		}
	}
	if _, ok := distributionOf(repeated(0.3, MinPairs)...).Percentile(0.3); !ok {
		t.Errorf("%d pairs have no percentile, want one", MinPairs)
	}
}

// Histogram counts each suspicion in the bin that Bin returns.
func TestHistogramOfDistribution(t *testing.T) {
	t.Parallel()
	var suspicions []float64
	var want [HistogramBins]int64
	for i := range 10001 {
		s := float64(i) / 10000
		suspicions = append(suspicions, s)
		want[Bin(s)]++
	}
	if got := distributionOf(suspicions...).Histogram(); got != want {
		t.Errorf("histogram %v, want %v", got, want)
	}
}

// Counts returns the number of pairs of each suspicion, rounded down.
func TestCounts(t *testing.T) {
	t.Parallel()
	suspicions := []float64{0, 0.12341, 0.1234, 0.58, 1}
	want := make(map[float64]int64)
	for _, s := range suspicions {
		want[RoundDown(s)]++
	}
	got := distributionOf(suspicions...).Counts()
	if !maps.Equal(got, want) || got[0.1234] != 2 || got[0.58] != 1 {
		t.Errorf("counts %v, want %v", got, want)
	}
	if n := len(Distribution{}.Counts()); n > 0 {
		t.Errorf("a distribution without pairs has %d counts, want none", n)
	}
}

// Each bin of a histogram begins at its lower edge. The last bin includes 1.
func TestBin(t *testing.T) {
	t.Parallel()
	for i := range HistogramBins {
		edge := float64(i) / HistogramBins
		if got := Bin(edge); got != i {
			t.Errorf("Bin(%v) = %d, want %d", edge, got, i)
		}
		if got := Bin(edge + 0.019999); got != i {
			t.Errorf("Bin(%v) = %d, want %d", edge+0.019999, got, i)
		}
	}
	if got := Bin(1); got != HistogramBins-1 {
		t.Errorf("Bin(1) = %d, want %d", got, HistogramBins-1)
	}
}

// The pairs of a ring of copies are above all honest pairs and equal to each other, so their
// percentile is the share of honest pairs.
func TestPercentileOfRings(t *testing.T) {
	t.Parallel()
	const pool = 40
	for _, ring := range []int{2, 4, 10, 20, 40} {
		t.Run(fmt.Sprint(ring), func(t *testing.T) {
			t.Parallel()
			programs := make([]Program, pool)
			for i := range programs {
				own, ofRing, ofAll := numbered(1000*(i+1), 1000*(i+1)+180), numbered(120, 260), numbered(1, 21)
				if i < ring {
					copy(own, ofRing)
				}
				programs[i] = Program{Participant: i, Structure: slices.Concat(ofAll, own)}
			}
			got := find(t, programs, Options{})
			all, copies := pool*(pool-1)/2, ring*(ring-1)/2
			honest := float64(all-copies) / float64(all-1)
			for _, pair := range got.Pairs {
				percentile, ok := got.Distribution.Percentile(pair.Suspicion)
				if !ok {
					t.Fatalf("%d pairs have no percentile", all)
				}
				copied := pair.Left < ring && pair.Right < ring
				if copied && percentile != honest || !copied && percentile >= honest {
					t.Fatalf("pair %d, %d: percentile %v, but the share of honest pairs is %v", pair.Left, pair.Right, percentile, honest)
				}
				// A ring of half of the pool or more is usual in it, so its pairs may have a high chance.
				if chance := got.Tail.Chance(pair.Suspicion, pair.Evidence); copied && ring <= 10 && chance > 1 || !copied && chance <= 1 {
					t.Fatalf("pair %d, %d with suspicion %v has the chance %v", pair.Left, pair.Right, pair.Suspicion, chance)
				}
			}
		})
	}
}
