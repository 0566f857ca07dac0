package evidence

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestJudgementHistory(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		list []contest.Judgement
		want string
	}{
		{"never", nil, ""},
		{"once", []contest.Judgement{{Verdict: "AC", Current: true}}, ""},
		{"twice", []contest.Judgement{{Verdict: "WA"}, {Verdict: "AC", Current: true}}, "WA, then AC"},
		{"thrice, once without a verdict", []contest.Judgement{{Verdict: "WA"}, {}, {Verdict: "<b>", Current: true}}, "WA, then ?, then <b>"},
	} {
		if got := JudgementHistory(tt.list); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestVerdictText(t *testing.T) {
	t.Parallel()
	a := Attempt{Verdict: "AC", Language: "C++"}
	if a.verdictText() != "AC" || a.language() != "C++" {
		t.Errorf("nothing told: %q, %q", a.verdictText(), a.language())
	}
	a.Version, a.Judgements = "cc.cc17o2", []contest.Judgement{{Verdict: "WA"}, {Verdict: "AC", Current: true}}
	if a.verdictText() != "AC, rejudged: WA, then AC" || a.language() != "C++ (cc.cc17o2)" {
		t.Errorf("told: %q, %q", a.verdictText(), a.language())
	}
}
