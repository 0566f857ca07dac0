package client

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Upload is a contest on this machine, and how it is to be checked there.
type Upload struct {
	Paths []string // folders, archives and files: several are one contest
	Base  []string // base code, likewise
	// Fields are the settings by the names that the API has for them. Those that
	// are "" are left to the server.
	Fields map[string][]string
}

// Check has an upload checked. What could not be read here is returned beside
// the job.
func (c *Client) Check(ctx context.Context, u Upload) (Job, []contest.SkippedItem, error) {
	return c.upload(ctx, "/checks", u)
}

// Import has an upload stored, and not compared.
func (c *Client) Import(ctx context.Context, u Upload) (Job, []contest.SkippedItem, error) {
	return c.upload(ctx, "/imports", u)
}

// upload sends an upload as a stream: folders are packed on the way.
func (c *Client) upload(ctx context.Context, path string, u Upload) (Job, []contest.SkippedItem, error) {
	for _, p := range append(u.Paths[:len(u.Paths):len(u.Paths)], u.Base...) { // before anything is sent
		if _, err := os.Stat(p); err != nil {
			return Job{}, nil, err
		}
	}
	reader, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	var unread []contest.SkippedItem
	var failed error // here, and not on the way
	written := make(chan struct{})
	go func() {
		defer close(written)
		unread, failed = u.write(form)
		writer.CloseWithError(failed)
	}()
	job, err := read[Job](ctx, c, http.MethodPost, path, nil, reader, form.FormDataContentType())
	reader.CloseWithError(io.ErrClosedPipe) // the server may have answered before it has read all
	<-written
	switch {
	case err == nil || errors.As(err, new(*Problem)):
	case ctx.Err() != nil:
		err = ctx.Err()
	case failed != nil && !errors.Is(failed, io.ErrClosedPipe): // which is but that the server is gone
		err = failed
	}
	return job, unread, err
}

// write writes the form of an upload. Settings come first, so that the server
// need not take all files to refuse them.
func (u Upload) write(form *multipart.Writer) (unread []contest.SkippedItem, err error) {
	for _, name := range fieldNames(u.Fields) {
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
