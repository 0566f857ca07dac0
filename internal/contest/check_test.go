package contest

import "testing"

func TestNewestCheck(t *testing.T) {
	t.Parallel()
	check := func(id int64, state CheckState, submissions int) Check {
		return Check{ID: id, State: state, Summary: Summary{Submissions: submissions}}
	}
	for _, test := range []struct {
		name   string
		checks []Check
		want   int64 // ID; 0 if no check is complete
	}{
		{"no checks", nil, 0},
		{"no complete check", []Check{check(2, Running, 0), check(1, Failed, 5)}, 0},
		{"the newest check failed", []Check{check(3, Failed, 0), check(2, Complete, 5), check(1, Complete, 7)}, 2},
		{"the newest complete one is empty", []Check{check(3, Complete, 0), check(2, Failed, 5), check(1, Complete, 7)}, 1},
		{"all complete ones are empty", []Check{check(3, Running, 0), check(2, Complete, 0), check(1, Complete, 0)}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, ok := NewestCheck(test.checks)
			if got.ID != test.want || ok != (test.want != 0) {
				t.Errorf("got check %d, ok %v; want check %d", got.ID, ok, test.want)
			}
		})
	}
}

func TestKeepFor(t *testing.T) {
	t.Parallel()
	p := Parameters{KeepPerParticipant: 50, KeepPerProblem: 150_000}
	for participants, want := range map[int]int{0: 50, 2: 50, 3000: 50, 3001: 49, 13_000: 11, 20_000: 10, 1_000_000: 10} {
		if got := p.KeepFor(participants); got != want {
			t.Errorf("KeepFor(%d) = %d, want %d", participants, got, want)
		}
	}
	p.KeepPerProblem = 0
	if got := p.KeepFor(1_000_000); got != 50 {
		t.Errorf("without KeepPerProblem: KeepFor(1000000) = %d, want 50", got)
	}
}
