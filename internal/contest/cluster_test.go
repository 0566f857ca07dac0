package contest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// clusterOf returns a cluster of participants "p1" to "p<n>" with these pairs.
func clusterOf(n int, edges ...[2]int64) Cluster {
	c := Cluster{Number: 1, Size: n, Pairs: len(edges), BreakThreshold: 0.5}
	for i := range n {
		c.Members = append(c.Members, ClusterMember{Participant: Participant{ID: int64(i + 1), Number: i + 1, Name: fmt.Sprintf("p%d", i+1)}})
	}
	for _, e := range edges {
		c.Edges = append(c.Edges, ClusterEdge{Left: e[0], Right: e[1]})
	}
	return c
}

// Path leads through a chain from end to end, around half of a ring, and from leaf to leaf of a star.
func TestPath(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		cluster Cluster
		want    []int64
	}{
		{"nobody", Cluster{}, nil},
		{"no pairs are set", clusterOf(3), nil},
		{"two", clusterOf(2, [2]int64{2, 1}), []int64{1, 2}},
		{"a chain", clusterOf(4, [2]int64{3, 1}, [2]int64{1, 4}, [2]int64{2, 4}), []int64{2, 4, 1, 3}},
		{"a ring", clusterOf(6, [2]int64{1, 2}, [2]int64{2, 3}, [2]int64{3, 4}, [2]int64{4, 5}, [2]int64{5, 6}, [2]int64{6, 1}), []int64{1, 2, 3, 4}},
		{"a star", clusterOf(4, [2]int64{4, 1}, [2]int64{4, 2}, [2]int64{4, 3}), []int64{2, 4, 3}},
		{"a chain behind a dense group", clusterOf(5, [2]int64{1, 2}, [2]int64{2, 3}, [2]int64{1, 3}, [2]int64{3, 4}, [2]int64{4, 5}), []int64{2, 3, 4, 5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, tt.cluster.Path()); diff != "" {
				t.Errorf("path (-want +got):\n%s", diff)
			}
		})
	}
}

// Shape names chains with their ends, and the parts of a larger cluster.
func TestShape(t *testing.T) {
	t.Parallel()
	chain := clusterOf(3, [2]int64{1, 2}, [2]int64{2, 3})
	chain.Chain, chain.Bridges = true, []int{1, 2}
	var edges [][2]int64
	for i := int64(1); i < 12; i++ {
		edges = append(edges, [2]int64{i, i + 1})
	}
	long := clusterOf(12, edges...)
	long.Chain, long.Bridges = true, []int{4}
	identical := clusterOf(3, [2]int64{1, 2}, [2]int64{2, 3}, [2]int64{1, 3})
	identical.BreakThreshold = 0.9996 // written as 1.000
	part := clusterOf(3, [2]int64{1, 2}, [2]int64{2, 3}, [2]int64{1, 3})
	part.Parts, part.Links = []int{1, 4}, []int{9}
	for _, tt := range []struct {
		name    string
		cluster Cluster
		want    string
	}{
		{"two", clusterOf(2, [2]int64{1, 2}), ""},
		{"a chain", chain, "A chain: p1 – p2 – p3. Its ends are not listed as a pair. Each pair is the only link between two parts, " +
			"so two members may have nothing in common. The cluster splits at a threshold above 0.500: then the pair marked “last link” is no longer listed."},
		{"a long chain", long, "A chain: p1 – p2 – p3 – … – p10 – p11 – p12. Its ends are not listed as a pair. 1 pair is the only link between two parts, " +
			"so two members may have nothing in common. The cluster splits at a threshold above 0.500: then the pair marked “last link” is no longer listed."},
		{"identical programs", identical, "No threshold below 1 splits the cluster."},
		{"a part", part, "The cluster splits at a threshold above 0.500: then the pair marked “last link” is no longer listed. It is a part of a larger cluster, " +
			"which was split into clusters 1 and 4, because each of them holds together by itself. 1 pair with members of the others belongs to no cluster."},
	} {
		if diff := cmp.Diff(tt.want, strings.Join(tt.cluster.Shape(i18n.English()), " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
