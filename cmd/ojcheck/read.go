package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/text"
)

// readFlags say how a contest is read from paths.
type readFlags struct {
	From     string `placeholder:"FORMAT" help:"Format of the input: ${formats}. Recognised by itself where this is not given and the input tells."`
	Layout   string `placeholder:"LAYOUT" help:"How folders and files are named: problem/participant, participant/problem, participant/files, or a regular expression over the path with groups such as (?P<problem>...) and (?P<participant>...). Recognised by itself where this is not given."`
	Manifest string `type:"path" placeholder:"FILE" help:"A CSV table of the submissions: a column path, and any of participant, problem, id, language, verdict, time, attempt, kind, affiliation and site."`
	Language string `placeholder:"NAME" help:"Language of all files, whatever their extension."`
}

// paths are those that were given, or else the folder of the manifest.
func (f readFlags) paths(given []string) []string {
	if len(given) == 0 && f.Manifest != "" {
		return []string{filepath.Dir(f.Manifest)}
	}
	return given
}

// given is the first of the flags that was given, for a message; "" for none.
func (f readFlags) given() string {
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

// recognised is what an input is taken for, and why.
func recognised(f intake.Format, why string) string {
	if why == "" {
		return "reading it as " + f.Title
	}
	return fmt.Sprintf("reading it as %s, for %s", f.Title, text.Visible(why))
}

// sayRecognised tells what the input is taken for.
func sayRecognised(w io.Writer, f intake.Format, why string) {
	text := recognised(f, why)
	if why != "" {
		text += "; --from says otherwise"
	}
	fmt.Fprintln(w, text)
}

// input is what a contest is read from, and how.
type input struct {
	paths, base    []string
	contest        string // the name to keep it under; "" for that of the first path
	from, manifest string // as the flags
	recognised     func(f intake.Format, why string)
}

// read reads the submissions, as the parameters say.
func (in input) read(ctx context.Context, p contest.Parameters) (*intake.Result, error) {
	return intake.Read(ctx, in.paths, intake.Options{
		Layout: p.Layout, Language: p.Language, Format: in.from, Manifest: in.manifest, OnFormat: in.recognised,
	})
}

// request is what to do with a set that was read.
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

// keptApart adds to the error that another contest has the name which flag gives
// another name.
func keptApart(err error, flag string) error {
	if another := new(check.NameConflictError); errors.As(err, &another) {
		return fmt.Errorf("%w; %s NAME keeps this one apart", err, flag)
	}
	return err
}

// readRequest reads a contest and base code as the parameters say. Where it
// returns an error, the request may still hold what was skipped.
func readRequest(ctx context.Context, in input, p contest.Parameters) (*check.Request, error) {
	set, err := in.read(ctx, p)
	if layout := new(intake.LayoutError); p.AcrossProblems && errors.As(err, &layout) && len(set.Submissions) > 1 {
		err = nil // one participant on each problem, or so; that still makes pairs
	}
	if err != nil {
		if set == nil {
			return nil, err
		}
		return &check.Request{Skipped: set.Skipped}, err
	}
	req := in.request(set, p)
	return req, addBase(ctx, req, in.base)
}

// addBase reads base code in the place of what there is.
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

// storedRequest is to check what is kept of a contest. How it was once read, and the
// base code, are those of its last check.
func storedRequest(ctx context.Context, db *archive, contestID int64, name string, p contest.Parameters) (*check.Request, error) {
	submissions, skipped, err := db.StoredSubmissions(ctx, contestID)
	if err != nil {
		return nil, err
	}
	req := &check.Request{Contest: name, Origin: "kept submissions", Submissions: submissions, Skipped: skipped, Parameters: p}
	checks, err := db.Checks(ctx, contestID)
	if err != nil {
		return nil, err
	}
	last, found := contest.NewestCheck(checks)
	if !found {
		return req, nil
	}
	req.Parameters.Language, req.Parameters.Layout, req.Parameters.Base = last.Parameters.Language, last.Parameters.Layout, last.Parameters.Base
	req.Incomplete = last.Summary.Incomplete
	req.Base, err = db.Base(ctx, last.ID)
	return req, err
}
