package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
)

type checkCommand struct {
	Paths []string `arg:"" optional:"" name:"path" help:"Directory, .zip, .tar, .tar.gz, .tgz or .tar.zst of a contest's submissions."`

	Contest string    `placeholder:"NAME" help:"Name to store the contest under; by default the name of the path, or of the folder that holds the given files. If a contest has this name, the submissions are added to it, and all of its submissions are compared. Without a path, the stored contest of this name is checked."`
	Read    readFlags `embed:"" group:"Reading:"`
	Base    []string  `type:"path" sep:"none" placeholder:"PATH" help:"Base code: a template or library that all may use. Repeatable." group:"Comparing:"`

	settings.Comparison `group:"Comparing:"`
	settings.Storage    `group:"Comparing:"`

	resultFlags `embed:"" group:"Output:"`
	Quiet       bool       `short:"q" help:"Show no progress." group:"Output:"`
	Memory      memoryFlag `embed:"" group:"Comparing:"`
	Timings     bool       `help:"Print the seconds of each stage to standard error." group:"Output:"`

	Remote remoteFlags `embed:"" group:"On a server:"`
}

var errKeep = errors.New("--keep is 0: it must be above 0")

func (c *checkCommand) Validate(command *kong.Context) error {
	switch {
	case c.Keep == 0:
		return errKeep
	case c.Timings && c.Remote.Server != "":
		return errors.New("--timings measures a check on this machine: leave out --timings or --server")
	case c.Remote.Server != "" && flagOnLine(command, "memory") != nil:
		return errors.New("--memory is for a check on this machine: leave out --memory or --server")
	}
	if err := c.resultFlags.Validate(command); err != nil {
		return err
	}
	c.Paths = c.Read.paths(c.Paths)
	switch flag := c.Read.firstSet(); {
	case len(c.Paths) > 0:
		return nil
	case c.Contest == "":
		return errors.New("expected \"<path> ...\", or --contest with the name of a stored contest")
	case flag != "":
		return fmt.Errorf("%s says how to read a path: give one too", flag)
	}
	return nil
}

func (c *checkCommand) Run(ctx context.Context, term terminal, open opener) error {
	out, err := openOutput(c.Out.Output, term.out, slices.Concat(c.Paths, c.Base, []string{c.Read.Manifest, c.Remote.TokenFile})...)
	if err != nil {
		return err
	}
	defer out.discard()
	if c.Remote.Server != "" {
		return c.runRemotely(ctx, term, out)
	}
	c.Memory.limit()
	times := newStageTimes()
	openCtx, stopOpening := context.WithCancel(ctx)
	defer stopOpening()
	var db *archive
	var opening errgroup.Group
	startOpening := func() {
		opening.Go(func() (err error) {
			db, err = open(openCtx)
			return err
		})
	}
	checker := check.Checker{ToolVersion: toolVersion(), Memory: c.Memory.bytes()}
	var req *check.Request // nil for a stored contest until the database is open
	if len(c.Paths) == 0 {
		startOpening()
	} else {
		if req, err = c.readRequest(ctx, term, startOpening); err != nil {
			stopOpening()
			_ = opening.Wait()
			printSkipped(term.err, req.Skipped, "") // also with an error, req is not nil
			return err
		}
		defer delayGC(req)()
		defer checker.StartLexing(ctx, req)()
	}
	if err := opening.Wait(); err != nil {
		return err
	}
	if req == nil {
		if req, err = c.storedRequest(ctx, db); err != nil {
			return err
		}
		defer delayGC(req)()
	} else if alone := intake.RequirePair(req.Submissions); alone != nil && (len(req.Submissions) == 1 || req.AddsToStored && !req.Parameters.AcrossProblems) {
		// There is something to compare with only if the contest is stored.
		if _, err := db.ContestByName(ctx, req.Contest); errors.Is(err, contest.ErrNotFound) {
			return fmt.Errorf("contest %q is not stored, and %w", req.Contest, alone)
		}
	}
	checker.Store = db
	inputCount := len(req.Submissions) // counted now: nothing may use req after Check, which frees the programs
	id, err := c.check(ctx, term, &checker, *req, times)
	if err != nil {
		return err
	}
	done, err := db.Check(ctx, id)
	if err != nil {
		return err
	}
	note, err := c.othersNote(ctx, db, done.ContestID, inputCount)
	if err != nil {
		return err
	}
	if err := c.print(ctx, term, db, done, out, note); err != nil || len(c.Paths) == 0 {
		return err
	}
	return intake.CheckComplete(done.Summary.Incomplete)
}

// check checks a request, shows the progress, and returns the ID of the check.
func (c *checkCommand) check(
	ctx context.Context, term terminal, checker *check.Checker, req check.Request, times *stageTimes,
) (int64, error) {
	progress, hide := newProgress(term.err, c.Quiet)
	id, err := checker.Check(ctx, req, func(stage check.Stage, done, total int) {
		times.enter(stage)
		progress(stage, done, total)
	})
	hide()
	if c.Timings {
		times.print(term.err)
	}
	if unknown, ok := errors.AsType[*check.UnknownContestError](err); ok {
		err = usageError{"--against: " + unknown.Error()}
	}
	return id, adviseName(err, "--contest")
}

// readRequest reads the files. It calls startOpening when it knows their format, because the database may take long to
// start.
func (c *checkCommand) readRequest(ctx context.Context, term terminal, startOpening func()) (*check.Request, error) {
	files := input.Files{
		Paths: c.Paths, Base: c.Base, Contest: c.Contest, Format: c.Read.From, Manifest: c.Read.Manifest, AcceptDoubt: c.Read.Yes,
		AddsToStored: c.Contest != "",
		OnFormat: func(f intake.Format, why i18n.Text) {
			startOpening()
			hasReason := !why.IsZero() && why != intake.NoFormat
			if f.Name != intake.FormatFolders || hasReason { // c.print names the layout of plain folders
				printFormat(term, f, why)
			}
		},
	}
	return files.ReadRequest(ctx, c.parameters())
}

func (c *checkCommand) parameters() contest.Parameters {
	return settings.Settings{Input: c.Read.Input, Comparison: c.Comparison, Storage: c.Storage}.Apply(check.Defaults())
}

func (c *checkCommand) storedRequest(ctx context.Context, db *archive) (*check.Request, error) {
	target, err := db.contestNamed(ctx, c.Contest)
	if errors.As(err, new(noContestError)) {
		err = fmt.Errorf("no path is given to read a contest from, and %w", err)
	}
	if err != nil {
		return nil, err
	}
	req, err := check.StoredRequest(ctx, db, target.ID, target.Name, c.parameters())
	if errors.Is(err, check.ErrNoPrograms) {
		return nil, fmt.Errorf("%w; import it again", err)
	}
	if err == nil {
		err = input.ReplaceBase(ctx, req, c.Base)
	}
	return req, err
}

// othersNote says that the contest has submissions besides those on the command line; "" if it has none. They may be of
// another contest, if the user chose a name that is in use.
func (c *checkCommand) othersNote(ctx context.Context, db *archive, contestID int64, given int) (string, error) {
	stored, err := db.Contest(ctx, contestID)
	if err != nil || stored.Submissions <= given {
		return "", err
	}
	count := text.Count(stored.Submissions-given, "other submission")
	if c.Contest == "" {
		return fmt.Sprintf("stored as contest %q, which has %s already: --contest %q compares them too, and --contest NAME stores it under another name",
			stored.Name, count, stored.Name), nil
	}
	return fmt.Sprintf("stored as contest %q and compared with its %s too; another --contest stores it elsewhere", stored.Name, count), nil
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

// newStageTimes begins with readStage.
func newStageTimes() *stageTimes {
	return &stageTimes{
		order: []check.Stage{readStage}, total: make(map[check.Stage]time.Duration), current: readStage, start: time.Now(),
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
