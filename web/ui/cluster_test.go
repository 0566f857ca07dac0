package ui_test

import (
	"fmt"
	"net/http"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// clusterSite is a site with a contest of two clusters: in the first, a pair links each participant to the next; the
// second has two participants with unknown times.
type clusterSite struct {
	*webtest.Site
	contestID int64
	checkID   int64
}

func newClusterSite(t *testing.T, size int) clusterSite {
	t.Helper()
	ctx := t.Context()
	g := clusterSite{Site: webtest.NewSignedIn(t)}
	var submissions []contest.Submission
	for i := range size + 2 {
		who := fmt.Sprintf("Team Secret %d %s", i, webtest.Hostile)
		s := contest.Submission{
			Problem: "A", Participant: who, Kind: contest.Official, Path: fmt.Sprintf("A/%d.cpp", i), Language: "cpp", Verdict: "AC", Attempt: 1,
			Time:  time.Date(2026, 3, 1, 12, 0, 50-i%40, 0, time.UTC).Add(time.Duration(-i/40) * time.Hour),
			Files: []contest.File{{Path: "a.cpp", Content: fmt.Appendf(nil, "int main() { return %d; }", i)}},
		}
		if i >= size {
			s.Problem, s.Time = "B", time.Time{}
		}
		submissions = append(submissions, s)
	}
	var err error
	g.contestID, _, err = g.DB.Import(ctx, review.CommandLine, "", contest.Import{Contest: "Finals", Origin: "finals.zip", Submissions: submissions})
	webtest.Must(t, err)
	ids := make([]int64, len(submissions))
	for i, s := range submissions {
		ids[i] = s.ID
	}
	p := contest.Parameters{Threshold: 0.5, Keep: 0.2, Verdicts: "judged", Participants: "official"}
	run, err := g.DB.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: g.contestID, Digest: "d", Parameters: p}, ids, nil)
	webtest.Must(t, err)
	t.Cleanup(func() { _ = run.Close() })
	g.checkID = run.ID()
	side := func(i int) contest.Side { return contest.Side{SubmissionID: ids[i]} }
	clusters := []contest.Cluster{
		{Number: 1, Problem: "A", Language: "c++", Size: size, Pairs: size - 1, Highest: 0.99, Cohesion: 2 / float64(size), Chain: size > 2, WeakestPair: size - 1, BreakThreshold: 0.6, Bridges: []int{}},
		{Number: 2, Problem: "B", Language: "c++", Size: 2, Pairs: 1, Highest: 0.55, Cohesion: 1, WeakestPair: size, BreakThreshold: 0.55, Bridges: []int{size}},
	}
	var pairs []contest.Pair
	for i := range size {
		left, cluster := i, 1
		if i == size-1 {
			left, cluster = size, 2
		}
		problem := submissions[left].Problem
		suspicion := 0.99 - 0.39*float64(i)/float64(max(1, size-2))
		if cluster == 2 {
			suspicion = 0.55
		}
		pairs = append(pairs, contest.Pair{Rank: i + 1, Problem: problem, Language: "c++", Cluster: cluster, Left: side(left), Right: side(left + 1), Scores: contest.Scores{Suspicion: suspicion}})
		if cluster == 1 {
			clusters[0].Bridges = append(clusters[0].Bridges, i+1)
		}
	}
	for i := range submissions {
		m := contest.ClusterMember{Pairs: 1, Earliest: side(i), Similar: side(i), First: i == size-1}
		cluster := &clusters[i/size]
		cluster.Members = append(cluster.Members, m)
	}
	histogram := contest.Histogram{Problem: "A", Language: "c++", Programs: size, Participants: size, ParticipantBins: make([]int64, contest.HistogramBins)}
	for _, err := range []error{
		run.SavePairs(ctx, pairs), run.SaveClusters(ctx, clusters),
		run.Complete(ctx, contest.Summary{Participants: size + 2, PairsCompared: 99, PairsStored: len(pairs)}, []contest.Histogram{histogram}, nil),
	} {
		webtest.Must(t, err)
	}
	return g
}

// clustersAt gets the list of clusters with a query, or the page of a cluster.
func (g clusterSite) clustersAt(query string) webtest.Answer {
	g.Helper()
	return g.Page(fmt.Sprintf("/checks/%d/clusters%s", g.checkID, query))
}

// The list of clusters can be filtered, and shows no hidden name.
func TestClustersPage(t *testing.T) {
	t.Parallel()
	g := newClusterSite(t, 3)
	webtest.Mention(t, g.clustersAt("").Text(), "Clusters 1", "Cluster 1")
	a := g.clustersAt("?size=2")
	text := a.Text()
	if words := webtest.TextOf(a.One("thead")); !strings.Contains(words, "Submitted first") {
		t.Errorf("the list does not say who submitted first: %s", words)
	}
	if words := webtest.TextOf(g.clustersAt("?size=2&problem=B").One("thead")); strings.Contains(words, "Submitted first") {
		t.Errorf("the column has no value: %s", words)
	}
	webtest.Mention(t, text, "Clusters 2", "Cluster 1", "Cluster 2", "chain", "66.7%", "0.600", "Participant ")
	if strings.Contains(text, "Secret") {
		t.Error("a hidden name is on the page")
	}
	for query, want := range map[string][2]bool{ // clusters 1 and 2
		"?problem=A": {true, false}, "?size=2&problem=B": {false, true}, "": {true, false}, "?size=3": {true, false}, "?size=2": {true, true},
		"?size=2&language=c%2B%2B": {true, true},
		"?language=java":           {false, false}, "?page=2": {false, false}, "?page=x&problem=A": {true, false}, "?problem=%ff": {false, false},
	} {
		text := g.clustersAt(query).Text()
		if got := [2]bool{strings.Contains(text, "Cluster 1"), strings.Contains(text, "Cluster 2")}; got != want {
			t.Errorf("%s lists clusters 1 and 2: %v, want %v", query, got, want)
		}
	}
	webtest.Mention(t, g.clustersAt("?page=2").Text(), "This page of the list is empty. First page")
	webtest.Mention(t, g.clustersAt("?problem=B").Text(), "No clusters with these filters.")
}

// For a check that is older than clusters, the page proposes to check again.
func testClustersOfAnOldCheck(t *testing.T, s *webtest.Site) {
	webtest.Mention(t, s.Page("/checks/2/clusters").Text(), "Run a new check to see them.")
}

// The page of a cluster describes and draws it, links to its pairs, and escapes names.
func TestClusterPage(t *testing.T) {
	t.Parallel()
	g := newClusterSite(t, 3)
	a := g.clustersAt("/1")
	text := a.Text()
	webtest.Mention(t, text, "Cluster 1", "3 participants linked by 2 pairs, 66.7% of all possible pairs", "A chain: Participant 1 – Participant 5 – Participant 3. Its ends are not listed as a pair.", "Each pair is the only link",
		"at a threshold above 0.600", "2026-03-01", "bridge", "last link", "Pair 1", "Pair 2")
	if strings.Contains(a.Body, "Secret") {
		t.Error("a hidden name is on the page")
	}
	// The links open the pairs in the ranking of the cluster: the last pair has no next one.
	for i, next := range []int{1, 0} {
		rank := fmt.Sprint(i + 1)
		for _, link := range a.All("a") {
			if webtest.TextOf(link) == "Pair "+rank {
				path := webtest.Attribute(link, "href")
				if !strings.HasSuffix(path, "?at="+rank+"&cluster=1") {
					t.Errorf("pair %s is opened at %s, want its position in the ranking of cluster 1", rank, path)
				}
				if got := len(g.Page(path).All("a", "rel", "next")); got != next {
					t.Errorf("pair %s has %d links to a next pair, want %d", rank, got, next)
				}
			}
		}
	}
	// A jury steps from cluster to cluster; the second one is a single pair.
	for path, want := range map[string][2]int{"/1": {0, 0}, "/2": {1, 0}} {
		page := g.clustersAt(path)
		if got := [2]int{len(page.All("a", "rel", "prev")), len(page.All("a", "rel", "next"))}; got != want {
			t.Errorf("cluster %s links to %d previous and %d next clusters, want %d", path, got[0], got[1], want)
		}
	}
	// Clusters that known sources explain come last, so that pairs are between large clusters.
	g.Exec(`INSERT INTO clusters (check_id, number, problem, language, size, pairs, highest, cohesion, chain, weakest, holds, bridges)
		SELECT check_id, 3, 'C', language, size, pairs, highest, cohesion, chain, weakest, holds, bridges FROM clusters WHERE number = 1`)
	for number, want := range map[int]string{1: "next 3", 2: "prev 1 next 3", 3: "prev 1"} {
		var got []string
		for _, link := range g.clustersAt(fmt.Sprintf("/%d", number)).All("a") {
			if rel := webtest.Attribute(link, "rel"); rel != "" {
				got = append(got, rel, path.Base(webtest.Attribute(link, "href")))
			}
		}
		if words := strings.Join(got, " "); words != want {
			t.Errorf("cluster %d links to %q, want %q", number, words, want)
		}
	}
	g.Exec("DELETE FROM clusters WHERE number = 3")
	bundle := a.One("form", "action", fmt.Sprintf("/checks/%d/clusters/1/bundle.html", g.checkID))
	webtest.Mention(t, webtest.TextOf(bundle), "Evidence of the cluster")
	if len(a.All("svg", "class", "graph")) != 2 || len(a.All("rect", "class", "cell")) != 4 {
		t.Error("the page has no drawing, or no heat map with two cells for each of its two pairs")
	}
	if len(a.All("circle", "class", "node")) != 3 || len(a.All("line", "class", "edge")) != 2 {
		t.Error("the drawing does not have three nodes and two edges")
	}
	if n := len(a.All("circle", "class", "ring")); n != 1 {
		t.Errorf("%d nodes are marked as first, want 1", n)
	}
	// In a contest that is not blind, names are shown, with their markup escaped.
	g.Exec("UPDATE contests SET blind = false")
	a = g.clustersAt("/1")
	webtest.Mention(t, a.Text(), "Team Secret 1")
	if len(a.All("script", "", "")) > 3 || strings.Contains(a.Body, "<script>alert") {
		t.Error("the markup in a name is not escaped")
	}
	webtest.Mention(t, a.Text(), "First submission", "The filled one has the earliest submission in the pairs of the cluster.")
	a = g.clustersAt("/2") // has no times
	webtest.Mention(t, a.Text(), "linked by a pair", "attempt 1")
	for _, words := range []string{"time unknown", "First submission", "the same one"} {
		if strings.Contains(a.Text(), words) {
			t.Errorf("the page of a cluster without times has %q", words)
		}
	}
	g.Exec("UPDATE submissions SET submitted_at = now() WHERE id = (SELECT max(id) FROM submissions WHERE submitted_at IS NULL)")
	webtest.Mention(t, g.clustersAt("/2").Text(), "First submission", "time unknown", "the same one")
	for _, number := range []string{"0", "3", "x", "-1", "99999999999999999999"} {
		g.Do("GET", fmt.Sprintf("/checks/%d/clusters/%s", g.checkID, number), "").WantStatus(http.StatusNotFound, "cluster %s", number)
	}
}

// A cluster whose members have more pairs than are stored does not call its listed pairs a share of all, and says what a field of
// the heat map without colour means. The page of a pair leads to its cluster, and says how many of its pairs wait.
func TestClusterWithDroppedPairs(t *testing.T) {
	t.Parallel()
	g := newClusterSite(t, 6)
	const note, heat = "Participants with many pairs have only their most suspicious ones stored", "or that is not stored"
	if words := g.clustersAt("/1").Text(); strings.Contains(words, note) || strings.Contains(words, heat) {
		t.Errorf("a cluster with all pairs: %s", words)
	}
	g.Exec("UPDATE clusters SET cohesion = 5.0/14 WHERE number = 1")
	page := g.clustersAt("/1")
	webtest.Mention(t, page.Text(), "6 participants linked by 5 pairs, highest", note, heat)
	if strings.Contains(page.Text(), "35.7%") {
		t.Error("5 of 15 pairs are called 35.7 %, the share of those that were not dropped")
	}
	pairs, _, err := g.DB.Pairs(t.Context(), g.checkID, contest.PairFilter{})
	webtest.Must(t, err)
	facts := func(p contest.Pair) string {
		return webtest.TextOf(g.Page(ui.PairPath(p.ID)).One("ul", "class", "pair-facts"))
	}
	webtest.Mention(t, facts(pairs[0]), "Cluster 1 5 to review")
	if words := facts(pairs[5]); strings.Contains(words, "Cluster") {
		t.Errorf("a cluster of two is this pair: %s", words)
	}
}

// The page of a large cluster draws and lists a part of it, and says so.
func TestLargeClusterPage(t *testing.T) {
	t.Parallel()
	g := newClusterSite(t, 300)
	a := g.clustersAt("/1")
	webtest.Mention(t, a.Text(), "Drawn: 120 participants, those most strongly linked", "Not drawn: 180 participants", "and 100 more participants", "All 299 pairs of the cluster")
	if n := len(a.All("circle", "class", "node")); n != 120 {
		t.Errorf("%d nodes, want 120", n)
	}
}

// The overview counts the pairs of a cluster that wait for the viewer: all that they have not decided; without independent
// review, neither those that others settled.
func TestClusterToReview(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	clusters, _, err := j.DB.Clusters(t.Context(), j.Check.ID, contest.ClusterFilter{MinSize: 3}, 0, 1)
	if err != nil || len(clusters) != 1 {
		t.Fatalf("got %d clusters of three or more, want 1: %v", len(clusters), err)
	}
	number, all := clusters[0].Number, clusters[0].Pairs
	pairs, _, err := j.DB.Pairs(t.Context(), j.Check.ID, contest.PairFilter{Cluster: number})
	if err != nil || len(pairs) != all || all < 3 {
		t.Fatalf("got %d pairs of cluster %d, want %d, at least 3: %v", len(pairs), number, all, err)
	}
	toReview := func(who, want string) {
		t.Helper()
		j.SignInAs(who)
		tile := webtest.TextOf(j.Page(fmt.Sprintf("/checks/%d/clusters", j.Check.ID)).One("ul", "class", "overview"))
		if !strings.Contains(tile, want) {
			t.Errorf("for %s, the overview says %q, want %q", who, tile, want)
		}
	}
	decide := func(pair contest.Pair, decision review.Decision) {
		t.Helper()
		by := j.Person("ann")
		r := review.Review{Reviewer: by, Decision: decision}
		_, err := j.DB.Decide(t.Context(), by, review.KeyOf(j.Check.ContestID, pair), r)
		webtest.Must(t, err)
	}
	decide(pairs[0], review.Dismissed)
	toReview("ben", fmt.Sprintf("%d to review", all))
	webtest.Must(t, j.DB.SetSettings(t.Context(), j.Person("cid"), j.Check.ContestID, contest.Settings{Independent: new(false)}))
	toReview("ben", fmt.Sprintf("%d to review", all-1))
	for _, pair := range pairs[1:] {
		decide(pair, review.Confirmed)
	}
	toReview("ann", "none for you to review") // they need a second reviewer
	for _, pair := range pairs[1:] {
		decide(pair, review.Dismissed)
	}
	toReview("ben", "settled")
}
