package contest

import "testing"

func TestNewest(t *testing.T) {
	t.Parallel()
	check := func(id int64, state CheckState, submissions int) Check {
		return Check{ID: id, State: state, Summary: Summary{Submissions: submissions}}
	}
	for _, test := range []struct {
		name   string
		checks []Check
		want   int64 // 0 for none
	}{
		{"no checks", nil, 0},
		{"none is complete", []Check{check(2, Running, 0), check(1, Failed, 5)}, 0},
		{"the first complete one", []Check{check(3, Failed, 0), check(2, Complete, 5), check(1, Complete, 7)}, 2},
		{"one that compared nothing hides none", []Check{check(3, Complete, 0), check(2, Failed, 5), check(1, Complete, 7)}, 1},
		{"all compared nothing", []Check{check(3, Running, 0), check(2, Complete, 0), check(1, Complete, 0)}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, found := NewestCheck(test.checks)
			if got.ID != test.want || found != (test.want != 0) {
				t.Errorf("check %d, found %v; want %d", got.ID, found, test.want)
			}
		})
	}
}
