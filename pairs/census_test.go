package pairs

import "testing"

func TestCensusScalesTheSample(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		sampled map[score]int // below what is kept
		others  int           // below, and not in the sample
		want    map[score]int64
	}{
		{"no pairs", nil, 0, map[score]int64{}},
		{"all of them", map[score]int{0: 3, 20_000: 1}, 0, map[score]int64{0: 3, 20_000: 1}},
		{"one of ten", map[score]int{0: 3, 20_000: 1}, 36, map[score]int64{0: 30, 20_000: 10}},
		{"no even share", map[score]int{0: 1, 10_000: 1, 20_000: 1}, 7, map[score]int64{0: 3, 10_000: 3, 20_000: 4}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var c suspicionCounts
			c.add(900_000, true, false)
			c.pairs++
			for suspicion, n := range test.sampled {
				for range n {
					c.add(suspicion, false, true)
					c.pairs++
				}
			}
			for range test.others {
				c.pairs++
			}
			counts := c.all()
			var total, want int64 = 0, 1
			for _, n := range counts {
				total += n
			}
			for suspicion, n := range test.want {
				want += n
				if got := counts[suspicion.bin()]; got != n {
					t.Errorf("%d pairs of %v, want %d", got, suspicion.float(), n)
				}
			}
			if total != want || counts[score(900_000).bin()] != 1 {
				t.Errorf("%d pairs in all, %d of 0.9; want %d and 1", total, counts[score(900_000).bin()], want)
			}
		})
	}
}
