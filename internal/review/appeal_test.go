package review

import (
	"testing"
	"time"
)

// After an appeal, only later reviews count, and one is enough.
func TestStateAfterAppeal(t *testing.T) {
	t.Parallel()
	appeal := Appeal{At: time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)}
	review := func(d Decision, ruling bool, hours int) Review {
		return Review{Decision: d, Ruling: ruling, At: appeal.At.Add(time.Duration(hours) * time.Hour)}
	}
	before := []Review{review(Confirmed, false, -2), review(Dismissed, true, -1)}
	for _, tt := range []struct {
		name  string
		later []Review
		want  State
	}{
		{"nobody has decided since", nil, Appealed},
		{"one confirmation", []Review{review(Confirmed, false, 0)}, CaseConfirmed},
		{"one dismissal", []Review{review(Dismissed, false, 1)}, CaseDismissed},
		{"two who do not agree", []Review{review(Confirmed, false, 1), review(Dismissed, false, 2)}, Conflict},
		{"a ruling", []Review{review(Confirmed, false, 1), review(Dismissed, false, 2), review(Unclear, true, 3)}, CaseUnclear},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := StateOf(append(before[:2:2], tt.later...), appeal, 3); got != tt.want {
				t.Errorf("the state is %q, want %q", got, tt.want)
			}
		})
	}
	if (Appeal{}).Follows(before[0]) {
		t.Error("no appeal follows a review")
	}
}
