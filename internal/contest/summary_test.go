package contest

import "testing"

func TestSummaryString(t *testing.T) {
	t.Parallel()
	tests := []struct {
		summary Summary
		want    string
	}{
		{Summary{}, "0 problems, 0 participants, 0 submissions, 0 pairs compared"},
		{Summary{Problems: 1, Participants: 2, Submissions: 2, PairsCompared: 1},
			"1 problem, 2 participants, 2 submissions, 1 pair compared"},
		{Summary{Problems: 4, Participants: 999, Submissions: 1000, PairsCompared: 85812550},
			"4 problems, 999 participants, 1,000 submissions, 85,812,550 pairs compared"},
	}
	for _, test := range tests {
		if got := test.summary.String(); got != test.want {
			t.Errorf("%+v is written %q, want %q", test.summary, got, test.want)
		}
	}
}
