package check

import (
	"math"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/settings"
)

// Check refuses invalid parameters before it uses the store.
func TestCheckValidates(t *testing.T) {
	t.Parallel()
	if err := validate(Defaults()); err != nil {
		t.Errorf("the defaults are invalid: %v", err)
	}
	tests := map[string]func(*contest.Parameters){
		"unknown verdicts":               func(p *contest.Parameters) { p.Verdicts = "bogus" },
		"no participants":                func(p *contest.Parameters) { p.Participants = "" },
		"negative threshold":             func(p *contest.Parameters) { p.Threshold = -0.1 },
		"threshold above 1":              func(p *contest.Parameters) { p.Threshold = 1.1 },
		"threshold that is not a number": func(p *contest.Parameters) { p.Threshold = math.NaN() },
		"keep of 0":                      func(p *contest.Parameters) { p.Keep = 0 },
		"keep that is not a number":      func(p *contest.Parameters) { p.Keep = math.NaN() },
		"unknown language":               func(p *contest.Parameters) { p.Language = "klingon" },
		"shingles of no token":           func(p *contest.Parameters) { p.ShingleLength = 0 },
		"matches of no token":            func(p *contest.Parameters) { p.MinMatch = 0 },
		"negative number of pairs":       func(p *contest.Parameters) { p.KeepPerParticipant = -1 },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := Defaults()
			change(&p)
			// A nil store: Check must fail before it uses the store.
			if _, err := (&Checker{}).Check(t.Context(), Request{Parameters: p}, nil); err == nil {
				t.Errorf("Check accepts the parameters %+v", p)
			}
		})
	}
}

// selectSubmissions selects by verdict and by kind of participant. It lists all other
// submissions as skipped, with a reason.
func TestSelectSubmissions(t *testing.T) {
	t.Parallel()
	// One submission for each kind and verdict; its path names both.
	var all []contest.Submission
	for _, kind := range []contest.ParticipantKind{contest.Official, contest.Virtual, contest.Staff} {
		for _, verdict := range []contest.Verdict{contest.VerdictUnknown, "AC", "WA", "CE"} {
			all = append(all, contest.Submission{Path: string(kind) + " " + string(verdict), Kind: kind, Verdict: verdict})
		}
	}
	tests := []struct {
		verdicts, participants string
		want                   string // paths of the selected submissions, joined by commas
	}{
		{settings.Accepted, settings.Official, "official AC"},
		{settings.Judged, settings.Official, "official ,official AC,official WA"},
		{settings.All, settings.Official, "official ,official AC,official WA,official CE"},
		{settings.Accepted, settings.All, "official AC,virtual AC,staff AC"},
		{settings.Judged, settings.All, "official ,official AC,official WA,virtual ,virtual AC,virtual WA,staff ,staff AC,staff WA"},
	}
	for _, test := range tests {
		t.Run(test.verdicts+" "+test.participants, func(t *testing.T) {
			t.Parallel()
			selected, others, skipped := selectSubmissions(all, contest.Parameters{Verdicts: test.verdicts, Participants: test.participants})
			var paths []string
			for _, s := range selected {
				paths = append(paths, s.Path)
			}
			wantEqual(t, "selected", test.want, strings.Join(paths, ","))
			if len(selected)+len(skipped) != len(all) {
				t.Errorf("%d selected and %d skipped of %d", len(selected), len(skipped), len(all))
			}
			for i, s := range skipped {
				if s.Reason.IsZero() {
					t.Errorf("%s is skipped without a reason", s.Path)
				}
				if i >= len(others) || others[i].Path != s.Path {
					t.Errorf("%s is skipped, but not among the other submissions", s.Path)
				}
			}
		})
	}
}
