package evidence

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestCommonShingles(t *testing.T) {
	t.Parallel()
	tests := []struct {
		sampled, common int
		want            string
	}{
		{20, 0, ""},
		{1200, 1100, "1,100 of 1,200 sampled passages are in so many programs of the archive that they were not searched for."},
		{20, 20, "All of this program's sampled passages are in so many programs of the archive that only near-duplicates of the whole program were searched for."},
	}
	for _, test := range tests {
		if got := CommonShingles(contest.Findings{Sampled: test.sampled, Common: test.common}); got != test.want {
			t.Errorf("%d of %d: %q, want %q", test.common, test.sampled, got, test.want)
		}
	}
}
