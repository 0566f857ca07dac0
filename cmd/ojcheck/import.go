package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
)

type importCommand struct {
	Files      importFilesCommand      `cmd:"" default:"withargs" help:"Import the export of a judge system, or folders. \"ojcheck import\" does the same."`
	API        importAPICommand        `cmd:"" name:"api" help:"Import from a running judge system over the ICPC Contest API."`
	Codeforces importCodeforcesCommand `cmd:"" help:"Import programs of Codeforces, with the saved answer of its API method contest.status."`
}

type importFilesCommand struct {
	Paths []string `arg:"" optional:"" name:"path" help:"Directory, .zip, .tar, .tar.gz, .tgz or .tar.zst of a contest's submissions."`

	Contest     string    `placeholder:"NAME" help:"Name to store the contest under; by default the name of the path, or of the folder that holds the given files. The same name adds to the same contest."`
	Read        readFlags `embed:""`
	DryRun      bool      `help:"Only print what would be imported; no database is needed."`
	Format      string    `enum:"text,json" default:"text" placeholder:"FORMAT" help:"Format of what --dry-run prints: text or json (default text)."`
	ListFormats bool      `help:"List the formats that can be read."`
	Quiet       bool      `short:"q" help:"Show no progress."`

	Remote remoteFlags `embed:""`
}

func (c *importFilesCommand) Validate() error {
	c.Paths = c.Read.paths(c.Paths)
	if len(c.Paths) == 0 && !c.ListFormats {
		return errors.New("expected \"<path> ...\"; --list-formats lists what can be read")
	}
	if c.Format != "text" && !c.DryRun {
		return errors.New("--format is for --dry-run: give --dry-run too")
	}
	return nil
}

func (c *importFilesCommand) Run(ctx context.Context, term terminal, open opener) error {
	if c.ListFormats {
		return listFormats(term)
	}
	if c.Remote.Server != "" {
		return c.runRemotely(ctx, term)
	}
	files := input.Files{
		Paths: c.Paths, Contest: c.Contest, Format: c.Read.From, Manifest: c.Read.Manifest, AcceptDoubt: c.Read.Yes,
		OnFormat: func(f intake.Format, why i18n.Text) { printFormat(term, f, why) },
	}
	p := check.Defaults()
	p.Layout, p.Language = c.Read.Layout, c.Read.Language
	set, err := files.Read(ctx, p)
	if set == nil {
		return err
	}
	if set.Format == intake.FormatFolders && set.Layout != "" {
		note := "laid out as " + set.Layout
		if !set.LayoutReason.IsZero() {
			note += ", for " + set.LayoutReason.String()
		}
		term.note("%s", note)
	}
	if layout, ok := errors.AsType[*intake.LayoutError](err); ok && files.NeedsNoPair(set, p, err) {
		// To import it is still useful: this or other contests may have programs for the same problems.
		term.note("%s", text.Visible(layout.Message.String()))
		err = nil
	} else if ok && len(set.Submissions) > 0 {
		err = fmt.Errorf("%w; if %s is right, add --yes", err, set.Layout)
	}
	doubt, isDoubtful := errors.AsType[*intake.Doubt](err)
	switch {
	case c.DryRun && (isDoubtful || err == nil):
		err = errors.Join(writePreview(term, input.PreviewInput(set, doubt, cmp.Or(c.Contest, set.Name)), c.Format), err)
	case err != nil:
		printSkipped(term.err, set.Skipped, "")
	default:
		err = c.store(ctx, term, open, files.Request(set, p))
	}
	if err != nil {
		return err
	}
	return intake.CheckComplete(set.Incomplete)
}

// importCodeforcesCommand imports programs of Codeforces. Status has their participants, and is read like one more path.
type importCodeforcesCommand struct {
	Status string             `required:"" type:"path" placeholder:"FILE" help:"Answer of https://codeforces.com/api/contest.status?contestId=ID, saved as JSON (.json)."`
	Files  importFilesCommand `embed:""`
}

func (c *importCodeforcesCommand) Run(ctx context.Context, term terminal, open opener) error {
	if from := c.Files.Read.From; from != "" && from != "codeforces" {
		return fmt.Errorf("--from %s: \"ojcheck import codeforces\" reads programs of Codeforces; give no --from", from)
	}
	c.Files.Read.From = "codeforces"
	c.Files.Paths = append(c.Files.Paths, c.Status)
	return c.Files.Run(ctx, term, open)
}

func listFormats(term terminal) error {
	table := []string{"--from\tdetected\twhat it is"}
	for _, f := range intake.Formats() {
		detected := "yes"
		if !f.Detectable {
			detected = "no"
		}
		table = append(table, fmt.Sprintf("%s\t%s\t%s", f.Name, detected, i18n.English().T(f.Title)))
	}
	return term.table(table...)
}

func writePreview(term terminal, in preview.Input, format string) error {
	out, err := openOutput("", term.out)
	if err != nil {
		return err
	}
	err = out.fill(func(w io.Writer) error {
		if format == "json" {
			return report.WritePreviewJSON(w, in)
		}
		return report.WritePreview(w, preview.New(in), out.width())
	})
	printSkipped(term.err, in.Skipped, "--format json lists them all")
	return err
}

// store stores a contest, and prints how many submissions are new.
func (c *importFilesCommand) store(ctx context.Context, term terminal, open opener, req *check.Request) error {
	db, err := open(ctx)
	if err != nil {
		return err
	}
	before, err := loadStored(ctx, db, req.Contest)
	if err != nil {
		return err
	}
	progress, hide := newProgress(term.err, c.Quiet)
	corrected := 0
	req.Corrected = func(n int) { corrected = n }
	checker := check.Checker{Store: db, ToolVersion: toolVersion()}
	_, unread, err := checker.Import(ctx, *req, progress)
	hide()
	if err != nil {
		return adviseName(err, "--contest")
	}
	printSkipped(term.err, append(req.Skipped, unread...), "--dry-run --format json lists them all")
	return printImported(ctx, term, db, req.Contest, before, corrected)
}

// printImported prints the counts of a contest, and how many submissions the import added and corrected.
func printImported(ctx context.Context, term terminal, db *archive, name string, before contest.Contest, corrected int) error {
	after, err := loadStored(ctx, db, name)
	if err != nil {
		return err
	}
	term.say("contest %q: %s added, %d corrected; %s of %s for %s are stored", name,
		text.Count(after.Submissions-before.Submissions, "submission"), corrected,
		text.Count(after.Submissions, "submission"), text.Count(after.Participants, "participant"),
		text.Count(after.Problems, "problem"))
	term.note("compare them with: ojcheck check --contest %s", shellQuote(name))
	return nil
}

func shellQuote(name string) string {
	if strings.ContainsAny(name, "\"$`\\!") {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return `"` + name + `"`
}

// loadStored returns a stored contest; zero if it does not exist.
func loadStored(ctx context.Context, db *archive, name string) (contest.Contest, error) {
	stored, err := db.ContestByName(ctx, name)
	if errors.Is(err, contest.ErrNotFound) {
		err = nil
	}
	return stored, err
}

// readFlags say how to read a contest from paths.
type readFlags struct {
	settings.Input
	Manifest string `type:"path" placeholder:"FILE" help:"CSV table of the submissions: a column path, and any of participant, problem, id, language, verdict, time, attempt, kind, affiliation and site."`
}

// paths returns the paths of the command line, or else the folder of the manifest.
func (f readFlags) paths(arguments []string) []string {
	if len(arguments) == 0 && f.Manifest != "" {
		return []string{filepath.Dir(f.Manifest)}
	}
	return arguments
}

// firstSet returns one of --from, --layout and --language that is given; "" if none is.
func (f readFlags) firstSet() string {
	for _, flag := range [][2]string{{"--from", f.From}, {"--layout", f.Layout}, {"--language", f.Language}} {
		if flag[1] != "" {
			return flag[0]
		}
	}
	return ""
}

func formatNames() string {
	var names []string
	for _, f := range intake.Formats() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

func printFormat(term terminal, f intake.Format, why i18n.Text) {
	title := i18n.English().T(f.Title)
	if why.IsZero() {
		term.note("reading it as %s", title)
		return
	}
	term.note("reading it as %s, because %s; --from chooses another format", title, text.Visible(why.String()))
}

// adviseName adds advice to the error that another contest has the name. flag is the flag that changes the name.
func adviseName(err error, flag string) error {
	if errors.As(err, new(*check.NameConflictError)) {
		return fmt.Errorf("%w; %s NAME stores this one under another name", err, flag)
	}
	return err
}
