package main

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
	"github.com/ojcheck/ojcheck/web/request"
)

// uploads checks what was uploaded to the pages, or is kept: a web.Checker.
type uploads struct {
	check.Checker
	archive *archive
}

func (u uploads) Check(ctx context.Context, upload jobs.Upload, progress func(stage string, done, total int)) (int64, error) {
	var req *check.Request
	var err error
	if upload.Stored != 0 {
		progress("reading what is kept", 0, 0)
		req, err = check.StoredRequest(ctx, u.archive, upload.Stored, upload.Contest, upload.Apply(check.Defaults()))
	} else {
		progress("unpacking", 0, 0)
		req, err = uploaded(ctx, upload, progress)
	}
	if err != nil {
		return 0, failure(err, req)
	}
	req.By = upload.By
	isNew, err := u.isNew(ctx, req.Contest)
	if err != nil {
		return 0, err
	}
	id, err := u.Checker.Check(ctx, *req, func(stage check.Stage, done, total int) { progress(string(stage), done, total) })
	err = refused(err)
	if err == nil && isNew && upload.ShowNames {
		err = u.showNames(ctx, upload.By, id)
	}
	return id, err
}

// Import stores what was uploaded, without comparing anything.
func (u uploads) Import(ctx context.Context, upload jobs.Upload, progress func(stage string, done, total int)) (int64, error) {
	req := &check.Request{Contest: upload.Contest, Origin: "one by one", Submissions: upload.Submissions}
	for i := range req.Submissions {
		s := &req.Submissions[i]
		if s.Language = intake.LanguageOf(*s); s.Language == "" {
			return 0, &jobs.Failure{Message: "Nothing tells the language of the program.", Advice: "Name its language, or give its files the extensions of that."}
		}
	}
	if len(upload.Files) > 0 {
		progress("unpacking", 0, 0)
		var err error
		if req, err = uploaded(ctx, upload, progress); err != nil {
			return 0, failure(err, req)
		}
	}
	req.By = upload.By
	isNew, err := u.isNew(ctx, req.Contest)
	if err != nil {
		return 0, err
	}
	id, _, err := u.Checker.Import(ctx, *req, func(stage check.Stage, done, total int) { progress(string(stage), done, total) })
	err = refused(err)
	if err == nil && isNew && upload.ShowNames {
		err = u.archive.SetBlind(ctx, upload.By, id, false)
	}
	return id, err
}

// isNew reports whether no contest of that name is kept.
func (u uploads) isNew(ctx context.Context, name string) (bool, error) {
	_, err := u.archive.Contents(ctx, name)
	if errors.Is(err, contest.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// showNames ends the blind review of the contest of a check.
func (u uploads) showNames(ctx context.Context, by review.Person, checkID int64) error {
	c, err := u.archive.Check(ctx, checkID)
	if err != nil {
		return err
	}
	return u.archive.SetBlind(ctx, by, c.ContestID, false)
}

// uploaded reads what was uploaded, and says before it begins what it takes it for.
func uploaded(ctx context.Context, upload jobs.Upload, progress func(stage string, done, total int)) (*check.Request, error) {
	var base []string
	for _, file := range upload.Base {
		base = append(base, file.Path)
	}
	p := upload.Apply(check.Defaults())
	var paths, names []string
	for _, file := range upload.Files {
		paths, names = append(paths, file.Path), append(names, file.Name)
	}
	req, err := readRequest(ctx, input{
		paths: paths, base: base, contest: upload.Contest, from: upload.From,
		onFormat: func(f intake.Format, why string) { progress(describeFormat(f, why), 0, 0) },
	}, p)
	if err == nil {
		req.Origin = strings.Join(names, " ")
	}
	return req, err
}

// failure says on a page why an upload could not be read.
func failure(err error, req *check.Request) *jobs.Failure {
	f := &jobs.Failure{Message: err.Error(), Advice: "Correct what it says, and upload it again; the format of the archive and how folders are named can be said under Options.", Err: err}
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

// refused makes those errors of a check a *web.Failure that who uploads can mend.
func refused(err error) error {
	another, against := new(check.NameConflictError), new(check.UnknownContestError)
	switch {
	case errors.As(err, &another):
		return &jobs.Failure{Message: another.Error(), Advice: "Give this contest a name of its own, and upload it again.", Err: err}
	case errors.As(err, &against):
		return failure(err, nil)
	}
	return err
}

// uploadFormats are the formats that the upload form offers.
func uploadFormats() []request.Format {
	var list []request.Format
	for _, f := range intake.Formats() {
		list = append(list, request.Format{Name: f.Name, Title: f.Title, HasFolders: f.Name == intake.FormatFolders})
	}
	return list
}
