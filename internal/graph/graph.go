// Package graph draws who is tied to whom: a cluster of participants as nodes,
// and the pairs that tie them as edges, in an SVG that is laid out here, the same
// each time, and needs no script.
//
// Nodes are placed by stress majorization (Gansner, Koren and North 2004), which
// starts from a circle and has no chance in it: those near one another in the
// graph are near in the drawing. Force-directed layouts (Eades 1984; Fruchterman
// and Reingold 1991) start from random places, so that a seed, and not the cluster,
// decides what the drawing looks like, and they leave nodes on one another.
//
// The drawing is for the eye. Whoever shows it tells the same facts in a table.
package graph

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/text"
)

// How much is drawn of a cluster; what is more than the eye can tell apart.
const (
	MaxNodes = 120
	MaxEdges = 400
)

// Node is a participant.
type Node struct {
	Label          string // a few characters, inside of the node
	Name           string // beside it; "" for none
	Title          string // told on hover
	Path           string // where it leads; "" for nowhere
	SubmittedFirst bool   // handed in before the others
}

// Edge is a pair that ties two nodes.
type Edge struct {
	Left, Right int     // places of the nodes
	Strength    float64 // 0 to 1
	Value       string  // the same in words, beside it where there are few
	Title       string  // told on hover
	Path        string
	Bridge      bool // without it, the cluster falls apart
}

// Graph is what to draw.
type Graph struct {
	Title string // of the drawing, for those who do not see it
	About string // what it shows, in a sentence or two, for them too
	Nodes []Node
	Edges []Edge
}

// Drawing is a graph with a place for each node, in units that are pixels where
// there is room for them.
type Drawing struct {
	Graph  // of what is drawn: no two edges join the same nodes
	places []place
	width  float64
	height float64
	radius float64 // of a node
	named  bool
	valued bool // strengths stand at the edges

	// Nodes and edges that are left out.
	OmittedNodes, OmittedEdges int
}

// Most nodes with which names, and most edges with which values, can be read.
const (
	mostNamed  = 40
	mostValued = 12
)

// Draw lays a graph out. Of a large one it draws those nodes that are tied most
// strongly, so that all that is drawn hangs together, and the strongest edges.
func Draw(g Graph) Drawing {
	all := slices.Clone(g.Edges)
	slices.SortStableFunc(all, func(a, b Edge) int { return cmp.Compare(b.Strength, a.Strength) })
	all = strongest(all)
	nodes, tree := grow(len(g.Nodes), all)
	d := Drawing{Graph: g, OmittedNodes: len(g.Nodes) - len(nodes)}
	d.Nodes, d.Edges = nil, nil
	places := make(map[int]int) // of the nodes, among those that are drawn
	for i, n := range nodes {
		places[n] = i
		d.Nodes = append(d.Nodes, g.Nodes[n])
	}
	room := MaxEdges - len(tree)
	for i, e := range all {
		left, drawn := places[e.Left]
		right, also := places[e.Right]
		switch {
		case !drawn || !also:
			d.OmittedEdges++
			continue
		case !tree[i] && room == 0:
			d.OmittedEdges++
			continue
		case !tree[i]:
			room--
		}
		e.Left, e.Right = left, right
		d.Edges = append(d.Edges, e)
	}
	d.named = len(d.Nodes) <= mostNamed && slices.ContainsFunc(d.Nodes, func(n Node) bool { return n.Name != "" })
	d.valued = len(d.Edges) <= mostValued && !d.named
	d.lay()
	return d
}

// strongest leaves the first of the sorted edges between two nodes.
func strongest(sorted []Edge) []Edge {
	seen := make(map[[2]int]bool)
	return slices.DeleteFunc(sorted, func(e Edge) bool {
		two := [2]int{min(e.Left, e.Right), max(e.Left, e.Right)}
		again := seen[two]
		seen[two] = true
		return again
	})
}

// grow chooses the nodes to draw, ascending, and a tree of edges that holds them
// together: from the strongest edge on, always the strongest that leads on (Prim
// 1957).
func grow(n int, sorted []Edge) (nodes []int, tree map[int]bool) {
	in := make([]bool, n)
	tree = make(map[int]bool)
	take := func(node int) {
		if !in[node] {
			in[node] = true
			nodes = append(nodes, node)
		}
	}
	for len(nodes) < min(n, MaxNodes) {
		next := slices.IndexFunc(sorted, func(e Edge) bool { return in[e.Left] != in[e.Right] })
		switch {
		case next >= 0:
			tree[next] = true
			take(sorted[next].Left)
			take(sorted[next].Right)
		case len(nodes) == 0 && len(sorted) > 0:
			take(sorted[0].Left)
		default: // a node that nothing ties
			take(slices.Index(in, false))
		}
	}
	slices.Sort(nodes)
	return nodes, tree
}

// Left tells what is not drawn; "" where all is.
func (d Drawing) Omitted() string {
	switch {
	case d.OmittedNodes > 0:
		return fmt.Sprintf("Drawn are the %d participants who are tied most strongly, and %d pairs of theirs, without %s more participants and %s more pairs.",
			len(d.Nodes), len(d.Edges), text.Thousands(int64(d.OmittedNodes)), text.Thousands(int64(d.OmittedEdges)))
	case d.OmittedEdges > 0:
		return fmt.Sprintf("Drawn are the %d strongest pairs, without %s more.", len(d.Edges), text.Thousands(int64(d.OmittedEdges)))
	}
	return ""
}
