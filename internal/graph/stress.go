package graph

import "math"

// place is where a node is drawn.
type place struct{ x, y float64 }

// rounds is how often the places are bettered; more move nothing that is seen.
const rounds = 150

// curl bends long ways: nodes so many edges apart are wanted as far apart as a
// power of it, so that a chain of forty is no line but fits a screen.
func curl(nodes int) float64 {
	if nodes <= 12 {
		return 0.85
	}
	return 0.5
}

// stress places nodes so that the distances between them are as near as can be
// to those in the graph, near ones most of all. Each round puts every node where
// all others want it on the mean, weighted by the inverse square of the
// distance (the majorization of Gansner, Koren and North 2004, one node at a
// time).
func stress(n int, edges []Edge) []place {
	places := make([]place, n)
	for i := range places {
		angle := 2 * math.Pi * float64(i) / float64(n)
		r := math.Sqrt(float64(n)) / 2
		places[i] = place{r * math.Cos(angle), r * math.Sin(angle)}
	}
	wanted := distances(n, edges)
	for range rounds {
		for i := range places {
			var sum place
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
				places[i] = place{sum.x / weights, sum.y / weights}
			}
		}
	}
	return places
}

// distances tells how far apart nodes are wanted: 1 where an edge joins them. Of
// a graph of several parts these are as far apart as its ends could be.
func distances(n int, edges []Edge) [][]float64 {
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
			wanted[from][to] = math.Pow(float64(steps[to]), curl(n))
		}
	}
	return wanted
}
