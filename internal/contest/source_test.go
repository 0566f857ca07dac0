package contest_test

import (
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

func TestSourcePoolNote(t *testing.T) {
	t.Parallel()
	pool := contest.SourcePool{Problem: "A", Language: "c++", Sources: map[contest.SourceKind]int{contest.Generated: 12, contest.Jury: 1}, Others: 40, Near: 3}
	for _, test := range []struct {
		change func(*contest.SourcePool)
		want   string
	}{
		{func(*contest.SourcePool) {}, "problem A in C++, compared with 12 generated answers and 1 jury solution: 3 participants are near a source: nearer than any two of the others, who are in no listed pair and near no source, are to each other"},
		{func(p *contest.SourcePool) { p.Near, p.Problem = 1, "" }, "all problems in C++, compared with 12 generated answers and 1 jury solution: 1 participant is near a source: nearer than any two of the others, who are in no listed pair and near no source, are to each other"},
		{func(p *contest.SourcePool) { p.TooSimple = true }, "problem A in C++, compared with 12 generated answers and 1 jury solution: too simple: honest programs for this problem are alike, so that being near a source means little"},
		{func(p *contest.SourcePool) { p.TooFew, p.Others = true, 7 }, "problem A in C++, compared with 12 generated answers and 1 jury solution: too few participants outside all listed pairs (7, and 10 are needed) to know how near honest programs are to each other"},
	} {
		p := pool
		test.change(&p)
		if got := p.Note(i18n.English(), "C++"); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestClusterExplained(t *testing.T) {
	t.Parallel()
	for explained, want := range map[int]int{0: 0, 3: 1} {
		c := contest.Cluster{Size: 3, Pairs: 3, Explained: explained}
		if got := strings.Count(strings.Join(c.Shape(i18n.English()), " "), "Known sources explain all of its pairs."); got != want {
			t.Errorf("with %d explained pairs: %q", explained, c.Shape(i18n.English()))
		}
	}
}

func TestKnownCodeString(t *testing.T) {
	known := contest.KnownCode{SuspicionWithout: 0.18, Share: 0.8, Number: 2, Kind: contest.Generated, Name: "answer 2"}
	if got, want := known.String(), "partly in a known source (answer 2, generated): 80% of what both share, suspicion without it 0.180"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	known.Explained, known.BothNear = true, true
	want := "explained by a known source (answer 2, generated): 80% of what both share, suspicion without it 0.180, both programs are near a known source"
	if got := known.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
