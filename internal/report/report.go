// Package report exports the result of a check as a table for a terminal, CSV for spreadsheets, JSON for
// programs, and one HTML file with the evidence, which needs no other file. It also exports a [Bundle] of
// evidence for an appeal, the decisions and outcomes of a contest, findings of a search, and a preview of an import.
//
// Names and paths are untrusted. No escape sequence reaches the terminal, no formula reaches the spreadsheet,
// and no markup reaches the page. Equal Documents give equal bytes, because the only times in them are times
// of the check.
package report

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Document is the result of a check.
type Document struct {
	Check      contest.Check
	Histograms []contest.Histogram   // of each problem and family of languages
	Listed     []contest.ListedPool  // the pools of the listed pairs
	Skipped    []contest.SkippedItem // sorted by path
	Pairs      []contest.Pair        // by rank
	Cases      []review.Case         // of the pairs, in their order; nil if the document has no reviews
	Sample     contest.AuditSample   // set if Pairs are an audit sample; zero if Pairs are the listed pairs
	// Rows replaces Pairs and Cases if it is not nil. CSV, JSON and HTML then hold one row at a time in memory.
	Rows *Rows
}

// Rows are the pairs of a document that may be too large for memory.
type Rows struct {
	Count    int                   // number of rows
	HasCases bool                  // whether the rows have cases
	Each     iter.Seq2[Row, error] // the rows by rank; an error ends the sequence; HTML reads it twice
}

func (d Document) selectionText(p *i18n.Printer) string {
	if d.Sample.Size > 0 {
		return p.T("The pairs are a random sample of those that are not listed, drawn with seed %s.", fmt.Sprint(d.Sample.Seed))
	}
	return evidence.Threshold(p, d.Check.Parameters, d.Histograms, d.Listed)
}

// bytesPerPassage is the size of a pair in HTML for each passage of the typical program of its pool. Reports with 53 to 1,863
// pairs of four contests in C++ and Java had 223 to 234 bytes, and one with 52,850 pairs, most of them hardly similar, 175.
const bytesPerPassage = 230

// EstimateHTML returns about how many MiB a report in HTML has, to one digit. pairs is its number of pairs, and histograms are
// of their problems and languages. It returns 0 if the sizes of the programs are not known.
func EstimateHTML(pairs int, histograms []contest.Histogram) int64 {
	programs, passages := 0, 0
	for _, h := range histograms {
		if h.TypicalSize > 0 {
			programs += h.Programs
			passages += h.Programs * h.TypicalSize
		}
	}
	if programs == 0 {
		return 0
	}
	size := float64(pairs) * bytesPerPassage * float64(passages) / float64(programs) / (1 << 20)
	digit := math.Pow(10, math.Floor(math.Log10(max(1, size))))
	return int64(math.Round(size/digit) * digit)
}

// Row is a pair with its case. Case is nil if the document has no reviews.
type Row struct {
	contest.Pair
	Case *review.Case
}

func (d Document) rows() iter.Seq2[Row, error] {
	if d.Rows != nil {
		return d.Rows.Each
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

func (d Document) count() int {
	if d.Rows != nil {
		return d.Rows.Count
	}
	return len(d.Pairs)
}

// hasDecisions reports whether the document shows reviews, even if nobody has decided yet.
func (d Document) hasDecisions() bool {
	if d.Rows != nil {
		return d.Rows.HasCases
	}
	return d.Cases != nil
}

func (d Document) histogram(p contest.Pair) contest.Histogram {
	h, _ := contest.HistogramFor(p, d.Histograms)
	return h
}

// decision returns the state of the case and the names of the reviewers; "" and nil without a case.
func (r Row) decision() (state review.State, reviewers []string) {
	if r.Case == nil {
		return "", nil
	}
	for _, v := range r.Case.Reviews {
		reviewers = append(reviewers, v.Reviewer.Name)
	}
	return r.Case.State, reviewers
}

// shortPercentile formats the percentile of a pair, or returns dash if it is unknown.
func (d Document) shortPercentile(p *i18n.Printer, pair contest.Pair, dash string) string {
	others := evidence.OtherPairs(pair, d.histogram(pair))
	return formatOr(pair.Percentile, func(share float64) string { return evidence.Percentile(p, share, others) }, dash)
}

func chance(p *i18n.Printer, pair contest.Pair, dash string) string {
	return formatOr(pair.Chance, func(expected float64) string { return evidence.Chance(p, expected) }, dash)
}

// roundPercentile rounds a percentile down to six decimals, so that 1 means all pairs.
func roundPercentile(share *float64) *float64 {
	if share == nil {
		return nil
	}
	return new(math.Floor(float64(*share*1e6)+1e-6) / 1e6)
}

// roundShare rounds a share to four decimals, because further decimals mean nothing.
func roundShare(share float64) float64 { return math.Round(share*10_000) / 10_000 }

// Detail is a name with its value, such as a setting of a check.
type Detail struct{ Name, Value string }

// CheckDetails lists the settings of a check, its versions and its times, as writeTime writes them.
func CheckDetails(p *i18n.Printer, c contest.Check, writeTime func(time.Time) string) []Detail {
	parameters := c.Parameters
	details := []Detail{
		{p.T("ID of the check"), c.Digest},
		{"ojcheck", c.ToolVersion},
		{p.T("Algorithm"), c.AlgorithmVersion},
		{p.T("Started"), writeTime(c.StartedAt)},
		{p.T("Finished"), writeTime(c.FinishedAt)},
		{p.T("Listed pairs"), text.Capitalize(parameters.ListedText(p))},
		{p.T("Lowest stored suspicion"), p.Decimal(parameters.Keep)},
		{p.T("Pairs stored for each participant"), keepText(p, parameters)},
		{p.T("Length of a passage"), p.T("%d tokens", parameters.ShingleLength)},
		{p.T("Shortest match"), p.T("%d tokens", parameters.MinMatch)},
		{p.T("Verdicts"), choiceText(p, parameters.Verdicts)},
		{p.T("Participants"), choiceText(p, parameters.Participants)},
		{p.T("Across problems"), yesNo(p, parameters.AcrossProblems)},
		{p.T("Own templates set aside"), yesNo(p, parameters.Templates)},
		{p.T("Layout"), parameters.Layout},
	}
	switch {
	case slices.Equal(parameters.Against, []string{contest.AgainstArchive}):
		details = append(details, Detail{p.T("Compared with"), p.T("all earlier contests")})
	case len(parameters.Against) > 0:
		names := strings.Join(parameters.Against, p.T(", "))
		details = append(details, Detail{p.T("Compared with"), p.T("earlier contests: %s", names)})
	}
	if parameters.Language != "" {
		details = append(details, Detail{p.T("Language of all files"), parameters.Language})
	}
	if len(parameters.Base) > 0 {
		details = append(details, Detail{p.T("Base code"), strings.Join(parameters.Base, p.T(", "))})
	}
	return details
}

func yesNo(p *i18n.Printer, b bool) string {
	if b {
		return p.T("yes")
	}
	return p.T("no")
}

// choices are the values of the parameters that select submissions.
var choices = map[string]i18n.Key{
	settings.Accepted: "accepted",
	settings.Judged:   "judged",
	settings.Official: "official",
	settings.All:      "all",
}

func choiceText(p *i18n.Printer, value string) string {
	if choice, ok := choices[value]; ok {
		return p.T(choice)
	}
	return value
}

// timeText formats a time in UTC for programs and tables. It returns unknown for the zero time.
func timeText(t time.Time, layout, unknown string) string {
	if t.IsZero() {
		return unknown
	}
	return t.UTC().Format(layout)
}

func keepText(p *i18n.Printer, parameters contest.Parameters) string {
	most := p.T("at most %d pairs for each problem", parameters.KeepPerParticipant)
	if parameters.KeepPerProblem > 0 {
		return p.T("%s, fewer where they came to more than %s", most, i18n.Number(p, parameters.KeepPerProblem))
	}
	return most
}
