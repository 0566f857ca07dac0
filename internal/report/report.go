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
)

// Document is what is reported of a check.
type Document struct {
	Check   contest.Check
	Skipped []contest.Skipped // sorted by path
	Pairs   []contest.Pair    // in the order of their rank
}

// rounded rounds a share to four decimals: more would tell differences that
// mean nothing.
func rounded(share float64) float64 {
	return math.Round(share*10_000) / 10_000
}
