package graph

import (
	"math"
	"slices"
)

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
	index := make(map[int]int)
	for len(index) < maxMiniatureNodes {
		next := slices.IndexFunc(sorted, func(e Edge) bool { // the strongest edge from a drawn node to another
			_, drawnLeft := index[e.Left]
			_, drawnRight := index[e.Right]
			return drawnLeft != drawnRight || len(index) == 0
		})
		if next < 0 {
			break
		}
		for _, node := range []int{sorted[next].Left, sorted[next].Right} {
			if _, ok := index[node]; !ok {
				index[node] = len(index)
			}
		}
	}
	for _, e := range sorted {
		left, drawnLeft := index[e.Left]
		right, drawnRight := index[e.Right]
		if drawnLeft && drawnRight {
			e.Left, e.Right = left, right
			m.edges = append(m.edges, e)
		}
	}
	m.points = alignAxis(layOutByStress(len(index), m.edges))
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
