package pairs

import (
	"context"
	"fmt"
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

func TestDistribution(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                           string
		pool                           []float64
		suspicion                      float64 // of one of them
		median, mad, percentile, score float64
	}{
		{"one copy among pairs that share nothing", append(repeated(0, 99), 1), 1,
			0, 0, 1, 33.725},
		{"the lowest", append(repeated(0.5, 10), 0), 0,
			0.5, 0, 0, -16.863},
		{"equals are not less suspicious", append(repeated(0.1, 90), repeated(0.9, 11)...), 0.9,
			0.1, 0, 0.9, 26.98},
		{"all alike", repeated(0.9, 50), 0.9,
			0.9, 0, 0, 0},
		{"most are copies", append(repeated(0.1, 40), repeated(0.9, 60)...), 0.9,
			0.9, 0, 40. / 99, 0},
		{"a spread wider than the bound", []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}, 1,
			0.5, 0.3, 1, 1.124},
		{"of two middle ones the lower", []float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.2, 0.2}, 0.2,
			0.1, 0, 5. / 9, 3.372},
		{"the fifth decimal is not told apart", append(repeated(0.12341, 20), 0.12349), 0.12349,
			0.1234, 0, 0, 0},
		{"at the edge of a bin", append(repeated(0.2899, 20), 0.29), 0.29,
			0.2899, 0, 1, 0.003},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := distributionOf(test.pool...)
			if d.Pairs() != int64(len(test.pool)) {
				t.Errorf("%d pairs, want %d", d.Pairs(), len(test.pool))
			}
			percentile, ok := d.Percentile(test.suspicion)
			score, okScore := d.ZScore(test.suspicion)
			if !ok || !okScore {
				t.Fatal("it tells nothing")
			}
			for name, pair := range map[string][2]float64{
				"median": {d.Median(), test.median}, "MAD": {d.MAD(), test.mad},
				"percentile": {percentile, test.percentile}, "z-score": {score, test.score},
			} {
				if math.Abs(pair[0]-pair[1]) > 1e-9 {
					t.Errorf("%s = %v, want %v", name, pair[0], pair[1])
				}
			}
		})
	}
}

// TestPercentileOfOther shows that a pair from outside may be above all.
func TestPercentileOfOther(t *testing.T) {
	t.Parallel()
	d := distributionOf(append(repeated(0.1, 15), repeated(0.4, 5)...)...)
	for suspicion, want := range map[float64]float64{0.1: 0, 0.2: 0.75, 0.4: 0.75, 0.5: 1, 1: 1} {
		if got, ok := d.PercentileOfOther(suspicion); !ok || got != want {
			t.Errorf("percentile of %v is %v, %v, want %v", suspicion, got, ok, want)
		}
	}
	if _, ok := distributionOf(repeated(0.3, MinPairs-1)...).PercentileOfOther(0.5); ok {
		t.Error("too few pairs have a percentile")
	}
}

// TestDistributionOfFew shows that few pairs tell nothing of what is usual.
func TestDistributionOfFew(t *testing.T) {
	t.Parallel()
	for _, d := range []Distribution{{}, distributionOf(), distributionOf(1), distributionOf(repeated(0.3, MinPairs-1)...)} {
		if _, ok := d.Percentile(0.3); ok {
			t.Errorf("%d pairs have a percentile", d.Pairs())
		}
		if _, ok := d.ZScore(0.3); ok {
			t.Errorf("%d pairs have a z-score", d.Pairs())
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
		t.Errorf("%d pairs have no percentile", MinPairs)
	}
}

// TestHistogramOfDistribution shows that it counts as Bin does.
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

// TestPercentileOfRings shows that a ring of copies is as unusual as its size
// allows: its pairs are above all honest ones, and among themselves they are
// not told apart more than their suspicions are.
func TestPercentileOfRings(t *testing.T) {
	t.Parallel()
	const pool = 40
	for _, ring := range []int{2, 4, 10, 20, 40} {
		t.Run(fmt.Sprint(ring), func(t *testing.T) {
			t.Parallel()
			programs := make([]Program, pool)
			for i := range programs {
				programs[i].Participant = i
				for s := range 200 {
					shingle := uint64(1000*(i+1) + s)
					switch {
					case s < 20: // what all have
						shingle = uint64(s + 1)
					case i < ring && s < 160: // what the ring has
						shingle = uint64(100 + s)
					}
					programs[i].Structure = append(programs[i].Structure, shingle)
				}
			}
			got, err := Find(context.Background(), programs, Options{})
			if err != nil {
				t.Fatal(err)
			}
			all, copies := pool*(pool-1)/2, ring*(ring-1)/2
			honest := float64(all-copies) / float64(all-1)
			for _, pair := range got.Pairs {
				percentile, ok := got.Distribution.Percentile(pair.Suspicion)
				z, okZ := got.Distribution.ZScore(pair.Suspicion)
				if !ok || !okZ {
					t.Fatalf("%d pairs tell nothing", all)
				}
				copied := pair.Left < ring && pair.Right < ring
				if copied && percentile != honest || !copied && percentile >= honest {
					t.Fatalf("pair %d, %d: percentile %v, and %v are honest", pair.Left, pair.Right, percentile, honest)
				}
				// Half of the pairs are copies where 29 of 40 are in the ring.
				if copied && ring <= 20 && z < 3.5 || copied && ring == pool && z > 0 {
					t.Fatalf("pair %d, %d: z-score %v", pair.Left, pair.Right, z)
				}
			}
		})
	}
}
