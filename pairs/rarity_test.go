package pairs

import "testing"

func TestRarity(t *testing.T) {
	t.Parallel()
	for _, participants := range []int{0, 1, 2, 3, 20, 200, 20000} {
		r := newRarity(participants, nil, newFormula(nil))
		for n := range len(r.byOthers) {
			alone := r.weight(n, outsideCount{})
			if alone == 0 {
				t.Fatalf("%d participants: a shingle of %d others weighs nothing", participants, n)
			}
			if n > 0 && alone > r.weight(n-1, outsideCount{}) {
				t.Fatalf("%d participants: a shingle of %d others weighs %d, one of %d less", participants, n, alone, n-1)
			}
			for problems := 1; problems < 20 && problems <= n; problems++ {
				weight := r.weight(0, outsideCount{n, problems})
				if weight > r.weight(1, outsideCount{n - 1, problems - 1}) || weight < alone/maxElsewhere {
					t.Fatalf("%d participants: a shingle of %d others, for %d other problems, weighs %d; with none of them it weighs %d",
						participants, n, problems, weight, alone)
				}
			}
		}
	}
}

func TestRarityElsewhere(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name               string
		participants, here int
		outside            outsideCount
		want               uint32 // in hundredths of the weight with none elsewhere
	}{
		{"one of a small contest", 20, 4, outsideCount{1, 1}, 50},
		{"many at one problem", 40, 4, outsideCount{20, 1}, 50},
		{"many at three problems", 40, 4, outsideCount{20, 3}, 25},
		{"one of a contest of 4,000", 4000, 4, outsideCount{1, 1}, 90},
		{"half of a contest", 200, 0, outsideCount{100, 12}, 10},
		{"a tenth of a large contest", 4000, 0, outsideCount{400, 12}, 10},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newRarity(test.participants, nil, newFormula(nil))
			got := 100 * r.weight(test.here, test.outside) / r.weight(test.here+test.outside.participants, outsideCount{})
			if got+1 < test.want || got > test.want {
				t.Errorf("%d%% of the weight is left, want %d%%", got, test.want)
			}
		})
	}
}

func TestLog2(t *testing.T) {
	t.Parallel()
	for x, want := range map[uint64]int{1: 0, 2: 4096, 3: 6492, 4: 8192, 10: 13606, 1 << 40: 40 * 4096} {
		if got := log2(x); got != want {
			t.Errorf("log2(%d) = %d/4096, want %d/4096", x, got, want)
		}
	}
}
