package graph

import (
	"math"
	"slices"
)

// Sizes in units of the drawing.
const (
	nodeRadius = 13.0 // room for three digits
	gap        = 40.0 // minimum distance of nodes
	nameWidth  = 92.0 // minimum distances of nodes with names
	nameHeight = 54.0
	margin     = 10.0

	edgeLength, valuedEdgeLength = 72.0, 88.0 // target lengths
)

// layout places all nodes.
func (d *Drawing) layout() {
	d.radius = nodeRadius
	for _, n := range d.Nodes {
		d.radius = max(d.radius, 5+3.6*float64(len(n.Label)))
	}
	apart := point{gap + 2*(d.radius-nodeRadius), gap + 2*(d.radius-nodeRadius)}
	if d.hasNames {
		apart = point{nameWidth, nameHeight}
	}
	length := edgeLength
	if d.hasValues {
		length = valuedEdgeLength
	}
	if d.hasNames {
		length = nameWidth + 2*margin
	}
	d.points = alignAxis(stress(len(d.Nodes), d.Edges))
	spread(d.points, length)
	separate(d.points, apart)
	d.frame()
}

// alignAxis rotates points so that their longest axis is horizontal, and flips them so that
// the first is neither right of the middle nor below it.
func alignAxis(places []point) []point {
	var middle point
	for _, p := range places {
		middle.x += p.x / float64(len(places))
		middle.y += p.y / float64(len(places))
	}
	var xx, xy, yy float64
	for _, p := range places {
		dx, dy := p.x-middle.x, p.y-middle.y
		xx, xy, yy = xx+dx*dx, xy+dx*dy, yy+dy*dy
	}
	angle := math.Atan2(2*xy, xx-yy) / 2
	sin, cos := math.Sincos(angle)
	turned := make([]point, len(places))
	for i, p := range places {
		dx, dy := p.x-middle.x, p.y-middle.y
		turned[i] = point{dx*cos + dy*sin, dy*cos - dx*sin}
	}
	if len(turned) > 0 {
		flipX, flipY := turned[0].x > 1e-9, turned[0].y > 1e-9
		for i := range turned {
			if flipX {
				turned[i].x = -turned[i].x
			}
			if flipY {
				turned[i].y = -turned[i].y
			}
		}
	}
	return turned
}

// spread scales points so that the typical distance to the nearest one is the target length
// of an edge, or less if there are many.
func spread(places []point, length float64) {
	var nearest []float64
	for i, p := range places {
		least := math.Inf(1)
		for j, q := range places {
			if i != j {
				least = min(least, math.Hypot(p.x-q.x, p.y-q.y))
			}
		}
		if !math.IsInf(least, 1) {
			nearest = append(nearest, least)
		}
	}
	if len(nearest) == 0 {
		return
	}
	slices.Sort(nearest)
	typical := math.Max(nearest[len(nearest)/2], 1e-3)
	if n := float64(len(places)); n > 10 {
		length = math.Max(length*math.Sqrt(10/n), gap)
	}
	for i := range places {
		places[i].x *= length / typical
		places[i].y *= length / typical
	}
}

// separate pushes nodes apart to the minimum distances across and down.
func separate(places []point, apart point) {
	for range 400 {
		moved := false
		for i := range places {
			for j := range i {
				dx, dy := places[i].x-places[j].x, places[i].y-places[j].y
				if dx == 0 && dy == 0 {
					dx = 1e-3
				}
				have := math.Hypot(dx/apart.x, dy/apart.y)
				if have >= 0.999 {
					continue
				}
				moved = true
				by := (1/have - 1) / 2
				places[i].x += dx * by
				places[i].y += dy * by
				places[j].x -= dx * by
				places[j].y -= dy * by
			}
		}
		if !moved {
			return
		}
	}
}

// frame moves the drawing to the origin, with a margin, and sets its size. It rounds
// coordinates, so that they are equal on every machine.
func (d *Drawing) frame() {
	side, above, below := d.radius+margin, d.radius+margin, d.radius+margin
	if d.hasNames {
		side, below = max(side, nameWidth/2), below+16
	}
	if slices.ContainsFunc(d.Nodes, func(n Node) bool { return n.SubmittedFirst }) {
		above += 14
	}
	least, most := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, p := range d.points {
		least = point{min(least.x, p.x), min(least.y, p.y)}
		most = point{max(most.x, p.x), max(most.y, p.y)}
	}
	for i, p := range d.points {
		d.points[i] = point{math.Round(p.x - least.x + side), math.Round(p.y - least.y + above)}
	}
	if len(d.points) > 0 {
		d.width = math.Round(most.x - least.x + 2*side)
		d.height = math.Round(most.y - least.y + above + below)
	}
}

// point is a position in the drawing.
type point struct{ x, y float64 }

// stressRounds is the number of improvements; more have no visible effect.
const stressRounds = 150

// distanceExponent shortens long paths: the target distance of two nodes is their number of
// edges to this power, so that a chain of forty bends and fits a screen.
func distanceExponent(nodes int) float64 {
	if nodes <= 12 {
		return 0.85
	}
	return 0.5
}

// stress places nodes so that distances approximate those in the graph, short ones best.
// Each round moves every node to the mean of the positions that all others want for it,
// weighted by the inverse square of the distance (the majorization of Gansner, Koren and
// North 2004, one node at a time).
func stress(n int, edges []Edge) []point {
	places := make([]point, n)
	for i := range places {
		angle := 2 * math.Pi * float64(i) / float64(n)
		r := math.Sqrt(float64(n)) / 2
		places[i] = point{r * math.Cos(angle), r * math.Sin(angle)}
	}
	wanted := targetDistances(n, edges)
	for range stressRounds {
		for i := range places {
			var sum point
			weights := 0.0
			for j := range places {
				if i == j {
					continue
				}
				want := wanted[i][j]
				dx, dy := places[i].x-places[j].x, places[i].y-places[j].y
				have := math.Max(math.Hypot(dx, dy), 1e-6)
				weight := 1 / (want * want)
				sum.x += weight * (places[j].x + dx*want/have)
				sum.y += weight * (places[j].y + dy*want/have)
				weights += weight
			}
			if weights > 0 {
				places[i] = point{sum.x / weights, sum.y / weights}
			}
		}
	}
	return places
}

// targetDistances returns the target distances of nodes, 1 along an edge. Unconnected nodes
// are as far apart as the ends of the longest possible path.
func targetDistances(n int, edges []Edge) [][]float64 {
	neighbours := make([][]int, n)
	for _, e := range edges {
		neighbours[e.Left] = append(neighbours[e.Left], e.Right)
		neighbours[e.Right] = append(neighbours[e.Right], e.Left)
	}
	wanted := make([][]float64, n)
	for from := range n {
		wanted[from] = make([]float64, n)
		steps := make([]int, n)
		queue := []int{from}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			for _, next := range neighbours[at] {
				if next != from && steps[next] == 0 {
					steps[next] = steps[at] + 1
					queue = append(queue, next)
				}
			}
		}
		for to := range n {
			if steps[to] == 0 {
				steps[to] = n
			}
			wanted[from][to] = math.Pow(float64(steps[to]), distanceExponent(n))
		}
	}
	return wanted
}
