package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

type contestCommand struct {
	List   contestListCommand   `cmd:"" help:"List the stored contests."`
	Delete contestDeleteCommand `cmd:"" help:"Delete a contest with its submissions, checks and decisions, after asking."`
	Retain contestRetainCommand `cmd:"" help:"Set for how many days a contest's data is stored, or show it."`
	Expire contestExpireCommand `cmd:"" help:"Erase at once all data that is older than \"ojcheck contest retain\" allows. \"ojcheck serve\" waits a day."`
}

type contestListCommand struct {
	Remote serverFlags `embed:""`
}

func (c contestListCommand) Run(ctx context.Context, term terminal, open opener) error {
	contests, err := c.contests(ctx, open)
	if err != nil {
		return err
	}
	if len(contests) == 0 {
		term.note("no contest is stored yet; \"ojcheck check\" stores those that it checks")
		return nil
	}
	table := []string{"submissions\tparticipants\tproblems\tchecks\tstored\tlive\tname"}
	for _, row := range contests {
		table = append(table, fmt.Sprintf("%d\t%d\t%d\t%d\t%s\t%s\t%s", row.Submissions, row.Participants, row.Problems, row.Checks,
			row.CreatedAt.Format(time.DateOnly), cmp.Or(row.Live, "-"), text.Visible(row.Name)))
	}
	return term.table(table...)
}

// contests returns the contests that are stored on this machine or on the server, the newest contest first.
func (c contestListCommand) contests(ctx context.Context, open opener) ([]apitypes.Contest, error) {
	if c.Remote.Server != "" {
		server, err := c.Remote.client()
		if err != nil {
			return nil, err
		}
		return server.Contests(ctx)
	}
	db, err := open(ctx)
	if err != nil {
		return nil, err
	}
	stored, err := db.Contests(ctx)
	if err != nil {
		return nil, err
	}
	watches, err := db.Watches(ctx)
	var list []apitypes.Contest
	for _, k := range stored {
		list = append(list, apitypes.Contest{
			Name: k.Name, CreatedAt: k.CreatedAt, Submissions: k.Submissions, Participants: k.Participants,
			Problems: k.Problems, Checks: k.Checks, Live: watches[k.ID].LiveState(time.Now()),
		})
	}
	return list, err
}

type contestDeleteCommand struct {
	Name    string `arg:"" help:"Name of the contest, as \"ojcheck contest list\" shows it."`
	Confirm string `placeholder:"NAME" help:"The contest's name again: deletes without asking, for scripts."`
}

func (c contestDeleteCommand) Run(ctx context.Context, term terminal, db *archive) error {
	target, err := db.contestNamed(ctx, c.Name)
	if err != nil {
		return err
	}
	switch c.Confirm {
	case target.Name:
	case "":
		question := fmt.Sprintf("This deletes %q for good: %s.\nType the name of the contest to delete it: ",
			target.Name, target.Text(i18n.English()))
		if err := confirm(ctx, term, question, target.Name, "nothing was deleted"); err != nil {
			return err
		}
	default:
		return usageError{fmt.Sprintf("--confirm %q is not the contest's name %q: nothing was deleted", c.Confirm, target.Name)}
	}
	if err := db.DeleteContest(ctx, review.CommandLine, target.ID); err != nil {
		return err
	}
	term.say("deleted %q: %s", target.Name, target.Text(i18n.English()))
	return nil
}

// confirm asks for a name. If the answer is not the name, it returns an error that begins with the text in refusal.
func confirm(ctx context.Context, term terminal, question, name, refusal string) error {
	fmt.Fprint(term.err, question)
	answer, err := readLine(ctx, term.in)
	switch {
	case err != nil:
		fmt.Fprintln(term.err)
		return err
	case answer == "":
		return fmt.Errorf("%s; in a script, repeat the name with --confirm", refusal)
	case answer != name:
		return fmt.Errorf("%s: %q is not the name", refusal, answer)
	}
	return nil
}
