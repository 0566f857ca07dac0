package postgres

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// saveClusters makes a complete check with two clusters, linked by a pair. The first has three
// participants, two of them linked only through the third. The second has two members; neither has the field First.
func saveClusters(t *testing.T, db *DB) (checkID int64, submissions []contest.Submission) {
	t.Helper()
	ctx := context.Background()
	for i, who := range []string{"ann", "ben", "cat", "dan", "eve", "fay"} {
		submissions = append(submissions, submission("A", who, 1+i, "int main() { return 1; } // "+who))
	}
	submissions = append(submissions, submission("A", "ann", 9, "int main() { return 9; }"))
	contestID := importContest(t, db, "c", submissions)
	run := beginCheck(t, db, contestID, submissions)
	pairs := []contest.Pair{
		pair(1, submissions[6], submissions[1], 0.9), pair(2, submissions[1], submissions[2], 0.8),
		pair(3, submissions[4], submissions[3], 0.7), pair(4, submissions[3], submissions[0], 0.3),
	}
	pairs[0].Cluster, pairs[1].Cluster, pairs[2].Cluster = 1, 1, 2
	member := func(pairs int, first bool, earliest, similar contest.Submission) contest.ClusterMember {
		return contest.ClusterMember{Pairs: pairs, First: first, Earliest: contest.Side{SubmissionID: earliest.ID}, Similar: contest.Side{SubmissionID: similar.ID}}
	}
	err := errors.Join(
		run.SavePairs(ctx, pairs),
		run.SaveClusters(ctx, []contest.Cluster{
			{Number: 1, Problem: "A", Language: "c++", Size: 3, Pairs: 2, Highest: 0.9, Cohesion: 2. / 3, Chain: true, WeakestPair: 2, BreakThreshold: 0.8, Bridges: []int{1, 2}, Parts: []int{1, 2}, Links: []int{4},
				Members: []contest.ClusterMember{member(1, true, submissions[0], submissions[6]), member(2, false, submissions[1], submissions[1]), member(1, false, submissions[2], submissions[2])}},
			{Number: 2, Problem: "A", Language: "java", Size: 2, Pairs: 1, Highest: 0.7, Cohesion: 1, WeakestPair: 3, BreakThreshold: 0.7, Bridges: []int{}, Parts: []int{1, 2}, Links: []int{4},
				Members: []contest.ClusterMember{member(1, false, submissions[3], submissions[3]), member(1, false, submissions[4], submissions[4])}},
		}))
	must(t, err)
	if _, _, err := db.Clusters(ctx, run.ID(), contest.ClusterFilter{}, 0, 0); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("clusters of a running check: got error %v, want ErrNotFound", err)
	}
	complete(t, run)
	return run.ID(), submissions
}

// Clusters returns the clusters that pass a filter, with only the members who submitted first.
func TestClusters(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	checkID, _ := saveClusters(t, db)
	tests := []struct {
		name          string
		filter        contest.ClusterFilter
		offset, limit int
		want          []int
		total         int
	}{
		{"all", contest.ClusterFilter{}, 0, 0, []int{1, 2}, 2},
		{"first page", contest.ClusterFilter{}, 0, 1, []int{1}, 2},
		{"second page", contest.ClusterFilter{}, 1, 1, []int{2}, 2},
		{"problem", contest.ClusterFilter{Problem: "A"}, 0, 0, []int{1, 2}, 2},
		{"problem without clusters", contest.ClusterFilter{Problem: "B"}, 0, 0, nil, 0},
		{"problem that is not UTF-8", contest.ClusterFilter{Problem: "\xff"}, 0, 0, nil, 0},
		{"language", contest.ClusterFilter{Language: "java"}, 0, 0, []int{2}, 1},
		{"three or more members", contest.ClusterFilter{MinSize: 3}, 0, 0, []int{1}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			clusters, total, err := db.Clusters(ctx, checkID, tt.filter, tt.offset, tt.limit)
			must(t, err)
			var got []int
			for _, c := range clusters {
				got = append(got, c.Number)
				firsts := map[int][]string{1: {"ann"}}[c.Number]
				var names []string
				for _, m := range c.Members {
					names = append(names, m.Participant.Name)
				}
				if diff := cmp.Diff(firsts, names); diff != "" || c.Edges != nil {
					t.Errorf("first members of cluster %d (-want +got):\n%s\nedges: %v", c.Number, diff, c.Edges)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || total != tt.total {
				t.Errorf("got %d in all, want %d; numbers (-want +got):\n%s", total, tt.total, diff)
			}
		})
	}
}

// Cluster returns a cluster with all its members and pairs.
func TestCluster(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	checkID, submissions := saveClusters(t, db)
	got, err := db.Cluster(ctx, checkID, 1)
	must(t, err)
	ids := make(map[string]int64)
	side := func(s contest.Submission) contest.Side { return pair(1, s, s, 0).Left }
	byName := make(map[string]contest.ClusterMember)
	for i, m := range got.Members {
		if i > 0 && got.Members[i-1].Participant.Number >= m.Participant.Number {
			t.Errorf("members are not sorted by number: %+v", got.Members)
		}
		if m.Participant.ContestID == 0 || !m.Participant.Hidden || m.Earliest.ParticipantID != m.Participant.ID || m.Earliest.ContestID != m.Participant.ContestID || m.Similar.Number != m.Participant.Number {
			t.Errorf("a field of the participant, or of their submissions, is wrong: %+v", m)
		}
		ids[m.Participant.Name] = m.Participant.ID
		name := m.Participant.Name
		m.Participant = contest.Participant{}
		byName[name] = m
	}
	wantMembers := map[string]contest.ClusterMember{
		"ann": {Pairs: 1, First: true, Earliest: side(submissions[0]), Similar: side(submissions[6])},
		"ben": {Pairs: 2, Earliest: side(submissions[1]), Similar: side(submissions[1])},
		"cat": {Pairs: 1, Earliest: side(submissions[2]), Similar: side(submissions[2])},
	}
	wantEqual(t, "members", wantMembers, byName, ignoreDatabaseFields)
	want := contest.Cluster{Number: 1, Problem: "A", Language: "c++", Size: 3, Pairs: 2, Highest: 0.9, Cohesion: 2. / 3, Chain: true,
		WeakestPair: 2, BreakThreshold: 0.8, Bridges: []int{1, 2}, Parts: []int{1, 2}, Links: []int{4}, Edges: []contest.ClusterEdge{
			{Rank: 1, Left: ids["ann"], Right: ids["ben"], Suspicion: 0.9}, {Rank: 2, Left: ids["ben"], Right: ids["cat"], Suspicion: 0.8}}}
	pairs, total, err := db.Pairs(ctx, checkID, contest.PairFilter{Cluster: 1})
	if err != nil || total != 2 {
		t.Fatalf("cluster 1 has %d pairs, %v; want 2", total, err)
	}
	for i, p := range pairs {
		want.Edges[i].PairID = p.ID
		if p.Cluster != 1 {
			t.Errorf("pair %d belongs to cluster %d, want 1", p.Rank, p.Cluster)
		}
	}
	if l := got.LinkEdges; len(l) != 1 || l[0].Rank != 4 || l[0].Suspicion != 0.3 || l[0].Right != ids["ann"] || l[0].Cluster != 2 ||
		l[0].Other.Name != "dan" || !l[0].Other.Hidden || l[0].Other.ID != l[0].Left {
		t.Errorf("links to other parts: %+v, want pair 4 of dan and ann, who is in cluster 1", l)
	}
	wantEqual(t, "cluster", want, got, cmpopts.IgnoreFields(contest.Cluster{}, "Members", "LinkEdges"))
	edges, err := db.ClusterEdges(ctx, checkID, []int{1, 7})
	if diff := cmp.Diff(map[int][]contest.ClusterEdge{1: want.Edges}, edges); diff != "" || err != nil {
		t.Errorf("pairs of cluster 1, %v (-want +got):\n%s", err, diff)
	}
	for _, number := range []int{0, 3} {
		if _, err := db.Cluster(ctx, checkID, number); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("unknown cluster %d: got error %v, want ErrNotFound", number, err)
		}
	}
}

// SaveClusters refuses a member with submissions of two participants, or from outside the check. A
// failed check leaves no clusters.
func TestSaveClustersRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(3)
	run := beginCheck(t, db, importContest(t, db, "c", submissions), submissions[:2])
	withMember := func(earliest, similar int) []contest.Cluster {
		return []contest.Cluster{{Number: 1, Size: 2, Pairs: 1, WeakestPair: 1, Bridges: []int{}, Members: []contest.ClusterMember{
			{Pairs: 1, Earliest: contest.Side{SubmissionID: submissions[earliest].ID}, Similar: contest.Side{SubmissionID: submissions[similar].ID}}}}}
	}
	for name, clusters := range map[string][]contest.Cluster{"outside the check": withMember(2, 2), "of two participants": withMember(0, 1)} {
		if err := run.SaveClusters(ctx, clusters); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("a member with submissions %s: got error %v, want ErrNotFound", name, err)
		}
	}
	if err := run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[2], 0.5)}); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a pair with a submission outside the check: got error %v, want ErrNotFound", err)
	}
	must(t, run.SaveClusters(ctx, withMember(0, 0)))
	must(t, run.Fail(ctx, i18n.Verbatim("broken on purpose")))
	if rows := rowsOf(t, db, "clusters", "cluster_members"); rows["clusters"]+rows["cluster_members"] != 0 {
		t.Errorf("after the check failed: got row counts %v, want 0", rows)
	}
}

// BenchmarkClusters measures the lists and the page of clusters in a check of 100,000 pairs: 79,800 of them
// are in one cluster of 400 participants, 5,572 in 199 clusters of eight.
func BenchmarkClusters(b *testing.B) {
	ctx := context.Background()
	db := open(b)
	contestID, submissions := newContest(b, db, "c", 2000)
	var pairs []contest.Pair
	var clusters []contest.Cluster
	link := func(cluster, from, to int) {
		c := contest.Cluster{Number: cluster, Problem: "A", Language: "c++", Size: to - from, Cohesion: 1, WeakestPair: 1, Bridges: []int{}}
		for i := from; i < to; i++ {
			side := contest.Side{SubmissionID: submissions[i].ID}
			c.Members = append(c.Members, contest.ClusterMember{Pairs: to - from - 1, Earliest: side, Similar: side, First: i == from})
			for j := from; j < i; j++ {
				p := pair(len(pairs)+1, submissions[j], submissions[i], 1-float64(len(pairs))/100_000)
				p.Cluster = cluster
				pairs = append(pairs, p)
				c.Pairs++
			}
		}
		clusters = append(clusters, c)
	}
	link(1, 0, 400)
	for i := range 199 {
		link(2+i, 400+8*i, 408+8*i)
	}
	for i := 0; len(pairs) < 100_000; i++ {
		pairs = append(pairs, pair(len(pairs)+1, submissions[i%400], submissions[400+i%1600], 0.1))
	}
	run := beginCheck(b, db, contestID, submissions)
	must(b, errors.Join(run.SavePairs(ctx, pairs), run.SaveClusters(ctx, clusters), run.Complete(ctx, contest.Summary{}, nil, nil)))
	var numbers []int
	for i := range 200 {
		numbers = append(numbers, 1+i)
	}
	for name, read := range map[string]func() error{
		"list": func() error {
			_, _, err := db.Clusters(ctx, run.ID(), contest.ClusterFilter{MinSize: 3}, 0, 200)
			return err
		},
		"states": func() error {
			_, _, err := db.ClusterStates(ctx, run.ID(), numbers, contest.ReviewQueue{}, contest.Seal{})
			return err
		},
		"overview": func() error {
			_, err := db.ClusterEdges(ctx, run.ID(), numbers)
			return err
		},
		"cluster of 79,800 pairs": func() error {
			_, err := db.Cluster(ctx, run.ID(), 1)
			return err
		},
		"cluster of 28 pairs": func() error {
			_, err := db.Cluster(ctx, run.ID(), 7)
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				must(b, read())
			}
		})
	}
}
