package ui

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// A path is shown without the problem's and the participant's folders.
func TestShortPath(t *testing.T) {
	t.Parallel()
	tests := []struct{ path, participant, want string }{
		{"A/ann/01-AC.cpp", "ann", "01-AC.cpp"},
		{"A/ann/src/Main.java", "ann", "src/Main.java"},
		{"ann/A.cpp", "ann", "A.cpp"},
		{"A/ann.cpp", "ann", "ann.cpp"},
		{"A/ann", "ann", "ann"},
		{"A/B_ann_17.cpp", "ann", "B_ann_17.cpp"},
		{"ann/ann/ann/x.cpp", "ann", "x.cpp"},
	}
	for _, test := range tests {
		if got := shortPath(contest.Side{Path: test.path, Participant: test.participant}); got != test.want {
			t.Errorf("%s of %s is shown as %q, want %q", test.path, test.participant, got, test.want)
		}
	}
}

// Only settings that differ from the defaults are shown.
func TestSettingsText(t *testing.T) {
	t.Parallel()
	defaults := contest.Parameters{Verdicts: "judged", Participants: "official", Templates: true}
	if got := settingsText(i18n.English(), defaults); got != "" {
		t.Errorf("the defaults are shown as %q, want nothing", got)
	}
	all := contest.Parameters{Verdicts: "accepted", Participants: "all", AcrossProblems: true, Language: "cpp", Base: []string{"x"}, Against: []string{"fall", "spring"}}
	if got, want := settingsText(i18n.English(), all), "accepted verdicts, all participants, across problems, own templates counted, read as cpp, 1 file of base code, earlier: fall, spring"; got != want {
		t.Errorf("settings are shown as %q, want %q", got, want)
	}
}

// The link to a large report says how large it is.
func TestHTMLText(t *testing.T) {
	t.Parallel()
	histograms := []contest.Histogram{{Programs: 900, TypicalSize: 300}, {Programs: 100, TypicalSize: 100}, {Programs: 5}}
	for pairs, want := range map[int]string{0: "HTML", 50: "HTML", 1863: "HTML (about 100 MiB)", 52_850: "HTML (about 3,000 MiB)"} {
		v := listView{Total: pairs, Histogram: histogram{Histograms: histograms}}
		if got := v.htmlText(i18n.English()); got != want {
			t.Errorf("%d pairs: %q, want %q", pairs, got, want)
		}
		v.Histogram.Histograms = nil
		if got := v.htmlText(i18n.English()); got != "HTML" {
			t.Errorf("%d pairs of unknown sizes: %q, want HTML", pairs, got)
		}
	}
}
