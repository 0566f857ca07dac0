package graph

import (
	"math"
	"strconv"
)

// The levels of strength that edges are drawn by.
var levels = []float64{0.9, 0.75, 0.6}

// level is how strong an edge is drawn, 1 for the strongest to 4.
func (e Edge) level() string {
	for i, from := range levels {
		if e.Strength >= from {
			return "e" + strconv.Itoa(i+1)
		}
	}
	return "e" + strconv.Itoa(len(levels)+1)
}

// viewBox is that of the drawing.
func (d Drawing) viewBox() string { return "0 0 " + number(d.width) + " " + number(d.height) }

// wide reports whether a telephone has to scroll it sideways to be read.
func (d Drawing) wide() bool { return d.width > 520 }

// dense reports whether edges are to be drawn thin, for there are many to a node.
func (d Drawing) dense() bool { return len(d.Edges) > 3*len(d.Nodes) || len(d.Edges) > 150 }

// at returns the place of a node.
func (d Drawing) at(node int) place { return d.places[node] }

// name returns the name beside a node, cut to the room that it has.
func (n Node) name() string {
	const room = 14
	if letters := []rune(n.Name); len(letters) > room {
		return string(letters[:room-1]) + "…"
	}
	return n.Name
}

// beside is where the value of an edge stands: not in its middle, where edges
// that cross would have theirs on one another.
func beside(a, b place) place {
	return place{math.Round(a.x + 0.41*(b.x-a.x)), math.Round(a.y + 0.41*(b.y-a.y))}
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
