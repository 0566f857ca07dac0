package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/client"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// runRemotely has a server check the contest, and prints what it found as a check
// on this machine does.
func (c *checkCommand) runRemotely(ctx context.Context, term terminal, out *output) error {
	server, err := c.Remote.client()
	if err != nil {
		return err
	}
	switch {
	case len(c.Paths) == 0:
		return usageError{"--server: name a path; what is kept on a server is checked again on the page of the contest"}
	case c.Read.Manifest != "":
		return usageError{"--server: put the manifest into the folder, as submissions.csv"}
	}
	fields, err := c.fields(ctx, server)
	if err != nil {
		return err
	}
	job, unread, err := c.Remote.upload(ctx, term, c.Quiet, client.Upload{Paths: c.Paths, Base: c.Base, Fields: fields}, server.Check, server.Follow)
	if err != nil {
		return err
	}
	return c.printRemote(ctx, term, server, job.CheckID, unread, out)
}

// fields are the settings by the names that the API has for them.
func (c *checkCommand) fields(ctx context.Context, server *client.Client) (map[string][]string, error) {
	yes := func(set bool) []string {
		if !set {
			return nil
		}
		return []string{"true"}
	}
	fields := map[string][]string{
		"contest": {c.Contest}, "from": {c.Read.From}, "layout": {c.Read.Layout}, "language": {c.Read.Language}, "verdicts": {c.Verdicts}, "participants": {c.Participants},
		"across_problems": yes(c.AcrossProblems), "no_templates": yes(!c.Templates),
		"threshold": {strconv.FormatFloat(c.Threshold, 'g', -1, 64)}, "keep": {strconv.FormatFloat(c.Keep, 'g', -1, 64)},
	}
	if len(c.Against) == 0 {
		return fields, nil
	}
	kept, err := server.Contests(ctx)
	if err != nil {
		return nil, err
	}
	for _, text := range c.Against {
		names := []string{text}
		if !slices.ContainsFunc(kept, func(k client.Contest) bool { return k.Name == text }) {
			names = strings.Split(text, ",")
		}
		for _, name := range names {
			name = strings.TrimSpace(name)
			if name == contest.AgainstArchive {
				fields["earlier"] = yes(true)
				continue
			}
			i := slices.IndexFunc(kept, func(k client.Contest) bool { return k.Name == name })
			if i < 0 {
				return nil, usageError{fmt.Sprintf("--against: no contest %q is kept there that you may see", name)}
			}
			fields["against"] = append(fields["against"], strconv.FormatInt(kept[i].ID, 10))
		}
	}
	return fields, nil
}

// printRemote writes the result of a check on a server as print does that of one
// on this machine.
func (c *checkCommand) printRemote(ctx context.Context, term terminal, server *client.Client, id int64, unread []contest.SkippedItem, out *output) error {
	done, err := server.CheckByID(ctx, id)
	if err != nil {
		return err
	}
	if done.Summary.PairsCompared > 0 || c.Format != "table" {
		if err := server.Export(ctx, out, id, c.Format, c.Threshold, c.most(), out.width()); err != nil {
			return err
		}
	}
	if err := out.finish(); err != nil {
		return err
	}
	listed := ""
	if most := c.most(); most > 0 && most < mostAsked {
		found, err := server.Listed(ctx, id, c.Threshold, most+1)
		if err != nil {
			return err
		}
		if found > most {
			listed = fmt.Sprintf("the first %d pairs", most)
		}
	}
	skipped, err := server.Skipped(ctx, id)
	if err != nil {
		return err
	}
	skipped = append(skipped, unread...)
	slices.SortStableFunc(skipped, func(a, b contest.SkippedItem) int { return cmp.Compare(a.Path, b.Path) })
	c.tell(term, done.Parameters.Layout, done.Summary.Text, listed, done.Summary.Notes, skipped)
	if nothing := done.Summary.Nothing; nothing != "" {
		return errors.New(nothing)
	}
	return nil
}

// mostAsked is how many pairs one page of the API has at most.
const mostAsked = 1000
