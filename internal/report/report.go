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
)

// Document is what is reported of a check.
type Document struct {
	Check    contest.Check
	Problems []contest.Histogram // of each problem and family of languages
	Skipped  []contest.Skipped   // sorted by path
	Pairs    []contest.Pair      // in the order of their rank
}

// explain explains a pair of the document.
func (d Document) explain(p contest.Pair) []string {
	h, _ := contest.HistogramOf(p, d.Problems)
	return evidence.Explain(p, h, d.Check.Parameters)
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
