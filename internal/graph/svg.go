package graph

import (
	"math"
	"strconv"
)

// levelBounds are the lower bounds of the levels of strength.
var levelBounds = []float64{0.9, 0.75, 0.6}

// level returns the CSS class of an edge: e1 for the strongest, to e4.
func (e Edge) level() string {
	for i, from := range levelBounds {
		if e.Strength >= from {
			return "e" + strconv.Itoa(i+1)
		}
	}
	return "e" + strconv.Itoa(len(levelBounds)+1)
}

func (d Drawing) viewBox() string { return "0 0 " + number(d.width) + " " + number(d.height) }

// isWide reports whether a phone has to scroll sideways.
func (d Drawing) isWide() bool { return d.width > 520 }

// isDense reports whether there are so many edges that they are drawn thin.
func (d Drawing) isDense() bool { return len(d.Edges) > 3*len(d.Nodes) || len(d.Edges) > 150 }

// at returns the position of a node.
func (d Drawing) at(node int) point { return d.points[node] }

// name returns the name below a node, cut to fit.
func (n Node) name() string {
	const maxLetters = 14
	if letters := []rune(n.Name); len(letters) > maxLetters {
		return string(letters[:maxLetters-1]) + "…"
	}
	return n.Name
}

// valuePoint returns the position of an edge's value: not its middle, where the values of
// crossing edges would overlap.
func valuePoint(a, b point) point {
	return point{math.Round(a.x + 0.41*(b.x-a.x)), math.Round(a.y + 0.41*(b.y-a.y))}
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
