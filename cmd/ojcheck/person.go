package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

type personCommand struct {
	Show  personShowCommand  `cmd:"" help:"Print what is stored about a participant, without the names of others."`
	Erase personEraseCommand `cmd:"" help:"Erase the name and the programs of a participant, after asking."`
}

// personFlags say who a command is about.
type personFlags struct {
	Name    string `arg:"" help:"Name of the participant, exactly as the pages show it."`
	Contest string `placeholder:"NAME" help:"Only in this contest, such as when another person has the same name elsewhere."`
}

// stored returns what is stored about the person in each contest, and notes names that may be the person's, too.
func (f personFlags) stored(ctx context.Context, term terminal, db *archive) ([]review.PersonalData, error) {
	list, err := db.PersonalData(ctx, f.Name, f.Contest)
	if err != nil {
		return nil, err
	}
	similar, err := db.SimilarParticipants(ctx, f.Name, f.Contest)
	var names []string
	for _, p := range similar {
		names = append(names, text.Visible(p.Name))
	}
	if names = slices.Compact(names); len(names) > 0 {
		term.note("also stored, and not part of this: %s", strings.Join(names, "; "))
	}
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0 && f.Contest != "":
		return nil, fmt.Errorf("the contest %q has no participant called %q", f.Contest, f.Name)
	case len(list) == 0:
		return nil, fmt.Errorf("no participant is called %q; give the name exactly as the pages show it", f.Name)
	}
	return list, nil
}

type personShowCommand struct {
	Person personFlags `embed:""`
	Out    outputFlags `embed:"" set:"output_formats=table, json"`
}

func (c personShowCommand) Run(ctx context.Context, term terminal, db *archive) error {
	list, err := c.Person.stored(ctx, term, db)
	if err != nil {
		return err
	}
	out, err := openOutput(c.Out.Output, term.out)
	if err != nil {
		return err
	}
	defer out.discard()
	err = out.fill(func(w io.Writer) error {
		if c.Out.format() == "json" {
			return report.PersonalDataJSON(w, list)
		}
		return report.PersonalDataTable(w, list)
	})
	if err != nil {
		return err
	}
	term.note("Read this before you hand it over: notes and statements may describe other people without a name.")
	return nil
}

type personEraseCommand struct {
	Person  personFlags `embed:""`
	DryRun  bool        `help:"Print what would be erased, and erase nothing."`
	Confirm string      `placeholder:"NAME" help:"The participant's name again: erases without asking, for scripts."`
}

func (c personEraseCommand) Validate() error {
	if c.Confirm != "" && c.Confirm != c.Person.Name {
		return fmt.Errorf("--confirm %q is not the participant's name %q: nothing was erased", c.Confirm, c.Person.Name)
	}
	return nil
}

func (c personEraseCommand) Run(ctx context.Context, term terminal, db *archive) error {
	list, err := c.Person.stored(ctx, term, db)
	if err != nil {
		return err
	}
	say := func(verb string, d review.PersonalData, e contest.Erasure) {
		term.say("%s: participant %d of %q, %s, %s, and the name in %s; pairs and decisions stay with the number",
			verb, d.Number, d.Contest, text.Count(e.Submissions, "program"), text.Count(e.Statements, "statement"), text.Count(e.Texts, "text"))
	}
	for _, d := range list {
		say("to be erased", d, d.Erasable())
	}
	if c.DryRun {
		return nil
	}
	if c.Confirm == "" {
		const question = "This cannot be undone. Type the name of the participant to erase them: "
		if err := confirm(ctx, term, question, c.Person.Name, "nothing was erased"); err != nil {
			return err
		}
	}
	for _, d := range list {
		e, err := db.ErasePerson(ctx, review.CommandLine, d.Participant)
		if err != nil {
			return err
		}
		say("erased", d, e)
	}
	term.note("Dumps that were made earlier still have the name and the programs.")
	return nil
}
