// Command ojcheck checks the submissions of a programming contest for
// plagiarism: it reads them, stores them in PostgreSQL, compares them and
// shows which pairs of participants handed in the same program in disguise.
//
// Each command is one file of this folder. It is the only place that knows
// the pages, the database and the formats together.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/simhash"
)

// The exit statuses of ojcheck.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// cli is the command line: the flags that every command takes, and the
// commands.
type cli struct {
	Database databaseFlags `embed:""`

	Check   checkCommand   `cmd:"" help:"Compare the submissions of a contest and print the suspicious pairs."`
	Import  importCommand  `cmd:"" help:"Read a contest in and keep it, without comparing anything."`
	Watch   watchCommand   `cmd:"" help:"Follow a contest while it runs, and tell of suspicious pairs as they come."`
	Contest contestCommand `cmd:"" help:"List the contests that are kept, or delete one."`
	Search  searchCommand  `cmd:"" help:"Find the programs of the archive that are like a given one."`
	Eval    evalCommand    `cmd:"" help:"Measure the scores against labelled pairs, and recommend a threshold."`
	Serve   serveCommand   `cmd:"" help:"Serve the pages: upload contests, look at pairs side by side."`
	User    userCommand    `cmd:"" help:"Look after the accounts of those who may sign in to the pages."`
	Bench   benchCommand   `cmd:"" help:"Measure how fast ojcheck is on this machine."`
	DB      dbCommand      `cmd:"" name:"db" help:"Dump and restore the database, and look after ojcheck's own PostgreSQL server."`
	Version versionCommand `cmd:"" help:"Print the version."`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

func newParser(c *cli, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(c, append(options,
		kong.Name("ojcheck"),
		kong.Description("Find which contestants of a programming contest handed in the same program in disguise."),
		kong.Vars{
			"threshold":    fmt.Sprint(check.Defaults().Threshold),
			"keep":         fmt.Sprint(check.Defaults().Keep),
			"distance":     fmt.Sprint(search.DefaultDistance),
			"max_distance": fmt.Sprint(simhash.MaxDistance),
			"version":      versionText(),

			"formats": formatNames(),
		},
	)...)
}

// level is the least of what is told beside the output.
func (c *cli) level() slog.Level {
	if c.Check.Quiet || c.Import.Files.Quiet || c.Import.API.Quiet || c.Watch.Quiet {
		return slog.LevelWarn
	}
	return slog.LevelInfo
}

// terminal is what a command reads and writes beside files.
type terminal struct {
	in       io.Reader
	out, err io.Writer
	log      *slog.Logger
}

func main() {
	// A closed pipe or terminal must not kill the process before it has let go
	// of the database server: the write fails instead.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // a second Ctrl+C ends it at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs one command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var c cli
	status := -1
	parser, err := newParser(&c,
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { status = code }),
	)
	if err != nil {
		fmt.Fprintln(stderr, "ojcheck:", err)
		return exitFailed
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(flagsLast(parser.Model, args))
	if status >= 0 { // --help has been printed
		return status
	}
	if err != nil {
		fmt.Fprintf(stderr, "ojcheck: %v\nRun \"ojcheck --help\" for the commands and their flags.\n", err)
		return exitUsage
	}
	term := terminal{in: stdin, out: stdout, err: stderr, log: slog.New(newPlainHandler(stderr, c.level()))}
	command.BindTo(ctx, (*context.Context)(nil))
	if err := command.Run(term, &c.Database); err != nil {
		if errors.Is(err, context.Canceled) && ctx.Err() != nil {
			err = errors.New("interrupted")
		}
		fmt.Fprintln(stderr, "ojcheck:", err)
		if isUsage(err) {
			return exitUsage
		}
		return exitFailed
	}
	return exitDone
}

// isUsage reports whether an error is the command line's fault.
func isUsage(err error) bool {
	var usage usageError
	var option *intake.OptionError
	return errors.As(err, &usage) || errors.As(err, &option)
}

// usageError is a command line that cannot be meant as it stands.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }
