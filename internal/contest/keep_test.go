package contest

import "testing"

func TestKeepFor(t *testing.T) {
	t.Parallel()
	p := Parameters{KeepPerParticipant: 50, KeepPerProblem: 150_000}
	for participants, want := range map[int]int{0: 50, 2: 50, 3000: 50, 3001: 49, 13_000: 11, 20_000: 10, 1_000_000: 10} {
		if got := p.KeepFor(participants); got != want {
			t.Errorf("each of %d participants keeps %d pairs, want %d", participants, got, want)
		}
	}
	p.KeepPerProblem = 0
	if got := p.KeepFor(1_000_000); got != 50 {
		t.Errorf("without a bound for the problem each keeps %d pairs, want 50", got)
	}
}
