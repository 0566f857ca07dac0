package check

import (
	"math"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// A check does not begin with parameters that mean nothing.
func TestCheckValidates(t *testing.T) {
	t.Parallel()
	if err := validate(Defaults()); err != nil {
		t.Errorf("the defaults are refused: %v", err)
	}
	tests := map[string]func(*contest.Parameters){
		"verdicts":          func(p *contest.Parameters) { p.Verdicts = "bogus" },
		"participants":      func(p *contest.Parameters) { p.Participants = "" },
		"negative":          func(p *contest.Parameters) { p.Threshold = -0.1 },
		"above 1":           func(p *contest.Parameters) { p.Threshold = 1.1 },
		"no number":         func(p *contest.Parameters) { p.Threshold = math.NaN() },
		"keep all":          func(p *contest.Parameters) { p.Keep = 0 },
		"keep no number":    func(p *contest.Parameters) { p.Keep = math.NaN() },
		"language":          func(p *contest.Parameters) { p.Language = "klingon" },
		"shingle":           func(p *contest.Parameters) { p.ShingleLength = 0 },
		"match":             func(p *contest.Parameters) { p.MinMatch = 0 },
		"pairs beyond zero": func(p *contest.Parameters) { p.KeepPerParticipant = -1 },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := Defaults()
			change(&p)
			// The store is not even asked.
			if _, err := (&Checker{}).Check(t.Context(), Request{Parameters: p}, nil); err == nil {
				t.Errorf("%+v are accepted", p)
			}
		})
	}
}
