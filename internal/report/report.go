// Package report writes the result of a check so that it can leave the house:
// a table for a terminal, CSV for spreadsheets, JSON for programs, and one
// HTML file with the evidence, which needs nothing else to be read or printed.
//
// Names and paths come from strangers. In every format they are inert: no
// escape sequence reaches the terminal, no formula the spreadsheet, no markup
// the page. The same Document gives the same bytes; the only time stamps are
// those of the check.
package report

import (
	"math"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Document is what is reported of a check.
type Document struct {
	Check    contest.Check
	Problems []contest.Histogram   // of each problem and family of languages
	Skipped  []contest.SkippedItem // sorted by path
	Pairs    []contest.Pair        // in the order of their rank
	Cases    []review.Case         // of the pairs, in their order; nil where there is no jury to tell of
}

// usual tells what is usual among the pairs of a pair's problem and language.
func (d Document) usual(p contest.Pair) contest.Histogram {
	h, _ := contest.HistogramFor(p, d.Problems)
	return h
}

// decision tells what the jury says of the i-th pair: the state of its case, and
// who has decided. Without a jury it is "" and nobody.
func (d Document) decision(i int) (state review.State, reviewers []string) {
	if d.Cases == nil {
		return "", nil
	}
	for _, r := range d.Cases[i].Reviews {
		reviewers = append(reviewers, r.Reviewer.Name)
	}
	return d.Cases[i].State, reviewers
}

// shortPercentile writes the percentile of a pair for people, or a dash where
// it is not known.
func (d Document) shortPercentile(p contest.Pair, dash string) string {
	return known(p.Percentile, func(share float64) string { return evidence.Percentile(share, evidence.OtherPairs(p, d.usual(p))) }, dash)
}

// percentile rounds a percentile down to six decimals, so that 1 means all; nil
// stays nil.
func percentile(share *float64) *float64 {
	if share == nil {
		return nil
	}
	down := math.Floor(float64(*share*1e6)+1e-6) / 1e6
	return &down
}

// rounded rounds a share to four decimals: more would tell differences that
// mean nothing.
func rounded(share float64) float64 {
	return math.Round(share*10_000) / 10_000
}
