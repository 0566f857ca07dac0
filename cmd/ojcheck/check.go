package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/inspect"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
)

type checkCommand struct {
	Paths []string `arg:"" optional:"" name:"path" help:"Directory, .zip, .tar, .tar.gz, .tgz or .tar.zst of a contest's submissions."`

	Contest string    `placeholder:"NAME" help:"Name to store the contest under; by default the name of the path. The same name adds to the same contest. Without a path, the stored contest of this name is checked."`
	Read    readFlags `embed:"" group:"Reading:"`
	Base    []string  `type:"path" sep:"none" placeholder:"PATH" help:"Base code: a template or library that all may use. Repeatable." group:"Comparing:"`

	settings.Comparison `group:"Comparing:"`
	settings.Storage    `group:"Comparing:"`

	Top            *int        `placeholder:"N" help:"List at most this many pairs; 0 lists all (default 50 in a table, all elsewhere)." group:"Output:"`
	Out            outputFlags `embed:"" group:"Output:" set:"output_formats=table, csv, json, html, jplag-csv, dolos-csv"`
	ReportLanguage string      `placeholder:"TAG" help:"Language of an HTML report, such as en (default)." group:"Output:"`
	Quiet          bool        `short:"q" help:"Show no progress." group:"Output:"`
	Memory         memoryFlag  `embed:"" group:"Comparing:"`
	Timings        bool        `help:"Print the seconds of each stage to standard error." group:"Output:"`

	Remote remoteFlags `embed:"" group:"On a server:"`
}

var errKeep = errors.New("--keep is 0: it must be above 0")

// rowBatch is the largest number of pairs in memory, except for formats that need all pairs.
const rowBatch = 5000

// tableRows is the number of pairs in a table without --top.
const tableRows = 50

func (c *checkCommand) Validate() error {
	switch {
	case c.Keep == 0:
		return errKeep
	case c.Top != nil && *c.Top < 0:
		return fmt.Errorf("--top is %d: it must be 0 or more", *c.Top)
	case c.ReportLanguage != "" && !i18n.Known(c.ReportLanguage):
		return fmt.Errorf("--report-language %s: ojcheck has no texts in this language", c.ReportLanguage)
	case c.ReportLanguage != "" && c.Out.format() != "html":
		return errors.New("--report-language needs --format html: other formats are in English")
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
	c.Memory.limit()
	times := newStageTimes(readStage)
	openCtx, stopOpening := context.WithCancel(ctx)
	defer stopOpening()
	var db *archive
	var opening errgroup.Group
	openDatabase := func() (err error) {
		db, err = open(openCtx)
		return err
	}
	checker := check.Checker{ToolVersion: toolVersion(), Memory: c.Memory.bytes()}
	var req *check.Request
	if len(c.Paths) > 0 {
		files := input.Files{
			Paths: c.Paths, Base: c.Base, Contest: c.Contest, Format: c.Read.From, Manifest: c.Read.Manifest, AcceptDoubt: c.Read.Yes,
			OnFormat: func(f intake.Format, why i18n.Text) {
				// Starting the database may take long, so it starts while the files are read.
				opening.Go(openDatabase)
				// c.print says how folders are laid out.
				if f.Name != intake.FormatFolders || !why.IsZero() && why != intake.NoFormat {
					printFormat(term, f, why)
				}
			},
		}
		if req, err = files.ReadRequest(ctx, c.parameters()); err != nil {
			stopOpening()
			_ = opening.Wait()
			printSkipped(term.err, req.Skipped, "")
			return err
		}
		defer checker.LexAhead(ctx, req)()
	}
	if req == nil {
		opening.Go(openDatabase)
	}
	if err := opening.Wait(); err != nil {
		return err
	}
	if req == nil {
		if req, err = c.storedRequest(ctx, db); err != nil {
			return err
		}
	}
	progress, hide := newProgress(term.err, c.Quiet)
	checker.Store, checker.Earlier = db, db
	var collector collector
	inputCount := len(req.Submissions) // after this, nothing uses req, so that Check can free the programs
	id, err := checker.Check(ctx, *req, func(stage check.Stage, done, total int) {
		collector.enter(stage)
		times.enter(stage)
		progress(stage, done, total)
	})
	hide()
	if c.Timings {
		times.print(term.err)
	}
	if unknown := new(check.UnknownContestError); errors.As(err, &unknown) {
		return usageError{"--against: " + unknown.Error()}
	}
	if err != nil {
		return adviseName(err, "--contest")
	}
	return c.print(ctx, term, db, id, inputCount, out)
}

func (c *checkCommand) parameters() contest.Parameters {
	return settings.Settings{Input: c.Read.Input, Comparison: c.Comparison, Storage: c.Storage}.Apply(check.Defaults())
}

func (c *checkCommand) storedRequest(ctx context.Context, db *archive) (*check.Request, error) {
	contents, err := contentsOf(ctx, db, c.Contest)
	if errors.Is(err, contest.ErrNotFound) {
		return nil, fmt.Errorf("no contest is called %q, and no path is given to read one from; "+
			"\"ojcheck contest list\" lists the stored ones", c.Contest)
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

// contentsOf returns the counts of the contest with a name. If there is none, it takes the only contest with
// that title.
func contentsOf(ctx context.Context, db *archive, name string) (contest.Contents, error) {
	contents, err := db.Contents(ctx, name)
	if !errors.Is(err, contest.ErrNotFound) {
		return contents, err
	}
	list, listErr := db.Contests(ctx)
	if listErr != nil {
		return contents, listErr
	}
	list = slices.DeleteFunc(list, func(c contest.Contest) bool { return c.Metadata.Title != name })
	if len(list) != 1 {
		return contents, err
	}
	return db.Contents(ctx, list[0].Name)
}

// print writes the result of a check, and a summary to standard error. The command line gave inputCount
// submissions.
func (c *checkCommand) print(
	ctx context.Context, term terminal, db *archive, id int64, inputCount int, out *output,
) error {
	doc, total, err := c.document(ctx, db, id)
	if err != nil {
		return err
	}
	summary := doc.Check.Summary
	if summary.PairsCompared > 0 || c.Out.format() != "table" {
		if err := c.write(ctx, out, db, doc); err != nil {
			return err
		}
	}
	if err := out.finish(); err != nil {
		return err
	}
	notes := summary.Notes(i18n.English(), doc.Check.Parameters)
	for i, note := range notes {
		if note == summary.PrivateTemplatesNote(i18n.English()) && (c.Threshold > 0 || c.MaxChance > 0) {
			notes[i] += "; --threshold 0 --max-chance 0 lists such pairs too"
		}
	}
	threshold := ""
	if summary.PairsCompared > 0 {
		threshold = evidence.Threshold(i18n.English(), doc.Check.Parameters, doc.Problems, doc.Listed)
	}
	c.printSummary(term, checkSummary{
		layout: doc.Check.Parameters.Layout, counts: summary.Text(i18n.English()), threshold: threshold,
		warnings: summary.Warnings(i18n.English(), doc.Check.Parameters), notes: notes, skipped: doc.Skipped,
	})
	if reason := summary.EmptyReason(i18n.English()); reason != "" {
		return errors.New(reason)
	}
	stored, err := db.Contest(ctx, doc.Check.ContestID)
	if err != nil {
		return err
	}
	if others := stored.Submissions - inputCount; others > 0 { // they may be of another contest with this name
		term.note("stored as contest %q, which has %s already; --contest NAME stores it under another name",
			stored.Name, text.Count(others, "other submission"))
	}
	part, count := "", total
	if limit := c.limit(); limit > 0 && limit < total {
		part, count = fmt.Sprintf("%d of %d pairs", limit, total), limit
	}
	if n := len(doc.Pairs); n > 0 && doc.Pairs[n-1].Rank > n {
		term.note("ranks count all pairs of the check: they have gaps where pairs have a higher chance than --max-chance")
	}
	printListed(term, part, count, `"ojcheck serve"`)
	return nil
}

// checkSummary is what printSummary writes about a check. Empty fields are left out.
type checkSummary struct {
	layout    string // how the input was read
	counts    string // what was compared
	threshold string // evidence.Threshold
	warnings  []string
	notes     []string
	skipped   []contest.SkippedItem
}

// printSummary writes to standard error how the input was read, what was compared, and what was skipped.
func (c *checkCommand) printSummary(term terminal, s checkSummary) {
	if strings.HasSuffix(c.Out.format(), "-csv") { // these formats have no place for the notice
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
	filter := doc.Check.Parameters.Filter()
	if doc.Listed, err = db.ListedPools(ctx, id, filter); err != nil {
		return doc, 0, err
	}
	filter.Limit = c.limit()
	if format := c.Out.format(); format == "table" || strings.HasSuffix(format, "-csv") {
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
	doc.Rows = &report.Rows{Count: listed, Each: func(yield func(report.Row, error) bool) {
		batch := filter
		for left := listed; left > 0; left -= batch.Limit {
			batch.Limit = min(left, rowBatch)
			list, _, err := db.Pairs(ctx, id, batch)
			if err == nil && len(list) < batch.Limit {
				err = contest.ErrNotFound // the check was deleted
			}
			if err != nil {
				yield(report.Row{}, err)
				return
			}
			for _, p := range list {
				if !yield(report.Row{Pair: p}, nil) {
					return
				}
				batch.AfterRank = p.Rank
			}
		}
	}}
	return doc, total, err
}

// limit returns the largest number of pairs to list; 0 for no limit.
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
	case "table":
		return report.Table(out, doc, out.width())
	case "html":
		inspector := inspect.New(db)
		ctx = i18n.With(ctx, i18n.In(c.ReportLanguage))
		return report.HTML(ctx, out, doc, func(ctx context.Context, pair contest.Pair) (evidence.View, error) {
			return inspector.Pair(ctx, pair, nil)
		})
	}
	write := map[string]func(io.Writer, report.Document) error{
		"csv": report.CSV, "json": report.JSON, "jplag-csv": report.JPlagCSV, "dolos-csv": report.DolosCSV,
	}[c.Out.format()]
	return write(out, doc)
}

// readStage is the stage before the check: reading the input and opening the database.
const readStage check.Stage = "reading the input"

// stageTimes measures how long the stages of a check take. A check may enter a stage several times, once for
// each pool.
type stageTimes struct {
	order   []check.Stage // stages in the order of their first starts
	total   map[check.Stage]time.Duration
	current check.Stage
	start   time.Time // of the current stage
}

func newStageTimes(first check.Stage) *stageTimes {
	return &stageTimes{
		order: []check.Stage{first}, total: make(map[check.Stage]time.Duration), current: first, start: time.Now(),
	}
}

func (t *stageTimes) enter(stage check.Stage) {
	now := time.Now()
	t.total[t.current] += now.Sub(t.start)
	t.current, t.start = stage, now
	if !slices.Contains(t.order, stage) {
		t.order = append(t.order, stage)
	}
}

func (t *stageTimes) print(w io.Writer) {
	t.enter(t.current)
	for _, stage := range t.order {
		fmt.Fprintf(w, "%8.2f s  %s\n", t.total[stage].Seconds(), string(stage))
	}
}
