package ui

import (
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// The gap says which side is later, and by how much in at most two units. It is "" if a time is
// unknown or the sides belong to different contests.
func TestTimeGap(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	side := func(contestID int64, after time.Duration) contest.Side {
		return contest.Side{ContestID: contestID, Time: noon.Add(after)}
	}
	tests := []struct {
		name        string
		left, right contest.Side
		want        string
	}{
		{"right later", side(1, 0), side(1, 12*time.Minute), "right 12 min after left"},
		{"left later", side(1, 61*time.Second), side(1, 0), "left 1 min 1 s after right"},
		{"hours", side(1, 0), side(1, 2*time.Hour+5*time.Minute+9*time.Second), "right 2 h 5 min after left"},
		{"the next unit is 0", side(1, 0), side(1, 24*time.Hour+3*time.Minute), "right 1 d after left"},
		{"less than a second", side(1, 0), side(1, time.Millisecond), "both in the same second"},
		{"one time is unknown", side(1, 0), contest.Side{ContestID: 1}, ""},
		{"another contest", side(1, 0), side(2, time.Minute), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := timeGap(i18n.English(), test.left, test.right); got != test.want {
				t.Errorf("the gap is %q, want %q", got, test.want)
			}
		})
	}
}

// What is known about the sides is compared without regard to case, and only if both sides are known and visible.
func TestContextComparison(t *testing.T) {
	t.Parallel()
	for want, rows := range map[i18n.Key][]contextRow{
		"same":      {{Left: "MIT", Right: "mit"}},
		"different": {{Left: "MIT", Right: "ETH"}},
		"":          {{Left: "MIT"}, {Right: "MIT"}, {Left: "MIT", Right: "MIT", notCompared: true}},
	} {
		for _, r := range rows {
			if got := r.comparison(); got != want {
				t.Errorf("%+v: %q, want %q", r, got, want)
			}
		}
	}
}
