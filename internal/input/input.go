// Package input reads the files of a contest, on this machine or uploaded, into requests for package check.
// It explains the errors that a user can correct.
package input

import (
	"cmp"
	"context"
	"errors"
	"path"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/notebook"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// Files are the input files of a contest.
type Files struct {
	Paths        []string // directories, archives and files
	Base         []string // directories, archives and files of base code
	Contest      string   // name of the contest; "" to take the name of the first path
	Format       string   // a value of --from; "" to detect the format
	Manifest     string   // as intake.Options.Manifest
	AcceptDoubt  bool     // as intake.Options.AcceptDoubt
	AddsToStored bool     // the files add to a stored contest, as check.Request.AddsToStored; see NeedsNoPair
	// OnFormat is called with the format, and with the reason why it was detected.
	OnFormat func(f intake.Format, reason i18n.Text)
}

// Read reads the submissions with the language and the layout of p.
func (f Files) Read(ctx context.Context, p contest.Parameters) (*intake.Result, error) {
	result, err := intake.Read(ctx, f.Paths, intake.Options{
		Layout: p.Layout, Language: p.Language, Format: f.Format, Manifest: f.Manifest,
		AcceptDoubt: f.AcceptDoubt, OnFormat: f.OnFormat,
	})
	if f.AddsToStored && f.NeedsNoPair(result, p, err) {
		err = nil
	}
	return result, err
}

// NeedsNoPair reports whether the only error of Read is that no two submissions can be compared with each other, and no other layout
// may be right: none is known, or the user chose or confirmed this one. Then stored submissions may be there to compare with.
func (f Files) NeedsNoPair(result *intake.Result, p contest.Parameters, err error) bool {
	layout, ok := errors.AsType[*intake.LayoutError](err)
	return ok && len(result.Submissions) > 0 && (layout.Suggestion == "" || p.Layout != "" || f.AcceptDoubt)
}

// Request returns a request to check the submissions that Read returned, without base code.
func (f Files) Request(result *intake.Result, p contest.Parameters) *check.Request {
	p.Layout = result.Layout
	return &check.Request{
		Contest:      cmp.Or(f.Contest, result.Name),
		Origin:       strings.Join(f.Paths, " "),
		Submissions:  result.Submissions,
		AddsToStored: f.AddsToStored,
		Participants: result.Participants,
		Metadata:     result.Metadata,
		Solutions:    result.Solutions,
		Skipped:      result.Skipped,
		Incomplete:   result.Incomplete,
		Parameters:   p,
	}
}

// ReadRequest returns a request to check the submissions with the base code. With an error, the request has
// only the skipped items.
func (f Files) ReadRequest(ctx context.Context, p contest.Parameters) (*check.Request, error) {
	result, err := f.Read(ctx, p)
	// One submission for each problem is usually a wrong layout, but not if programs are compared across problems.
	if p.AcrossProblems && errors.As(err, new(*intake.LayoutError)) && len(result.Submissions) > 1 {
		err = nil
	}
	switch {
	case result == nil:
		return &check.Request{}, err
	case err != nil:
		return &check.Request{Skipped: result.Skipped}, err
	}
	req := f.Request(result, p)
	return req, ReplaceBase(ctx, req, f.Base)
}

// ReplaceBase replaces the base code of the request by the files at paths. Without paths, it changes nothing.
func ReplaceBase(ctx context.Context, req *check.Request, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	files, skipped, err := intake.ReadFiles(ctx, paths, intake.Limits{})
	if err != nil {
		return &baseError{i18n.Errorf("read base code: %s", err)}
	}
	req.Base, req.Parameters.Base = files, nil
	for _, s := range skipped {
		req.Skipped = append(req.Skipped,
			contest.SkippedItem{Path: s.Path, Reason: i18n.Textf("base code: %s", s.Reason)})
	}
	for _, file := range files {
		req.Parameters.Base = append(req.Parameters.Base, file.Path)
	}
	return nil
}

// baseError says why base code could not be read.
type baseError struct{ error }

func (e *baseError) Unwrap() error { return e.error }

// PreviewInput returns what package preview needs of a result of Read. doubt is nil if the layout is not ambiguous. contestName is
// the name under which the contest will be stored.
func PreviewInput(result *intake.Result, doubt *intake.Doubt, contestName string) preview.Input {
	in := preview.Input{
		Contest: contestName, About: result.Metadata,
		Format: result.Format, FormatReason: result.FormatReason,
		Layout: result.Layout, LayoutReason: result.LayoutReason,
		Submissions: result.Submissions, Participants: result.Participants,
		Skipped: result.Skipped, Incomplete: result.Incomplete,
	}
	if doubt != nil {
		in.Doubt = preview.Doubt{Message: doubt.Message, Layout: doubt.Layout}
	}
	return in
}

// Uploads stores and checks uploads. It implements jobs.Checker.
type Uploads struct {
	// Checker.Turn is nil, because package jobs waits for the turn before it calls Uploads. A wait after a
	// stored contest was read would be wrong: the job could store data again that somebody erased during the
	// wait.
	Checker check.Checker
	// SetBlindOfNewContest sets whether reviewers of a new contest see no names. It does not change a contest with submissions.
	SetBlindOfNewContest func(ctx context.Context, by review.Person, name string, blind bool) error
}

// progress reports the progress of a job.
type progress = func(stage i18n.Text, done, total int)

// stages returns a check.Progress that calls report with the stages of a check.
func stages(report progress) check.Progress {
	return func(stage check.Stage, done, total int) { report(i18n.Textf(stage), done, total) }
}

// Check implements jobs.Checker.
func (u Uploads) Check(ctx context.Context, upload jobs.Upload, report progress) (int64, error) {
	var req *check.Request
	var err error
	if upload.StoredContestID != 0 {
		report(i18n.Textf("reading the stored submissions"), 0, 0)
		req, err = u.storedRequest(ctx, upload)
	} else {
		req, err = u.read(ctx, upload, report)
	}
	if err != nil {
		return 0, failure(err, req)
	}
	return u.run(ctx, upload, req, report, u.Checker.Check)
}

// storedRequest returns the request to check a stored contest.
func (u Uploads) storedRequest(ctx context.Context, upload jobs.Upload) (*check.Request, error) {
	req, err := check.StoredRequest(ctx, u.Checker.Store, upload.StoredContestID, upload.Contest, upload.Apply(check.Defaults()))
	if err != nil {
		return req, err
	}
	if upload.NoBase {
		req.Base, req.Parameters.Base = nil, nil
	}
	return req, ReplaceBase(ctx, req, paths(upload.Base))
}

// Preview implements jobs.Checker.
func (u Uploads) Preview(ctx context.Context, upload jobs.Upload, report progress) (preview.Preview, error) {
	f, err := u.files(ctx, upload, report)
	if err != nil {
		return preview.Preview{}, err
	}
	f.AcceptDoubt = false // the preview shows every doubt
	result, err := f.Read(ctx, upload.Apply(check.Defaults()))
	doubt, ok := errors.AsType[*intake.Doubt](err)
	switch {
	case ok:
	case ctx.Err() != nil:
		return preview.Preview{}, ctx.Err()
	case result == nil:
		return preview.Preview{}, failure(err, nil)
	case err != nil:
		return preview.Preview{}, failure(err, &check.Request{Skipped: result.Skipped})
	}
	return preview.New(PreviewInput(result, doubt, upload.Contest)), nil
}

// Import implements jobs.Checker.
func (u Uploads) Import(ctx context.Context, upload jobs.Upload, report progress) (int64, error) {
	req := &check.Request{Contest: upload.Contest, Origin: "sent without an archive", Submissions: upload.Submissions}
	for i := range req.Submissions {
		s := &req.Submissions[i]
		for j := range s.Files {
			f := &s.Files[j]
			f.Content = text.DecodeUTF16(f.Content)
			if notebook.Is(f.Path, f.Content) {
				language, _ := lexer.ByName(s.Language)
				code, language, reason := notebook.Read(f.Content, language)
				if reason != "" {
					return 0, &jobs.Failure{Message: i18n.Textf("%s: %s", path.Base(f.Path), i18n.Textf(reason))}
				}
				f.Content, s.Language = code, language.ID
			}
		}
		if s.Language = intake.LanguageOf(*s); s.Language == "" {
			return 0, &jobs.Failure{Message: i18n.Textf("The language of the program is unknown."),
				Advice: i18n.Textf("Name the language, or give the files its extension.")}
		}
	}
	if len(upload.Files) > 0 {
		var err error
		if req, err = u.read(ctx, upload, report); err != nil {
			return 0, failure(err, req)
		}
	}
	id, err := u.run(ctx, upload, req, report, func(ctx context.Context, req check.Request, p check.Progress) (int64, error) {
		id, _, err := u.Checker.Import(ctx, req, p)
		return id, err
	})
	if incomplete := intake.CheckComplete(req.Incomplete); err == nil && incomplete != nil {
		err = &jobs.Failure{Message: i18n.TextOf(incomplete).Capitalized(), Err: incomplete, Skipped: req.Skipped,
			Advice: i18n.Textf("What was read is stored. Upload the whole input under the same name: this adds the rest.")}
	}
	return id, err
}

// run calls importOrCheck with the request, and explains its errors.
func (u Uploads) run(ctx context.Context, upload jobs.Upload, req *check.Request, report progress,
	importOrCheck func(context.Context, check.Request, check.Progress) (int64, error),
) (int64, error) {
	req.ContestID, req.By, req.Job, req.NamesSecret = upload.TargetContestID, upload.By, upload.Job, upload.NamesSecret
	if req.ContestID == 0 {
		if err := u.SetBlindOfNewContest(ctx, upload.By, req.Contest, !upload.ShowNames); err != nil {
			return 0, err
		}
	}
	id, err := importOrCheck(ctx, *req, stages(report))
	if conflict, ok := errors.AsType[*check.NameConflictError](err); ok {
		err = &jobs.Failure{
			Message: i18n.TextOf(conflict), Err: err,
			Advice: i18n.Textf("Give this contest a name of its own, and upload it again."),
		}
	} else if conflict, ok := errors.AsType[*contest.PathConflictError](err); ok {
		err = &jobs.Failure{Message: conflict.MaskedMessage(), Err: err}
	} else if errors.Is(err, contest.ErrDeleted) {
		err = &jobs.Failure{
			Message: i18n.Textf("The contest %q was deleted meanwhile.", req.Contest), Err: err,
			Advice: i18n.Textf("Upload to another contest, or ask an administrator to create this one again."),
		}
	} else if errors.Is(err, contest.ErrNotFound) { // what the job has read is gone
		err = &jobs.Failure{Message: i18n.Textf(contest.ErasedReason), Err: err, Advice: i18n.Textf("Try again.")}
	} else if errors.As(err, new(*check.UnknownContestError)) {
		err = failure(err, nil)
	}
	return id, err
}

// read reads the files of an upload, and reports their format.
func (u Uploads) read(ctx context.Context, upload jobs.Upload, report progress) (*check.Request, error) {
	f, err := u.files(ctx, upload, report)
	if err != nil {
		return &check.Request{}, err
	}
	req, err := f.ReadRequest(ctx, upload.Apply(check.Defaults()))
	var names []string
	for _, file := range upload.Files {
		names = append(names, file.Name)
	}
	req.Origin = strings.Join(names, " ")
	return req, err
}

// files describes the files of an upload for Files.Read, and reports the stage of Read: unpacking.
func (u Uploads) files(ctx context.Context, upload jobs.Upload, report progress) (Files, error) {
	report(i18n.Textf("unpacking"), 0, 0)
	_, err := u.Checker.Store.ContestByName(ctx, upload.Contest)
	if err != nil && !errors.Is(err, contest.ErrNotFound) {
		return Files{}, err
	}
	f := Files{
		AddsToStored: err == nil,
		Paths:        paths(upload.Files), Base: paths(upload.Base),
		Contest: upload.Contest, Format: upload.From, Manifest: upload.Manifest.Path, AcceptDoubt: upload.Yes,
		OnFormat: func(f intake.Format, _ i18n.Text) {
			report(i18n.Textf("reading it as %s", i18n.Textf(f.Title)), 0, 0)
		},
	}
	return f, nil
}

func paths(files []jobs.UploadedFile) (list []string) {
	for _, f := range files {
		list = append(list, f.Path)
	}
	return list
}

// failure says why an upload could not be read, with advice and the skipped items of req. req may be nil.
func failure(err error, req *check.Request) *jobs.Failure {
	f := &jobs.Failure{Message: i18n.TextOf(err), Err: err,
		Advice: i18n.Textf("Correct the input, or say how to read it in the fields Format, Layout, Language or Manifest.")}
	if req != nil {
		f.Skipped = req.Skipped
	}
	if errors.Is(err, check.ErrNoPrograms) {
		f.Advice = i18n.Textf("Import the contest again.")
	}
	if errors.As(err, new(*baseError)) {
		f.Advice = i18n.Textf("Select other files of base code.")
	}
	if errors.As(err, new(*intake.UnreadError)) {
		f.Advice, f.Unreadable = i18n.Textf("Discard this upload, and upload the right file."), true
	}
	if doubt, ok := errors.AsType[*intake.Doubt](err); ok {
		f.Message, f.Layout, f.Doubtful = doubt.Message.Capitalized(), doubt.Layout, true
		f.Advice = i18n.Textf("If what was read is right, confirm it. Otherwise say in the field Layout how folders and files " +
			"are named, or give a table of the submissions in the field Manifest.")
	}
	if layout, ok := errors.AsType[*intake.LayoutError](err); ok {
		f.Message, f.Layout = layout.Message, layout.Suggestion
		f.Advice = i18n.Textf("Say in the field Layout how folders and files are named, " +
			"or give a table of the submissions in the field Manifest.")
		if layout.Suggestion != "" {
			f.Advice = i18n.Textf("The layout %s may be the right one: give it in the field Layout.", layout.Suggestion)
		}
	}
	return f
}
