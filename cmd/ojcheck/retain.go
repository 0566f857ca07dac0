package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/retention"
	"github.com/ojcheck/ojcheck/internal/review"
)

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
	target, err := db.contestNamed(ctx, c.Name)
	if err != nil {
		return err
	}
	days, err := db.Retention(ctx, target.ID)
	if err != nil {
		return err
	}
	changed := days
	changed.Places = *cmp.Or(c.Places, &days.Places)
	changed.Programs = *cmp.Or(c.Programs, &days.Programs)
	changed.All = *cmp.Or(c.All, &days.All)
	if changed != days {
		if err := db.SetSettings(ctx, review.CommandLine, target.ID, contest.Settings{Retention: &changed}); err != nil {
			return err
		}
	}
	term.say("%q stores %v", target.Name, changed)
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
	var errs []error // of contests that are in use or deleted now; they do not hold up the others
	for _, r := range overdue {
		var counts string
		var err error
		if r.Exceeded.All > 0 {
			var contents contest.StoredCounts
			contents, err = db.Contents(ctx, r.Name)
			counts = fmt.Sprintf(" (%s)", contents.Text(i18n.English()))
		}
		if err == nil && !c.DryRun {
			err = retention.Expire(ctx, db, review.CommandLine, r)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("contest %q: %w", r.Name, err))
			continue
		}
		term.say("%s: %s of %q%s, counted from %s", verb, r.Data(), r.Name, counts, r.Ended.Format("2006-01-02"))
	}
	return errors.Join(errs...)
}
