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
)

// Upload is a contest on this machine, and how the server checks it.
type Upload struct {
	Paths []string // folders, archives and files: several are one contest
	Base  []string // folders, archives and files of base code
	// Fields has the settings, by their names in the API. The server chooses a value for
	// those that are "".
	Fields map[string][]string
}

// Check starts a check of an upload. It also returns the files that it could not read.
func (c *Client) Check(ctx context.Context, u Upload) (apitypes.Job, []contest.SkippedItem, error) {
	return c.upload(ctx, "/checks", u)
}

// Import starts an import of an upload, which stores it without comparing.
func (c *Client) Import(ctx context.Context, u Upload) (apitypes.Job, []contest.SkippedItem, error) {
	return c.upload(ctx, "/imports", u)
}

// upload streams an upload, packing folders on the way.
func (c *Client) upload(ctx context.Context, path string, u Upload) (apitypes.Job, []contest.SkippedItem, error) {
	for _, p := range append(u.Paths[:len(u.Paths):len(u.Paths)], u.Base...) { // before anything is sent
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
	job, err := read[apitypes.Job](ctx, c, http.MethodPost, path, nil, reader, form.FormDataContentType())
	reader.CloseWithError(io.ErrClosedPipe) // the server may answer before it has read the whole form
	<-done
	switch {
	case err == nil || errors.As(err, new(*Problem)):
	case ctx.Err() != nil:
		err = ctx.Err()
	case writeErr != nil && !errors.Is(writeErr, io.ErrClosedPipe): // a closed pipe means only that the server is gone
		err = writeErr
	}
	return job, unreadable, err
}

// write writes the form of an upload: settings first, so that the server can refuse
// them before it reads the files.
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
	send := func(field string, paths []string) error {
		for _, p := range paths {
			skipped, err := sendPath(form, field, p)
			unreadable = append(unreadable, skipped...)
			if err != nil {
				return err
			}
		}
		return nil
	}
	if err := send("base", u.Base); err != nil {
		return unreadable, err
	}
	if err := send("file", u.Paths); err != nil {
		return unreadable, err
	}
	return unreadable, form.Close()
}

// sendPath adds a file to a form, or a folder as an archive.
func sendPath(form *multipart.Writer, field, path string) ([]contest.SkippedItem, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(absolute)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		f, err := os.Open(absolute)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		part, err := form.CreateFormFile(field, filepath.Base(absolute))
		if err == nil {
			_, err = io.Copy(part, f)
		}
		return nil, err
	}
	part, err := form.CreateFormFile(field, filepath.Base(absolute)+packedExtension)
	if err != nil {
		return nil, err
	}
	names, err := pack(part, absolute)
	var unreadable []contest.SkippedItem
	for _, name := range names {
		unreadable = append(unreadable, contest.SkippedItem{Path: strings.TrimSuffix(path, "/") + "/" + name, Reason: "it cannot be read here, and was not sent"})
	}
	return unreadable, err
}
