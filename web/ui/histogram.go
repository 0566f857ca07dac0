package ui

import (
	"math"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// histogram shows how suspicious the pairs of the ranking's problem and language are, so that the eye finds
// the valley between honest pairs and copies.
type histogram struct {
	Highest *plot // participants by their most suspicious pair; nil where that is not known
	Pairs   plot  // all pairs
	Rows    []histogramRow
}

// histogramRow is a bin in words.
type histogramRow struct {
	Suspicion    string
	Participants string
	Pairs        string
}

// newHistogram adds up the histograms of the ranking's problem and language. They count the contest's own
// pairs; earlier says that the ranking has others too. Pairs from keep on, and with a private template, are stored.
func newHistogram(histograms []contest.Histogram, r request.PairQuery, keep float64, private, earlier bool) histogram {
	var chosen []contest.Histogram
	for _, h := range histograms {
		// Where problems were compared across, one histogram holds all.
		otherProblem := r.Problem != "" && h.Problem != "" && h.Problem != r.Problem
		otherLanguage := r.Language != "" && h.Language != r.Language
		if !otherProblem && !otherLanguage {
			chosen = append(chosen, h)
		}
	}
	v := histogram{Pairs: pairsPlot(chosen, r, keep, private, earlier), Highest: highestPlot(chosen, r, keep)}
	v.Rows = rowsOf(chosen, keep, v.Highest != nil)
	return v
}

// setParticipants says how many people there are: each is counted once per problem and language.
func (h histogram) setParticipants(participants int) {
	if h.Highest != nil && participants > 0 {
		h.Highest.Caption = "Of " + text.Count(participants, "participant") + " of the contest. " + h.Highest.Caption
	}
}

// pairsPlot draws all pairs.
func pairsPlot(histograms []contest.Histogram, r request.PairQuery, keep float64, private, earlier bool) plot {
	bins, sampled := pairBins(histograms)
	p := newPlot(bins, logarithmic, r, "pair", "pairs")
	p.Heading = "All pairs"
	of := text.Count(p.Total, "pair")
	if earlier {
		of = "this contest's own pairs (" + text.Thousands(p.Total) + ", those with earlier contests not among them)"
	}
	p.Caption = "Suspicion of " + of + "."
	if keep > 0 {
		p.Caption += " Pairs below " + text.Share(keep) + " were counted "
		if sampled {
			p.Caption += "by a sample, and not kept"
		} else {
			p.Caption += "but not kept"
		}
		if private {
			p.Caption += ", except those marked template"
		}
		p.Caption += "."
	}
	p.Legend = "Histogram of the suspicion of " + of + ", " + text.Thousands(p.Above) + " of them from about the threshold " + text.Share(r.Threshold) + " on"
	return p
}

func pairBins(histograms []contest.Histogram) (bins [contest.HistogramBins]int64, sampled bool) {
	for _, h := range histograms {
		sampled = sampled || h.Sampled
		for i, n := range h.Bins {
			bins[i] += n
		}
	}
	return bins, sampled
}

// highestPlot draws the participants by their most suspicious pair, once per problem and language. It is nil
// where a histogram lacks that.
func highestPlot(histograms []contest.Histogram, r request.PairQuery, keep float64) *plot {
	bins, below, ok := highestBins(histograms)
	if !ok {
		return nil
	}
	one, many, each := "participant", "participants", ""
	if len(histograms) > 1 {
		one, many, each = "entry", "entries", ": each participant once for each problem and language"
	}
	p := newPlot(bins, root, r, one, many)
	p.Heading = "Participants by their most suspicious pair"
	p.Total += below
	of := countOf(p.Total, one, many) + each
	p.Caption = "Highest suspicion of " + of + "."
	if below > 0 && keep > 0 {
		p.Bars = append([]bar{p.belowKeep(below, keep, one, many)}, p.Bars...)
		p.Caption += " The open bar stands for " + text.Thousands(below) + " without a pair from " + text.Share(keep) + " on, which alone are kept; it ends at the top, however many they are."
	}
	p.Legend = "Histogram of the highest suspicion of " + of + ", " + text.Thousands(p.Above) + " of them from about the threshold " + text.Share(r.Threshold) + " on"
	return &p
}

// belowKeep is the bar of participants who are only known to be below keep.
func (p plot) belowKeep(participants int64, keep float64, one, many string) bar {
	height := min(plotHeight, p.unit*root.height(participants))
	return bar{
		X: "0", Width: coordinate(keep*plotWidth - 1), Y: coordinate(plotHeight - height), Height: coordinate(height),
		Title: "below " + text.Share(keep) + ": " + countOf(participants, one, many), Open: true,
	}
}

func highestBins(histograms []contest.Histogram) (bins [contest.HistogramBins]int64, below int64, ok bool) {
	for _, h := range histograms {
		if h.Highest == nil {
			return bins, 0, false
		}
		for i, n := range h.Highest {
			bins[i] += n
		}
		below += h.BelowStored()
	}
	return bins, below, len(histograms) > 0
}

// rowsOf lists the bins in words, the most suspicious first.
func rowsOf(histograms []contest.Histogram, keep float64, known bool) []histogramRow {
	pairs, _ := pairBins(histograms)
	highest, below, _ := highestBins(histograms)
	var rows []histogramRow
	for i := contest.HistogramBins - 1; i >= 0; i-- {
		if pairs[i] == 0 && highest[i] == 0 {
			continue
		}
		row := histogramRow{text.Share(binStart(i)) + " to " + text.Share(binStart(i+1)), text.Thousands(highest[i]), text.Thousands(pairs[i])}
		if binStart(i+1) <= keep {
			row.Participants = "–"
		}
		rows = append(rows, row)
	}
	if known && below > 0 {
		rows = append(rows, histogramRow{"below " + text.Share(keep), text.Thousands(below), "see above"})
	}
	return rows
}

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

// logarithmic is for counts that differ by powers of ten: a handful of copies is seen beside ten thousand pairs.
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

// root is for counts that differ less: a valley is deeper than by the logarithm, and one is seen beside hundreds.
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
		Path:   "?" + r.WithThreshold(from).Values().Encode(),
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
