package evidence

import (
	"fmt"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// The page stretches the map to the height of the panes. Both programs have the same scale.
const (
	mapWidth   = 100
	mapHeight  = 1000
	mapBar     = 16 // width of a program's bar
	mapViewBox = "0 0 100 1000"
	minHeight  = 4.0 // of a match
)

// ribbon is one match on the map, as SVG path data.
type ribbon struct {
	match       int
	title       string
	curve, ends string // the band between the two bars, and its ends on the bars
}

func (v View) ribbons(p *i18n.Printer) []ribbon {
	scale := v.mapScale()
	ribbons := make([]ribbon, 0, len(v.Matches))
	for _, m := range v.Matches {
		a0, a1 := v.Left.extent(m.Left, scale)
		b0, b1 := v.Right.extent(m.Right, scale)
		const l, r, middle = mapBar, mapWidth - mapBar, mapWidth / 2
		ribbons = append(ribbons, ribbon{
			match: m.Number,
			title: p.T("Match %s: %s", strconv.Itoa(m.Number), m.sizeText(p)),
			curve: fmt.Sprintf("M%d %sC%d %s %d %s %d %sV%sC%d %s %d %s %d %sZ",
				l, svgNumber(a0), middle, svgNumber(a0), middle, svgNumber(b0), r, svgNumber(b0),
				svgNumber(b1), middle, svgNumber(b1), middle, svgNumber(a1), l, svgNumber(a1)),
			ends: fmt.Sprintf("M0 %sH%dV%sH0ZM%d %sH%dV%sH%dZ",
				svgNumber(a0), l, svgNumber(a1), r, svgNumber(b0), mapWidth, svgNumber(b1), r),
		})
	}
	return ribbons
}

// extent returns where a range starts and ends on the map.
func (pane Pane) extent(r Range, scale float64) (from, to float64) {
	before := Pane{Files: pane.Files[:r.File]}.lines()
	from = float64(before+r.First-1) * scale
	to = float64(before+r.Last) * scale
	return from, max(to, from+minHeight)
}

func (v View) mapScale() float64 { return mapHeight / float64(max(v.Left.lines(), v.Right.lines(), 1)) }

func (pane Pane) lines() int {
	n := 0
	for _, f := range pane.Files {
		n += len(f.Lines)
	}
	return n
}

// svgNumber formats a number with one decimal.
func svgNumber(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
