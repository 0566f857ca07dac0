package client

import (
	"context"
	"errors"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Upload is a contest on this machine, with the settings of its check.
type Upload struct {
	Paths []string // folders, archive files (.zip, .tar) or single files of one contest
	Base  []string // base code, as folders, archive files or single files
	// Names are the names of Paths in Folder, if all are single files that are sent as one archive; else nil.
	Names  []string
	Folder string // absolute path
	// Fields maps the name of a setting in the API to its values. For the value "", the server uses its
	// default.
	Fields map[string][]string
}

// Check sends an upload, and starts a check of it. It returns the job, and the files that it could not read.
func (c *Client) Check(ctx context.Context, u Upload) (apitypes.Job, []contest.SkippedItem, error) {
	return c.upload(ctx, "/checks", u)
}

// Import sends an upload, which the server stores without comparing it. The results are as in Check.
func (c *Client) Import(ctx context.Context, u Upload) (apitypes.Job, []contest.SkippedItem, error) {
	return c.upload(ctx, "/imports", u)
}

// upload sends an upload while it packs the folders.
func (c *Client) upload(ctx context.Context, path string, u Upload) (apitypes.Job, []contest.SkippedItem, error) {
	for _, p := range slices.Concat(u.Paths, u.Base) { // find a wrong path before anything is sent
		if _, err := os.Stat(p); err != nil {
			return apitypes.Job{}, nil, err
		}
	}
	reader, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	var unreadable []contest.SkippedItem
	var writeErr error
	done := make(chan struct{})
	go func() {
		defer close(done)
		unreadable, writeErr = u.write(form)
		writer.CloseWithError(writeErr)
	}()
	job, err := call[apitypes.Job](ctx, c, http.MethodPost, path, nil, reader, form.FormDataContentType())
	reader.CloseWithError(io.ErrClosedPipe) // so that write ends, even if the server has not read the whole form
	<-done
	switch {
	case err == nil || errors.As(err, new(*Problem)):
	case ctx.Err() != nil:
		err = ctx.Err()
	// If writeErr is ErrClosedPipe, the request ended first, and err says why.
	case writeErr != nil && !errors.Is(writeErr, io.ErrClosedPipe):
		err = writeErr
	}
	return job, unreadable, err
}

// write writes the form of an upload. The settings come first, so that the server can refuse them before it
// gets the files.
func (u Upload) write(form *multipart.Writer) (unreadable []contest.SkippedItem, err error) {
	for _, name := range slices.Sorted(maps.Keys(u.Fields)) {
		for _, value := range u.Fields[name] {
			if value == "" {
				continue
			}
			if err := form.WriteField(name, value); err != nil {
				return nil, err
			}
		}
	}
	skip := func(path string) {
		unreadable = append(unreadable, contest.SkippedItem{Path: path, Reason: i18n.Textf("it cannot be read here, and was not sent")})
	}
	send := func(field string, paths []string) error {
		for _, path := range paths {
			names, err := writePath(form, field, path)
			for _, name := range names {
				skip(strings.TrimSuffix(path, "/") + "/" + name)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	if err := send("base", u.Base); err != nil {
		return unreadable, err
	}
	if len(u.Names) == 0 {
		err = send("file", u.Paths)
	} else {
		var part io.Writer
		if part, err = form.CreateFormFile("file", filepath.Base(u.Folder)+packedExtension); err == nil {
			err = packFiles(part, u.Paths, u.Names, skip)
		}
	}
	if err != nil {
		return unreadable, err
	}
	return unreadable, form.Close()
}

// writePath adds a file or a packed folder to a form. It returns the names of the files that it cannot read.
func writePath(form *multipart.Writer, field, path string) (unreadable []string, err error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(absolute)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	name := filepath.Base(absolute)
	if info.IsDir() {
		name += packedExtension
	}
	part, err := form.CreateFormFile(field, name)
	if err == nil && info.IsDir() {
		return pack(part, absolute)
	}
	if err == nil {
		_, err = io.Copy(part, f)
	}
	return nil, err
}
