// Package graph draws clusters as SVG. Participants are nodes, and pairs are edges. The layout is
// deterministic, and the drawing needs no script.
//
//	drawing := graph.Draw(graph.Graph{Nodes: nodes, Edges: edges})
//	graph.SVG(drawing, "cluster")
//
// Stress majorization (Gansner, Koren and North 2004) places the nodes. It starts from a circle.
// Force-directed layouts (Eades 1984; Fruchterman and Reingold 1991) need a seed instead, and leave nodes on
// top of each other.
//
// A page that shows a drawing must show the same facts in a table.
package graph

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// CSS is the style of drawings; it uses the colours of evidence.ThemeCSS.
//
//go:embed graph.css
var CSS string

const (
	// maxNodes and maxEdges bound a drawing to what the eye can distinguish.
	maxNodes = 120
	maxEdges = 400

	maxNamedNodes  = 40 // names of more nodes would not be readable
	maxValuedEdges = 12 // values of more edges would not be readable
)

// Node is a participant.
type Node struct {
	Label          string // a few characters inside the node
	Name           string // below the node; "" to show no name
	Title          string // shown on hover
	Path           string // link target; "" without a link
	SubmittedFirst bool   // submitted before the others
}

// Edge is a pair that links two nodes.
type Edge struct {
	Left, Right int     // indices of the nodes
	Strength    float64 // 0 to 1, shown if there are few edges
	Title       string  // shown on hover
	Path        string
	Bridge      bool // without this edge, the cluster would split
	ID          int  // of the caller, which can set Title and Path after Draw, only for the edges that are left
}

// Graph is a cluster to draw.
type Graph struct {
	Title string // for assistive technology
	About string // a description of one or two sentences, for assistive technology
	Nodes []Node
	Edges []Edge
}

// Drawing is a graph with positions. A unit is a pixel, or less on a narrow screen.
type Drawing struct {
	Graph       // the part to draw, without parallel edges
	points      []point
	width       float64
	height      float64
	radius      float64 // of a node
	hasNames    bool
	hasValues   bool    // edges show their values
	valuePoints []point // position of the value of each edge; the zero point for a value without room

	omittedNodes, omittedEdges int // numbers of nodes and edges not drawn
}

// Draw lays out a graph. In a large graph it omits weakly linked nodes and weak edges.
func Draw(g Graph) Drawing {
	seen := make(map[[2]int]bool)
	sorted := slices.DeleteFunc(sortedByStrength(g.Edges), func(e Edge) bool { // delete weaker parallel edges
		key := [2]int{min(e.Left, e.Right), max(e.Left, e.Right)}
		isParallel := seen[key]
		seen[key] = true
		return isParallel
	})
	nodes, tree := spanningTree(sorted, maxNodes)
	for node := range g.Nodes {
		if len(nodes) < maxNodes && !slices.Contains(nodes, node) {
			nodes = append(nodes, node) // the tree does not reach it
		}
	}
	slices.Sort(nodes)
	d := Drawing{Graph: g, omittedNodes: len(g.Nodes) - len(nodes)}
	d.Nodes, d.Edges = nil, nil
	index := make(map[int]int) // from a node's index in g to the node's index in the drawing
	for i, n := range nodes {
		index[n] = i
		d.Nodes = append(d.Nodes, g.Nodes[n])
	}
	otherEdges := maxEdges - len(tree) // that may still be drawn
	for i, e := range sorted {
		left, hasLeft := index[e.Left]
		right, hasRight := index[e.Right]
		if !hasLeft || !hasRight || !tree[i] && otherEdges == 0 {
			d.omittedEdges++
			continue
		}
		if !tree[i] {
			otherEdges--
		}
		e.Left, e.Right = left, right
		d.Edges = append(d.Edges, e)
	}
	d.hasNames = len(d.Nodes) <= maxNamedNodes &&
		slices.ContainsFunc(d.Nodes, func(n Node) bool { return n.Name != "" })
	d.hasValues = len(d.Edges) <= maxValuedEdges && !d.hasNames
	d.layout()
	return d
}

// sortedByStrength returns edges, the strongest first.
func sortedByStrength(edges []Edge) []Edge {
	return slices.SortedStableFunc(slices.Values(edges), func(a, b Edge) int { return cmp.Compare(b.Strength, a.Strength) })
}

// spanningTree links at most limit nodes by a tree of strong edges (Prim 1957). It returns the nodes, in the order in which the
// tree reaches them, and the places of the tree's edges in sorted, which has the strongest edge first. The tree begins with the
// strongest edge. Each next edge is the strongest edge to a new node.
func spanningTree(sorted []Edge, limit int) (nodes []int, tree map[int]bool) {
	n := 0 // of all nodes
	for _, e := range sorted {
		n = max(n, e.Left+1, e.Right+1)
	}
	chosen := make([]bool, n)
	tree = make(map[int]bool)
	for len(nodes) < limit {
		next := slices.IndexFunc(sorted, func(e Edge) bool { return len(nodes) == 0 || chosen[e.Left] != chosen[e.Right] })
		if next < 0 {
			break
		}
		tree[next] = true
		for _, node := range []int{sorted[next].Left, sorted[next].Right} {
			if !chosen[node] {
				chosen[node] = true
				nodes = append(nodes, node)
			}
		}
	}
	return nodes, tree
}

// Omitted returns a text about the nodes and edges that are not drawn; "" if there are none.
func (d Drawing) Omitted(p *i18n.Printer) string {
	switch {
	case d.omittedNodes > 0:
		return p.T("Drawn: %s, those most strongly linked, and %s of theirs. Not drawn: %s and %s.",
			p.T("%d participants", len(d.Nodes)), p.T("%d pairs", len(d.Edges)),
			p.T("%d participants", d.omittedNodes), p.T("%d pairs", d.omittedEdges))
	case d.omittedEdges > 0:
		return p.T("Only %d pairs are drawn: the strongest, and those that link all participants. %d more are not.", len(d.Edges), d.omittedEdges)
	}
	return ""
}

var levelBounds = []float64{0.9, 0.75, 0.6}

// level returns the CSS class of an edge, from e1 for the strongest edges to e4.
func (e Edge) level() string {
	level := 1
	for _, bound := range levelBounds {
		if e.Strength < bound {
			level++
		}
	}
	return "e" + strconv.Itoa(level)
}

// isWide reports whether a phone has to scroll sideways.
func (d Drawing) isWide() bool { return d.width > 520 }

// isDense reports whether the drawing has too many edges for thick lines.
func (d Drawing) isDense() bool { return len(d.Edges) > 3*len(d.Nodes) || len(d.Edges) > 150 }

// name returns the name below a node, shortened to fit.
func (n Node) name() string {
	const maxRunes = 14
	if runes := []rune(n.Name); len(runes) > maxRunes {
		return string(runes[:maxRunes-1]) + "…"
	}
	return n.Name
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
