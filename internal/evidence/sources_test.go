package evidence_test

import (
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

func TestKnownCode(t *testing.T) {
	t.Parallel()
	p := contest.Pair{Scores: contest.Scores{Suspicion: 0.91, Known: &contest.KnownCode{
		SuspicionWithout: 0.18, Share: 0.8, Number: 2, Kind: contest.Generated, Name: "answer 2", Explained: true, BothNear: true}}}
	want := "Explained by a known source: without code in sources, the suspicion falls from 0.910 to 0.180. Of the shared passages, 80.0% are in known sources, the largest part in answer 2 (generated). Both programs are near a known source, so each participant may have had such a source."
	if got := evidence.KnownCode(i18n.English(), p); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p.Known.Explained, p.Known.BothNear = false, false
	if got := evidence.KnownCode(i18n.English(), p); !strings.HasPrefix(got, "Partly in a known source: ") || strings.Contains(got, "near") {
		t.Errorf("got %q", got)
	}
	if sentences := evidence.Explain(i18n.English(), p, contest.Histogram{}, contest.Parameters{}); !strings.Contains(strings.Join(sentences, " "), "known source") {
		t.Errorf("the reasons are %q", sentences)
	}
}

func TestNearSources(t *testing.T) {
	t.Parallel()
	c := contest.Check{Summary: contest.Summary{Sources: []contest.SourcePool{
		{Problem: "A", Language: "c++", Sources: map[contest.SourceKind]int{contest.Generated: 12, contest.Editorial: 1}, Others: 210, Near: 1},
		{Problem: "A", Language: "java", Sources: map[contest.SourceKind]int{contest.Generated: 12}, Others: 40, Near: 3, Listed: 2},
	}}}
	near := contest.NearSources{Side: contest.Side{Problem: "A", Language: "cpp"}}
	for range 3 {
		near.Sources = append(near.Sources, contest.NearSource{Kind: contest.Generated})
	}
	want := "Nearer to 3 of the 12 generated answers than any two of the other 210 participants are to each other."
	if got := evidence.NearSources(i18n.English(), c, near); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	near.Sources = append(near.Sources, contest.NearSource{Kind: contest.Editorial})
	if got := evidence.NearSources(i18n.English(), c, near); !strings.Contains(got, "3 of the 12 generated answers and the editorial solution than") {
		t.Errorf("got %q", got)
	}
	near.Side.Language, near.Sources = "java", near.Sources[:1]
	want = "Nearer to 1 of the 12 generated answers than any two of the other 40 participants who are in no listed pair and near no source are to each other."
	if got := evidence.NearSources(i18n.English(), c, near); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
