package check

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// Three participants with one disguised program are a cluster, and so are two with another
// program. A copy of an earlier contest's program joins no cluster.
func TestClusters(t *testing.T) {
	t.Parallel()
	db := open(t)
	importAndCheck(t, db, "spring", spring())
	submissions := append(autumn(),
		checktest.Submission("A", "zed", 20, checktest.Program(14, 30)), // a third copy of fay's
		checktest.Submission("A", "zed", 1, checktest.Program(50, 30)),  // another program of zed's, before all others
		checktest.Submission("C", "ben", 30, checktest.Program(15, 30)), // ben is also in a cluster for problem C
		checktest.Submission("C", "dan", 31, renamed(checktest.Program(15, 30))),
	)
	submissions[len(submissions)-3].Path = "A/zed-other.cpp"
	submissions = append(submissions, bystanders("Cy", 8, "C", 4000)...)
	p := Defaults()
	p.Against = []string{contest.AgainstArchive}
	id := mustCheck(t, &Checker{Store: db}, Request{Contest: "autumn", Submissions: submissions, Parameters: p})

	clusters, total, err := db.Clusters(t.Context(), id, contest.ClusterFilter{}, 0, 0)
	if err != nil || total != 2 {
		t.Fatalf("%d clusters and error %v, want 2: %+v", total, err, clusters)
	}
	type group struct {
		Problem, Language string
		Size, Pairs       int
		Members, First    []string
		Earliest          string // submission of the first member
		Chain             bool
		Cohesion          float64
	}
	var got []group
	for _, c := range clusters {
		whole, err := db.Cluster(t.Context(), id, c.Number)
		must(t, err)
		g := group{Problem: c.Problem, Language: c.Language, Size: c.Size, Pairs: c.Pairs, Chain: c.Chain, Cohesion: c.Cohesion}
		names := make(map[string]bool)
		for _, m := range whole.Members {
			names[m.Participant.Name] = true
			if m.First {
				g.First, g.Earliest = append(g.First, m.Participant.Name), m.Earliest.Path
			}
		}
		for _, name := range []string{"ben", "dan", "fay", "gus", "zed", "xia"} {
			if names[name] {
				g.Members = append(g.Members, name)
			}
		}
		pairs := storedPairs(t, db, id, contest.PairFilter{Cluster: c.Number})
		if len(pairs) != c.Pairs || len(whole.Edges) != c.Pairs || pairs[0].Suspicion != c.Highest || pairs[len(pairs)-1].Suspicion < p.Threshold {
			t.Errorf("cluster %d has pairs that do not agree with its counts: %+v", c.Number, pairs)
		}
		got = append(got, g)
	}
	want := []group{
		{Problem: "A", Language: "c++", Size: 3, Pairs: 3, Members: []string{"fay", "gus", "zed"}, First: []string{"fay"}, Earliest: "A/fay.cpp", Cohesion: 1},
		{Problem: "C", Language: "c++", Size: 2, Pairs: 1, Members: []string{"ben", "dan"}, First: []string{"ben"}, Earliest: "C/ben.cpp", Cohesion: 1},
	}
	wantEqual(t, "clusters", want, got)

	// The histogram of the highest suspicions counts each participant once.
	histograms, err := db.Histograms(t.Context(), id)
	must(t, err)
	all := storedPairs(t, db, id, contest.PairFilter{Sides: contest.OwnSides})
	for _, h := range histograms {
		highest := make(map[string]float64)
		for _, pair := range all {
			if pair.Problem == h.Problem && pair.Suspicion >= p.Keep {
				highest[pair.Left.Participant] = max(highest[pair.Left.Participant], pair.Suspicion)
				highest[pair.Right.Participant] = max(highest[pair.Right.Participant], pair.Suspicion)
			}
		}
		want := make([]int64, contest.HistogramBins)
		for _, suspicion := range highest {
			want[min(int(suspicion*contest.HistogramBins+1e-9), contest.HistogramBins-1)]++
		}
		if diff := cmp.Diff(want, h.ParticipantBins); diff != "" {
			t.Errorf("highest suspicions for %s (-want +got):\n%s", h.Problem, diff)
		}
		if got, want := h.WithoutStoredPair(), int64(h.Participants-len(highest)); got != want || want == 0 {
			t.Errorf("%d participants for %s have no stored pair, want %d, more than none", got, h.Problem, want)
		}
	}
}
