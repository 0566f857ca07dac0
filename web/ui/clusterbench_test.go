package ui

import (
	"fmt"
	"io"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// BenchmarkClusterPage measures the page of a cluster of 400 participants who are all linked, by 79,800 pairs.
func BenchmarkClusterPage(b *testing.B) {
	c := contest.Cluster{Number: 1, Size: 400, WeakestPair: 1, Cohesion: 1}
	for i := range int64(c.Size) {
		c.Members = append(c.Members, contest.ClusterMember{Participant: contest.Participant{ID: i + 1, Number: int(i + 1), Name: fmt.Sprintf("team %d", i)}})
		for j := range i {
			c.Pairs++
			c.Edges = append(c.Edges, contest.ClusterEdge{PairID: int64(c.Pairs), Rank: c.Pairs, Left: j + 1, Right: i + 1, Suspicion: 1 - float64(c.Pairs)/100_000})
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := clusterBody(newClusterView(i18n.English(), contest.Check{ID: 1}, c)).Render(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
