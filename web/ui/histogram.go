package ui

import (
	"math"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// histogram shows how suspicious the pairs of the ranking's problem and language are, so that users see the valley
// between honest pairs and copies.
type histogram struct {
	Highest *plot // participants by their most suspicious pair; nil if unknown
	Pairs   plot  // all pairs
	Rows    []histogramRow
	Counted []contest.Histogram // those of the ranking's problem and language
}

// histogramRow is a bin in words.
type histogramRow struct {
	Suspicion    string
	Participants string
	Pairs        string
}

// newHistogram adds up the histograms of the ranking's problem and language. They count only the contest's own pairs;
// earlier says that the ranking also has pairs with earlier contests. Pairs of a suspicion of at least keep are
// stored; private says that pairs with an own template of both are stored too.
func newHistogram(histograms []contest.Histogram, r request.PairQuery, keep float64, private, earlier bool) histogram {
	var chosen []contest.Histogram
	for _, h := range histograms {
		// A histogram of pairs across problems has no problem.
		otherProblem := r.Problem != "" && h.Problem != "" && h.Problem != r.Problem
		otherLanguage := r.Language != "" && h.Language != r.Language
		if !otherProblem && !otherLanguage {
			chosen = append(chosen, h)
		}
	}
	v := histogram{Counted: chosen, Pairs: pairsPlot(chosen, r, keep, private, earlier), Highest: highestPlot(chosen, r, keep)}
	v.Rows = rowsOf(chosen, keep, v.Highest != nil)
	return v
}

// setParticipants adds the number of participants to the caption: Highest counts them once per problem and language.
func (h histogram) setParticipants(participants int) {
	if h.Highest != nil && participants > 0 {
		h.Highest.Caption += " The contest has " + text.Count(participants, "participant") + "."
	}
}

// pairsPlot draws all pairs.
func pairsPlot(histograms []contest.Histogram, r request.PairQuery, keep float64, private, earlier bool) plot {
	bins, sampled := pairBins(histograms)
	p := newPlot(bins, logarithmic, r, "pair", "pairs")
	p.Heading = "All pairs"
	pairs := text.Count(p.Total, "pair")
	if earlier {
		pairs += " within this contest"
	}
	p.Caption = "Suspicion of " + pairs + "."
	if keep > 0 {
		counted, exception := "counted but", ""
		if sampled {
			counted = "estimated from a sample and"
		}
		if private {
			exception = ", except those marked template"
		}
		p.Caption += " Pairs below " + text.Share(keep) + " are " + counted + " not stored" + exception + "."
	}
	p.setLegend("suspicion of "+pairs, r)
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

// highestPlot draws the participants by their most suspicious pair, once per problem and language. It returns nil if
// a histogram does not have this.
func highestPlot(histograms []contest.Histogram, r request.PairQuery, keep float64) *plot {
	bins, below, ok := highestBins(histograms)
	if !ok {
		return nil
	}
	one, many, each := "participant", "participants", ""
	if len(histograms) > 1 {
		one, many, each = "entry", "entries", ": one for each participant, problem and language"
	}
	p := newPlot(bins, root, r, one, many)
	p.Heading = "Participants by their most suspicious pair"
	p.Total += below
	participants := countOf(p.Total, one, many) + each
	p.Caption = "Highest suspicion of " + participants + "."
	if below > 0 && keep > 0 {
		height, cut := p.unit*root.height(below), ""
		if height > plotHeight {
			height, cut = plotHeight, ", cut off at the top"
		}
		p.Bars = append([]bar{{
			X: "0", Width: coordinate(keep*plotWidth - 1), Y: coordinate(plotHeight - height), Height: coordinate(height),
			Title: "below " + text.Share(keep) + ": " + countOf(below, one, many), Open: true,
		}}, p.Bars...)
		p.Caption += " Dashed bar" + cut + ": " + text.Thousands(below) + " without a pair at " + text.Share(keep) + " or above."
	}
	p.setLegend("highest suspicion of "+participants, r)
	return &p
}

// setLegend sets the legend of the plot of a suspicion.
func (p *plot) setLegend(suspicion string, r request.PairQuery) {
	p.Legend = "Histogram of the " + suspicion
	if r.Threshold > 0 {
		p.Legend += ", " + text.Thousands(p.Above) + " of them at about the threshold " + text.Share(r.Threshold) + " or above"
	}
}

// setListed says in words how many pairs are listed. If they are listed by chance, the plot of all pairs does not show
// it.
func (h *histogram) setListed(pairs int, r request.PairQuery, listed string) {
	if r.MaxChance > 0 {
		words := "list has " + text.Count(pairs, "pair") + " " + listed
		h.Pairs.Caption += " The " + words + "."
		h.Pairs.Legend += "; the " + words
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
		below += h.WithoutStoredPair()
	}
	return bins, below, len(histograms) > 0
}

// rowsOf lists the bins in words, the most suspicious first.
func rowsOf(histograms []contest.Histogram, keep float64, hasHighest bool) []histogramRow {
	pairs, _ := pairBins(histograms)
	highest, below, _ := highestBins(histograms)
	var rows []histogramRow
	for i := contest.HistogramBins - 1; i >= 0; i-- {
		if pairs[i] == 0 && highest[i] == 0 {
			continue
		}
		suspicion := text.Share(binStart(i)) + " to " + text.Share(binStart(i+1))
		row := histogramRow{suspicion, text.Thousands(highest[i]), text.Thousands(pairs[i])}
		if binStart(i+1) <= keep {
			row.Participants = "–"
		}
		rows = append(rows, row)
	}
	if hasHighest && below > 0 {
		rows = append(rows, histogramRow{"below " + text.Share(keep), text.Thousands(below), "see above"})
	}
	return rows
}

// The size of a drawing, in its own units. The page stretches it to its width.
const (
	binWidth   = 10
	plotWidth  = binWidth * contest.HistogramBins
	plotHeight = 100
)

// plot draws how many pairs or participants have a suspicion.
type plot struct {
	Heading string
	Scale   string // of the numbers
	Bars    []bar
	Grid    []gridLine
	Mark    string // x of the threshold; "" for none
	Caption string // below the drawing: what it counts
	Legend  string // for users who do not see the drawing
	Total   int64
	Above   int64   // in bins at or above the threshold
	unit    float64 // units of the drawing for each unit of the scale
}

// bar is one bin that is not empty.
type bar struct {
	X, Y, Width, Height string
	Title               string
	Path                string // address of the pairs from this bin on; "" if Open
	Listed              bool   // at or above the threshold; false if pairs are listed by chance alone
	Open                bool   // counts several bins, and is not filled
}

// gridLine is the line of a round number.
type gridLine struct {
	Y     string
	Label string
}

// scale maps numbers to heights.
type scale struct {
	name   string
	height func(n int64) float64
	lines  func(highest int64) []int64 // the numbers with a grid line, up to highest
}

// logarithmic is for counts that differ by powers of ten: five copies remain visible beside ten thousand pairs.
var logarithmic = scale{
	name:   "logarithmic scale",
	height: func(n int64) float64 { return 1 + math.Log10(float64(n)) },
	lines: func(highest int64) []int64 {
		const most = 4 // a strip has no room for more labels
		factor := int64(10)
		for math.Pow(float64(factor), most) <= float64(highest) {
			factor *= 10
		}
		var list []int64
		for power := int64(1); power <= highest; power *= factor {
			list = append(list, power)
		}
		return list
	},
}

// root is for counts that differ less: valleys look deeper than on a logarithmic scale, and a count of one remains
// visible beside hundreds.
var root = scale{
	name:   "square root scale",
	height: func(n int64) float64 { return math.Sqrt(float64(n)) },
	lines: func(highest int64) []int64 {
		step := int64(1)
		for step*10 <= highest {
			step *= 10
		}
		list := []int64{step}
		for _, line := range []int64{step / 5, step * 4} {
			if line > 0 && line <= highest {
				list = append(list, line)
			}
		}
		return list
	},
}

// newPlot draws the bins and the grid of a plot.
func newPlot(bins [contest.HistogramBins]int64, s scale, r request.PairQuery, one, many string) plot {
	p := plot{Scale: s.name}
	if r.Threshold > 0 {
		p.Mark = coordinate(r.Threshold * plotWidth)
	}
	highest := int64(10)
	for i, n := range bins {
		p.Total += n
		highest = max(highest, n)
		if binStart(i) >= r.Threshold-1e-9 {
			p.Above += n
		}
	}
	p.unit = plotHeight / s.height(highest)
	for _, n := range s.lines(highest) {
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
		Path:   "?" + r.FromSuspicion(from).Values().Encode(),
		Listed: from >= r.Threshold-1e-9 && (r.Threshold > 0 || r.MaxChance == 0),
	}
}

// binStart returns the lowest suspicion of a bin.
func binStart(bin int) float64 { return float64(bin) / contest.HistogramBins }

func coordinate(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

// gridY returns the y of a grid line's label, as a share of the drawing's height.
func gridY(g gridLine) string { return g.Y + "%" }
