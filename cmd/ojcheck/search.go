package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

type searchCommand struct {
	File string `arg:"" name:"file" help:"Source file of a program; \"-\" is standard input."`

	Language string      `placeholder:"NAME" help:"Language of the program; by default the file's extension or else the text shows it."`
	Contest  []string    `sep:"none" placeholder:"NAME" help:"Search only in this contest. Repeatable."`
	Distance int         `default:"${distance}" placeholder:"K" help:"Bits in which fingerprints may differ, 0 to ${max_distance} (default ${distance}). Programs that share rare passages are found in any case."`
	Top      int         `default:"20" placeholder:"N" help:"List at most this many rows, one for each participant and problem; 0 lists all (default 20)."`
	Out      outputFlags `embed:"" set:"output_formats=table, csv, json"`

	Remote serverFlags `embed:""`
}

func (c *searchCommand) Validate() error {
	switch {
	case c.Distance < 0 || c.Distance > simhash.MaxDistance:
		return fmt.Errorf("--distance is %d: it must be 0 to %d", c.Distance, simhash.MaxDistance)
	case c.Top < 0:
		return fmt.Errorf("--top is %d: it must be 0 or more", c.Top)
	}
	return nil
}

func (c *searchCommand) Run(ctx context.Context, term terminal, open opener) error {
	file, err := c.read(term.in)
	if err != nil {
		return err
	}
	out, err := openOutput(c.Out.Output, term.out, c.File, c.Remote.TokenFile)
	if err != nil {
		return err
	}
	defer out.discard()
	find := c.searchHere
	if c.Remote.Server != "" {
		find = c.searchRemotely
	}
	found, err := find(ctx, file, open)
	if invalid, ok := errors.AsType[*search.RequestError](err); ok {
		return usageError{invalid.Error()}
	}
	if err != nil {
		return err
	}
	err = out.fill(func(w io.Writer) error {
		switch c.Out.format() {
		case "csv":
			return report.FindingsCSV(w, found)
		case "json":
			return report.FindingsJSON(w, found)
		}
		return report.FindingsTable(w, found, out.width())
	})
	if err != nil {
		return err
	}
	if found.OmittedCount > 0 {
		advice := "--top 0 lists all"
		if c.Remote.Server != "" {
			advice = fmt.Sprintf("--top lists up to %d", maxRemoteFindings)
		}
		listed := contest.ProgramCount(found.Findings)
		term.note("listed: %d of %d programs; %s", listed, listed+found.OmittedCount, advice)
	}
	if more := contest.ProgramCount(found.Findings) - len(found.Findings); more > 0 && c.Out.format() == "table" {
		term.note("other attempts of these participants: %d; --format csv or json lists them", more)
	}
	for _, s := range found.Sources {
		term.note("known source %d, %s (%s, for %s), contains %.1f%% of it",
			s.ID, text.Visible(s.Name), s.Kind, text.Visible(s.Scope()), 100*s.Coverage)
	}
	if note := evidence.FrequentPassages(i18n.English(), found); note != "" {
		term.note("%s", note)
	}
	for _, sentence := range evidence.Omitted(i18n.English(), found, len(c.Contest) != 1) {
		term.note("%s", sentence)
	}
	return nil
}

func (c *searchCommand) searchHere(ctx context.Context, file contest.File, open opener) (contest.Findings, error) {
	db, err := open(ctx)
	if err != nil {
		return contest.Findings{}, err
	}
	ids := make(map[string]int64)
	if len(c.Contest) > 0 {
		stored, err := db.Contests(ctx)
		if err != nil {
			return contest.Findings{}, err
		}
		for _, k := range stored {
			ids[k.Name] = k.ID
		}
	}
	request := search.Request{File: file, Language: c.Language, Distance: c.Distance, Limit: c.Top}
	if request.Scope.Only, err = c.contestIDs(ids); err != nil {
		return contest.Findings{}, err
	}
	return finder(db).Search(ctx, request)
}

// maxRemoteFindings is the largest number of rows that a server lists.
const maxRemoteFindings = 100

func (c *searchCommand) searchRemotely(ctx context.Context, file contest.File, _ opener) (
	found contest.Findings, err error) {
	switch {
	case c.Distance != search.DefaultDistance:
		return found, usageError{"--distance: a server searches by its own distance; leave it out"}
	case c.Top < 1 || c.Top > maxRemoteFindings:
		return found, usageError{fmt.Sprintf("--top is %d: a server lists 1 to %d rows", c.Top, maxRemoteFindings)}
	case len(c.Contest) > 1:
		return found, usageError{"--contest: a server searches one contest or all; give one name"}
	}
	language := ""
	if c.Language != "" {
		l, ok := lexer.ByName(c.Language)
		if !ok {
			return found, usageError{fmt.Sprintf("unknown language %q; name one such as cpp, java or python", c.Language)}
		}
		language = l.ID
	}
	server, err := c.Remote.client()
	if err != nil {
		return found, err
	}
	ids := []int64{0} // all contests
	if len(c.Contest) > 0 {
		stored, err := remoteContests(ctx, server)
		if err == nil {
			ids, err = c.contestIDs(stored)
		}
		if err != nil {
			return found, err
		}
	}
	return server.Search(ctx, file, language, ids[0], c.Top)
}

// finder returns a Finder that compares programs like a check.
func finder(db *archive) *search.Finder {
	p := check.Defaults()
	return &search.Finder{Archive: db, ShingleLength: p.ShingleLength, MinMatch: p.MinMatch}
}

func (c *searchCommand) read(stdin io.Reader) (file contest.File, err error) {
	if c.File != "-" {
		file, err = readProgram(c.File, "give one file")
	} else {
		file.Content, err = io.ReadAll(io.LimitReader(stdin, lexer.MaxRawBytes+1))
	}
	if err == nil && len(file.Content) == 0 {
		err = usageError{fmt.Sprintf("%q is empty: give the source of a program", c.File)}
	}
	return file, err
}

// contestIDs returns the IDs of the contests to search; nil for all. stored has the IDs of the stored
// contests by name.
func (c *searchCommand) contestIDs(stored map[string]int64) (ids []int64, err error) {
	for _, name := range c.Contest {
		id, ok := stored[name]
		if !ok {
			names := slices.Collect(maps.Keys(stored))
			return nil, usageError{fmt.Sprintf("--contest: no contest is called %q: %s", name, contest.StoredNames(names))}
		}
		ids = append(ids, id)
	}
	return ids, nil
}
