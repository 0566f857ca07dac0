package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/inspect"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
)

type reportCommand struct {
	Contest   string              `arg:"" help:"Name of the contest, as \"ojcheck contest list\" shows it."`
	Threshold *settings.Share     `placeholder:"T" help:"List only pairs with at least this suspicion, 0 to 1 or 0% to 100% (default that of the check)."`
	MaxChance *settings.PairCount `placeholder:"N" help:"Highest chance of a listed pair (default that of the check). 0 lists pairs by suspicion alone."`

	resultFlags `embed:""`
}

func (c *reportCommand) Run(ctx context.Context, term terminal, db *archive) error {
	out, err := openOutput(c.Out.Output, term.out)
	if err != nil {
		return err
	}
	defer out.discard()
	newest, err := db.newestCheck(ctx, c.Contest)
	if err != nil {
		return err
	}
	if c.Threshold != nil {
		newest.Parameters.Threshold = float64(*c.Threshold)
	}
	if c.MaxChance != nil {
		newest.Parameters.MaxChance = float64(*c.MaxChance)
	}
	return c.print(ctx, term, db, newest, out, "")
}

// resultFlags say how the result of a check is written.
type resultFlags struct {
	Top            *int        `placeholder:"N" help:"List at most this many pairs; 0 lists all (default 50 in a table, all elsewhere)."`
	Out            outputFlags `embed:"" set:"output_formats=table, csv, json, html, jplag-csv, dolos-csv"`
	ReportLanguage string      `placeholder:"TAG" help:"Language of an HTML report, such as en (default)."`
}

// rowBatch is the largest number of pairs in memory, except for formats that need all pairs.
const rowBatch = 5000

// tableRows is the number of pairs in a table without --top.
const tableRows = 50

func (f *resultFlags) Validate(command *kong.Context) error {
	switch {
	case f.Top != nil && *f.Top < 0:
		return fmt.Errorf("--top is %d: it must be 0 or more", *f.Top)
	case f.ReportLanguage != "" && !i18n.Known(f.ReportLanguage):
		return fmt.Errorf("--report-language %s: ojcheck has no texts in this language", f.ReportLanguage)
	case f.ReportLanguage != "" && f.Out.format() != "html":
		return errors.New("--report-language needs --format html: other formats are in English")
	}
	return f.Out.Validate(command)
}

// print writes the result of a check. To standard error it writes a summary, and advice unless it is "".
func (f *resultFlags) print(ctx context.Context, term terminal, db *archive, done contest.Check, out *output, advice string) error {
	doc, total, err := f.document(ctx, db, done)
	if err != nil {
		return err
	}
	summary, parameters, english := doc.Check.Summary, doc.Check.Parameters, i18n.English()
	if summary.PairsCompared > 0 || f.Out.format() != "table" {
		if err := f.write(ctx, out, db, doc); err != nil {
			return err
		}
	}
	notes := summary.Notes(english, parameters, evidence.LanguageName)
	i := slices.Index(notes, summary.PrivateTemplatesNote(english))
	if i >= 0 && (parameters.Threshold > 0 || parameters.MaxChance > 0) {
		notes[i] += "; --threshold 0 --max-chance 0 lists such pairs too"
	}
	threshold := ""
	if summary.PairsCompared > 0 {
		threshold = evidence.Threshold(english, parameters, doc.Histograms, doc.Listed)
	}
	err = f.finish(term, out, checkSummary{
		layout: parameters.Layout, counts: summary.Text(english), threshold: threshold,
		warnings: summary.Warnings(english, parameters), notes: notes, skipped: doc.Skipped,
		emptyReason: summary.EmptyReason(english),
	})
	if err != nil {
		return err
	}
	if advice != "" {
		term.note("%s", advice)
	}
	part := ""
	if limit := f.limit(); limit > 0 && limit < total {
		part = fmt.Sprintf("%d of %d pairs", limit, total)
	}
	if n := len(doc.Pairs); n > 0 && doc.Pairs[n-1].Rank > n {
		term.note("ranks count all pairs of the check: they have gaps where pairs have a higher chance than --max-chance")
	}
	printListed(term, part, total, `"ojcheck serve"`)
	return nil
}

// checkSummary is what resultFlags.finish writes about a check. Empty fields are left out.
type checkSummary struct {
	layout      string // how the input was read
	counts      string // what was compared
	threshold   string // evidence.Threshold
	warnings    []string
	notes       []string
	skipped     []contest.SkippedItem
	emptyReason string // why nothing was compared
}

// finish ends the output, and tells on standard error how the input was read, what was compared, and what was skipped. It
// returns an error if nothing was compared.
func (f *resultFlags) finish(term terminal, out *output, s checkSummary) error {
	if err := out.finish(); err != nil {
		return err
	}
	if strings.HasSuffix(f.Out.format(), "-csv") { // these formats have no place for the notice
		term.note(evidence.Notice)
	}
	if s.layout != "" { // an imported contest has no layout before its first check
		term.note("read as %s", s.layout)
	}
	term.note("%s", s.counts)
	for _, warning := range s.warnings {
		term.note("warning: %s", text.Visible(warning))
	}
	if s.threshold != "" {
		term.note("%s", s.threshold)
	}
	for _, note := range s.notes {
		term.note("%s", text.Visible(note))
	}
	printSkipped(term.err, s.skipped, "--format json and the page of the check list them all")
	if s.emptyReason != "" {
		return errors.New(s.emptyReason)
	}
	return nil
}

// printListed says that page shows the listed pairs side by side. part says which part is listed, such as "50
// of 90 pairs"; "" means all pairs.
func printListed(term terminal, part string, pairs int, page string) {
	switch {
	case part != "":
		term.note("listed: %s; --top 0 lists all; %s shows them side by side", part, page)
	case pairs > 0:
		term.note("%s shows the pairs side by side", page)
	}
}

// document reads the result of a check. A table and the formats of JPlag and Dolos need all listed pairs in
// memory. For other formats, the pairs are read when the document is written. total is the number of pairs
// that the check lists.
func (f *resultFlags) document(ctx context.Context, db *archive, done contest.Check) (doc report.Document, total int, err error) {
	id := done.ID
	doc.Check = done
	if doc.Histograms, err = db.Histograms(ctx, id); err != nil {
		return doc, 0, err
	}
	if doc.Skipped, _, err = db.Skipped(ctx, id, 0, 0); err != nil {
		return doc, 0, err
	}
	slices.SortStableFunc(doc.Skipped, func(a, b contest.SkippedItem) int { return cmp.Compare(a.Path, b.Path) })
	filter := doc.Check.Parameters.Filter()
	if doc.Listed, err = db.ListedPools(ctx, id, filter); err != nil {
		return doc, 0, err
	}
	filter.Limit = f.limit()
	if format := f.Out.format(); format == "table" || strings.HasSuffix(format, "-csv") {
		doc.Pairs, total, err = db.Pairs(ctx, id, filter)
		return doc, total, err
	}
	first := filter
	first.Limit = 1
	_, total, err = db.Pairs(ctx, id, first)
	listed := total
	if filter.Limit > 0 {
		listed = min(total, filter.Limit)
	}
	// Read in batches, because a query that stays open would need a second connection beside that of the
	// evidence.
	hasCases := f.Out.format() != "html" // HTML shows no decisions, because people hand such reports on
	doc.Rows = &report.Rows{Count: listed, HasCases: hasCases, Each: func(yield func(report.Row, error) bool) {
		batch := filter
		for left := listed; left > 0; left -= batch.Limit {
			batch.Limit = min(left, rowBatch)
			list, _, err := db.Pairs(ctx, id, batch)
			if err == nil && len(list) < batch.Limit {
				err = contest.ErrNotFound // the check was deleted
			}
			var cases map[review.Key]review.Case
			if err == nil && hasCases {
				cases, err = db.CasesByPairs(ctx, list)
			}
			if err != nil {
				yield(report.Row{}, err)
				return
			}
			for _, p := range list {
				row := report.Row{Pair: p}
				if c, ok := cases[review.KeyOf(done.ContestID, p)]; ok {
					row.Case = &c
				}
				if !yield(row, nil) {
					return
				}
				batch.AfterRank = p.Rank
			}
		}
	}}
	return doc, total, err
}

// limit returns the largest number of pairs to list; 0 for no limit.
func (f *resultFlags) limit() int {
	switch {
	case f.Top != nil:
		return *f.Top
	case f.Out.format() == "table":
		return tableRows
	}
	return 0
}

func (f *resultFlags) write(ctx context.Context, out *output, db *archive, doc report.Document) error {
	switch f.Out.format() {
	case "table":
		return report.Table(out, doc, out.width())
	case "html":
		inspector := inspect.New(db)
		ctx = i18n.With(ctx, i18n.In(f.ReportLanguage))
		return report.HTML(ctx, out, doc, func(ctx context.Context, pair contest.Pair) (evidence.View, error) {
			return inspector.Pair(ctx, pair, nil)
		})
	}
	write := map[string]func(io.Writer, report.Document) error{
		"csv": report.CSV, "json": report.JSON, "jplag-csv": report.JPlagCSV, "dolos-csv": report.DolosCSV,
	}[f.Out.format()]
	return write(out, doc)
}
