package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// contestCommand looks after the contests of the archive.
type contestCommand struct {
	List   contestListCommand   `cmd:"" help:"List the contests that are kept."`
	Delete contestDeleteCommand `cmd:"" help:"Delete a contest with its submissions, checks and decisions. It asks before it does."`
}

type contestListCommand struct{}

func (contestListCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	db, err := flags.open(ctx, term.log)
	if err != nil {
		return err
	}
	defer db.close()
	contests, err := db.Contests(ctx)
	if err != nil {
		return err
	}
	if len(contests) == 0 {
		fmt.Fprintln(term.err, "no contest is stored yet; \"ojcheck check\" keeps those that it checks")
		return nil
	}
	watches, err := db.Watches(ctx)
	if err != nil {
		return err
	}
	// The name comes last, where its width does not matter.
	table := tabwriter.NewWriter(term.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "submissions\tparticipants\tproblems\tchecks\tsince\tlive\tname")
	for _, c := range contests {
		fmt.Fprintf(table, "%d\t%d\t%d\t%d\t%s\t%s\t%s\n", c.Submissions, c.Participants, c.Problems, c.Checks,
			c.CreatedAt.Format("2006-01-02"), liveSays(watches[c.ID]), text.Visible(c.Name))
	}
	return table.Flush()
}

// liveSays tells whether a contest is followed at this moment.
func liveSays(w contest.Watch) string {
	switch {
	case !w.Live():
		return "-"
	case w.Stale(time.Now()):
		return "silent"
	}
	return "live"
}

type contestDeleteCommand struct {
	Name    string `arg:"" help:"Name of the contest, as \"ojcheck contest list\" shows it."`
	Confirm string `placeholder:"NAME" help:"The name once more, for scripts: without it, the name is asked for."`
}

func (c contestDeleteCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	if c.Confirm != "" && c.Confirm != c.Name {
		return usageError{fmt.Sprintf("--confirm is %q, and the contest to delete %q: nothing was deleted", c.Confirm, c.Name)}
	}
	db, err := flags.open(ctx, term.log)
	if err != nil {
		return err
	}
	defer db.close()
	contents, err := db.Contents(ctx, c.Name)
	if errors.Is(err, contest.ErrNotFound) {
		return fmt.Errorf("no contest is called %q; \"ojcheck contest list\" lists them", c.Name)
	}
	if err != nil {
		return err
	}
	if c.Confirm == "" {
		if err := confirm(ctx, term, contents); err != nil {
			return err
		}
	}
	if err := db.DeleteContest(ctx, review.CommandLine, contents.ID); err != nil {
		return err
	}
	fmt.Fprintf(term.out, "deleted %q: %v\n", c.Name, contents)
	return nil
}

// confirm asks for the name of a contest before it is deleted. It returns an
// error unless the answer is that name.
func confirm(ctx context.Context, term terminal, contents contest.Contents) error {
	fmt.Fprintf(term.err, "This deletes %q for good: %v.\nType the name of the contest to delete it: ", contents.Name, contents)
	answer, err := readLine(ctx, term.in)
	if err != nil {
		fmt.Fprintln(term.err)
		return err
	}
	switch answer {
	case contents.Name:
		return nil
	case "":
		return errors.New("nothing was deleted; a script gives the name once more with --confirm")
	}
	return fmt.Errorf("nothing was deleted: %q is not the name of the contest", answer)
}

// readLine reads a line, without its end, until ctx ends. It is "" where there
// is none.
func readLine(ctx context.Context, in io.Reader) (string, error) {
	type result struct {
		line string
		err  error
	}
	read := make(chan result, 1)
	go func() { // it may wait for ever: nothing can call it off
		line, err := bufio.NewReader(in).ReadString('\n')
		if errors.Is(err, io.EOF) {
			err = nil
		}
		read <- result{strings.TrimRight(line, "\r\n"), err}
	}()
	select {
	case r := <-read:
		return r.line, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
