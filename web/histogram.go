package web

import (
	"math"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The histogram's drawing, in units of its own: it is stretched to the width
// of the page.
const (
	binWidth   = 10
	plotWidth  = binWidth * contest.HistogramBins
	plotHeight = 100
)

// histogram draws how many pairs have which suspicion. Heights are on a
// logarithmic scale: a handful of copies would not be seen beside ten thousand
// innocent pairs.
type histogram struct {
	Bars   []bar
	Grid   []gridLine
	Pairs  int64
	Of     string // the pairs in words
	Above  int64  // pairs in the bins from the threshold on
	Mark   string
	Note   string
	Legend string // for those who do not see the drawing
}

// bar is one bin that is not empty.
type bar struct {
	X, Y, Height string
	Title        string
	Path         string // sets the threshold here
	Listed       bool   // not below the threshold
}

// gridLine is a power of ten.
type gridLine struct {
	Y     string
	Label string
}

// newHistogram adds up the histograms of the ranking's problem and language.
// Pairs from keep on are stored, and those who share a private template.
// The histograms count a contest's own pairs; earlier says that the ranking has
// others too.
func newHistogram(histograms []contest.Histogram, r ranking, keep float64, private, earlier bool) histogram {
	var bins [contest.HistogramBins]int64
	sampled := false
	for _, h := range histograms {
		// Where problems were compared across, one histogram holds all.
		otherProblem := r.Problem != "" && h.Problem != "" && h.Problem != r.Problem
		otherLanguage := r.Language != "" && h.Language != r.Language
		if otherProblem || otherLanguage {
			continue
		}
		sampled = sampled || h.Sampled
		for i, n := range h.Bins {
			bins[i] += n
		}
	}
	var most int64
	var v histogram
	for i, n := range bins {
		v.Pairs += n
		most = max(most, n)
		if binStart(i) >= r.Threshold-1e-9 {
			v.Above += n
		}
	}
	v.Mark = coordinate(r.Threshold * plotWidth)
	scale := plotHeight / height(max(most, 10))
	for power := int64(1); power <= max(most, 10); power *= 10 {
		v.Grid = append(v.Grid, gridLine{coordinate(plotHeight - scale*height(power)), integer(power)})
	}
	for i, n := range bins {
		if n > 0 {
			v.Bars = append(v.Bars, newBar(i, n, scale, r))
		}
	}
	if keep > 0 {
		v.Note = "Pairs below " + formatShare(keep) + " were counted but not kept"
		if sampled {
			v.Note = "Pairs below " + formatShare(keep) + " were counted by a sample, and not kept"
		}
		if private {
			v.Note += ", except those marked template"
		}
		v.Note += "."
	}
	v.Of = counted(v.Pairs, "pair", "pairs")
	if earlier {
		v.Of = "this contest's own pairs (" + integer(v.Pairs) + ", those with earlier contests not among them)"
	}
	v.Legend = "Histogram of the suspicion of " + v.Of + ", " +
		integer(v.Above) + " of them from about the threshold " + formatShare(r.Threshold) + " on"
	return v
}

func newBar(bin int, pairs int64, scale float64, r ranking) bar {
	from, to := binStart(bin), binStart(bin+1)
	h := scale * height(pairs)
	return bar{
		X:      strconv.Itoa(bin * binWidth),
		Y:      coordinate(plotHeight - h),
		Height: coordinate(h),
		Title:  formatShare(from) + " to " + formatShare(to) + ": " + counted(pairs, "pair", "pairs"),
		Path:   "?" + r.above(from).values().Encode(),
		Listed: from >= r.Threshold-1e-9,
	}
}

// binStart is the lowest suspicion of a bin.
func binStart(bin int) float64 { return float64(bin) / contest.HistogramBins }

// height is how high n pairs stand: one pair is seen, ten are twice as high.
func height(n int64) float64 { return 1 + math.Log10(float64(n)) }

func coordinate(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

// gridY places the label of a grid line: as a share of the drawing's height.
func gridY(g gridLine) string { return g.Y + "%" }
