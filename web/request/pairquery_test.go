package request_test

import (
	"net/url"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/request"
)

// An emptied field of a limit means no limit; a missing or wrong one means the limit of the check.
func TestPairQueryLimits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		address              string
		threshold, maxChance float64
	}{
		{"", 0.5, 1},
		{"threshold=0.25&max_chance=2.5", 0.25, 2.5},
		{"threshold=&max_chance=", 0, 0},
		{"threshold=0&max_chance=0", 0, 0},
		{"threshold=x&max_chance=-1", 0.5, 1},
	} {
		q, err := url.ParseQuery(test.address)
		if err != nil {
			t.Fatal(err)
		}
		got := request.ParsePairQuery(q, contest.Parameters{Threshold: 0.5, MaxChance: 1})
		if got.Threshold != test.threshold || got.MaxChance != test.maxChance {
			t.Errorf("%q: threshold %v and chance %v, want %v and %v", test.address, got.Threshold, got.MaxChance, test.threshold, test.maxChance)
		}
	}
}
