package archivebench

import (
	"testing"
	"time"
)

func TestPercentile(t *testing.T) {
	t.Parallel()
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[len(hundred)-1-i] = time.Duration(i + 1)
	}
	tests := []struct {
		name      string
		durations []time.Duration
		p         float64
		want      time.Duration
	}{
		{"none", nil, 0.5, 0},
		{"one", []time.Duration{7}, 0.99, 7},
		{"median of two is the smaller", []time.Duration{9, 3}, 0.5, 3},
		{"median of three", []time.Duration{9, 3, 5}, 0.5, 5},
		{"median of a hundred", hundred, 0.5, 50},
		{"p99 of a hundred", hundred, 0.99, 99},
		{"p99.9 of a hundred is the largest", hundred, 0.999, 100},
		{"all", hundred, 1, 100},
		{"least", hundred, 0.001, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := percentile(tt.durations, tt.p); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
	if hundred[0] != 100 {
		t.Error("the durations were put into another order")
	}
}
