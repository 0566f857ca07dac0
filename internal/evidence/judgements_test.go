package evidence

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// JudgementHistory lists the verdicts of a submission that was judged more than once.
func TestJudgementHistory(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		list []contest.Judgement
		want string
	}{
		{"not judged", nil, ""},
		{"judged once", []contest.Judgement{{Verdict: "AC", Current: true}}, ""},
		{"judged twice", []contest.Judgement{{Verdict: "WA"}, {Verdict: "AC", Current: true}}, "WA, then AC"},
		{"judged three times, once without a verdict", []contest.Judgement{{Verdict: "WA"}, {}, {Verdict: "<b>", Current: true}}, "WA, then ?, then <b>"},
	} {
		if got := JudgementHistory(i18n.English(), tt.list); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// An attempt shows its verdict with the history, and its language with the version.
func TestVerdictText(t *testing.T) {
	t.Parallel()
	a := Attempt{Verdict: "AC", Language: "C++"}
	if a.verdictText(i18n.English()) != "AC" || a.language() != "C++" {
		t.Errorf("without history and version: %q, %q", a.verdictText(i18n.English()), a.language())
	}
	a.Version, a.Judgements = "cc.cc17o2", []contest.Judgement{{Verdict: "WA"}, {Verdict: "AC", Current: true}}
	if a.verdictText(i18n.English()) != "AC, rejudged: WA, then AC" || a.language() != "C++ (cc.cc17o2)" {
		t.Errorf("with history and version: %q, %q", a.verdictText(i18n.English()), a.language())
	}
}
