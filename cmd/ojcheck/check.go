package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/inspect"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
)

// checkCommand compares the submissions of a contest.
type checkCommand struct {
	Paths []string `arg:"" optional:"" name:"path" help:"Directory, .zip, .tar, .tar.gz, .tgz or .tar.zst of a contest's submissions."`

	Contest string    `placeholder:"NAME" help:"Name to store the contest under; by default that of the path. The same name adds to the same contest. Without a path, the contest stored under it is checked."`
	Read    readFlags `embed:"" group:"Reading:"`
	Base    []string  `type:"path" sep:"none" placeholder:"PATH" help:"Base code: a template or library that all may use. Repeatable." group:"Comparing:"`

	settings.Comparison `group:"Comparing:"`
	settings.Storage    `group:"Comparing:"`

	Top     *int        `placeholder:"N" help:"List at most so many pairs; 0 lists all (default 50 in a table, all elsewhere)." group:"Output:"`
	Out     outputFlags `embed:"" group:"Output:" set:"output_formats=table, csv, json, html, jplag-csv, dolos-csv"`
	Quiet   bool        `short:"q" help:"Show no progress." group:"Output:"`
	Timings bool        `help:"Print the seconds of each stage to standard error." group:"Output:"`

	Remote remoteFlags `embed:"" group:"On a server:"`
}

var errKeep = errors.New("--keep is 0: it must be above 0")

// tableRows is the number of rows of a table where --top does not say.
const tableRows = 50

// Validate is called by kong.
func (c *checkCommand) Validate() error {
	switch {
	case c.Keep == 0:
		return errKeep
	case c.Top != nil && *c.Top < 0:
		return fmt.Errorf("--top is %d: it must be 0 or more", *c.Top)
	case c.Timings && c.Remote.Server != "":
		return errors.New("--timings measures a check on this machine: leave it or --server out")
	}
	c.Paths = c.Read.paths(c.Paths)
	switch flag := c.Read.firstSet(); {
	case len(c.Paths) > 0:
		return nil
	case c.Contest == "":
		return errors.New("expected \"<path> ...\", or --contest with the name of a stored contest")
	case flag != "":
		return fmt.Errorf("%s says how a path is read: name one", flag)
	}
	return nil
}

func (c *checkCommand) Run(ctx context.Context, term terminal, flags *databaseFlags, open opener) error {
	out, err := openOutput(c.Out.Output, term.out)
	if err != nil {
		return err
	}
	defer out.discard()
	if err := c.Remote.check(flags); err != nil {
		return err
	}
	if c.Remote.Server != "" {
		return c.runRemotely(ctx, term, out)
	}
	times := newStageTimes(reading)
	var req *check.Request
	if len(c.Paths) > 0 { // before the database starts, which may take long
		if req, err = c.files(term).ReadRequest(ctx, c.parameters()); err != nil {
			printRefused(term.err, err, req.Skipped)
			return err
		}
	}
	db, err := open()
	if err != nil {
		return err
	}
	if req == nil {
		if req, err = c.storedRequest(ctx, db); err != nil {
			return err
		}
	}
	progress, hide := newProgress(term.err, c.Quiet)
	checker := check.Checker{Store: db, Earlier: db, ToolVersion: toolVersion()}
	read := len(req.Submissions) // the last use of req: its sources can be freed
	id, err := checker.Check(ctx, *req, func(stage check.Stage, done, total int) {
		times.enter(stage)
		progress(stage, done, total)
	})
	hide()
	if c.Timings {
		times.print(term.err)
	}
	if against := new(check.UnknownContestError); errors.As(err, &against) {
		return usageError{"--against: " + against.Message}
	}
	if err != nil {
		return adviseName(err, "--contest")
	}
	return c.print(ctx, term, db, id, read, out)
}

// files are what the contest is read from.
func (c *checkCommand) files(term terminal) input.Files {
	return input.Files{
		Paths: c.Paths, Base: c.Base, Contest: c.Contest, Format: c.Read.From, Manifest: c.Read.Manifest,
		OnFormat: func(f intake.Format, why string) {
			if f.Name != intake.FormatFolders || why != "" && why != intake.NoFormatReason { // of folders, print says how they are laid out
				printFormat(term, f, why)
			}
		},
	}
}

func (c *checkCommand) parameters() contest.Parameters {
	return settings.Settings{Input: c.Read.Input, Comparison: c.Comparison, Storage: c.Storage}.Apply(check.Defaults())
}

// storedRequest is a check of the stored contest of a name.
func (c *checkCommand) storedRequest(ctx context.Context, db *archive) (*check.Request, error) {
	contents, err := contestTitled(ctx, db, c.Contest)
	if errors.Is(err, contest.ErrNotFound) {
		return nil, fmt.Errorf("no contest is called %q, and no path is given to read one from; \"ojcheck contest list\" lists the stored ones", c.Contest)
	}
	if err != nil {
		return nil, err
	}
	req, err := check.StoredRequest(ctx, db, contents.ID, contents.Name, c.parameters())
	if err == nil {
		err = input.AddBase(ctx, req, c.Base)
	}
	return req, err
}

// contestTitled counts the stored parts of the contest with a name, or else of the only
// one with that title in its judge system.
func contestTitled(ctx context.Context, db *archive, name string) (contest.Contents, error) {
	contents, err := db.Contents(ctx, name)
	if !errors.Is(err, contest.ErrNotFound) {
		return contents, err
	}
	list, failed := db.Contests(ctx)
	if failed != nil {
		return contents, failed
	}
	list = slices.DeleteFunc(list, func(c contest.Contest) bool { return c.About.Title != name })
	if len(list) != 1 {
		return contents, err
	}
	return db.Contents(ctx, list[0].Name)
}

// print writes the result of a check, and to standard error how the input was read
// and what was skipped. read is the number of submissions in the input.
func (c *checkCommand) print(ctx context.Context, term terminal, db *archive, id int64, read int, out *output) error {
	doc, total, err := c.document(ctx, db, id)
	if err != nil {
		return err
	}
	summary := doc.Check.Summary
	err = out.fill(func(io.Writer) error {
		if summary.PairsCompared == 0 && c.Out.format() == "table" {
			return nil
		}
		return c.write(ctx, out, db, doc)
	})
	if err != nil {
		return err
	}
	notes := summary.Notes(doc.Check.Parameters)
	for i, note := range notes {
		if note == summary.PrivateTemplatesNote() && c.Threshold > 0 {
			notes[i] += "; --threshold 0 lists such pairs too where they are below the threshold"
		}
	}
	c.printSummary(term, doc.Check.Parameters.Layout, summary.String(), notes, doc.Skipped)
	if reason := summary.EmptyReason(); reason != "" {
		return errors.New(reason)
	}
	stored, err := db.Contest(ctx, doc.Check.ContestID)
	if err != nil {
		return err
	}
	if others := stored.Submissions - read; others > 0 { // maybe of another contest with this name
		term.note("stored as contest %q, which has %s already; --contest NAME stores it under another name", stored.Name, text.Count(others, "other submission"))
	}
	listed := ""
	if len(doc.Pairs) < total {
		listed = fmt.Sprintf("%d of %d pairs", len(doc.Pairs), total)
	}
	printListed(term, listed, len(doc.Pairs), `"ojcheck serve"`)
	return nil
}

// printSummary writes to standard error how the input was read and what was found.
func (c *checkCommand) printSummary(term terminal, layout, summary string, notes []string, skipped []contest.SkippedItem) {
	if strings.HasSuffix(c.Out.format(), "-csv") { // which has no room for it
		term.note(evidence.Notice)
	}
	if layout != "" { // a contest that was imported and never checked has none
		term.note("read as %s", layout)
	}
	term.note("%s", summary)
	for _, note := range notes {
		term.note("%s", text.Visible(note))
	}
	printSkipped(term.err, skipped, "--format json and the page of the check list them all")
}

// printListed says where to see the pairs that are listed side by side. Part says
// how many of them these are; "" stands for all.
func printListed(term terminal, part string, pairs int, where string) {
	switch {
	case part != "":
		term.note("listed: %s; --top 0 lists all; %s shows them side by side", part, where)
	case pairs > 0:
		term.note("%s shows the pairs side by side", where)
	}
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
	filter := contest.PairFilter{MinSuspicion: float64(c.Threshold), Limit: c.limit()}
	doc.Pairs, total, err = db.Pairs(ctx, id, filter)
	return doc, total, err
}

// limit is how many pairs are listed; 0 is no limit.
func (c *checkCommand) limit() int {
	switch {
	case c.Top != nil:
		return *c.Top
	case c.Out.format() == "table":
		return tableRows
	}
	return 0
}

func (c *checkCommand) write(ctx context.Context, out *output, db *archive, doc report.Document) error {
	switch c.Out.format() {
	case "csv":
		return report.CSV(out, doc)
	case "jplag-csv":
		return report.JPlagCSV(out, doc)
	case "dolos-csv":
		return report.DolosCSV(out, doc)
	case "json":
		return report.JSON(out, doc)
	case "html":
		inspector := inspect.New(db)
		return report.HTML(ctx, out, doc, func(ctx context.Context, pair contest.Pair) (evidence.View, error) {
			return inspector.Pair(ctx, pair, nil)
		})
	default:
		return report.Table(out, doc, out.width())
	}
}
