package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/web"
)

// uploads checks what was uploaded to the pages: a web.Checker.
type uploads struct{ check.Checker }

func (u uploads) Check(ctx context.Context, upload web.Upload, progress func(stage string, done, total int)) (int64, error) {
	p := check.Defaults()
	p.Verdicts = cmp.Or(upload.Verdicts, p.Verdicts)
	p.Participants = cmp.Or(upload.Participants, p.Participants)
	p.AcrossProblems = upload.AcrossProblems
	p.Templates = !upload.NoTemplates
	if upload.Earlier {
		p.Against = []string{contest.AgainstArchive}
	}
	p.Language = upload.Language
	p.Layout = upload.Layout
	p.Threshold = upload.Threshold
	var base []string
	for _, file := range upload.Base {
		base = append(base, file.Path)
	}
	progress("unpacking", 0, 0)
	req, err := readRequest(ctx, []string{upload.File.Path}, base, upload.Contest, p)
	if err != nil {
		return 0, failure(err, req)
	}
	req.Origin = upload.File.Name
	return u.Checker.Check(ctx, *req, func(stage check.Stage, done, total int) { progress(string(stage), done, total) })
}

// failure says on a page why an upload could not be read.
func failure(err error, req *check.Request) *web.Failure {
	f := &web.Failure{Message: err.Error(), Err: err}
	if req != nil {
		f.Skipped = req.Skipped
	}
	if layout := new(intake.LayoutError); errors.As(err, &layout) {
		f.Message = layout.Problem
		f.Layout = layout.Try
		f.Advice = "Upload it again, and say under Options how folders and files are named."
		if layout.Try != "" {
			f.Advice = fmt.Sprintf("Upload it again; the layout %s, under Options, may be the right one.", layout.Try)
		}
	}
	return f
}
