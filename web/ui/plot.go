package ui

import (
	"math"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// A plot's drawing, in units of its own: it is stretched to the width that it
// has on the page.
const (
	binWidth   = 10
	plotWidth  = binWidth * contest.HistogramBins
	plotHeight = 100
)

// plot draws how many of something have which suspicion.
type plot struct {
	Heading string
	Scale   string // of the numbers
	Bars    []bar
	Grid    []gridLine
	Mark    string // where the threshold is
	Caption string // below the drawing: what it counts
	Legend  string // for those who do not see the drawing
	Total   int64
	Above   int64   // in the bins from the threshold on
	unit    float64 // of the drawing's height, for each of the scale's
}

// bar is one bin that is not empty.
type bar struct {
	X, Y, Width, Height string
	Title               string
	Path                string // sets the threshold here; "" where nothing is listed so low
	Listed              bool   // not below the threshold
	Open                bool   // stands for several bins, and is not filled
}

// gridLine is a round number.
type gridLine struct {
	Y     string
	Label string
}

// scale says how high a number stands.
type scale struct {
	name   string
	height func(n int64) float64
	lines  func(most int64) []int64
}

// logarithmic is for what differs by powers of ten: a handful of copies would
// not be seen beside ten thousand innocent pairs. One is seen, ten are twice as
// high.
var logarithmic = scale{
	name:   "logarithmic scale",
	height: func(n int64) float64 { return 1 + math.Log10(float64(n)) },
	lines: func(most int64) []int64 {
		var list []int64
		for power := int64(1); power <= most; power *= 10 {
			list = append(list, power)
		}
		return list
	},
}

// root is for what differs less: by the square root a valley is deeper than by
// the logarithm, and one beside hundreds is seen all the same.
var root = scale{
	name:   "square root scale",
	height: func(n int64) float64 { return math.Sqrt(float64(n)) },
	lines: func(most int64) []int64 {
		step := int64(1)
		for step*10 <= most {
			step *= 10
		}
		list := []int64{step}
		for _, more := range []int64{step / 5, step * 4} {
			if more > 0 && more <= most {
				list = append(list, more)
			}
		}
		return list
	},
}

// newPlot draws the bins of a plot, and the lines that measure them.
func newPlot(bins [contest.HistogramBins]int64, s scale, r request.PairQuery, one, many string) plot {
	p := plot{Scale: s.name, Mark: coordinate(r.Threshold * plotWidth)}
	most := int64(10)
	for i, n := range bins {
		p.Total += n
		most = max(most, n)
		if binStart(i) >= r.Threshold-1e-9 {
			p.Above += n
		}
	}
	p.unit = plotHeight / s.height(most)
	for _, n := range s.lines(most) {
		p.Grid = append(p.Grid, gridLine{coordinate(plotHeight - p.unit*s.height(n)), text.Thousands(n)})
	}
	for i, n := range bins {
		if n > 0 {
			p.Bars = append(p.Bars, newBar(i, n, p.unit*s.height(n), r, one, many))
		}
	}
	return p
}

func newBar(bin int, n int64, height float64, r request.PairQuery, one, many string) bar {
	from, to := binStart(bin), binStart(bin+1)
	return bar{
		X: strconv.Itoa(bin * binWidth), Width: strconv.Itoa(binWidth - 1),
		Y: coordinate(plotHeight - height), Height: coordinate(height),
		Title:  text.Share(from) + " to " + text.Share(to) + ": " + countOf(n, one, many),
		Path:   "?" + r.Above(from).Values().Encode(),
		Listed: from >= r.Threshold-1e-9,
	}
}

// binStart is the lowest suspicion of a bin.
func binStart(bin int) float64 { return float64(bin) / contest.HistogramBins }

func coordinate(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

// gridY places the label of a grid line: as a share of the drawing's height.
func gridY(g gridLine) string { return g.Y + "%" }
