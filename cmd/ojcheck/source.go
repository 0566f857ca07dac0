package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

type sourceCommand struct {
	Add    sourceAddCommand    `cmd:"" help:"Add programs that participants may have taken code from, such as generated answers."`
	List   sourceListCommand   `cmd:"" help:"List the known sources."`
	Delete sourceDeleteCommand `cmd:"" help:"Delete a known source. Checks that used it keep their copy."`
	Base   sourceBaseCommand   `cmd:"" help:"Say whether published sources from before a contest are base code."`
}

type sourceAddCommand struct {
	Files []string `arg:"" name:"files" help:"Source files; each is a source of its own."`

	Kind    string `required:"" enum:"generated,editorial,published,jury,leaked" placeholder:"KIND" help:"What the programs are: generated (by a language model), editorial, published (a library, a program on the web), jury, or leaked."`
	Contest string `placeholder:"NAME" help:"Contest that they belong to; by default all contests."`
	Problem string `placeholder:"NAME" help:"Problem of the contest that they belong to; by default all its problems."`
	Name    string `placeholder:"TEXT" help:"Name of the source; by default the name of the file. With several files, the name of each file follows."`
	Date    day    `placeholder:"DATE" help:"Day on which they were published: 2026-01-31."`
	URL     string `name:"url" placeholder:"URL" help:"Where they are from."`
	Licence string `placeholder:"TEXT" help:"Their licence."`
}

func (c sourceAddCommand) Validate() error {
	if c.Problem != "" && c.Contest == "" {
		return fmt.Errorf("--problem %q is given without its contest: name the contest with --contest", c.Problem)
	}
	return nil
}

// day is a date on the command line.
type day struct{ time.Time }

// UnmarshalText reads the value of a flag. Kong calls it.
func (d *day) UnmarshalText(text []byte) (err error) {
	if d.Time, err = time.Parse(time.DateOnly, string(text)); err != nil || !contest.ValidTime(d.Time) {
		return fmt.Errorf("%q is not a date: write it as 2026-01-31", text)
	}
	return nil
}

func (c sourceAddCommand) Run(ctx context.Context, term terminal, open opener) error {
	var sources []contest.KnownSource
	for _, name := range c.Files {
		file, err := readProgram(name, "give its files")
		if err != nil {
			return err
		}
		file.Path = filepath.Base(name)
		s := contest.KnownSource{
			Problem: c.Problem, Kind: contest.SourceKind(c.Kind), Name: c.Name, Date: c.Date.Time, URL: c.URL,
			Licence: c.Licence, File: file,
		}
		if c.Name != "" && len(c.Files) > 1 {
			s.Name += " (" + filepath.Base(name) + ")"
		}
		sources = append(sources, s)
	}
	db, err := open(ctx)
	if err != nil {
		return err
	}
	var problems []contest.Problem
	var target contest.StoredCounts
	if c.Contest != "" {
		if target, err = db.contestNamed(ctx, c.Contest); err != nil {
			return err
		}
		if problems, err = db.Problems(ctx, target.ID); err != nil {
			return err
		}
	}
	for i := range sources {
		sources[i].ContestID, sources[i].Contest = target.ID, target.Name
		err := search.PrepareSource(ctx, &sources[i], problems)
		if invalid, ok := errors.AsType[*search.RequestError](err); ok {
			return usageError{fmt.Sprintf("%s: %v", c.Files[i], invalid)}
		}
		if err != nil {
			return err
		}
	}
	ids, err := db.AddSources(ctx, review.CommandLine, search.SourceSampleVersion, sources)
	if errors.Is(err, contest.ErrExists) {
		return fmt.Errorf("nothing was added: %w; \"ojcheck source list\" shows it", err)
	}
	if err != nil {
		return err
	}
	for i, id := range ids {
		s := sources[i]
		term.say("added source %d: %s, %s, for %s", id, text.Visible(s.Name), s.Kind, text.Visible(s.Scope()))
	}
	term.note("the next check compares its programs with them")
	return nil
}

// readProgram reads a source file. If name is a directory, the error ends with advice.
func readProgram(name, advice string) (contest.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return contest.File{}, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return contest.File{}, usageError{fmt.Sprintf("%q is a directory: %s", name, advice)}
	}
	content, err := io.ReadAll(io.LimitReader(f, lexer.MaxRawBytes+1))
	return contest.File{Path: name, Content: content}, err
}

type sourceListCommand struct {
	Contest string `placeholder:"NAME" help:"List only the sources that a check of this contest uses."`
}

func (c sourceListCommand) Run(ctx context.Context, term terminal, db *archive) error {
	var filter contest.SourceFilter
	if c.Contest != "" {
		target, err := db.contestNamed(ctx, c.Contest)
		if err != nil {
			return err
		}
		filter = contest.SourceFilter{ContestID: target.ID, ForAllContests: true}
	}
	sources, err := db.KnownSources(ctx, filter)
	if err != nil {
		return err
	}
	if len(sources) == 0 {
		term.note("there is no known source; \"ojcheck source add\" adds one")
		return nil
	}
	table := []string{"id\tkind\tdate\tlicence\tfor\tname"}
	for _, s := range sources {
		date, licence := "-", cmp.Or(text.Visible(s.Licence), "-")
		if !s.Date.IsZero() {
			date = s.Date.Format(time.DateOnly)
		}
		table = append(table, fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s",
			s.ID, s.Kind, date, licence, text.Visible(s.Scope()), text.Visible(s.Name)))
	}
	return term.table(table...)
}

type sourceDeleteCommand struct {
	IDs []int64 `arg:"" name:"ids" help:"IDs of the sources, as \"ojcheck source list\" shows them."`
}

func (c sourceDeleteCommand) Run(ctx context.Context, term terminal, db *archive) error {
	for _, id := range c.IDs {
		err := db.DeleteSource(ctx, review.CommandLine, id)
		if errors.Is(err, contest.ErrNotFound) {
			return fmt.Errorf("no known source has the ID %d; \"ojcheck source list\" lists them", id)
		}
		if err != nil {
			return err
		}
		term.say("deleted source %d", id)
	}
	return nil
}

type sourceBaseCommand struct {
	Contest string `arg:"" help:"Name of the contest, as \"ojcheck contest list\" shows it."`
	Choice  string `arg:"" enum:"yes,no" help:"yes: published sources with a date before the contest are base code, which makes nobody suspicious. no: they are known sources like others."`
}

func (c sourceBaseCommand) Run(ctx context.Context, term terminal, db *archive) error {
	target, err := db.contestNamed(ctx, c.Contest)
	if err != nil {
		return err
	}
	if err := db.SetSettings(ctx, review.CommandLine, target.ID, contest.Settings{PublishedBase: new(c.Choice == "yes")}); err != nil {
		return err
	}
	stored, err := db.Contest(ctx, target.ID)
	if err != nil {
		return err
	}
	if !stored.PublishedBase {
		term.say("%q takes published sources as known sources", target.Name)
		return nil
	}
	term.say("%q takes published sources from before it as base code", target.Name)
	if stored.Metadata.StartsAt.IsZero() {
		term.note("it is not known when the contest began, so no source counts as from before it")
	}
	return nil
}
