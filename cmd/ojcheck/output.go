package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/report"
)

// print writes the result of a check in the format that was asked for, and
// what was understood and skipped to standard error.
func (c *checkCommand) print(ctx context.Context, term terminal, db *archive, id int64, out *output) error {
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
	fmt.Fprintln(term.err, summary)
	if len(doc.Pairs) < total {
		fmt.Fprintf(term.err, "the first %d of %d pairs are listed; --top 0 lists all\n", len(doc.Pairs), total)
	}
	for _, note := range summary.Notes(doc.Check.Parameters) {
		fmt.Fprintln(term.err, note)
	}
	printSkipped(term.err, doc.Skipped)
	return nothingCompared(summary)
}

// nothingCompared says why a check has compared nothing, if it has not.
func nothingCompared(s contest.Summary) error {
	switch {
	case s.PairsCompared > 0:
		return nil
	case s.Submissions == 0:
		return errors.New("nothing was compared: every submission was skipped, for the reasons above")
	case s.Participants == 1:
		return errors.New("nothing was compared: all submissions are of one participant; --layout tells how folders and files are named")
	}
	return errors.New("nothing was compared: no two participants have a program for the same problem in the same family of languages; --across-problems compares over problems, --layout tells how folders and files are named")
}

// document reads a check's result from the archive: the pairs to list, and how
// many there are above the threshold.
func (c *checkCommand) document(ctx context.Context, db *archive, id int64) (doc report.Document, total int, err error) {
	if doc.Check, err = db.Check(ctx, id); err != nil {
		return doc, 0, err
	}
	if doc.Skipped, err = db.Skipped(ctx, id); err != nil {
		return doc, 0, err
	}
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

func (c *checkCommand) write(ctx context.Context, w io.Writer, db *archive, doc report.Document) error {
	switch c.Format {
	case "csv":
		return report.CSV(w, doc)
	case "json":
		return report.JSON(w, doc)
	case "html":
		opener, err := check.NewOpener(ctx, db, doc.Check.ID)
		if err != nil {
			return err
		}
		return report.HTML(ctx, w, doc, opener.Open)
	default:
		return report.Table(w, doc)
	}
}

// skippedShown is the number of skipped files named in the terminal.
const skippedShown = 10

// printSkipped names what was skipped, and why.
func printSkipped(w io.Writer, skipped []contest.Skipped) {
	if len(skipped) == 0 {
		return
	}
	fmt.Fprintf(w, "%d skipped:\n", len(skipped))
	for i, s := range skipped {
		if i == skippedShown {
			fmt.Fprintf(w, "  and %d more; --format json and the page of the check list them all\n", len(skipped)-i)
			break
		}
		fmt.Fprintf(w, "  %s: %s\n", printable(s.Path), printable(s.Reason))
	}
}

// printable makes text of unknown origin safe to print: control characters
// would reach the terminal as commands.
func printable(text string) string {
	safe := []rune(text)
	for i, r := range safe {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			safe[i] = '\uFFFD'
		}
	}
	return string(safe)
}
