package pairs

import "testing"

// The weight of a shingle is never 0, and never rises if more participants or problems have it.
func TestRarity(t *testing.T) {
	t.Parallel()
	for _, participants := range []int{0, 1, 2, 3, 20, 200, 20000} {
		r := newRarity(participants, nil, newFormula(Options{}, 0))
		for n := range len(r.byOthers) {
			samePool := r.weight(n, outsideCount{})
			if samePool == 0 {
				t.Fatalf("%d participants: a shingle that %d others have weighs nothing", participants, n)
			}
			if n > 0 && samePool > r.weight(n-1, outsideCount{}) {
				t.Fatalf("%d participants: a shingle that %d others have weighs %d, which is more than one that %d have", participants, n, samePool, n-1)
			}
			for problems := 1; problems < 20 && problems <= n; problems++ {
				weight := r.weight(0, outsideCount{n, problems})
				if weight > r.weight(1, outsideCount{n - 1, problems - 1}) || weight < samePool/maxElsewhere {
					t.Fatalf("%d participants: a shingle that %d others have for %d other problems weighs %d; if they have it for the same problem, %d",
						participants, n, problems, weight, samePool)
				}
			}
		}
	}
}

// Code that others have for other problems loses part of its weight, as each case says.
func TestRarityElsewhere(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name               string
		participants, here int
		outside            outsideCount
		want               uint32 // percent of the weight if the same participants had it in the pool
	}{
		{"one participant of a small contest", 20, 4, outsideCount{1, 1}, 50},
		{"many at one problem", 40, 4, outsideCount{20, 1}, 50},
		{"many at three problems", 40, 4, outsideCount{20, 3}, 25},
		{"one participant of 4,000", 4000, 4, outsideCount{1, 1}, 90},
		{"half of a contest", 200, 0, outsideCount{100, 12}, 10},
		{"a tenth of a large contest", 4000, 0, outsideCount{400, 12}, 10},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newRarity(test.participants, nil, newFormula(Options{}, 0))
			got := 100 * r.weight(test.here, test.outside) / r.weight(test.here+test.outside.participants, outsideCount{})
			if got+1 < test.want || got > test.want {
				t.Errorf("%d%% of the weight is left, want %d%%", got, test.want)
			}
		})
	}
}

// log2 returns the binary logarithm in units of 1/4096.
func TestLog2(t *testing.T) {
	t.Parallel()
	for x, want := range map[uint64]int{1: 0, 2: 4096, 3: 6492, 4: 8192, 10: 13606, 1 << 40: 40 * 4096} {
		if got := log2(x); got != want {
			t.Errorf("log2(%d) = %d/4096, want %d/4096", x, got, want)
		}
	}
}
