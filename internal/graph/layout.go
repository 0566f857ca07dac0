package graph

import (
	"math"
	"slices"
)

// Sizes of the drawing, in its units.
const (
	nodeRadius = 13.0 // room for three digits
	gap        = 40.0 // from node to node, at least
	nameWidth  = 92.0 // instead, sideways, where names stand below
	nameHeight = 54.0
	margin     = 10.0

	// How long an edge is wanted: longer where its strength stands at it.
	edgeLength, valuedLength = 72.0, 88.0
)

// lay finds a place for each node.
func (d *Drawing) lay() {
	d.radius = nodeRadius
	for _, n := range d.Nodes {
		d.radius = max(d.radius, 5+3.6*float64(len(n.Label)))
	}
	apart := place{gap + 2*(d.radius-nodeRadius), gap + 2*(d.radius-nodeRadius)}
	if d.named {
		apart = place{nameWidth, nameHeight}
	}
	length := edgeLength
	if d.valued {
		length = valuedLength
	}
	if d.named {
		length = nameWidth + 2*margin
	}
	d.places = level(stress(len(d.Nodes), d.Edges))
	spread(d.places, length)
	separate(d.places, apart)
	d.frame()
}

// level turns places so that they are wider than high: their longest axis lies
// flat, the first node not on the right of the middle, nor below it.
func level(places []place) []place {
	var middle place
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
	turned := make([]place, len(places))
	for i, p := range places {
		dx, dy := p.x-middle.x, p.y-middle.y
		turned[i] = place{dx*cos + dy*sin, dy*cos - dx*sin}
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

// spread scales places so that the typical node is as far from its nearest as
// an edge is wanted long; less where there are many, which would fill screens.
func spread(places []place, length float64) {
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

// separate pushes nodes apart until no two are closer than they may be sideways
// and upwards.
func separate(places []place, apart place) {
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

// frame moves the drawing to where it begins at 0, with a margin, and measures
// it. Places become whole numbers: so they are the same wherever they are
// computed.
func (d *Drawing) frame() {
	side, above, below := d.radius+margin, d.radius+margin, d.radius+margin
	if d.named {
		side, below = max(side, nameWidth/2), below+16
	}
	if slices.ContainsFunc(d.Nodes, func(n Node) bool { return n.SubmittedFirst }) {
		above += 14
	}
	least, most := place{math.Inf(1), math.Inf(1)}, place{math.Inf(-1), math.Inf(-1)}
	for _, p := range d.places {
		least = place{min(least.x, p.x), min(least.y, p.y)}
		most = place{max(most.x, p.x), max(most.y, p.y)}
	}
	for i, p := range d.places {
		d.places[i] = place{math.Round(p.x - least.x + side), math.Round(p.y - least.y + above)}
	}
	if len(d.places) > 0 {
		d.width = math.Round(most.x - least.x + 2*side)
		d.height = math.Round(most.y - least.y + above + below)
	}
}
