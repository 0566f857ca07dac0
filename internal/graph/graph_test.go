package graph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// groupGraph returns a graph of n nodes. isLinked says which two have an edge, for a < b.
func groupGraph(n int, isLinked func(a, b int) bool) Graph {
	random := rand.New(rand.NewPCG(uint64(n), 4))
	g := Graph{Title: "A group", About: "Who is linked to whom"}
	for i := range n {
		g.Nodes = append(g.Nodes, Node{Label: fmt.Sprint(1 + random.IntN(300)), Title: fmt.Sprintf("Participant %d", i), Path: fmt.Sprintf("/p/%d", i), SubmittedFirst: i == n/2})
		for j := range i {
			if isLinked(j, i) {
				strength := 0.5 + float64(random.IntN(500))/1000
				g.Edges = append(g.Edges, Edge{Left: j, Right: i, Strength: strength, Title: fmt.Sprintf("%v", strength), Path: fmt.Sprintf("/e/%d-%d", j, i)})
			}
		}
	}
	return g
}

func withNames(g Graph) Graph {
	for i := range g.Nodes {
		g.Nodes[i].Name = []string{"ada", "Grace Hopper <&>", "Konrad Zuse und Söhne"}[i%3]
	}
	return g
}

// sampleGraphs returns typical shapes of clusters: cliques, chains, and mixtures.
func sampleGraphs() map[string]Graph {
	all := func(a, b int) bool { return true }
	chain := func(a, b int) bool { return b == a+1 }
	star := func(a, b int) bool { return a == 0 }
	eights := func(a, b int) bool { return a/8 == b/8 || b == a+1 && b%8 == 0 } // a chain of groups of eight
	tree := func(a, b int) bool { return a == (b-1)/3 }
	random := rand.New(rand.NewPCG(1, 1))
	mixed := func(a, b int) bool { return b == a+1 || random.IntN(12) == 0 }
	return map[string]Graph{
		"two": groupGraph(2, all), "two, named": withNames(groupGraph(2, all)), "three": groupGraph(3, all), "three in a chain": groupGraph(3, chain),
		"eight": groupGraph(8, all), "eight in a chain": withNames(groupGraph(8, chain)), "eight around one": groupGraph(8, star), "eight, mixed": withNames(groupGraph(8, mixed)),
		"forty": groupGraph(40, all), "forty in a chain": groupGraph(40, chain), "forty in eights": withNames(groupGraph(40, eights)), "forty, mixed": groupGraph(40, mixed), "forty around one": withNames(groupGraph(40, star)), "forty in a tree": groupGraph(40, tree),
		"hundred and twenty": groupGraph(120, all), "hundred and twenty in a chain": groupGraph(120, chain), "hundred and twenty in eights": groupGraph(120, eights), "hundred and twenty, mixed": groupGraph(120, mixed),
		"hundred and twenty around one": groupGraph(120, star), "three hundred in a tree": groupGraph(300, tree), "one": groupGraph(1, all), "nobody": {},
	}
}

// Draw draws as many nodes and edges as it may, keeps them connected, and places the nodes
// inside the drawing without overlaps.
func TestDraw(t *testing.T) {
	t.Parallel()
	for name, g := range sampleGraphs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := Draw(g)
			if len(d.Nodes) != min(len(g.Nodes), maxNodes) || len(d.Nodes)+d.omittedNodes != len(g.Nodes) {
				t.Errorf("drew %d and omitted %d nodes of %d, want %d drawn and the others omitted",
					len(d.Nodes), d.omittedNodes, len(g.Nodes), min(len(g.Nodes), maxNodes))
			}
			if len(d.Edges) > maxEdges || len(d.Edges)+d.omittedEdges != len(g.Edges) {
				t.Errorf("drew %d and omitted %d edges of %d, want at most %d drawn and the others omitted",
					len(d.Edges), d.omittedEdges, len(g.Edges), maxEdges)
			}
			if d.Omitted(i18n.English()) == "" != (d.omittedNodes+d.omittedEdges == 0) {
				t.Errorf("Omitted returns %q for %d omitted nodes and %d edges", d.Omitted(i18n.English()), d.omittedNodes, d.omittedEdges)
			}
			reached := map[int]bool{0: true}
			for range d.Nodes {
				for _, e := range d.Edges {
					if reached[e.Left] || reached[e.Right] {
						reached[e.Left], reached[e.Right] = true, true
					}
				}
			}
			if len(d.Nodes) > 0 && len(reached) != len(d.Nodes) {
				t.Errorf("%d of %d nodes are connected, want all", len(reached), len(d.Nodes))
			}
			for i, p := range d.points {
				if p.x < d.radius || p.y < d.radius || p.x > d.width-d.radius || p.y > d.height-d.radius {
					t.Errorf("node %d at %v is outside of %v x %v", i, p, d.width, d.height)
				}
				for j, q := range d.points[:i] {
					if math.Hypot(p.x-q.x, p.y-q.y) < 2*d.radius+2 {
						t.Errorf("nodes %d and %d at %v and %v overlap", i, j, p, q)
					}
				}
			}
			if d.width > 1300 || d.height > 1300 {
				t.Errorf("the drawing is %v x %v, want 1300 x 1300 or less", d.width, d.height)
			}
		})
	}
}

// TestDrawStrongest tests that Draw draws a spanning tree and the strongest edges.
func TestDrawStrongest(t *testing.T) {
	t.Parallel()
	g := groupGraph(60, func(a, b int) bool { return a < 59 && b < 59 || a == 58 })
	for i := range g.Edges {
		if g.Edges[i].Right == 59 {
			g.Edges[i].Strength = 0.1 // the only edge of the last node
		}
	}
	d := Draw(g)
	weakest, hasOnlyEdge := 1.0, false // of this graph, no other edge of the tree is weak
	for _, e := range d.Edges {
		if e.Strength == 0.1 {
			hasOnlyEdge = true
		} else {
			weakest = min(weakest, e.Strength)
		}
	}
	if !hasOnlyEdge {
		t.Error("the only edge of the last node is not drawn")
	}
	drawn := make(map[string]bool) // by Path, which is different for each edge
	for _, e := range d.Edges {
		drawn[e.Path] = true
	}
	stronger, omitted := 0, 0
	for _, e := range g.Edges {
		if !drawn[e.Path] {
			omitted++
			if e.Strength > weakest {
				stronger++
			}
		}
	}
	if omitted == 0 {
		t.Fatal("no edge is omitted: the graph is too small for this test")
	}
	if stronger > 0 {
		t.Errorf("%d of %d omitted edges are stronger than the weakest drawn edge, %v", stronger, omitted, weakest)
	}
}

// Draw draws only the strongest of several edges between two nodes, and does not count the others as omitted.
func TestDrawParallelEdges(t *testing.T) {
	t.Parallel()
	d := Draw(Graph{Nodes: make([]Node, 2), Edges: []Edge{{Left: 0, Right: 1, Strength: 0.6}, {Left: 1, Right: 0, Strength: 0.8}}})
	want := []Edge{{Left: 1, Right: 0, Strength: 0.8}}
	if diff := cmp.Diff(want, d.Edges); diff != "" || d.omittedEdges != 0 {
		t.Errorf("omitted %d edges, want none; drawn edges (-want +got):\n%s", d.omittedEdges, diff)
	}
}

// render returns the markup of a drawing. It checks that the markup is the same for a second drawing, and that it has no
// invalid number, unescaped text or style attribute.
func render(t *testing.T, name string, draw func() templ.Component) string {
	t.Helper()
	var first, again strings.Builder
	for _, b := range []*strings.Builder{&first, &again} {
		if err := draw().Render(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	svg := first.String()
	if svg != again.String() {
		t.Errorf("%s: the second drawing differs from the first", name)
	}
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || strings.Contains(svg, "<&>") || strings.Contains(svg, "style=") {
		t.Errorf("%s: a drawing has an invalid number, unescaped text or a style attribute: %.2000s", name, svg)
	}
	return svg
}

// An SVG is the same for the same graph, has no invalid numbers or markup, and marks who submitted first.
func TestSVG(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	for name, g := range sampleGraphs() {
		svg := render(t, name, func() templ.Component { return SVG(Draw(g), "g") })
		if n := strings.Count(svg, `class="node`); n != min(len(g.Nodes), maxNodes) {
			t.Errorf("%s: the SVG has %d nodes, want %d", name, n, min(len(g.Nodes), maxNodes))
		}
		if len(g.Nodes) > 1 && len(g.Nodes) <= maxNodes && strings.Count(svg, ">first</text>") != 1 {
			t.Errorf("%s: the SVG does not mark the node that submitted first exactly once", name)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	g := groupGraph(120, func(a, b int) bool { return true })
	b.ReportAllocs()
	for b.Loop() {
		Draw(g)
	}
}

// The names of the highest and lowest nodes are at the outer side, where no edge is, and inside the drawing.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, edges := range []func(a, b int) bool{
		func(a, b int) bool { return true },
		func(a, b int) bool { return a == 0 },
	} {
		d := Draw(withNames(groupGraph(6, edges)))
		lower, upper := bounds(d.points)
		for i, p := range d.points {
			y := d.nameHeight(i)
			if isAbove := y < p.y; isAbove != (p.y == lower.y && !d.Nodes[i].SubmittedFirst) && (p.y == lower.y || p.y == upper.y) {
				t.Errorf("the name of the node at %v, of %v to %v, is at %v", p, lower, upper, y)
			}
			if y < lineHeight || y > d.height {
				t.Errorf("the name of the node at %v is at %v, outside of the drawing", p, y)
			}
		}
	}
}

// In small drawings, each edge has its value, in a tree in its middle.
func TestValues(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"three", "three in a chain", "eight around one"} {
		d := Draw(sampleGraphs()[name])
		for i, p := range d.valuePoints {
			if p == (point{}) {
				t.Errorf("%s: edge %d of %d has no room for its value", name, i, len(d.Edges))
			}
			left, right := d.points[d.Edges[i].Left], d.points[d.Edges[i].Right]
			if middle := math.Round((left.x + right.x) / 2); name == "three in a chain" && math.Abs(p.x-middle) > 1 {
				t.Errorf("%s: the value of edge %d is at %v, want it in the middle, at %v", name, i, p.x, middle)
			}
		}
		if len(d.valuePoints) == 0 {
			t.Errorf("%s: no values", name)
		}
	}
}

// Heat maps and miniatures are the same for the same graph, and have no invalid numbers or markup.
func TestHeatMapAndMiniature(t *testing.T) {
	t.Parallel()
	for name, g := range sampleGraphs() {
		svg := render(t, name, func() templ.Component {
			return templ.Join(HeatSVG(DrawHeatMap(g), "h"), MiniatureSVG(DrawMiniature(g.Edges)))
		})
		linked := 0
		for i := range g.Nodes {
			if slices.ContainsFunc(g.Edges, func(e Edge) bool { return e.Left == i || e.Right == i }) {
				linked++
			}
		}
		m := DrawMiniature(g.Edges)
		if len(m.points) != min(linked, maxMiniatureNodes) {
			t.Errorf("%s: the miniature has %d nodes, want %d", name, len(m.points), min(linked, maxMiniatureNodes))
		}
		for _, p := range m.points {
			if p.x < miniatureRadius || p.y < miniatureRadius || p.x > miniatureWidth-miniatureRadius || p.y > miniatureHeight-miniatureRadius {
				t.Errorf("%s: a node of the miniature is at %v", name, p)
			}
		}
		h := DrawHeatMap(g)
		if n := strings.Count(svg, `class="row`); n != min(len(g.Nodes), maxHeatNodes) || n+h.omitted != len(g.Nodes) || (h.Omitted(i18n.English()) == "") != (h.omitted == 0) {
			t.Errorf("%s: the heat map has %d rows and omits %d of %d: %q", name, n, h.omitted, len(g.Nodes), h.Omitted(i18n.English()))
		}
	}
}

// A heat map has a cell for the stronger of two parallel edges.
func TestHeatMapParallelEdges(t *testing.T) {
	t.Parallel()
	h := DrawHeatMap(Graph{Nodes: make([]Node, 3), Edges: []Edge{{Left: 2, Right: 1, Strength: 0.6}, {Left: 1, Right: 2, Strength: 0.8}, {Left: 0, Right: 1}}})
	if diff := cmp.Diff([]Edge{{Left: 1, Right: 2, Strength: 0.8}, {Left: 0, Right: 1}}, h.Cells); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
}
