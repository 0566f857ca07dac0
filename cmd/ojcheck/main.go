// Command ojcheck checks the submissions of a programming contest for
// plagiarism: it reads them, stores them in PostgreSQL, compares them and
// shows which pairs of participants submitted the same program in disguise.
//
// Each command is one file of this folder, with its flags, its wiring and what it
// prints. help.md holds the groups, the details and the examples of all of them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/ojcheck/ojcheck/internal/intake"
)

// The exit statuses of ojcheck.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// cli is the command line: the flags that every command takes, and the
// commands in the order in which the help lists them.
type cli struct {
	Database databaseFlags `embed:"" group:"Database flags:"`

	Check      checkCommand      `cmd:"" help:"Compare the submissions of a contest and print the suspicious pairs."`
	Import     importCommand     `cmd:"" help:"Store a contest without comparing anything."`
	Watch      watchCommand      `cmd:"" help:"Follow a running contest and report suspicious pairs as they appear."`
	Search     searchCommand     `cmd:"" help:"Find stored programs that are similar to a given one."`
	Contest    contestCommand    `cmd:"" help:"List the stored contests, or delete one."`
	User       userCommand       `cmd:"" help:"Manage the accounts that may sign in to the pages."`
	Serve      serveCommand      `cmd:"" help:"Serve the pages: upload contests, review pairs side by side."`
	DB         dbCommand         `cmd:"" name:"db" help:"Dump and restore the database, and manage ojcheck's own PostgreSQL server."`
	Eval       evalCommand       `cmd:"" help:"Measure the scores against labelled pairs and recommend a threshold."`
	Bench      benchCommand      `cmd:"" help:"Measure how fast ojcheck is on this machine."`
	Help       helpCommand       `cmd:"" help:"Show the help of a command."`
	Completion completionCommand `cmd:"" help:"Print the script that completes command lines in a shell."`
	Man        manCommand        `cmd:"" help:"Print the manual page."`
	Version    versionCommand    `cmd:"" help:"Print the version."`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

// level is the least important level of log lines that are written.
func (c *cli) level() slog.Level {
	if c.Check.Quiet || c.Import.Files.Quiet || c.Import.API.Quiet || c.Watch.Quiet {
		return slog.LevelWarn
	}
	return slog.LevelInfo
}

func main() {
	// A closed pipe or terminal must not kill the process before it has let go
	// of the database server: the write fails instead.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // a second Ctrl+C ends the process at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs one command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if _, isFile := stderr.(*os.File); !isFile {
		stderr = &lockedWriter{w: stderr}
	}
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
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == completeWord:
		complete(stdout, parser.Model, args[1:])
		return exitDone
	}
	if args = flagsLast(parser.Model, args); args[0] == "help" {
		args = append(args[1:], "--help")
	}
	command, err := parser.Parse(args)
	if status >= 0 { // --help has been printed
		return status
	}
	if isBrokenPipe(err) {
		return exitFailed
	}
	if err != nil {
		fmt.Fprintln(stderr, "ojcheck:", explainUsage(err))
		return exitUsage
	}
	term := terminal{in: stdin, out: stdout, err: stderr, log: slog.New(newPlainHandler(stderr, c.level()))}
	command.BindTo(ctx, (*context.Context)(nil))
	var db *archive
	defer func() {
		if db != nil {
			db.close()
		}
	}()
	open := func() (_ *archive, err error) {
		db, err = c.Database.open(ctx, term.log)
		return db, err
	}
	command.Bind(opener(open))
	if err = command.BindSingletonProvider(open); err == nil {
		err = command.Run(term, &c.Database)
	}
	if err == nil {
		return exitDone
	}
	if isBrokenPipe(err) {
		return exitFailed
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	fmt.Fprintln(stderr, "ojcheck:", explain(err))
	if isUsage(err) {
		return exitUsage
	}
	return exitFailed
}

// isUsage reports whether an error is the command line's fault.
func isUsage(err error) bool {
	return errors.As(err, new(usageError)) || errors.As(err, new(*intake.OptionError))
}

// usageError is a command line that makes no sense as it stands.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }

// isBrokenPipe reports whether nobody reads standard output any more, as after
// "ojcheck --help | head". That needs no message.
func isBrokenPipe(err error) bool {
	var at *fs.PathError
	return errors.As(err, &at) && at.Path == os.Stdout.Name() && errors.Is(at, syscall.EPIPE)
}
