// Package report exports the result of a check as a table for a terminal, CSV for
// spreadsheets, JSON for programs, and one HTML file with the evidence that needs no other
// file. It also exports a [Bundle] of evidence for an appeal, [Decisions] of a jury, findings
// of a search, and a [Preview] of an import.
//
// Names and paths are untrusted. No escape sequence reaches the terminal, no formula the
// spreadsheet, and no markup the page. The same Document gives the same bytes: its only times
// are the check's.
package report

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Document is the result of a check.
type Document struct {
	Check    contest.Check
	Problems []contest.Histogram   // of each problem and family of languages
	Skipped  []contest.SkippedItem // sorted by path
	Pairs    []contest.Pair        // by rank
	Cases    []review.Case         // of the pairs, in their order; nil without a jury
	// Sample is the audit sample that the pairs are; zero if they are those that the check lists.
	Sample contest.AuditSample
	// Rows, if set, replaces Pairs and Cases in CSV and JSON, which then hold one row at a
	// time in memory. An error ends it.
	Rows iter.Seq2[Row, error]
}

// chosenText says in a sentence which pairs the document has.
func (d Document) chosenText() string {
	if d.Sample.Size > 0 {
		return fmt.Sprintf("The pairs are a random sample of those below the threshold, drawn with seed %d.", d.Sample.Seed)
	}
	return evidence.Threshold(d.Check.Parameters, d.Problems)
}

// Row is a pair and its case; nil without a jury.
type Row struct {
	contest.Pair
	Case *review.Case
}

func (d Document) rows() iter.Seq2[Row, error] {
	if d.Rows != nil {
		return d.Rows
	}
	return func(yield func(Row, error) bool) {
		for i, p := range d.Pairs {
			row := Row{Pair: p}
			if d.Cases != nil {
				row.Case = &d.Cases[i]
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}

// histogram returns the statistics of a pair's problem and language.
func (d Document) histogram(p contest.Pair) contest.Histogram {
	h, _ := contest.HistogramFor(p, d.Problems)
	return h
}

// decision returns the state of the case, and the names of the reviewers; "" and nobody
// without a jury.
func (r Row) decision() (state review.State, reviewers []string) {
	if r.Case == nil {
		return "", nil
	}
	for _, one := range r.Case.Reviews {
		reviewers = append(reviewers, one.Reviewer.Name)
	}
	return r.Case.State, reviewers
}

// shortPercentile formats the percentile of a pair, or returns dash if it is unknown.
func (d Document) shortPercentile(p contest.Pair, dash string) string {
	others := evidence.OtherPairs(p, d.histogram(p))
	return formatOr(p.Percentile, func(share float64) string { return evidence.Percentile(share, others) }, dash)
}

// percentile rounds a percentile down to six decimals, so that 1 means all.
func percentile(share *float64) *float64 {
	if share == nil {
		return nil
	}
	down := math.Floor(float64(*share*1e6)+1e-6) / 1e6
	return &down
}

// roundShare rounds a share to four decimals: further ones mean nothing.
func roundShare(share float64) float64 { return math.Round(share*10_000) / 10_000 }

// Fact is one fact about a check.
type Fact struct{ Name, Value string }

// Facts lists everything that the result of a check depends on.
func Facts(c contest.Check) []Fact {
	p := c.Parameters
	facts := []Fact{
		{"Check", c.Digest},
		{"ojcheck", c.ToolVersion},
		{"Algorithm", c.AlgorithmVersion},
		{"Started", timeText(c.StartedAt, secondsUTC, "not known")},
		{"Finished", timeText(c.FinishedAt, secondsUTC, "not known")},
		{"Listed pairs", text.Capitalize(p.ListedText())},
		{"Lowest stored suspicion", strconv.FormatFloat(p.Keep, 'f', -1, 64)},
		{"Pairs stored for each participant", keepText(p)},
		{"Shingle", strconv.Itoa(p.ShingleLength) + " tokens"},
		{"Shortest match", strconv.Itoa(p.MinMatch) + " tokens"},
		{"Verdicts", p.Verdicts},
		{"Participants", p.Participants},
		{"Across problems", yesNo(p.AcrossProblems)},
		{"Own templates set aside", yesNo(p.Templates)},
		{"Layout", p.Layout},
	}
	switch {
	case slices.Equal(p.Against, []string{contest.AgainstArchive}):
		facts = append(facts, Fact{"Compared with", "all earlier contests"})
	case len(p.Against) > 0:
		facts = append(facts, Fact{"Compared with", "earlier contests: " + strings.Join(p.Against, ", ")})
	}
	if p.Language != "" {
		facts = append(facts, Fact{"Language of all files", p.Language})
	}
	if len(p.Base) > 0 {
		facts = append(facts, Fact{"Base code", strings.Join(p.Base, ", ")})
	}
	return facts
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

const secondsUTC = "2006-01-02 15:04:05 UTC"

// timeText formats a time in UTC; the zero time is unknown.
func timeText(t time.Time, layout, unknown string) string {
	if t.IsZero() {
		return unknown
	}
	return t.UTC().Format(layout)
}

// keepText says how many pairs of each participant are stored.
func keepText(p contest.Parameters) string {
	words := "at most " + text.Thousands(p.KeepPerParticipant) + " pairs for each problem"
	if p.KeepPerProblem > 0 {
		words += ", fewer where they came to more than " + text.Thousands(p.KeepPerProblem)
	}
	return words
}
