package pairs

import "testing"

func TestRarity(t *testing.T) {
	t.Parallel()
	for _, participants := range []int{0, 1, 2, 3, 20, 200, 20000} {
		r := newRarity(participants, nil, newFormula(nil))
		for n := range len(r.byOthers) {
			alone := r.weight(n, 0)
			if alone == 0 {
				t.Fatalf("%d participants: a shingle of %d others weighs nothing", participants, n)
			}
			if n > 0 && alone > r.weight(n-1, 0) {
				t.Fatalf("%d participants: a shingle of %d others weighs %d, one of %d less", participants, n, alone, n-1)
			}
			for elsewhere := 1; elsewhere <= n; elsewhere += 1 + n/50 {
				weight := r.weight(n, elsewhere)
				if weight > r.weight(n, elsewhere-1) || weight < alone/maxElsewhere {
					t.Fatalf("%d participants: a shingle of %d others, %d of them elsewhere, weighs %d; with none of them it weighs %d",
						participants, n, elsewhere, weight, alone)
				}
			}
		}
	}
}

func TestRarityElsewhere(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                            string
		participants, others, elsewhere int
		want                            uint32 // in hundredths of the weight with none elsewhere
	}{
		{"one of a small contest", 20, 5, 1, 50},
		{"one of a contest of 400", 400, 5, 1, 50},
		{"one of a contest of 4,000", 4000, 5, 1, 90},
		{"half of a contest", 200, 100, 100, 10},
		{"a tenth of a large contest", 4000, 400, 400, 10},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newRarity(test.participants, nil, newFormula(nil))
			got := 100 * r.weight(test.others, test.elsewhere) / r.weight(test.others, 0)
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
