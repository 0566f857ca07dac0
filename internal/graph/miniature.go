package graph

import "math"

// Dimensions of a miniature, in units of its view box.
const (
	miniatureWidth, miniatureHeight = 96.0, 60.0
	miniatureMargin                 = 6.0
	miniatureEdge                   = 30.0 // target distance between neighbouring nodes
	miniatureRadius                 = 3.5  // of a node
)

// maxMiniatureNodes is the maximum number of nodes of a miniature. The shape of more is hard to recognise.
const maxMiniatureNodes = 30

// Miniature is a small drawing of the shape of a cluster, for an overview of many clusters.
type Miniature struct {
	points []point
	edges  []Edge
}

// DrawMiniature lays out the nodes that the edges link. If there are many nodes, it draws only the
// most strongly linked ones.
func DrawMiniature(edges []Edge) Miniature {
	sorted := sortedByStrength(edges)
	var m Miniature
	index := make(map[int]int) // of each drawn node
	nodes, _ := spanningTree(sorted, maxMiniatureNodes)
	for i, node := range nodes {
		index[node] = i
	}
	for _, e := range sorted {
		left, drawnLeft := index[e.Left]
		right, drawnRight := index[e.Right]
		if drawnLeft && drawnRight {
			e.Left, e.Right = left, right
			m.edges = append(m.edges, e)
		}
	}
	m.points = alignAxis(layOutByStress(len(nodes), m.edges))
	spread(m.points, miniatureEdge)
	m.fit()
	return m
}

func (m *Miniature) fit() {
	lower, upper := bounds(m.points)
	scale := min(1,
		(miniatureWidth-2*miniatureMargin)/max(upper.x-lower.x, 1e-3),
		(miniatureHeight-2*miniatureMargin)/max(upper.y-lower.y, 1e-3))
	for i, p := range m.points {
		// Rounding to tenths makes the drawing the same on all machines, whose floating-point results differ slightly.
		m.points[i] = point{
			math.Round(10*(miniatureWidth/2+scale*(p.x-(lower.x+upper.x)/2))) / 10,
			math.Round(10*(miniatureHeight/2+scale*(p.y-(lower.y+upper.y)/2))) / 10,
		}
	}
}
