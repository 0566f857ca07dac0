package contest

import (
	"slices"
	"testing"
	"time"
)

// Attempts are sorted by time; by number if one of a participant's times for the problem is unknown.
func TestSortAttempts(t *testing.T) {
	t.Parallel()
	at := func(participant int, problem string, attempt, minute int) Side {
		s := Side{Number: participant, Problem: problem, Attempt: attempt, SubmissionID: int64(100*participant + attempt)}
		if minute > 0 {
			s.Time = time.Date(2026, 1, 1, 10, minute, 0, 0, time.UTC)
		}
		return s
	}
	for _, tt := range []struct {
		name  string
		given []Side
		want  []int64
	}{
		{"times known", []Side{at(1, "A", 1, 30), at(1, "A", 2, 20), at(1, "A", 3, 40)}, []int64{102, 101, 103}},
		{"first time unknown", []Side{at(1, "A", 2, 20), at(1, "A", 1, 0)}, []int64{101, 102}},
		{"last time unknown", []Side{at(1, "A", 3, 0), at(1, "A", 2, 20), at(1, "A", 1, 10)}, []int64{101, 102, 103}},
		{"unknown times elsewhere", []Side{at(2, "A", 1, 0), at(1, "B", 8, 0), at(1, "A", 1, 30), at(1, "A", 2, 20)}, []int64{102, 101, 108, 201}},
	} {
		SortAttempts(tt.given)
		var got []int64
		for _, s := range tt.given {
			got = append(got, s.SubmissionID)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
