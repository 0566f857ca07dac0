package input

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Uploads checks and stores uploads. It is a jobs.Checker.
type Uploads struct {
	Checker check.Checker
	Archive Archive
}

// Archive reads and changes stored contests.
type Archive interface {
	check.StoredContests
	// Contents counts the stored parts of the contest with this name. It returns
	// contest.ErrNotFound if there is none.
	Contents(ctx context.Context, name string) (contest.Contents, error)
	// SetBlind turns blind review on or off.
	SetBlind(ctx context.Context, by review.Person, contestID int64, blind bool) error
}

// progress reports the progress of a job.
type progress = func(stage string, done, total int)

// Check implements jobs.Checker.
func (u Uploads) Check(ctx context.Context, upload jobs.Upload, report progress) (int64, error) {
	var req *check.Request
	var err error
	if upload.Stored != 0 {
		report("reading the stored submissions", 0, 0)
		req, err = check.StoredRequest(ctx, u.Archive, upload.Stored, upload.Contest, upload.Apply(check.Defaults()))
	} else {
		req, err = readUpload(ctx, upload, report)
	}
	if err != nil {
		return 0, failure(err, req)
	}
	return u.run(ctx, upload, req, report, u.Checker.Check)
}

// Import implements jobs.Checker.
func (u Uploads) Import(ctx context.Context, upload jobs.Upload, report progress) (int64, error) {
	req := &check.Request{Contest: upload.Contest, Origin: "one by one", Submissions: upload.Submissions}
	for i := range req.Submissions {
		s := &req.Submissions[i]
		if s.Language = intake.LanguageOf(*s); s.Language == "" {
			return 0, &jobs.Failure{Message: "The language of the program is unknown.", Advice: "Name the language, or give the files its extension."}
		}
	}
	if len(upload.Files) > 0 {
		var err error
		if req, err = readUpload(ctx, upload, report); err != nil {
			return 0, failure(err, req)
		}
	}
	return u.run(ctx, upload, req, report, func(ctx context.Context, req check.Request, p check.Progress) (int64, error) {
		id, _, err := u.Checker.Import(ctx, req, p)
		return id, err
	})
}

// run calls a method of the checker, and ends the blind review of a new contest if the
// upload asks for it.
func (u Uploads) run(ctx context.Context, upload jobs.Upload, req *check.Request, report progress,
	method func(context.Context, check.Request, check.Progress) (int64, error),
) (int64, error) {
	req.By = upload.By
	name := req.Contest
	_, err := u.Archive.Contents(ctx, name)
	isNew := errors.Is(err, contest.ErrNotFound)
	if err != nil && !isNew {
		return 0, err
	}
	id, err := method(ctx, *req, func(stage check.Stage, done, total int) { report(string(stage), done, total) })
	if err != nil {
		return id, explain(err)
	}
	if isNew && upload.ShowNames {
		var stored contest.Contents
		if stored, err = u.Archive.Contents(ctx, name); err == nil {
			err = u.Archive.SetBlind(ctx, upload.By, stored.ID, false)
		}
	}
	return id, err
}

// readUpload reads the files of an upload, and reports their format.
func readUpload(ctx context.Context, upload jobs.Upload, report progress) (*check.Request, error) {
	report("unpacking", 0, 0)
	f := Files{
		Contest: upload.Contest, Format: upload.From,
		OnFormat: func(f intake.Format, why string) { report(DescribeFormat(f, why), 0, 0) },
	}
	for _, file := range upload.Base {
		f.Base = append(f.Base, file.Path)
	}
	var names []string
	for _, file := range upload.Files {
		f.Paths, names = append(f.Paths, file.Path), append(names, file.Name)
	}
	req, err := f.ReadRequest(ctx, upload.Apply(check.Defaults()))
	req.Origin = strings.Join(names, " ")
	return req, err
}

// failure returns the reason why an upload could not be read, with advice. The skipped
// items come from req, which may be nil.
func failure(err error, req *check.Request) *jobs.Failure {
	f := &jobs.Failure{Message: err.Error(), Advice: "Correct this and upload it again. Under Options you can name the format of the archive, and how its folders are named.", Err: err}
	if req != nil {
		f.Skipped = req.Skipped
	}
	if layout := new(intake.LayoutError); errors.As(err, &layout) {
		f.Message = layout.Message
		f.Layout = layout.Suggestion
		f.Advice = "Upload it again, and say under Options how folders and files are named."
		if layout.Suggestion != "" {
			f.Advice = fmt.Sprintf("Upload it again; the layout %s, under Options, may be the right one.", layout.Suggestion)
		}
	}
	return f
}

// explain turns an error of a check that a user can correct into a *jobs.Failure.
func explain(err error) error {
	switch conflict := new(check.NameConflictError); {
	case errors.As(err, &conflict):
		return &jobs.Failure{Message: conflict.Error(), Advice: "Give this contest a name of its own, and upload it again.", Err: err}
	case errors.As(err, new(*check.UnknownContestError)):
		return failure(err, nil)
	}
	return err
}
