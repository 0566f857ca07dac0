package pairs

import "testing"

// If only some pairs are in the sample, suspicionCounts scales their counts up to the number of all
// pairs.
func TestSampleIsScaledUp(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		sampled map[score]int // pairs below Options.Keep
		others  int           // pairs below Options.Keep that are not in the sample
		want    map[score]int64
	}{
		{"no pairs", nil, 0, map[score]int64{}},
		{"all pairs", map[score]int{0: 3, 20_000: 1}, 0, map[score]int64{0: 3, 20_000: 1}},
		{"one of ten is sampled", map[score]int{0: 3, 20_000: 1}, 36, map[score]int64{0: 30, 20_000: 10}},
		{"pairs that cannot be shared out evenly", map[score]int{0: 1, 10_000: 1, 20_000: 1}, 7, map[score]int64{0: 3, 10_000: 3, 20_000: 4}},
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
					t.Errorf("%d pairs with suspicion %v, want %d", got, suspicion.float(), n)
				}
			}
			if total != want || counts[score(900_000).bin()] != 1 {
				t.Errorf("%d pairs in all, %d with suspicion 0.9; want %d and 1", total, counts[score(900_000).bin()], want)
			}
		})
	}
}
