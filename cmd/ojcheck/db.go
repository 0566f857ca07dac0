package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/localpg"
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
