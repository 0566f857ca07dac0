package check

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestSelectSubmissions(t *testing.T) {
	t.Parallel()
	// One for each verdict and kind, named by them.
	var all []contest.Submission
	for _, kind := range []contest.ParticipantKind{contest.Official, contest.Virtual, contest.Staff} {
		for _, verdict := range []contest.Verdict{contest.VerdictUnknown, "AC", "WA", "CE"} {
			all = append(all, contest.Submission{Path: string(kind) + " " + string(verdict), Kind: kind, Verdict: verdict})
		}
	}
	tests := []struct {
		verdicts, participants string
		want                   string // the selected, joined by commas
	}{
		{VerdictsAccepted, ParticipantsOfficial, "official AC"},
		{VerdictsJudged, ParticipantsOfficial, "official ,official AC,official WA"},
		{VerdictsAll, ParticipantsOfficial, "official ,official AC,official WA,official CE"},
		{VerdictsAccepted, ParticipantsAll, "official AC,virtual AC,staff AC"},
		{VerdictsJudged, ParticipantsAll, "official ,official AC,official WA,virtual ,virtual AC,virtual WA,staff ,staff AC,staff WA"},
	}
	for _, test := range tests {
		t.Run(test.verdicts+" "+test.participants, func(t *testing.T) {
			t.Parallel()
			selected, others, skipped := selectSubmissions(all, contest.Parameters{Verdicts: test.verdicts, Participants: test.participants})
			var paths []string
			for _, s := range selected {
				paths = append(paths, s.Path)
			}
			if diff := cmp.Diff(test.want, strings.Join(paths, ",")); diff != "" {
				t.Errorf("selected (-want +got):\n%s", diff)
			}
			if len(selected)+len(skipped) != len(all) {
				t.Errorf("%d selected and %d skipped of %d", len(selected), len(skipped), len(all))
			}
			for i, s := range skipped {
				if s.Reason == "" {
					t.Errorf("%s is skipped for no reason", s.Path)
				}
				if i >= len(others) || others[i].Path != s.Path {
					t.Errorf("%s is skipped, but not among the others", s.Path)
				}
			}
		})
	}
}
