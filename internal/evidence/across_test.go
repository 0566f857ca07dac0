package evidence

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// acrossLanguages returns a pair of a C++ and a Java program, and the histogram of its pool.
func acrossLanguages() (contest.Pair, contest.Histogram) {
	p := contest.Pair{Language: contest.AcrossLanguages, Left: contest.Side{Language: "cpp"}, Right: contest.Side{Language: "java"},
		Scores: contest.Scores{CoverageLeft: 0.604, CoverageRight: 0.8312, SharedPassages: 74, UniquePassages: 61,
			Percentile: new(0.99987), Chance: new(0.0123)}}
	h := withContest(250, pool(214, 22791, 0.031))
	h.Language = contest.AcrossLanguages
	return p, h
}

// The sentences of a pair across languages name both languages, and say what was compared.
func TestExplainAcrossLanguages(t *testing.T) {
	t.Parallel()
	p, h := acrossLanguages()
	want := []string{
		"The programs are in two languages, C++ and Java. Only names, literals, operators and a few keywords were compared.",
		"83.1% of the right program's own names, literals and operators is also in the left one, and 60.4% the other way round.",
		"They share 74 passages of 4 tokens; 61 of them occur in no other program of the contest (248 other participants).",
		"It is more suspicious than 99.98% of the other 22,790 pairs of B-rivers across languages; the typical pair has a suspicion of 0.031.",
		"Honest pairs expected by chance to be like this one: 0.012.",
	}
	if diff := cmp.Diff(want, Explain(i18n.English(), p, h, contest.Parameters{ShingleLength: 10})); diff != "" {
		t.Errorf("sentences (-want +got):\n%s", diff)
	}
	h.RarityParticipants = 2
	if got, want := Explain(i18n.English(), p, h, contest.Parameters{})[2], "They share 74 passages of 4 tokens; nobody else took part here, so there is no baseline."; got != want {
		t.Errorf("among two participants: %q, want %q", got, want)
	}
}

// The language of a pair across languages is both languages; the language of any other pair is its family.
func TestPairLanguage(t *testing.T) {
	t.Parallel()
	p, _ := acrossLanguages()
	own := contest.Pair{Language: "c++", Left: contest.Side{Language: "c"}, Right: contest.Side{Language: "cpp"}}
	got := []string{Languages(i18n.English(), p), PairLanguage(i18n.English(), p), Languages(i18n.English(), own), PairLanguage(i18n.English(), own)}
	want := []string{"C++ / Java", "across languages: C++ / Java", "C++", "C++"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}
