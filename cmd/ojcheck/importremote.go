package main

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/client"
	"github.com/ojcheck/ojcheck/internal/text"
)

// runRemotely has a server keep the contest, without comparing it.
func (c *importFilesCommand) runRemotely(ctx context.Context, term terminal) error {
	switch {
	case c.DryRun:
		return usageError{"--server: --dry-run prints what this machine reads; leave one of them out"}
	case c.Read.Manifest != "":
		return usageError{"--server: put the manifest into the folder, as submissions.csv"}
	}
	server, err := c.Remote.client()
	if err != nil {
		return err
	}
	job, unread, err := c.Remote.upload(ctx, term, c.Quiet, client.Upload{Paths: c.Paths, Fields: map[string][]string{
		"contest": {c.Contest}, "from": {c.Read.From}, "layout": {c.Read.Layout}, "language": {c.Read.Language},
	}}, server.Import, server.Follow)
	if err != nil {
		return err
	}
	kept, err := server.ContestByID(ctx, job.ContestID)
	if err != nil {
		return err
	}
	printSkipped(term.err, unread, "")
	fmt.Fprintf(term.out, "contest %q: %s of %s for %s are kept there\n", kept.Name,
		text.Count(kept.Submissions, "submission"), text.Count(kept.Participants, "participant"), text.Count(kept.Problems, "problem"))
	return nil
}
