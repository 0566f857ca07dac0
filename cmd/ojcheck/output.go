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
	"github.com/ojcheck/ojcheck/internal/text"
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
	notes := summary.Notes(doc.Check.Parameters)
	for i, note := range notes {
		if note == summary.PrivateTemplatesNote() && c.Threshold > 0 {
			notes[i] += "; --threshold 0 lists such pairs too where they are below the threshold"
		}
	}
	listed := ""
	if len(doc.Pairs) < total {
		listed = fmt.Sprintf("%d of %d pairs", len(doc.Pairs), total)
	}
	c.tell(term, doc.Check.Parameters.Layout, summary.String(), listed, notes, doc.Skipped)
	if nothing := summary.EmptyReason(); nothing != "" {
		return errors.New(nothing)
	}
	return noteOthers(ctx, term, db, doc.Check.ContestID, read)
}

// tell tells on standard error how the input was read and what came of it. Listed
// counts the pairs where not all are listed.
func (c *checkCommand) tell(term terminal, layout, summary, listed string, notes []string, skipped []contest.SkippedItem) {
	if strings.HasSuffix(c.Format, "-csv") { // which has no room for it
		fmt.Fprintln(term.err, evidence.Notice)
	}
	if layout != "" { // what was imported and never checked has none
		fmt.Fprintln(term.err, "read as", layout)
	}
	fmt.Fprintln(term.err, summary)
	if listed != "" {
		fmt.Fprintf(term.err, "listed: %s; --top 0 lists all\n", listed)
	}
	for _, note := range notes {
		fmt.Fprintln(term.err, text.Visible(note))
	}
	printSkipped(term.err, skipped, "--format json and the page of the check list them all")
}

// noteOthers tells where the contest holds submissions that were not read now:
// another contest may have been kept under the same name.
func noteOthers(ctx context.Context, term terminal, db *archive, contestID int64, read int) error {
	kept, err := db.Contest(ctx, contestID)
	if err != nil {
		return err
	}
	if others := kept.Submissions - read; others > 0 {
		fmt.Fprintf(term.err, "kept as contest %q, which holds %s already; --contest NAME keeps it apart\n", kept.Name, text.Count(others, "other submission"))
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
	slices.SortStableFunc(doc.Skipped, func(a, b contest.SkippedItem) int { return cmp.Compare(a.Path, b.Path) })
	filter := contest.PairFilter{MinSuspicion: c.Threshold, Limit: c.most()}
	doc.Pairs, total, err = db.Pairs(ctx, id, filter)
	return doc, total, err
}

// most is how many pairs are listed; 0 is no limit.
func (c *checkCommand) most() int {
	switch {
	case c.Top != nil:
		return *c.Top
	case c.Format == "table":
		return tableRows
	}
	return 0
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
