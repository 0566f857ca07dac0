package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/report"
)

// print writes the result of a check in the format that was asked for, and
// what was understood and skipped to standard error. read is the number of
// submissions in the input.
func (c *checkCommand) print(ctx context.Context, term terminal, db *archive, id int64, read int, out *output) error {
	doc, total, err := c.document(ctx, db, id)
	if err != nil {
		return err
	}
	summary := doc.Check.Summary
	if summary.PairsCompared > 0 || c.Format != "table" {
		if err := c.write(ctx, out, db, doc); err != nil {
			return err
		}
	}
	if err := out.finish(); err != nil {
		return err
	}
	if strings.HasSuffix(c.Format, "-csv") { // which has no room for it
		fmt.Fprintln(term.err, evidence.Notice)
	}
	if layout := doc.Check.Parameters.Layout; layout != "" { // what was imported and never checked has none
		fmt.Fprintln(term.err, "read as", layout)
	}
	fmt.Fprintln(term.err, summary)
	if len(doc.Pairs) < total {
		fmt.Fprintf(term.err, "listed: %d of %d pairs; --top 0 lists all\n", len(doc.Pairs), total)
	}
	for _, note := range summary.Notes(doc.Check.Parameters) {
		if note == summary.Private() && c.Threshold > 0 {
			note += "; --threshold 0 lists such pairs too where they are below the threshold"
		}
		fmt.Fprintln(term.err, evidence.Visible(note))
	}
	printSkipped(term.err, doc.Skipped, "--format json and the page of the check list them all")
	if nothing := summary.Nothing(); nothing != "" {
		return errors.New(nothing)
	}
	return noteOthers(ctx, term, db, doc.Check.ContestID, read)
}

// noteOthers tells where the contest holds submissions that were not read now:
// another contest may have been kept under the same name.
func noteOthers(ctx context.Context, term terminal, db *archive, contestID int64, read int) error {
	kept, err := db.Contest(ctx, contestID)
	if err != nil {
		return err
	}
	if others := kept.Submissions - read; others > 0 {
		fmt.Fprintf(term.err, "kept as contest %q, which holds %s already; --contest NAME keeps it apart\n", kept.Name, evidence.Count(others, "other submission"))
	}
	return nil
}

// document reads a check's result from the archive: the pairs to list, and how
// many there are above the threshold.
func (c *checkCommand) document(ctx context.Context, db *archive, id int64) (doc report.Document, total int, err error) {
	if doc.Check, err = db.Check(ctx, id); err != nil {
		return doc, 0, err
	}
	if doc.Problems, err = db.Histograms(ctx, id); err != nil {
		return doc, 0, err
	}
	if doc.Skipped, _, err = db.Skipped(ctx, id, 0, 0); err != nil {
		return doc, 0, err
	}
	slices.SortStableFunc(doc.Skipped, func(a, b contest.Skipped) int { return cmp.Compare(a.Path, b.Path) })
	filter := contest.PairFilter{MinSuspicion: c.Threshold}
	switch {
	case c.Top != nil:
		filter.Limit = *c.Top
	case c.Format == "table":
		filter.Limit = tableRows
	}
	doc.Pairs, total, err = db.Pairs(ctx, id, filter)
	return doc, total, err
}

func (c *checkCommand) write(ctx context.Context, out *output, db *archive, doc report.Document) error {
	switch c.Format {
	case "csv":
		return report.CSV(out, doc)
	case "jplag-csv":
		return report.JPlagCSV(out, doc)
	case "dolos-csv":
		return report.DolosCSV(out, doc)
	case "json":
		return report.JSON(out, doc)
	case "html":
		opener, err := check.NewOpener(ctx, db, doc.Check.ID)
		if err != nil {
			return err
		}
		return report.HTML(ctx, out, doc, func(ctx context.Context, pair contest.Pair) (evidence.View, error) {
			return opener.Open(ctx, pair, nil)
		})
	default:
		return report.Table(out, doc, out.width())
	}
}
