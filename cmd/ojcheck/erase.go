package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/retention"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

type personCommand struct {
	Erase personEraseCommand `cmd:"" help:"Erase the name and the programs of a participant, after asking."`
}

type personEraseCommand struct {
	Name    string `arg:"" help:"Name of the participant, exactly as the pages show it."`
	Contest string `placeholder:"NAME" help:"Erase them in this contest only, such as when another person has the same name elsewhere."`
	DryRun  bool   `help:"Print what would be erased, and erase nothing."`
	Confirm string `placeholder:"NAME" help:"The participant's name again: erases without asking, for scripts."`
}

func (c personEraseCommand) Validate() error {
	if c.Confirm != "" && c.Confirm != c.Name {
		return fmt.Errorf("--confirm %q is not the participant's name %q: nothing was erased", c.Confirm, c.Name)
	}
	return nil
}

func (c personEraseCommand) Run(ctx context.Context, term terminal, db *archive) error {
	people, err := db.ParticipantsNamed(ctx, c.Name, c.Contest)
	if err != nil {
		return err
	}
	if len(people) == 0 {
		if c.Contest != "" {
			return fmt.Errorf("the contest %q has no participant called %q", c.Contest, c.Name)
		}
		return fmt.Errorf("no participant is called %q; give the name exactly as the pages show it", c.Name)
	}
	if err := c.eraseAll(ctx, term, db, people, true); err != nil || c.DryRun {
		return err
	}
	if c.Confirm == "" {
		const question = "This cannot be undone. Type the name of the participant to erase them: "
		if err := confirm(ctx, term, question, c.Name, "nothing was erased"); err != nil {
			return err
		}
	}
	if err := c.eraseAll(ctx, term, db, people, false); err != nil {
		return err
	}
	term.note("Dumps that were made earlier still have the name and the programs.")
	return nil
}

// eraseAll erases participants, and prints what it erases. If dryRun is true, it only prints.
func (c personEraseCommand) eraseAll(
	ctx context.Context, term terminal, db *archive, people []contest.Participant, dryRun bool,
) error {
	verb := "erased"
	if dryRun {
		verb = "to be erased"
	}
	for _, p := range people {
		stored, err := db.DB.Contest(ctx, p.ContestID)
		if err != nil {
			return err
		}
		e, err := db.ErasePerson(ctx, review.CommandLine, p, dryRun)
		if err != nil {
			return err
		}
		term.say("%s: participant %d of %q, %s, %s, and the name in %s; pairs and decisions stay with the number",
			verb, p.Number, stored.Name, text.Count(e.Submissions, "program"), text.Count(e.Statements, "statement"), text.Count(e.Texts, "text"))
	}
	return nil
}

type contestRetainCommand struct {
	Name     string `arg:"" help:"Name of the contest, as \"ojcheck contest list\" shows it."`
	Places   *int   `placeholder:"DAYS" help:"Days after which addresses and seats are erased; 0 is never."`
	Programs *int   `placeholder:"DAYS" help:"Days after which programs are erased; 0 is never."`
	All      *int   `placeholder:"DAYS" help:"Days after which the contest is deleted; 0 is never."`
}

func (c contestRetainCommand) Validate() error {
	const century = 36525
	for name, days := range map[string]*int{"--all": c.All, "--places": c.Places, "--programs": c.Programs} {
		if days != nil && (*days < 0 || *days > century) {
			return fmt.Errorf("%s %d: give a number of days, at most %d", name, *days, century)
		}
	}
	return nil
}

func (c contestRetainCommand) Run(ctx context.Context, term terminal, db *archive) error {
	contents, err := db.contestNamed(ctx, c.Name)
	if err != nil {
		return err
	}
	days, err := db.Retention(ctx, contents.ID)
	if err != nil {
		return err
	}
	changed := days
	changed.Places = *cmp.Or(c.Places, &days.Places)
	changed.Programs = *cmp.Or(c.Programs, &days.Programs)
	changed.All = *cmp.Or(c.All, &days.All)
	if changed != days {
		if err := db.SetSettings(ctx, review.CommandLine, contents.ID, contest.Settings{Retention: &changed}); err != nil {
			return err
		}
	}
	term.say("%q stores %v", c.Name, changed)
	return nil
}

type contestExpireCommand struct {
	DryRun bool `help:"Print what would be erased, and erase nothing."`
}

func (c contestExpireCommand) Run(ctx context.Context, term terminal, db *archive) error {
	overdue, err := db.Overdue(ctx)
	if err != nil {
		return err
	}
	if len(overdue) == 0 {
		term.note("no contest stores anything for longer than \"ojcheck contest retain\" says")
		return nil
	}
	verb := "erased"
	if c.DryRun {
		verb = "to be erased"
	}
	var errs []error // of contests that are in use now; they do not hold up the others
	for _, r := range overdue {
		counts := ""
		if r.Due.All > 0 {
			contents, err := db.Contents(ctx, r.Name)
			if err != nil {
				return err
			}
			counts = fmt.Sprintf(" (%s)", contents.Text(i18n.English()))
		}
		if !c.DryRun {
			if err := retention.Expire(ctx, db, review.CommandLine, r); err != nil {
				errs = append(errs, fmt.Errorf("contest %q: %w", r.Name, err))
				continue
			}
		}
		term.say("%s: %s of %q%s, counted from %s", verb, overdueText(r.Due), r.Name, counts, r.Ended.Format("2006-01-02"))
	}
	return errors.Join(errs...)
}

func overdueText(due contest.Retention) string {
	if due.All > 0 {
		return "everything"
	}
	var parts []string
	if due.Programs > 0 {
		parts = append(parts, "the programs")
	}
	if due.Places > 0 {
		parts = append(parts, "the addresses and seats")
	}
	return strings.Join(parts, " and ")
}
