package review

import "testing"

func TestCounts(t *testing.T) {
	t.Parallel()
	for want, counts := range map[string]StateCounts{
		"":                                 {},
		"3,120 open":                       {Open: 3120, Conflict: 0},
		"2 pending, 1 conflict, 1 unclear": {CaseUnclear: 1, Pending: 2, Conflict: 1},
	} {
		if got := counts.String(); got != want {
			t.Errorf("%v: %q, want %q", map[State]int(counts), got, want)
		}
	}
}
