package graph

import (
	"fmt"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// maxHeatNodes bounds a heat map to what a screen shows without scrolling.
const maxHeatNodes = 40

// Sizes of a heat map in units.
const (
	heatCell   = 16.0
	heatMargin = 6.0
	digitWidth = 7.2
)

// HeatMap is a graph as a square: a row and a column for each node, and a cell for each edge.
type HeatMap struct {
	Graph
	Cells       []Edge // cells below the diagonal: Left is the column of the cell, Right the row
	labelsWidth float64
	omitted     int // number of nodes that are not drawn
}

// DrawHeatMap draws the first nodes of a graph, in their order, as a heat map.
func DrawHeatMap(g Graph) HeatMap {
	h := HeatMap{Graph: g, omitted: max(0, len(g.Nodes)-maxHeatNodes)}
	h.Nodes = g.Nodes[:len(g.Nodes)-h.omitted]
	for _, n := range h.Nodes {
		h.labelsWidth = max(h.labelsWidth, heatMargin+digitWidth*float64(len(n.Label)))
	}
	cells := make(map[[2]int]int) // from column and row to the index of the cell
	for _, e := range g.Edges {
		e.Left, e.Right = min(e.Left, e.Right), max(e.Left, e.Right)
		if e.Right >= len(h.Nodes) {
			continue
		}
		cell, ok := cells[[2]int{e.Left, e.Right}]
		switch {
		case !ok:
			cells[[2]int{e.Left, e.Right}] = len(h.Cells)
			h.Cells = append(h.Cells, e)
		case e.Strength > h.Cells[cell].Strength: // a cell shows the strongest of parallel edges
			h.Cells[cell] = e
		}
	}
	return h
}

// Omitted returns a text about the nodes that are not drawn; "" if there are none.
func (h HeatMap) Omitted(p *i18n.Printer) string {
	if h.omitted == 0 {
		return ""
	}
	return p.T("Only the first %d participants are drawn; %d more are not.", len(h.Nodes), h.omitted)
}

func (h HeatMap) size() float64 { return h.labelsWidth + heatCell*float64(len(h.Nodes)) + 2*heatMargin }

// isWide reports whether a phone has to scroll sideways.
func (h HeatMap) isWide() bool { return h.size() > 340 }

// place returns where the i-th row and column begin.
func (h HeatMap) place(i int) float64 { return heatMargin + h.labelsWidth + heatCell*float64(i) }

func (h HeatMap) rotation(i int) string {
	return fmt.Sprintf("rotate(-90 %s %s)", number(h.columnLabel(i)), number(h.place(0)-heatMargin))
}

func (h HeatMap) columnLabel(i int) float64 { return h.place(i) + heatCell/2 + 4 }
