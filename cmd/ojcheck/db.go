package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/dump"
	"github.com/ojcheck/ojcheck/internal/localpg"
	"github.com/ojcheck/ojcheck/internal/text"
)

// dbCommand manages the database and ojcheck's own PostgreSQL server.
type dbCommand struct {
	Status  dbStatusCommand  `cmd:"" help:"Show where the server stores its data, and whether it runs."`
	Stop    dbStopCommand    `cmd:"" help:"Stop the server. It starts again when it is needed."`
	URL     dbURLCommand     `cmd:"" name:"url" help:"Print the connection URL of the running server, for psql and others."`
	Dump    dbDumpCommand    `cmd:"" help:"Write the whole database to one file."`
	Restore dbRestoreCommand `cmd:"" help:"Restore a file of \"db dump\" into an empty database."`
}

type dbStatusCommand struct{}

func (dbStatusCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	if flags.URL != "" {
		term.say("database: set by --database-url or DATABASE_URL; ojcheck's own server is not used")
	}
	status, err := localpg.Inspect(ctx, localpg.Options{DataDir: flags.DataDir, Log: term.log})
	if err != nil {
		return err
	}
	term.say("data:     %s", status.DataDir)
	if status.Version == "" {
		term.say("server:   not set up yet; the first check sets it up")
		return nil
	}
	term.say("version:  PostgreSQL %s", status.Version)
	term.say("log:      %s", status.Log)
	if !status.Running {
		term.say("server:   stopped; it starts when it is needed")
		return nil
	}
	term.say("server:   running, process %d, %d connections", status.Pid, status.Connections)
	term.say("url:      %s", status.URL)
	return nil
}

type dbStopCommand struct {
	Force bool `help:"Stop the server even if other ojcheck processes use it."`
}

func (c dbStopCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	stopped, err := localpg.Stop(ctx, localpg.Options{DataDir: flags.DataDir, Log: term.log}, c.Force)
	if errors.Is(err, localpg.ErrInUse) {
		return fmt.Errorf("%w: end them first, or stop the server anyway with --force", err)
	}
	if err != nil {
		return err
	}
	if stopped {
		term.say("The server is stopped. Its data is still there.")
	} else {
		term.say("No server was running.")
	}
	return nil
}

type dbURLCommand struct{}

func (dbURLCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	status, err := localpg.Inspect(ctx, localpg.Options{DataDir: flags.DataDir, Log: term.log})
	if err != nil {
		return err
	}
	if !status.Running {
		return errors.New("ojcheck's own server is not running; it runs while \"ojcheck serve\" or a check runs")
	}
	term.say("%s", status.URL)
	return nil
}

type dbDumpCommand struct {
	File  string `arg:"" name:"file" help:"File to write; \"-\" is standard output."`
	Quiet bool   `short:"q" help:"Show no progress."`
}

func (c dbDumpCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	out, err := openOutput(c.File, term.out)
	if err != nil {
		return err
	}
	defer out.discard()
	if out.name != "" {
		// It holds the hashes of passwords and tokens.
		if err := out.file.Chmod(0o600); err != nil {
			return fmt.Errorf("write dump: %w", err)
		}
	}
	server, err := flags.server(ctx, term.log)
	if err != nil {
		return err
	}
	defer server.close()
	progress, hide := newDumpProgress(term.err, c.Quiet)
	summary, err := dump.Dump(ctx, server.url, out, toolVersion(), progress)
	hide()
	if err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write dump: %w", err)
	}
	if out.name != "" {
		if err := out.file.Sync(); err != nil { // before it replaces an older one
			return fmt.Errorf("write dump: %w", err)
		}
	}
	if err := out.finish(); err != nil {
		return err
	}
	term.note("dumped: %s\nIt holds all programs, names and password hashes: protect it like the database itself. Sessions are not in it.", describeDump(summary))
	return nil
}

type dbRestoreCommand struct {
	File  string `arg:"" name:"file" help:"File that \"ojcheck db dump\" wrote; \"-\" is standard input."`
	Quiet bool   `short:"q" help:"Show no progress."`
}

func (c dbRestoreCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	in, size := term.in, int64(0)
	if c.File != "-" {
		file, err := os.Open(c.File)
		if err != nil {
			return fmt.Errorf("read dump: %w", err)
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return fmt.Errorf("read dump: %w", err)
		}
		if info.IsDir() {
			return errors.New("read dump: " + c.File + " is a directory")
		}
		in, size = file, info.Size()
	}
	server, err := flags.server(ctx, term.log)
	if err != nil {
		return err
	}
	defer server.close()
	progress, hide := newDumpProgress(term.err, c.Quiet)
	summary, err := dump.Restore(ctx, server.url, in, size, progress)
	hide()
	if err != nil {
		return err
	}
	term.say("restored: %s\nEverybody has to sign in to the pages again.", describeDump(summary))
	return nil
}

// describeDump counts what a dump holds.
func describeDump(s dump.Summary) string {
	return fmt.Sprintf("%s, %s rows in %s; schema %d, ojcheck %s",
		text.Count(int(s.Contests), "contest"), text.Thousands(s.Rows), text.Count(s.Tables, "table"), s.Schema, text.Visible(s.Tool))
}

// newDumpProgress is [newProgress] for a dump.
func newDumpProgress(w io.Writer, quiet bool) (dump.Progress, func()) {
	show, hide := newProgress(w, quiet)
	return func(stage string, done, total int64) { show(check.Stage(stage), int(done), int(total)) }, hide
}
