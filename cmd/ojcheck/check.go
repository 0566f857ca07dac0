package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// checkCommand compares the submissions of a contest.
type checkCommand struct {
	Paths []string `arg:"" optional:"" name:"path" help:"Directory, .zip, .tar, .tar.gz, .tgz or .tar.zst of a contest's submissions."`

	Contest        string    `placeholder:"NAME" help:"Name to keep the contest under; by default that of the path. The same name adds to the same contest. Without a path, the contest that is kept under it is checked."`
	Read           readFlags `embed:""`
	Base           []string  `type:"path" sep:"none" placeholder:"PATH" help:"Base code: a template or library that all may use. Repeatable."`
	Verdicts       string    `enum:"accepted,judged,all" default:"judged" help:"Which submissions to compare: accepted, judged (all but compile errors) or all."`
	Participants   string    `enum:"official,all" default:"official" help:"Whom to compare: official, or all (virtual participants and staff too)."`
	AcrossProblems bool      `help:"Compare submissions to different problems too."`
	Against        []string  `sep:"none" placeholder:"archive|NAME,..." help:"Compare with earlier contests too: all that are kept, or those named. Repeatable; the name of a contest with commas in it is one name."`
	Templates      bool      `default:"true" negatable:"" help:"Set aside what participants repeat in their other problems, their own templates; on unless --no-templates is given."`

	Threshold float64 `default:"${threshold}" placeholder:"T" help:"Suspicion from which pairs are listed, 0 to 1 (default ${threshold}). 0 lists all that are stored."`
	Keep      float64 `default:"${keep}" placeholder:"K" help:"Suspicion from which pairs are stored, above 0 to 1 (default ${keep})."`
	Top       *int    `placeholder:"N" help:"List at most so many pairs; 0 is no limit (default 50 in a table, no limit elsewhere)."`
	Format    string  `enum:",table,csv,json,html,jplag-csv,dolos-csv" default:"" help:"Format of the output: table, csv, json or html; jplag-csv and dolos-csv are the tables of JPlag and of Dolos, for scripts that read those. By default that of the extension of --output, or else a table."`
	Output    string  `short:"o" placeholder:"FILE" help:"Write the output there instead of to standard output."`
	Quiet     bool    `short:"q" help:"Show no progress."`
	Timings   bool    `help:"Print the seconds of each stage to standard error."`

	Remote remoteFlags `embed:""`
}

// tableRows is the number of rows of a table where --top does not say.
const tableRows = 50

// Validate is called by kong.
func (c *checkCommand) Validate() error {
	switch {
	case !(c.Threshold >= 0 && c.Threshold <= 1): // NaN is neither
		return fmt.Errorf("--threshold is %v: give a number from 0 to 1", c.Threshold)
	case !(c.Keep > 0 && c.Keep <= 1):
		return fmt.Errorf("--keep is %v: give a number above 0, up to 1", c.Keep)
	case c.Top != nil && *c.Top < 0:
		return fmt.Errorf("--top is %d: give 0 or more", *c.Top)
	case c.Timings && c.Remote.Server != "":
		return errors.New("--timings measures a check on this machine: leave it or --server out")
	}
	return c.validateInput()
}

// validateInput says what is missing where there is no path.
func (c *checkCommand) validateInput() error {
	c.Paths = c.Read.paths(c.Paths)
	switch flag := c.Read.given(); {
	case len(c.Paths) > 0:
		return nil
	case c.Contest == "":
		return errors.New("expected \"<path> ...\", or --contest with the name of a contest that is kept")
	case flag != "":
		return fmt.Errorf("%s says how a path is read: name one", flag)
	}
	return nil
}

func (c *checkCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	out, err := openOutput(c.Output, term.out)
	if err != nil {
		return err
	}
	defer out.discard()
	c.Format = cmp.Or(c.Format, formatOf(c.Output))
	if err := c.Remote.check(flags); err != nil {
		return err
	}
	if c.Remote.Server != "" {
		return c.runRemotely(ctx, term, out)
	}
	times := newStageTimes(reading)
	var req *check.Request
	if len(c.Paths) > 0 { // before a database is looked for: it may be of no use
		if req, err = readRequest(ctx, c.input(term), c.parameters()); err != nil {
			if req != nil {
				printSkipped(term.err, req.Skipped, "")
			}
			return err
		}
	}
	db, err := flags.open(ctx, term.log)
	if err != nil {
		return err
	}
	defer db.close()
	if req == nil {
		if req, err = c.kept(ctx, db); err != nil {
			return err
		}
	}

	progress, hide := newProgress(term.err, c.Quiet)
	checker := check.Checker{Store: db, Earlier: db, ToolVersion: toolVersion()}
	read := len(req.Submissions) // and no more is asked of req below, so that the sources can go
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
		return keptApart(err, "--contest")
	}
	return c.print(ctx, term, db, id, read, out)
}

// input is what the paths are, and how they are read.
func (c *checkCommand) input(term terminal) input {
	return input{
		paths: c.Paths, base: c.Base, contest: c.Contest, from: c.Read.From, manifest: c.Read.Manifest,
		recognised: func(f intake.Format, why string) {
			if f.Name != intake.FormatFolders || why != "" && why != intake.NoFormatReason { // of folders it is said how they were laid out
				sayRecognised(term.err, f, why)
			}
		},
	}
}

// kept is the contest that is kept under the name, to be compared again.
func (c *checkCommand) kept(ctx context.Context, db *archive) (*check.Request, error) {
	contents, err := contentsCalled(ctx, db, c.Contest)
	if errors.Is(err, contest.ErrNotFound) {
		return nil, fmt.Errorf("no contest is called %q, and no path is given to read one from; \"ojcheck contest list\" lists those that are kept", c.Contest)
	}
	if err != nil {
		return nil, err
	}
	req, err := storedRequest(ctx, db, contents.ID, contents.Name, c.parameters())
	if err == nil && len(c.Base) > 0 {
		err = addBase(ctx, req, c.Base)
	}
	return req, err
}

// contentsCalled counts what is kept of the contest of a name, or else of the only
// one that its judge system calls so.
func contentsCalled(ctx context.Context, db *archive, name string) (contest.Contents, error) {
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

// formatOf is the format that the extension of an output's name asks for.
func formatOf(output string) string {
	switch extension := strings.ToLower(filepath.Ext(output)); extension {
	case ".csv", ".json", ".html":
		return extension[1:]
	}
	return "table"
}

func (c *checkCommand) parameters() contest.Parameters {
	p := check.Defaults()
	p.Verdicts = c.Verdicts
	p.Participants = c.Participants
	p.AcrossProblems = c.AcrossProblems
	p.Templates = c.Templates
	p.Against = c.Against
	p.Language = c.Read.Language
	p.Layout = c.Read.Layout
	p.Threshold = c.Threshold
	p.Keep = c.Keep
	return p
}
