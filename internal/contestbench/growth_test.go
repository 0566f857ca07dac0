package contestbench

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExponent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name           string
		n1, n2, t1, t2 float64
		want           float64
	}{
		{"as the contest", 1000, 2000, 3, 6, 1},
		{"as its pairs", 1000, 2000, 3, 12, 2},
		{"not at all", 1000, 13_000, 3, 3, 0},
		{"in between", 1000, 10_000, 1, 20, 1.3},
		{"the same size", 1000, 1000, 3, 6, 0},
		{"no time", 1000, 2000, 0, 6, 0},
		{"no time left", 1000, 2000, 1, -1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := exponent(tt.n1, tt.n2, tt.t1, tt.t2); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// Each size is compared with the one before, the last with the first too, and
// reading does not count.
func TestGrowth(t *testing.T) {
	t.Parallel()
	size := func(n int, reading, total, cpu float64) Size {
		return Size{Steps: Steps{Submissions: n, Reading: reading}, Total: total, CPU: cpu}
	}
	got := growth([]Size{size(100, 5, 6, 1), size(200, 5, 7, 4), size(400, 5, 13, 8)})
	want := []Growth{{From: 100, To: 200, Time: 1, CPU: 2}, {From: 200, To: 400, Time: 2, CPU: 1}, {From: 100, To: 400, Time: 1.5, CPU: 1.5}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(growth([]Size{size(100, 1, 2, 3)})) != 0 {
		t.Error("one size grows")
	}
}
