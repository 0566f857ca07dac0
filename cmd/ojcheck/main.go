// Command ojcheck checks the submissions of a programming contest for plagiarism. It reads them, stores them
// in PostgreSQL, compares them, and shows which pairs of participants submitted the same program in disguise.
//
// A file of this folder has a command, or a few that belong together, with their flags and their output. Kong
// calls Validate, and then Run. help.md has the groups, details and examples of all commands.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/postgres"
)

// The exit statuses of ojcheck.
const exitDone, exitFailed, exitUsage = 0, 1, 2

// cli is the command line: the flags of every command, and the commands in the order of the help.
type cli struct {
	Database   databaseFlags `embed:"" group:"Database flags:"`
	ConfigFile configFlag    `embed:""`

	Check      checkCommand      `cmd:"" help:"Compare the submissions of a contest and print the suspicious pairs."`
	Report     reportCommand     `cmd:"" help:"Write the result of a stored contest's newest check, without comparing again."`
	Import     importCommand     `cmd:"" help:"Store a contest without comparing anything."`
	Watch      watchCommand      `cmd:"" help:"Follow a running contest and report suspicious pairs as they appear."`
	Search     searchCommand     `cmd:"" help:"Find stored programs that are similar to a given one."`
	Source     sourceCommand     `cmd:"" help:"Manage known sources: programs that participants may have taken code from."`
	Contest    contestCommand    `cmd:"" help:"List the stored contests, delete one, or set for how long it is stored."`
	Person     personCommand     `cmd:"" help:"Show what is stored about a participant, or erase it."`
	User       userCommand       `cmd:"" help:"Manage the accounts that may sign in to the pages."`
	Audit      auditCommand      `cmd:"" help:"Draw a random sample of the pairs that are not listed, and say what the decisions on it mean."`
	Serve      serveCommand      `cmd:"" help:"Serve the pages: upload contests, review pairs side by side."`
	DB         dbCommand         `cmd:"" name:"db" help:"Dump and restore the database, and manage ojcheck's own PostgreSQL server."`
	Doctor     doctorCommand     `cmd:"" help:"Check this installation and say what to do."`
	Config     configCommand     `cmd:"" help:"Print the settings in use, and where each comes from."`
	Eval       evalCommand       `cmd:"" help:"Measure the scores against labelled pairs and recommend a threshold."`
	Bench      benchCommand      `cmd:"" help:"Measure how fast ojcheck is on this machine."`
	Help       helpCommand       `cmd:"" help:"Show the help of a command."`
	Completion completionCommand `cmd:"" help:"Print the script that completes command lines in a shell."`
	Man        manCommand        `cmd:"" help:"Print the manual page."`
	Version    versionCommand    `cmd:"" help:"Print the version."`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`

	resolver resolver
}

// BeforeResolve loads the settings file. Kong calls it before it resolves settings.
func (c *cli) BeforeResolve(ctx *kong.Context) error { return c.resolver.load(ctx) }

// log returns the flags of the log; the zero value for commands without them.
func (c *cli) log(command string) logFlags {
	switch strings.Fields(command)[0] {
	case "serve":
		return c.Serve.Log
	case "watch":
		return c.Watch.Log
	}
	return logFlags{}
}

// level returns the lowest level of log lines to write.
func (c *cli) level() slog.Level {
	if c.Check.Quiet || c.Import.Files.Quiet || c.Import.API.Quiet || c.Watch.Quiet {
		return slog.LevelWarn
	}
	return slog.LevelInfo
}

func main() {
	signal.Ignore(syscall.SIGPIPE) // so a write to a closed pipe fails, and run can still release the database server
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // a second Ctrl+C ends the process at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if _, isFile := stderr.(*os.File); !isFile {
		stderr = &lockedWriter{w: stderr}
	}
	var c cli
	status := -1
	help := &notingWriter{Writer: stdout}
	parser, err := newParser(&c,
		kong.Writers(help, stderr),
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
	if text := cmp.Or(unknownCommand(parser.Model, args), emptyFlag(parser.Model, args)); text != "" {
		fmt.Fprintln(stderr, "ojcheck:", text)
		return exitUsage
	}
	command, err := parser.Parse(args)
	switch {
	case isBrokenPipe(help.err):
		return exitFailed
	case help.err != nil:
		fmt.Fprintln(stderr, "ojcheck:", explain(help.err))
		return exitFailed
	case status >= 0: // --help or --version has been printed
		return status
	}
	if err != nil {
		fmt.Fprintln(stderr, "ojcheck:", explainUsage(err))
		return exitUsage
	}
	logFlags := c.log(command.Command())
	term := terminal{
		in: stdin, out: stdout, err: stderr,
		log: slog.New(logFlags.handler(stderr, c.level())), notesToLog: logFlags.isMachineReadable(), writeError: new(error),
	}
	command.BindTo(ctx, (*context.Context)(nil))
	var db archive
	defer func() { db.close() }()
	open := func(ctx context.Context) (*archive, error) { return &db, db.open(ctx, &c.Database, term.log) }
	command.Bind(opener(open))
	if err = command.BindSingletonProvider(open); err == nil {
		err = command.Run(term, &c.Database)
	}
	err = cmp.Or(err, *term.writeError)
	if err == nil {
		return exitDone
	}
	if isBrokenPipe(err) {
		return exitFailed
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	if reason := explain(c.Database.adviseFullDisk(postgres.Explain(err))); term.notesToLog {
		term.log.Error("failed", "error", reason)
	} else {
		fmt.Fprintln(stderr, "ojcheck:", reason)
	}
	if isUsageError(err) {
		return exitUsage
	}
	return exitFailed
}

// notingWriter notes the first error of writing, because kong prints the version whether it can be written or not.
type notingWriter struct {
	io.Writer
	err error
}

func (w *notingWriter) Write(b []byte) (n int, err error) {
	n, err = w.Writer.Write(b)
	w.err = cmp.Or(w.err, err)
	return n, err
}

// usageError is a command line that cannot be run.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }

// isUsageError reports whether the user must change the command line or the settings.
func isUsageError(err error) bool {
	return errors.As(err, new(usageError)) || errors.As(err, new(noContestError)) || errors.As(err, new(*intake.OptionError)) ||
		errors.As(err, new(*pgconn.ParseConfigError)) || errors.As(err, new(*net.AddrError)) // such as an invalid port
}

// isBrokenPipe reports whether a write to standard output failed because nobody reads it, as after "ojcheck
// --help | head".
func isBrokenPipe(err error) bool {
	write, ok := errors.AsType[*fs.PathError](err)
	return ok && write.Path == os.Stdout.Name() && errors.Is(write, syscall.EPIPE)
}
