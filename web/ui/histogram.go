package ui

import (
	"math"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/request"
)

// histogram shows how suspicious the pairs of the ranking's problem and language are. Users see in it the
// valley between honest pairs and copies.
type histogram struct {
	ParticipantPlot *plot // participants by their most suspicious pair; nil if unknown
	PairPlot        plot  // all pairs
	Rows            []histogramRow
	Histograms      []contest.Histogram // the histograms of the ranking's problem and language
}

// histogramRow is a bin in words.
type histogramRow struct {
	Suspicion    string
	Participants string
	Pairs        string
}

// newHistogram adds up the histograms of the ranking's problem and language. They count only pairs within the contest;
// hasEarlier says that the ranking also has pairs with earlier contests. A check stores the pairs with at least the
// suspicion keep; hasTemplates says that it also stores pairs that share a private template, at any suspicion.
func newHistogram(
	p *i18n.Printer, histograms []contest.Histogram, query request.PairQuery, keep float64, hasTemplates, hasEarlier bool,
) histogram {
	var chosen []contest.Histogram
	for _, h := range histograms {
		// A histogram of pairs across problems has no problem.
		otherProblem := query.Problem != "" && h.Problem != "" && h.Problem != query.Problem
		otherLanguage := query.Language != "" && h.Language != query.Language
		if !otherProblem && !otherLanguage {
			chosen = append(chosen, h)
		}
	}
	v := histogram{Histograms: chosen, PairPlot: pairsPlot(p, chosen, query, keep, hasTemplates, hasEarlier), ParticipantPlot: participantsPlot(p, chosen, query, keep, hasEarlier)}
	v.Rows = rowsOf(p, chosen, keep, v.ParticipantPlot != nil)
	return v
}

// setParticipants adds the number of compared participants to the caption of a ParticipantPlot that counts each of them once
// per problem and language.
func (h histogram) setParticipants(p *i18n.Printer, participants int) {
	if h.ParticipantPlot != nil && len(h.Histograms) > 1 && participants > 0 {
		h.ParticipantPlot.Caption = p.Sentences(h.ParticipantPlot.Caption, p.T("The check compared %d participants.", participants))
	}
}

func pairsPlot(
	p *i18n.Printer, histograms []contest.Histogram, query request.PairQuery, keep float64, hasTemplates, hasEarlier bool,
) plot {
	bins, sampled := pairBins(histograms)
	drawn := newPlot(p, bins, logarithmic, query, "%d pairs")
	drawn.Heading = p.T("All pairs")
	if query.Threshold > 0 && query.MaxChance > 0 { // the bars do not show chances
		drawn.Scale = p.T("%s; blue: at or above the threshold, listed or not", drawn.Scale)
	}
	pairs := p.T("%d pairs", drawn.Total)
	if hasEarlier {
		drawn.Heading = p.T("All pairs within this contest")
		pairs = p.T("%d pairs within this contest", drawn.Total)
	}
	drawn.Caption = p.T("Suspicion of %s.", pairs)
	if keep > 0 {
		drawn.Caption += " " + notStoredText(p, keep, sampled, hasTemplates)
	}
	drawn.Legend = p.T("Histogram of the suspicion of %s", pairs)
	if query.Threshold > 0 {
		drawn.Legend = p.T("Histogram of the suspicion of %s, %s of them at about the threshold %s or above",
			pairs, i18n.Number(p, drawn.AboveThreshold), p.Decimal(query.Threshold))
	}
	return drawn
}

// notStoredText says that pairs with a suspicion below keep are not stored.
func notStoredText(p *i18n.Printer, keep float64, sampled, hasTemplates bool) string {
	least := p.Decimal(keep)
	switch {
	case sampled && hasTemplates:
		return p.T("Pairs below %s are estimated from a sample and not stored, except those marked template.", least)
	case sampled:
		return p.T("Pairs below %s are estimated from a sample and not stored.", least)
	case hasTemplates:
		return p.T("Pairs below %s are counted but not stored, except those marked template.", least)
	}
	return p.T("Pairs below %s are counted but not stored.", least)
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

// participantsPlot draws the participants by their most suspicious pair, once per problem and language. The plot
// is nil if a histogram does not count participants.
func participantsPlot(p *i18n.Printer, histograms []contest.Histogram, query request.PairQuery, keep float64, hasEarlier bool) *plot {
	bins, below, ok := participantBins(histograms)
	if !ok {
		return nil
	}
	counted, all := i18n.Key("%d participants"), i18n.Key("%d participants")
	if len(histograms) > 1 {
		counted, all = "%d entries", "%d entries: one for each participant, problem and language"
	}
	drawn := newPlot(p, bins, squareRoot, query, counted)
	drawn.Heading = p.T("Participants by their most suspicious pair")
	switch {
	case hasEarlier && len(histograms) > 1:
		drawn.Heading = p.T("Participants by their most suspicious pair within this contest, once for each problem and language")
	case hasEarlier:
		drawn.Heading = p.T("Participants by their most suspicious pair within this contest")
	case len(histograms) > 1:
		drawn.Heading = p.T("Participants by their most suspicious pair, once for each problem and language")
	}
	drawn.Total += below
	participants := p.T(all, drawn.Total)
	drawn.Caption = p.T("Highest suspicion of %s.", participants)
	if below > 0 && keep > 0 {
		height, dashed := drawn.unit*squareRoot.height(below), i18n.Key("Dashed bar: %s without a pair at %s or above.")
		if height > plotHeight {
			height, dashed = plotHeight, "Dashed bar, cut off at the top: %s without a pair at %s or above."
		}
		drawn.Bars = append([]bar{{
			X: "0", Width: coordinate(keep*plotWidth - 1), Y: coordinate(plotHeight - height), Height: coordinate(height),
			Title: p.T("below %s: %s", p.Decimal(keep), p.T(counted, below)), Combined: true,
		}}, drawn.Bars...)
		drawn.Caption = p.Sentences(drawn.Caption, p.T(dashed, i18n.Number(p, below), p.Decimal(keep)))
	}
	drawn.Legend = p.T("Histogram of the highest suspicion of %s", participants)
	if query.Threshold > 0 {
		drawn.Legend = p.T("Histogram of the highest suspicion of %s, %s of them at about the threshold %s or above",
			participants, i18n.Number(p, drawn.AboveThreshold), p.Decimal(query.Threshold))
	}
	return &drawn
}

// setListed says in words how many pairs a ranking that limits the chance lists, because the plot cannot show it.
func (h *histogram) setListed(p *i18n.Printer, pairs int, query request.PairQuery, listed string) {
	if query.MaxChance > 0 {
		count := p.T("%d pairs", pairs)
		h.PairPlot.Caption = p.Sentences(h.PairPlot.Caption, p.T("The list has %s %s.", count, listed))
		h.PairPlot.Legend += p.T("; ") + p.T("the list has %s %s", count, listed)
	}
}

func participantBins(histograms []contest.Histogram) (bins [contest.HistogramBins]int64, below int64, ok bool) {
	for _, h := range histograms {
		if h.ParticipantBins == nil {
			return bins, 0, false
		}
		for i, n := range h.ParticipantBins {
			bins[i] += n
		}
		below += h.WithoutStoredPair()
	}
	return bins, below, len(histograms) > 0
}

// rowsOf lists the bins in words, the most suspicious first.
func rowsOf(p *i18n.Printer, histograms []contest.Histogram, keep float64, hasParticipants bool) []histogramRow {
	pairs, _ := pairBins(histograms)
	participants, below, _ := participantBins(histograms)
	var rows []histogramRow
	for i := contest.HistogramBins - 1; i >= 0; i-- {
		if pairs[i] == 0 && participants[i] == 0 {
			continue
		}
		row := histogramRow{binText(p, i), i18n.Number(p, participants[i]), i18n.Number(p, pairs[i])}
		if binStart(i+1) <= keep {
			row.Participants = "–"
		}
		rows = append(rows, row)
	}
	if hasParticipants && below > 0 {
		rows = append(rows, histogramRow{p.T("below %s", p.Decimal(keep)), i18n.Number(p, below), p.T("in the rows above")})
	}
	return rows
}

// The size of a drawing, in its own units. The page stretches the drawing to the page's width.
const (
	binWidth   = 10
	plotWidth  = binWidth * contest.HistogramBins
	plotHeight = 100
)

// plot draws how many pairs or participants have a suspicion.
type plot struct {
	Heading        string
	Scale          string // of the numbers
	Bars           []bar
	Grid           []gridLine
	ThresholdX     string // x of the threshold; "" for none
	Caption        string // what the plot counts, below the drawing
	Legend         string // for users who do not see the drawing
	Total          int64
	AboveThreshold int64   // in bins at or above the threshold
	unit           float64 // units of the drawing for each unit of the scale
}

// bar is one bin that is not empty.
type bar struct {
	X, Y, Width, Height string
	Title               string
	Path                string // address of the pairs from this bin on; "" if Combined
	Listed              bool   // at or above the threshold; false if only their chance decides which pairs are listed
	Combined            bool   // counts several bins, and is not filled
}

// gridLine is the line of a round number.
type gridLine struct {
	Y     string
	Label string
}

// scale maps numbers to heights.
type scale struct {
	name   i18n.Key
	height func(n int64) float64
	lines  func(highest int64) []int64 // the numbers with a grid line, up to highest
}

// logarithmic is for counts that differ by powers of ten: five copies remain visible beside ten thousand pairs.
var logarithmic = scale{
	name:   "logarithmic scale",
	height: func(n int64) float64 { return 1 + math.Log10(float64(n)) },
	lines: func(highest int64) []int64 {
		const maxLines = 4 // the plot is too low for more labels
		factor := int64(10)
		for math.Pow(float64(factor), maxLines) <= float64(highest) {
			factor *= 10
		}
		var list []int64
		for power := int64(1); power <= highest; power *= factor {
			list = append(list, power)
		}
		return list
	},
}

// squareRoot is for counts that differ less: valleys look deeper than on a logarithmic scale, and a count of
// one remains visible beside hundreds.
var squareRoot = scale{
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

// newPlot draws the bins and the grid of a plot. counted is the text for the number of a bar: "%d pairs".
func newPlot(p *i18n.Printer, bins [contest.HistogramBins]int64, s scale, query request.PairQuery, counted i18n.Key) plot {
	drawn := plot{Scale: p.T(s.name)}
	if query.Threshold > 0 {
		drawn.ThresholdX = coordinate(query.Threshold * plotWidth)
	}
	highest := int64(10)
	for i, n := range bins {
		drawn.Total += n
		highest = max(highest, n)
		if binStart(i) >= query.Threshold-1e-9 {
			drawn.AboveThreshold += n
		}
	}
	drawn.unit = plotHeight / s.height(highest)
	for _, n := range s.lines(highest) {
		drawn.Grid = append(drawn.Grid, gridLine{coordinate(plotHeight - drawn.unit*s.height(n)), i18n.Number(p, n)})
	}
	for i, n := range bins {
		if n > 0 {
			title := p.T("%s: %s", binText(p, i), p.T(counted, n))
			drawn.Bars = append(drawn.Bars, newBar(i, drawn.unit*s.height(n), query, title))
		}
	}
	return drawn
}

func newBar(bin int, height float64, query request.PairQuery, title string) bar {
	from, threshold := binStart(bin), query.Threshold
	query.Threshold = from
	return bar{
		X: strconv.Itoa(bin * binWidth), Width: strconv.Itoa(binWidth - 1),
		Y: coordinate(plotHeight - height), Height: coordinate(height),
		Title:  title,
		Path:   "?" + query.WithPage(1).Values().Encode(),
		Listed: from >= threshold-1e-9 && (threshold > 0 || query.MaxChance == 0),
	}
}

func binText(p *i18n.Printer, bin int) string {
	return p.T("%s to %s", p.Decimal(binStart(bin)), p.Decimal(binStart(bin+1)))
}

// binStart returns the lowest suspicion of a bin.
func binStart(bin int) float64 { return float64(bin) / contest.HistogramBins }

func coordinate(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}
