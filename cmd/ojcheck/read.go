package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
)

// readFlags say how a contest is read from paths.
type readFlags struct {
	settings.Input
	Manifest string `type:"path" placeholder:"FILE" help:"CSV table of the submissions: a column path, and any of participant, problem, id, language, verdict, time, attempt, kind, affiliation and site."`
}

// paths are those that were given, or else the folder of the manifest.
func (f readFlags) paths(given []string) []string {
	if len(given) == 0 && f.Manifest != "" {
		return []string{filepath.Dir(f.Manifest)}
	}
	return given
}

// firstSet is the first of the flags that is set, for a message; "" for none.
func (f readFlags) firstSet() string {
	for _, flag := range []struct{ name, value string }{{"--from", f.From}, {"--layout", f.Layout}, {"--language", f.Language}} {
		if flag.value != "" {
			return flag.name
		}
	}
	return ""
}

// formatNames lists the formats, as --from takes them.
func formatNames() string {
	var names []string
	for _, f := range intake.Formats() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// describeFormat says which format an input is read as, and why.
func describeFormat(f intake.Format, why string) string {
	if why == "" {
		return "reading it as " + f.Title
	}
	return fmt.Sprintf("reading it as %s, for %s", f.Title, text.Visible(why))
}

// printFormat writes which format an input has, and how to have it read otherwise.
func printFormat(term terminal, f intake.Format, why string) {
	advice := ""
	if why != "" {
		advice = "; --from chooses another format"
	}
	term.note("%s%s", describeFormat(f, why), advice)
}

// input is what a contest is read from.
type input struct {
	paths, base    []string
	contest        string // the name to store it under; "" for that of the first path
	from, manifest string // as the flags
	onFormat       func(f intake.Format, why string)
}

// read reads the submissions, as the parameters say.
func (in input) read(ctx context.Context, p contest.Parameters) (*intake.Result, error) {
	return intake.Read(ctx, in.paths, intake.Options{
		Layout: p.Layout, Language: p.Language, Format: in.from, Manifest: in.manifest, OnFormat: in.onFormat,
	})
}

// request is a check of what was read.
func (in input) request(set *intake.Result, p contest.Parameters) *check.Request {
	p.Layout = set.Layout
	return &check.Request{
		Contest:      cmp.Or(in.contest, set.Name),
		Origin:       strings.Join(in.paths, " "),
		Submissions:  set.Submissions,
		Participants: set.Participants,
		About:        set.About,
		Skipped:      set.Skipped,
		Incomplete:   set.Incomplete,
		Parameters:   p,
	}
}

// adviseName adds to the error that another contest has the name which flag gives
// another one.
func adviseName(err error, flag string) error {
	if errors.As(err, new(*check.NameConflictError)) {
		return fmt.Errorf("%w; %s NAME stores this one under another name", err, flag)
	}
	return err
}

// readRequest reads a contest and base code as the parameters say. With an error it
// returns a request that has what was skipped.
func readRequest(ctx context.Context, in input, p contest.Parameters) (*check.Request, error) {
	set, err := in.read(ctx, p)
	if layout := new(intake.LayoutError); p.AcrossProblems && errors.As(err, &layout) && len(set.Submissions) > 1 {
		err = nil // one participant on each problem, say; that still makes pairs
	}
	switch {
	case set == nil:
		return &check.Request{}, err
	case err != nil:
		return &check.Request{Skipped: set.Skipped}, err
	}
	req := in.request(set, p)
	return req, addBase(ctx, req, in.base)
}

// addBase reads the base code of paths, which replaces that of the request.
func addBase(ctx context.Context, req *check.Request, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	files, skipped, err := intake.ReadFiles(ctx, paths, intake.Limits{})
	if err != nil {
		return fmt.Errorf("read base code: %w", err)
	}
	req.Base, req.Parameters.Base = files, nil
	for _, s := range skipped {
		req.Skipped = append(req.Skipped, contest.SkippedItem{Path: s.Path, Reason: "base code: " + s.Reason})
	}
	for _, file := range files {
		req.Parameters.Base = append(req.Parameters.Base, file.Path)
	}
	return nil
}
