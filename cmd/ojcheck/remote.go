package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/client"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// remoteFlags name the server that is to do the work instead of this machine.
type remoteFlags struct {
	Server    string `name:"server" placeholder:"URL" help:"Let the ojcheck server at this address do it, such as https://judge.example. Its token is OJCHECK_TOKEN in the environment, or in --token-file."`
	TokenFile string `name:"token-file" type:"existingfile" placeholder:"FILE" help:"A file that holds the token for --server, alone."`
	ShowNames bool   `help:"With --server: a contest that is new there is not reviewed blind."`
}

// client returns the client of the server that is named.
func (f *remoteFlags) client() (*client.Client, error) {
	token := os.Getenv("OJCHECK_TOKEN")
	if f.TokenFile != "" {
		content, err := os.ReadFile(f.TokenFile)
		if err != nil {
			return nil, fmt.Errorf("--token-file: %w", err)
		}
		token = string(content)
	}
	c, err := client.New(f.Server, strings.TrimSpace(token), "ojcheck/"+toolVersion())
	if err != nil {
		return nil, usageError{"--server: " + err.Error()}
	}
	return c, nil
}

// upload has a server work on an upload until it is done. Where that fails, what was
// skipped is listed. It returns what could not be read here, too.
func (f *remoteFlags) upload(ctx context.Context, term terminal, quiet bool, u client.Upload,
	send func(context.Context, client.Upload) (client.Job, []contest.SkippedItem, error), follow func(context.Context, client.Job, func(string, int, int)) (client.Job, error),
) (client.Job, []contest.SkippedItem, error) {
	if f.ShowNames {
		u.Fields["blind"] = []string{"false"}
	}
	progress, hide := newProgress(term.err, quiet)
	defer hide()
	progress("sending", 0, 0)
	job, unread, err := send(ctx, u)
	if err == nil {
		job, err = follow(ctx, job, func(stage string, done, total int) { progress(check.Stage(stage), done, total) })
	}
	hide()
	if err != nil && job.Error != nil {
		printSkipped(term.err, append(unread, job.Error.Skipped...), "")
	}
	return job, unread, err
}

// check refuses what does not go together.
func (f *remoteFlags) check(database *databaseFlags) error {
	switch {
	case f.Server != "" && (database.URL != "" || database.DataDir != "") && os.Getenv("DATABASE_URL") == "":
		return usageError{"--server: the server has a database of its own; leave out --database-url and --data-dir"}
	case f.Server == "" && f.ShowNames:
		return usageError{"--show-names is for --server: here, names are always printed"}
	case f.Server == "" && f.TokenFile != "":
		return usageError{"--token-file is for --server"}
	}
	return nil
}
