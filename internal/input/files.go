// Package input turns files and uploads into checks. It explains the errors that a user
// can correct.
package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Files are the input files of a contest.
type Files struct {
	Paths    []string // directories, archives and files
	Base     []string // directories, archives and files of base code
	Contest  string   // the contest's name; "" to take the name of the first path
	Format   string   // a value of --from; "" to detect the format
	Manifest string   // a CSV table of the submissions; "" for none
	OnFormat func(f intake.Format, why string)
}

// Read reads the submissions with the language and the layout of p.
func (f Files) Read(ctx context.Context, p contest.Parameters) (*intake.Result, error) {
	return intake.Read(ctx, f.Paths, intake.Options{
		Layout: p.Layout, Language: p.Language, Format: f.Format, Manifest: f.Manifest, OnFormat: f.OnFormat,
	})
}

// Request returns a check of the submissions that Read returned, without base code.
func (f Files) Request(set *intake.Result, p contest.Parameters) *check.Request {
	p.Layout = set.Layout
	return &check.Request{
		Contest:      cmp.Or(f.Contest, set.Name),
		Origin:       strings.Join(f.Paths, " "),
		Submissions:  set.Submissions,
		Participants: set.Participants,
		About:        set.About,
		Skipped:      set.Skipped,
		Incomplete:   set.Incomplete,
		Parameters:   p,
	}
}

// ReadRequest reads the submissions and the base code, and returns a check of them. If
// it fails, the request has only the skipped items.
func (f Files) ReadRequest(ctx context.Context, p contest.Parameters) (*check.Request, error) {
	set, err := f.Read(ctx, p)
	if p.AcrossProblems && errors.As(err, new(*intake.LayoutError)) && len(set.Submissions) > 1 {
		err = nil // submissions of different problems still make pairs
	}
	switch {
	case set == nil:
		return &check.Request{}, err
	case err != nil:
		return &check.Request{Skipped: set.Skipped}, err
	}
	req := f.Request(set, p)
	return req, AddBase(ctx, req, f.Base)
}

// AddBase replaces the base code of the request with the files at paths. Without paths
// it does nothing.
func AddBase(ctx context.Context, req *check.Request, paths []string) error {
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

// DescribeFormat returns a line that names the format of an input, and the reason why it
// was chosen.
func DescribeFormat(f intake.Format, why string) string {
	if why == "" {
		return "reading it as " + f.Title
	}
	return fmt.Sprintf("reading it as %s, for %s", f.Title, text.Visible(why))
}
