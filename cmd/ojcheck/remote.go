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

	"github.com/alecthomas/kong"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/client"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
)

// serverFlags have the address of a server that runs the command instead of this machine.
type serverFlags struct {
	Server    string `name:"server" placeholder:"URL" help:"Run the command on the ojcheck server at this address, such as https://judge.example. The token for it is OJCHECK_TOKEN in the environment, or in --token-file."`
	TokenFile string `name:"token-file" type:"path" placeholder:"FILE" help:"File with the token for --server."`
}

// remoteFlags are the flags of commands that send a contest to a server.
type remoteFlags struct {
	serverFlags `embed:""`
	ShowNames   bool `help:"With --server: a contest that is new on the server is not reviewed blind."`
}

// Validate refuses database flags on the command line. Those in the settings file are for other commands.
func (f *serverFlags) Validate(command *kong.Context) error {
	switch {
	case f.Server != "" && (flagOnLine(command, "database-url") != nil || flagOnLine(command, "data-dir") != nil):
		return errors.New("--server: the server has a database of its own; leave out --database-url and --data-dir")
	case f.Server == "" && f.TokenFile != "":
		return errors.New("--token-file is for --server")
	}
	return nil
}

func (f *remoteFlags) Validate(command *kong.Context) error {
	if f.Server == "" && f.ShowNames {
		return errors.New("--show-names is for --server: here, names are always printed")
	}
	return f.serverFlags.Validate(command)
}

// client returns the client of the server, for a contest that is read with the given flags.
func (f *remoteFlags) client(read readFlags) (*client.Client, error) {
	if read.Manifest != "" {
		return nil, usageError{"--server: put the manifest into the folder, as submissions.csv"}
	}
	return f.serverFlags.client()
}

func (f *serverFlags) client() (*client.Client, error) {
	token := os.Getenv("OJCHECK_TOKEN")
	if f.TokenFile != "" {
		content, err := readSmallFile(f.TokenFile, maxSecret)
		if err != nil {
			return nil, fmt.Errorf("--token-file: %w", err)
		}
		token = string(content)
	}
	token = strings.TrimSpace(token)
	if _, ok := account.HashToken(token); !ok && token != "" {
		return nil, usageError{"--server: the given token is not whole: every token begins with ojc_ and has 30 characters or more; copy it again, or create another"}
	}
	c, err := client.New(f.Server, token, "ojcheck/"+toolVersion())
	if err != nil {
		return nil, usageError{"--server: " + err.Error()}
	}
	return c, nil
}

// upload sends an upload to a server and waits for the job. unread are the files that this machine could not
// read.
func (f *remoteFlags) upload(ctx context.Context, term terminal, quiet bool, u client.Upload, server *client.Client,
	send func(context.Context, client.Upload) (apitypes.Job, []contest.SkippedItem, error),
) (job apitypes.Job, unread []contest.SkippedItem, err error) {
	if f.ShowNames {
		u.Fields["blind"] = []string{"false"}
	}
	if u.Folder, u.Names, err = intake.SingleFiles(ctx, u.Paths); err != nil {
		return job, nil, err
	}
	progress, hide := newProgress(term.err, quiet)
	progress("sending", 0, 0)
	if job, unread, err = send(ctx, u); err == nil {
		job, err = server.Follow(ctx, job, func(stage string, done, total int) {
			progress(check.Stage(stage), done, total)
		})
	}
	hide()
	if err != nil && job.Error != nil {
		for _, s := range job.Error.Skipped {
			unread = append(unread, contest.SkippedItem{Path: s.Path, Reason: i18n.Verbatim(s.Reason)})
		}
		printSkipped(term.err, unread, "")
	}
	return job, unread, err
}

// runRemotely stores the contest on a server, without comparing it.
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
	upload := client.Upload{Paths: c.Paths, Fields: fields}
	job, unread, err := c.Remote.upload(ctx, term, c.Quiet, upload, server, server.Import)
	if err != nil {
		return err
	}
	stored, err := server.ContestByID(ctx, job.ContestID)
	if err != nil {
		return err
	}
	printSkipped(term.err, unread, "")
	term.say("contest %q: %s of %s for %s are stored there", stored.Name,
		text.Count(stored.Submissions, "submission"), text.Count(stored.Participants, "participant"),
		text.Count(stored.Problems, "problem"))
	return nil
}

// runRemotely checks the contest on a server, and prints the result like a check on this machine.
func (c *checkCommand) runRemotely(ctx context.Context, term terminal, out *output) error {
	server, err := c.Remote.client(c.Read)
	if err != nil {
		return err
	}
	if len(c.Paths) == 0 {
		return usageError{"--server: name a path; to check a contest again that the server stores, open its page there"}
	}
	fields, err := c.fields(ctx, server)
	if err != nil {
		return err
	}
	upload := client.Upload{Paths: c.Paths, Base: c.Base, Fields: fields}
	job, unread, err := c.Remote.upload(ctx, term, c.Quiet, upload, server, server.Check)
	if err != nil {
		return err
	}
	return c.printRemote(ctx, term, server, job.CheckID, unread, out)
}

// remoteContests returns the IDs of the contests on a server, by name.
func remoteContests(ctx context.Context, server *client.Client) (map[string]int64, error) {
	stored, err := server.Contests(ctx)
	ids := make(map[string]int64)
	for _, k := range stored {
		ids[k.Name] = k.ID
	}
	return ids, err
}

// fields returns the settings in the form of the API, which takes IDs of contests instead of names.
func (c *checkCommand) fields(ctx context.Context, server *client.Client) (map[string][]string, error) {
	s := settings.Settings{Input: c.Read.Input, Comparison: c.Comparison, Storage: c.Storage}
	s.Against = nil
	var ids map[string]int64
	if len(c.Against) > 0 {
		var err error
		if ids, err = remoteContests(ctx, server); err != nil {
			return nil, err
		}
	}
	for _, against := range c.Against {
		names := []string{against}
		if ids[against] == 0 { // no contest has this name, so it is a list of names
			names = strings.Split(against, ",")
		}
		for _, name := range names {
			name = strings.TrimSpace(name)
			switch id := ids[name]; {
			case name == contest.AgainstArchive:
				s.Earlier = true
			case id == 0:
				return nil, usageError{fmt.Sprintf("--against: the server has no contest %q that you may see; %q means all", name, contest.AgainstArchive)}
			default:
				s.Against = append(s.Against, strconv.FormatInt(id, 10))
			}
		}
	}
	fields := settings.Values(s)
	fields["contest"] = []string{c.Contest}
	return fields, nil
}

// printRemote is like print, for a check on a server.
func (c *checkCommand) printRemote(
	ctx context.Context, term terminal, server *client.Client, id int64, unread []contest.SkippedItem, out *output,
) error {
	result, err := server.CheckByID(ctx, id)
	if err != nil {
		return err
	}
	limit := c.limit()
	count, err := server.CountPairs(ctx, id, min(limit+1, client.PageSize)) // limit+1 means that there are more
	if err != nil {
		return err
	}
	skipped, err := server.Skipped(ctx, id)
	if err != nil {
		return err
	}
	if result.Summary.PairsCompared > 0 || c.Out.format() != "table" {
		if err := server.Export(ctx, out, id, c.Out.format(), c.ReportLanguage, limit, out.width()); err != nil {
			return err
		}
	}
	skipped = append(skipped, unread...)
	slices.SortStableFunc(skipped, func(a, b contest.SkippedItem) int { return cmp.Compare(a.Path, b.Path) })
	err = c.finish(term, out, checkSummary{
		layout: result.Parameters.Layout, counts: result.Summary.Text, threshold: result.ThresholdText,
		warnings: result.Summary.Warnings, notes: result.Summary.Notes, skipped: skipped,
		emptyReason: result.Summary.EmptyReason,
	})
	if err != nil {
		return err
	}
	part := ""
	switch {
	case limit > 0 && count > limit:
		part = fmt.Sprintf("the first %d pairs", limit)
	case limit > 0 && count == client.PageSize:
		part = fmt.Sprintf("the first %d pairs at most", limit)
	}
	printListed(term, part, count, fmt.Sprintf("%s/checks/%d", strings.TrimSuffix(c.Remote.Server, "/"), id))
	var incomplete []i18n.Text
	for _, reason := range result.Summary.Incomplete {
		incomplete = append(incomplete, i18n.Verbatim(reason))
	}
	return intake.CheckComplete(incomplete)
}
