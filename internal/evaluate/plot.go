package evaluate

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/pairs"
)

// Plot draws the distributions of the suspicion of copies and of honest pairs, as an SVG without scripts. It
// draws two histograms over the same axis, each with its own scale. A line marks the recommended threshold,
// unless recommended is nil. The colours are light or dark, as the reader's browser is set.
func Plot(w io.Writer, rows []Row, recommended *Recommendation) error {
	out := bufio.NewWriter(w)
	var copies, honest histogram
	for _, row := range rows {
		if row.Copied {
			copies.add(row)
		} else {
			honest.add(row)
		}
	}
	copiesTitle, honestTitle := countCopies(copies.total), text.Count(honest.total, "honest pair")
	fmt.Fprintf(out, plotHead, plotWidth, plotHeight, plotWidth, plotHeight, copiesTitle, honestTitle)
	drawPanel(out, copies, "copies", copiesTitle, copiesTop)
	drawPanel(out, honest, "honest", honestTitle, honestTop)
	drawAxis(out)
	if recommended != nil {
		drawThreshold(out, float64(recommended.Threshold))
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

// plotBins is the number of equal bins of the suspicion.
const plotBins = pairs.HistogramBins

// histogram counts pairs by their suspicion, in the bins of a check's histogram.
type histogram struct {
	bins  [plotBins]int
	total int
}

func (h *histogram) add(row Row) {
	h.bins[pairs.Bin(row.Suspicion)] += row.pairs()
	h.total += row.pairs()
}

// The geometry, in pixels.
const (
	plotWidth, plotHeight = 720, 460
	plotLeft, plotRight   = 70, 700
	panelHeight           = 150
	copiesTop, honestTop  = 50, 240
	axisY                 = honestTop + panelHeight
)

const plotHead = `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-labelledby="title desc">
<title id="title">Suspicion of labelled pairs</title>
<desc id="desc">Histograms of the suspicion of %s and %s.</desc>
<style>
svg { color-scheme: light dark; background: #ffffff; font: 13px system-ui, sans-serif }
text { fill: #1c2330 } .tick, .unit { fill: #5b6474 } .line { stroke: #c9cfd9 }
.copies { fill: #d55e00 } .honest { fill: #0072b2 } .threshold { stroke: #1c2330; stroke-width: 1.5; stroke-dasharray: 5 4 }
@media (prefers-color-scheme: dark) {
  svg { background: #14181f }
  text { fill: #e6e9ef } .tick, .unit { fill: #a3acba } .line { stroke: #3a4250 }
  .copies { fill: #f0883e } .honest { fill: #58a6e0 } .threshold { stroke: #e6e9ef }
}
</style>
`

func plotX(suspicion float64) float64 {
	return plotLeft + suspicion*(plotRight-plotLeft)
}

func drawPanel(out *bufio.Writer, h histogram, class, title string, top int) {
	highest := max(1, slices.Max(h.bins[:]))
	step := tickStep(highest)
	axisTop := (highest + step - 1) / step * step
	height := func(n int) float64 { return float64(n) / float64(axisTop) * panelHeight }
	bottom := float64(top + panelHeight)

	fmt.Fprintf(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", plotLeft, top-14, title)
	fmt.Fprintf(out, "<text class=\"unit\" transform=\"translate(18 %d) rotate(-90)\" text-anchor=\"middle\">pairs</text>\n",
		top+panelHeight/2)
	for n := 0; n <= axisTop; n += step {
		y := bottom - height(n)
		fmt.Fprintf(out, "<line class=\"line\" x1=\"%d\" x2=\"%d\" y1=\"%s\" y2=\"%s\"/>\n", plotLeft, plotRight, pixels(y), pixels(y))
		fmt.Fprintf(out, "<text class=\"tick\" x=\"%d\" y=\"%s\" text-anchor=\"end\">%d</text>\n", plotLeft-8, pixels(y+4), n)
	}
	for i, n := range h.bins {
		if n == 0 {
			continue
		}
		from, to := float64(i)/plotBins, float64(i+1)/plotBins
		fmt.Fprintf(out, "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>%.2f to %.2f: %d</title></rect>\n", class,
			pixels(plotX(from)+0.5), pixels(bottom-height(n)), pixels(plotX(to)-plotX(from)-1), pixels(height(n)), from, to, n)
	}
}

// tickStep returns the distance between the lines of a scale from 0 to highest: the smallest of 1, 2 or 5
// times a power of ten with which at most five lines lie above 0.
func tickStep(highest int) int {
	for power := 1; ; power *= 10 {
		for _, digit := range []int{1, 2, 5} {
			if digit*power*5 >= highest {
				return digit * power
			}
		}
	}
}

// drawAxis draws the axis of the suspicion, below both panels.
func drawAxis(out *bufio.Writer) {
	for i := 0; i <= 10; i++ {
		suspicion := float64(i) / 10
		fmt.Fprintf(out, "<text class=\"tick\" x=\"%s\" y=\"%d\" text-anchor=\"middle\">%.1f</text>\n",
			pixels(plotX(suspicion)), axisY+20, suspicion)
	}
	fmt.Fprintf(out, "<text class=\"unit\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">suspicion</text>\n",
		(plotLeft+plotRight)/2, axisY+44)
}

func drawThreshold(out *bufio.Writer, threshold float64) {
	x := plotX(threshold)
	anchor := "start"
	if threshold > 0.6 { // the text would not fit to the right of the line
		anchor = "end"
	}
	fmt.Fprintf(out, "<line class=\"threshold\" x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%d\"/>\n", pixels(x), pixels(x), copiesTop-24, axisY)
	fmt.Fprintf(out, "<text x=\"%s\" y=\"%d\" text-anchor=\"%s\">recommended: %s</text>\n", pixels(x), copiesTop-28, anchor, text.Decimal(threshold))
}

// pixels writes a length with at most one decimal.
func pixels(x float64) string { return text.Decimal(math.Round(x*10) / 10) }
