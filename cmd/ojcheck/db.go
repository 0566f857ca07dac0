package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/localpg"
)

// dbCommand looks after the database and ojcheck's own PostgreSQL server.
type dbCommand struct {
	Status  dbStatusCommand  `cmd:"" help:"Tell where the server keeps its data, and whether it runs."`
	Stop    dbStopCommand    `cmd:"" help:"Stop the server. It starts again when it is needed."`
	URL     dbURLCommand     `cmd:"" name:"url" help:"Print the connection URL of the running server, for psql and others."`
	Dump    dbDumpCommand    `cmd:"" help:"Write everything that the database holds into one file."`
	Restore dbRestoreCommand `cmd:"" help:"Bring back what a file of \"db dump\" holds, into a database that holds nothing yet."`
}

type dbStatusCommand struct{}

func (dbStatusCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	if flags.URL != "" {
		fmt.Fprintln(term.out, "database: given by --database-url or DATABASE_URL; ojcheck's own server is not used")
	}
	status, err := localpg.Inspect(ctx, localpg.Options{DataDir: flags.DataDir, Log: term.log})
	if err != nil {
		return err
	}
	fmt.Fprintf(term.out, "data:     %s\n", status.DataDir)
	if status.Version == "" {
		fmt.Fprintln(term.out, "server:   not set up yet; the first check sets it up")
		return nil
	}
	fmt.Fprintf(term.out, "version:  PostgreSQL %s\n", status.Version)
	fmt.Fprintf(term.out, "log:      %s\n", status.Log)
	if !status.Running {
		fmt.Fprintln(term.out, "server:   stopped; it starts when it is needed")
		return nil
	}
	fmt.Fprintf(term.out, "server:   running, process %d, %d connections\n", status.Pid, status.Connections)
	fmt.Fprintf(term.out, "url:      %s\n", status.URL)
	return nil
}

type dbStopCommand struct {
	Force bool `help:"Stop the server although other ojcheck processes use it."`
}

func (c dbStopCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	stopped, err := localpg.Stop(ctx, localpg.Options{DataDir: flags.DataDir, Log: term.log}, c.Force)
	if errors.Is(err, localpg.ErrInUse) {
		return fmt.Errorf("%w: end them first, or stop the server all the same with --force", err)
	}
	if err != nil {
		return err
	}
	if stopped {
		fmt.Fprintln(term.out, "The server is stopped. Its data stays.")
	} else {
		fmt.Fprintln(term.out, "No server was running.")
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
		return errors.New("ojcheck's own server is not running; it runs while \"ojcheck serve\" or a check does")
	}
	fmt.Fprintln(term.out, status.URL)
	return nil
}
