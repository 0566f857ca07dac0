package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/dump"
	"github.com/ojcheck/ojcheck/internal/text"
)

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
		// It holds what passwords and tokens are checked by.
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
		if err := out.file.Sync(); err != nil { // before it takes the place of an older one
			return fmt.Errorf("write dump: %w", err)
		}
	}
	if err := out.finish(); err != nil {
		return err
	}
	term.note("dumped: %s\nIt holds all programs, names and password hashes: keep it like the database itself. Sign-ins are not in it.", dumped(summary))
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
	term.say("restored: %s\nWhoever was signed in to the pages signs in again.", dumped(summary))
	return nil
}

// dumped tells what a dump holds.
func dumped(s dump.Summary) string {
	return fmt.Sprintf("%s, %s rows in %s; schema %d, ojcheck %s",
		text.Count(int(s.Contests), "contest"), text.Thousands(s.Rows), text.Count(s.Tables, "table"), s.Schema, text.Visible(s.Tool))
}

// newDumpProgress is [newProgress] for a dump.
func newDumpProgress(w io.Writer, quiet bool) (dump.Progress, func()) {
	show, hide := newProgress(w, quiet)
	return func(stage string, done, total int64) { show(check.Stage(stage), int(done), int(total)) }, hide
}
