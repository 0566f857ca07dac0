package graph

import (
	"cmp"
	"math"
	"slices"
)

// Sizes in units of the drawing.
const (
	nodeRadius = 13.0 // room for three digits
	gap        = 40.0 // minimum distance between nodes
	nameWidth  = 92.0 // minimum distances of nodes with names
	nameHeight = 54.0
	margin     = 10.0
	markHeight = 18.0 // of the mark of the first submission, above its node
	lineHeight = 14.0 // of a label
	letter     = 7.0  // maximum width of a letter of a label

	edgeLength, labelledEdgeLength = 72.0, 88.0 // target lengths
)

func (d *Drawing) layout() {
	d.radius = nodeRadius
	for _, n := range d.Nodes {
		d.radius = max(d.radius, 5+3.6*float64(len(n.Label))) // padding and half the width of the digits
	}
	minDistance := point{gap + 2*(d.radius-nodeRadius), gap + 2*(d.radius-nodeRadius)}
	length := edgeLength
	switch {
	case d.hasNames:
		minDistance, length = point{nameWidth, nameHeight}, nameWidth+2*margin
	case d.hasValues:
		length = labelledEdgeLength
	}
	d.points = alignAxis(layOutByStress(len(d.Nodes), d.Edges))
	spread(d.points, length)
	d.separate(minDistance)
	d.frame()
	d.placeValues()
}

// alignAxis rotates points so that the longest axis is horizontal. Then it flips them so that the first point
// is not right of the middle, and not below it.
func alignAxis(points []point) []point {
	var middle point
	for _, p := range points {
		middle.x += p.x / float64(len(points))
		middle.y += p.y / float64(len(points))
	}
	var xx, xy, yy float64
	for _, p := range points {
		dx, dy := p.x-middle.x, p.y-middle.y
		xx, xy, yy = xx+dx*dx, xy+dx*dy, yy+dy*dy
	}
	angle := math.Atan2(2*xy, xx-yy) / 2
	sin, cos := math.Sincos(angle)
	rotated := make([]point, len(points))
	for i, p := range points {
		dx, dy := p.x-middle.x, p.y-middle.y
		rotated[i] = point{dx*cos + dy*sin, dy*cos - dx*sin}
	}
	flipX := len(rotated) > 0 && rotated[0].x > 1e-9
	flipY := len(rotated) > 0 && rotated[0].y > 1e-9
	for i := range rotated {
		if flipX {
			rotated[i].x *= -1
		}
		if flipY {
			rotated[i].y *= -1
		}
	}
	return rotated
}

// spread scales points so that neighbours are typically length apart, or less if there are many points.
func spread(points []point, length float64) {
	if len(points) < 2 {
		return
	}
	var nearest []float64
	for i, p := range points {
		distance := math.Inf(1)
		for j, q := range points {
			if i != j {
				distance = min(distance, math.Hypot(p.x-q.x, p.y-q.y))
			}
		}
		nearest = append(nearest, distance)
	}
	slices.Sort(nearest)
	typical := max(nearest[len(nearest)/2], 1e-3)
	if n := float64(len(points)); n > 10 { // more than ten points stand closer together
		length = max(length*math.Sqrt(10/n), gap)
	}
	for i := range points {
		points[i].x *= length / typical
		points[i].y *= length / typical
	}
}

// separate moves nodes apart until no two are nearer than minDistance, which has a horizontal and a vertical
// part. The space around a node is an ellipse, or a rectangle if nodes have names.
func (d *Drawing) separate(minDistance point) {
	points := d.points
	for range 400 { // the maximum number of rounds
		moved := false
		for i := range points {
			for j := range i {
				if shift := d.overlap(i, j, minDistance); shift != (point{}) {
					moved = true
					points[i].x += shift.x
					points[i].y += shift.y
					points[j].x -= shift.x
					points[j].y -= shift.y
				}
			}
		}
		if !moved {
			return
		}
	}
}

// overlap returns how far node i must move, and node j in the other direction, until they are minDistance apart; zero if they
// are.
func (d *Drawing) overlap(i, j int, minDistance point) point {
	dx, dy := d.points[i].x-d.points[j].x, d.points[i].y-d.points[j].y
	if dx == 0 && dy == 0 {
		dx = 1e-3
	}
	least := minDistance
	if dy > 0 && d.Nodes[i].SubmittedFirst || dy < 0 && d.Nodes[j].SubmittedFirst {
		least.y += markHeight // the lower node has a mark above it
	}
	across, down := dx/least.x, dy/least.y
	distance := math.Hypot(across, down)
	if d.hasNames {
		distance = max(math.Abs(across), math.Abs(down))
	}
	switch {
	case distance >= 0.999:
		return point{}
	case !d.hasNames:
		return point{dx * (1/distance - 1) / 2, dy * (1/distance - 1) / 2}
	// Take the shorter way out of the rectangle.
	case (1-math.Abs(across))*least.x < (1-math.Abs(down))*least.y:
		return point{math.Copysign((least.x-math.Abs(dx))/2, dx), 0}
	}
	return point{0, math.Copysign((least.y-math.Abs(dy))/2, dy)}
}

// frame moves the drawing to the origin, and sets its size. It rounds, so that the drawing is equal on every
// machine.
func (d *Drawing) frame() {
	side, above, below := d.radius+margin, d.radius+margin, d.radius+margin
	if d.hasNames {
		side, below = max(side, nameWidth/2), below+16 // room for a line of text
	}
	for i, n := range d.Nodes {
		if n.SubmittedFirst || d.isNameAbove(i) {
			above = d.radius + margin + 14 // room for a line of text
		}
	}
	lower, upper := bounds(d.points)
	for i, p := range d.points {
		d.points[i] = point{math.Round(p.x - lower.x + side), math.Round(p.y - lower.y + above)}
	}
	if len(d.points) > 0 {
		d.width = math.Round(upper.x - lower.x + 2*side)
		d.height = math.Round(upper.y - lower.y + above + below)
	}
}

// isNameAbove reports whether a node's name is above it: in the upper half of the drawing, whose edges lead down, unless the mark
// of the first submission is there.
func (d Drawing) isNameAbove(i int) bool {
	lower, upper := bounds(d.points)
	return d.hasNames && d.points[i].y < (lower.y+upper.y)/2-1 && !d.Nodes[i].SubmittedFirst
}

// nameHeight returns where the baseline of a node's name is.
func (d Drawing) nameHeight(i int) float64 {
	if d.isNameAbove(i) {
		return d.points[i].y - d.radius - 6
	}
	return d.points[i].y + d.radius + 14
}

// bounds returns the corners of the smallest rectangle around points.
func bounds(points []point) (lower, upper point) {
	lower, upper = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, p := range points {
		lower = point{min(lower.x, p.x), min(lower.y, p.y)}
		upper = point{max(upper.x, p.x), max(upper.y, p.y)}
	}
	return lower, upper
}

// valuePlaces are the places of a value on an edge, as shares of the edge's length, the best place first. The
// middle is the best place only in a tree; elsewhere the values of crossing edges would meet there.
var valuePlaces = []float64{0.41, 0.59, 0.5, 0.35, 0.65, 0.3, 0.7}

// placeValues places the values of edges without overlaps. A value without room is left out.
func (d *Drawing) placeValues() {
	if !d.hasValues {
		return
	}
	type box struct{ left, top, right, bottom float64 }
	var taken []box
	for i, p := range d.points {
		taken = append(taken, box{p.x - d.radius, p.y - d.radius, p.x + d.radius, p.y + d.radius})
		if d.Nodes[i].SubmittedFirst {
			taken = append(taken, box{p.x - 2.5*letter, p.y - d.radius - markHeight, p.x + 2.5*letter, p.y - d.radius})
		}
	}
	places := valuePlaces
	if len(d.Edges) < len(d.Nodes) {
		places = slices.Concat([]float64{0.5}, places)
	}
	d.valuePoints = make([]point, len(d.Edges))
	for i, e := range d.Edges {
		a, b := d.points[e.Left], d.points[e.Right]
		const width = letter * float64(len("0.950"))
		for _, place := range places {
			p := point{math.Round(a.x + place*(b.x-a.x)), math.Round(a.y + place*(b.y-a.y))}
			value := box{p.x - width/2, p.y - lineHeight/2, p.x + width/2, p.y + lineHeight/2}
			overlaps := func(other box) bool {
				return value.left < other.right && other.left < value.right &&
					value.top < other.bottom && other.top < value.bottom
			}
			if !slices.ContainsFunc(taken, overlaps) {
				taken = append(taken, value)
				d.valuePoints[i] = p
				break
			}
		}
	}
}

type point struct{ x, y float64 }

// stressRounds is the number of rounds of layOutByStress; more rounds have no visible effect.
const stressRounds = 150

// layOutByStress places nodes at approximately the target distances. Short distances are the most exact. In
// each round it moves one node after another. All other nodes propose a position at their target distance.
// The node moves to the mean of the proposals, weighted by the inverse square of the target distance
// (Gansner, Koren and North 2004).
func layOutByStress(n int, edges []Edge) []point {
	points := make([]point, n)
	radius := math.Sqrt(float64(n)) / 2 // of the circle at the start
	for i := range points {
		angle := 2 * math.Pi * float64(i) / float64(n)
		points[i] = point{radius * math.Cos(angle), radius * math.Sin(angle)}
	}
	targets := targetDistances(n, edges)
	for range stressRounds {
		for i := range points {
			var sum point
			weights := 0.0
			for j := range points {
				if i == j {
					continue
				}
				target := targets[i][j]
				dx, dy := points[i].x-points[j].x, points[i].y-points[j].y
				distance := max(math.Hypot(dx, dy), 1e-6)
				weight := 1 / (target * target)
				sum.x += weight * (points[j].x + dx*target/distance)
				sum.y += weight * (points[j].y + dy*target/distance)
				weights += weight
			}
			if weights > 0 {
				points[i] = point{sum.x / weights, sum.y / weights}
			}
		}
	}
	return points
}

// targetDistances returns the target distance of each two nodes. It is 1 for the nodes of an edge, and grows
// with the number of edges between two nodes. That number counts as n if no edges connect them.
func targetDistances(n int, edges []Edge) [][]float64 {
	neighbours := make([][]int, n)
	for _, e := range edges {
		neighbours[e.Left] = append(neighbours[e.Left], e.Right)
		neighbours[e.Right] = append(neighbours[e.Right], e.Left)
	}
	exponent := 0.85 // of the number of edges between two nodes
	if n > 12 {
		exponent = 0.5 // a chain of forty nodes curves and fits on a screen
	}
	targets := make([][]float64, n)
	for start := range n {
		targets[start] = make([]float64, n)
		steps := make([]int, n)
		queue := []int{start}
		for len(queue) > 0 {
			node := queue[0]
			queue = queue[1:]
			for _, next := range neighbours[node] {
				if next != start && steps[next] == 0 {
					steps[next] = steps[node] + 1
					queue = append(queue, next)
				}
			}
		}
		for end := range n {
			targets[start][end] = math.Pow(float64(cmp.Or(steps[end], n)), exponent)
		}
	}
	return targets
}
