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
	Base  []string // base code, likewise
	// Fields are the settings by their names in the API. The server chooses those
	// that are "".
	Fields map[string][]string
}

// Check starts a check of an upload. It also returns what could not be read here.
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
	var unread []contest.SkippedItem
	var failed error // of reading the files
	written := make(chan struct{})
	go func() {
		defer close(written)
		unread, failed = u.write(form)
		writer.CloseWithError(failed)
	}()
	job, err := read[apitypes.Job](ctx, c, http.MethodPost, path, nil, reader, form.FormDataContentType())
	reader.CloseWithError(io.ErrClosedPipe) // the server may have answered before it has read all
	<-written
	switch {
	case err == nil || errors.As(err, new(*Problem)):
	case ctx.Err() != nil:
		err = ctx.Err()
	case failed != nil && !errors.Is(failed, io.ErrClosedPipe): // which means only that the server is gone
		err = failed
	}
	return job, unread, err
}

// write writes the form of an upload: settings first, so that the server can refuse
// them before it takes the files.
func (u Upload) write(form *multipart.Writer) (unread []contest.SkippedItem, err error) {
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
			unread = append(unread, skipped...)
			if err != nil {
				return err
			}
		}
		return nil
	}
	if err := send("base", u.Base); err != nil {
		return unread, err
	}
	if err := send("file", u.Paths); err != nil {
		return unread, err
	}
	return unread, form.Close()
}

// sendPath adds a file, or a folder as an archive.
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
	var unread []contest.SkippedItem
	for _, name := range names {
		unread = append(unread, contest.SkippedItem{Path: strings.TrimSuffix(path, "/") + "/" + name, Reason: "it cannot be read here, and was not sent"})
	}
	return unread, err
}
