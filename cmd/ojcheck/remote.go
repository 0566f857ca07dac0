package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/client"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
)

// remoteFlags name the server that does the work instead of this machine.
type remoteFlags struct {
	Server    string `name:"server" placeholder:"URL" help:"Let the ojcheck server at this address do it, such as https://judge.example. Its token is OJCHECK_TOKEN in the environment, or in --token-file."`
	TokenFile string `name:"token-file" type:"path" placeholder:"FILE" help:"File with the token for --server."`
	ShowNames bool   `help:"With --server: a contest that is new there is not reviewed blind."`
}

// check refuses flags that do not go together.
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

// client returns the client of the server.
func (f *remoteFlags) client(read readFlags) (*client.Client, error) {
	if read.Manifest != "" {
		return nil, usageError{"--server: put the manifest into the folder, as submissions.csv"}
	}
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

// upload has a server work on an upload until that is done, and lists what was
// skipped where it fails. It returns what could not be read here, too.
func (f *remoteFlags) upload(ctx context.Context, term terminal, quiet bool, u client.Upload, server *client.Client,
	send func(context.Context, client.Upload) (apitypes.Job, []contest.SkippedItem, error),
) (apitypes.Job, []contest.SkippedItem, error) {
	if f.ShowNames {
		u.Fields["blind"] = []string{"false"}
	}
	progress, hide := newProgress(term.err, quiet)
	defer hide()
	progress("sending", 0, 0)
	job, unread, err := send(ctx, u)
	if err == nil {
		job, err = server.Follow(ctx, job, func(stage string, done, total int) { progress(check.Stage(stage), done, total) })
	}
	hide()
	if err != nil && job.Error != nil {
		for _, s := range job.Error.Skipped {
			unread = append(unread, contest.SkippedItem(s))
		}
		printRefused(term.err, err, unread)
	}
	return job, unread, err
}

// runRemotely has a server store the contest, without comparing it.
func (c *importFilesCommand) runRemotely(ctx context.Context, term terminal) error {
	if c.DryRun {
		return usageError{"--server: --dry-run prints what this machine reads; leave one of them out"}
	}
	server, err := c.Remote.client(c.Read)
	if err != nil {
		return err
	}
	fields := settings.Values(c.Read.Input)
	fields["contest"] = []string{c.Contest}
	job, unread, err := c.Remote.upload(ctx, term, c.Quiet, client.Upload{Paths: c.Paths, Fields: fields}, server, server.Import)
	if err != nil {
		return err
	}
	stored, err := server.ContestByID(ctx, job.ContestID)
	if err != nil {
		return err
	}
	printSkipped(term.err, unread, "")
	term.say("contest %q: %s of %s for %s are stored there", stored.Name,
		text.Count(stored.Submissions, "submission"), text.Count(stored.Participants, "participant"), text.Count(stored.Problems, "problem"))
	return nil
}

// runRemotely has a server check the contest, and prints the result as a check on
// this machine does.
func (c *checkCommand) runRemotely(ctx context.Context, term terminal, out *output) error {
	server, err := c.Remote.client(c.Read)
	if err != nil {
		return err
	}
	if len(c.Paths) == 0 {
		return usageError{"--server: name a path; what a server stores is checked again on the page of the contest"}
	}
	fields, err := c.fields(ctx, server)
	if err != nil {
		return err
	}
	job, unread, err := c.Remote.upload(ctx, term, c.Quiet, client.Upload{Paths: c.Paths, Base: c.Base, Fields: fields}, server, server.Check)
	if err != nil {
		return err
	}
	return c.printRemote(ctx, term, server, job.CheckID, unread, out)
}

// fields are the settings as the API takes them: contests by their IDs.
func (c *checkCommand) fields(ctx context.Context, server *client.Client) (map[string][]string, error) {
	s := settings.Settings{Input: c.Read.Input, Comparison: c.Comparison, Storage: c.Storage}
	s.Against = nil
	if len(c.Against) > 0 {
		stored, err := server.Contests(ctx)
		if err != nil {
			return nil, err
		}
		ids := make(map[string]int64)
		for _, k := range stored {
			ids[k.Name] = k.ID
		}
		for _, given := range c.Against {
			names := []string{given}
			if _, ok := ids[given]; !ok {
				names = strings.Split(given, ",")
			}
			for _, name := range names {
				name = strings.TrimSpace(name)
				id, ok := ids[name]
				switch {
				case name == contest.AgainstArchive:
					s.Earlier = true
				case !ok:
					return nil, usageError{fmt.Sprintf("--against: the server has no contest %q that you may see", name)}
				default:
					s.Against = append(s.Against, strconv.FormatInt(id, 10))
				}
			}
		}
	}
	fields := settings.Values(s)
	fields["contest"] = []string{c.Contest}
	return fields, nil
}

// printRemote writes the result of a check on a server as print does that of one
// on this machine.
func (c *checkCommand) printRemote(ctx context.Context, term terminal, server *client.Client, id int64, unread []contest.SkippedItem, out *output) error {
	done, err := server.CheckByID(ctx, id)
	if err != nil {
		return err
	}
	if done.Summary.PairsCompared > 0 || c.Out.format() != "table" {
		if err := server.Export(ctx, out, id, c.Out.format(), float64(c.Threshold), c.limit(), out.width()); err != nil {
			return err
		}
	}
	if err := out.finish(); err != nil {
		return err
	}
	limit := c.limit()
	pairs, err := server.CountPairs(ctx, id, float64(c.Threshold), min(limit+1, client.PageSize))
	if err != nil {
		return err
	}
	skipped, err := server.Skipped(ctx, id)
	if err != nil {
		return err
	}
	skipped = append(skipped, unread...)
	slices.SortStableFunc(skipped, func(a, b contest.SkippedItem) int { return cmp.Compare(a.Path, b.Path) })
	c.printSummary(term, done.Parameters.Layout, done.Summary.Text, done.Summary.Notes, skipped)
	if reason := done.Summary.EmptyReason; reason != "" {
		return errors.New(reason)
	}
	part := ""
	if pairs > limit && limit > 0 {
		part = fmt.Sprintf("the first %d pairs", limit)
	}
	printListed(term, part, pairs, fmt.Sprintf("%s/checks/%d", strings.TrimSuffix(c.Remote.Server, "/"), id))
	return nil
}
