package ccsclient

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// Files gets the program of a submission, with paths submissions/<id>/<name>, sorted
// by them, and what of its files was left out, and why: all that [intake.Unpack] and
// [intake.Program] leave out. Where a submission has none that
// can be read, the list of files is empty and that of what was left out is not. An
// error is of the server, the account or ctx; where the account is not known any
// more, it is an [intake.ErrAccount].
func (c *Contest) Files(ctx context.Context, s ccs.Submission) ([]contest.File, []contest.SkippedItem, error) {
	return c.files(ctx, s, c.client.options.Tries)
}

// FilesOnce does the same, but sends each request only once. If the server asks
// the client to wait, the error has a method RetryAfter that returns how long.
func (c *Contest) FilesOnce(ctx context.Context, s ccs.Submission) ([]contest.File, []contest.SkippedItem, error) {
	return c.files(ctx, s, 1)
}

func (c *Contest) files(ctx context.Context, s ccs.Submission, tries int) ([]contest.File, []contest.SkippedItem, error) {
	packed, err := c.fetchArchive(ctx, s, tries)
	if reason := submissionReason(err); reason != "" {
		return nil, []contest.SkippedItem{{Path: s.Path, Reason: reason}}, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("get the files of submission %s: %w", s.SystemID, err)
	}
	files, skipped, err := intake.Unpack(ctx, packed, c.client.options.Limits)
	if err != nil {
		return nil, nil, err
	}
	for i := range files {
		files[i].Path = s.Path + "/" + files[i].Path
	}
	for i := range skipped {
		skipped[i].Path = strings.TrimSuffix(s.Path+"/"+skipped[i].Path, "/")
	}
	if len(files) == 0 && !slices.ContainsFunc(skipped, func(k contest.SkippedItem) bool { return k.Path == s.Path }) {
		reason := "none of its files could be read"
		if len(skipped) == 0 {
			reason = "its archive holds no files"
		}
		return nil, append([]contest.SkippedItem{{Path: s.Path, Reason: reason}}, skipped...), nil
	}
	files, left := intake.SelectProgram(files)
	return files, append(skipped, left...), nil
}

// fetchArchive gets the files of a submission as a zip.
func (c *Contest) fetchArchive(ctx context.Context, s ccs.Submission, tries int) ([]byte, error) {
	if c.useSourceCode.Load() {
		return c.sourceCode(ctx, s, tries)
	}
	packed, err := c.archive(ctx, s, tries)
	if status(err) != http.StatusUnauthorized && status(err) != http.StatusForbidden {
		return packed, err
	}
	// DOMjudge shows the jury sources of which it does not give the archive.
	source, sourceError := c.sourceCode(ctx, s, tries)
	if sourceError != nil {
		return nil, &SourcesError{err}
	}
	c.useSourceCode.Store(true)
	return source, nil
}

// submissionReason says why an error is of one submission alone; "" where it is not.
func submissionReason(err error) string {
	large, hash, odd := new(tooLargeError), new(hashError), new(hrefError)
	switch {
	case status(err) == http.StatusNotFound:
		return "the contest system has no files of it"
	case errors.As(err, &large):
		return fmt.Sprintf("its archive is larger than %d MiB", large.most>>20)
	case errors.As(err, &hash), errors.As(err, &odd), errors.Is(err, errSourceCode):
		return err.Error()
	}
	return ""
}

// hashError is an archive that is not what the contest system says of it.
type hashError struct{ expected, actual string }

func (e *hashError) Error() string {
	return fmt.Sprintf("its archive has the MD5 %s, and the contest system says %s: ask those who run it", e.actual, e.expected)
}

// hrefError is a reference that leads nowhere.
type hrefError struct{ href string }

func (e *hrefError) Error() string {
	return fmt.Sprintf("its files are at no address: %q", singleLine(e.href))
}

// archive gets the archive of a submission. The specification allows for one, and
// systems keep to that; a reference to a single file is packed here.
func (c *Contest) archive(ctx context.Context, s ccs.Submission, tries int) ([]byte, error) {
	if len(s.Files) == 0 {
		return c.fetch(ctx, c.resolvePath("submissions", s.SystemID, "files"), "", tries)
	}
	var loose []archiveFile
	for _, f := range s.Files {
		u, err := c.resolve(f.Href, s)
		if err != nil {
			return nil, err
		}
		content, err := c.fetch(ctx, u, f.Hash, tries)
		if err != nil || isArchive(f, content) {
			return content, err
		}
		loose = append(loose, archiveFile{f.Filename, content})
	}
	return pack(loose)
}

// resolve makes an address of a reference, which is relative to the base address.
// Where there is none, it is where the specification has the files.
func (c *Contest) resolve(href string, s ccs.Submission) (*url.URL, error) {
	if href == "" {
		return c.resolvePath("submissions", s.SystemID, "files"), nil
	}
	u, err := c.client.base.Parse(href)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, &hrefError{href}
	}
	u.User = nil
	return u, nil
}

// fetch gets a file, and compares it with its MD5, where one is told. Where that
// differs, it is fetched once more.
func (c *Contest) fetch(ctx context.Context, u *url.URL, hash string, tries int) ([]byte, error) {
	hash = strings.ToLower(strings.TrimSpace(hash))
	again := false
	return c.client.get(ctx, u, "application/zip, */*;q=0.5", archiveBytes, tries, func(body []byte) error {
		sum := md5.Sum(body)
		is := hex.EncodeToString(sum[:])
		if hash == "" || is == hash {
			return nil
		}
		wrong := &hashError{expected: singleLine(hash), actual: is}
		if again {
			return wrong
		}
		again = true
		return &retryError{wrong}
	})
}

// isArchive reports whether a reference is to an archive, by what it says or by
// what it leads to.
func isArchive(f ccs.FileRef, content []byte) bool {
	return strings.Contains(f.Mime, "zip") || f.Filename == "" || strings.HasSuffix(strings.ToLower(f.Filename), ".zip") ||
		bytes.HasPrefix(content, []byte("PK"))
}

// archiveFile is a file with a name that somebody else has given it.
type archiveFile struct {
	name    string
	content []byte
}

// pack makes a zip of files, so that all sources are read by one set of rules.
func pack(files []archiveFile) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		entry, err := w.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Store})
		if err == nil {
			_, err = entry.Write(f.content)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

var errSourceCode = errors.New("its source-code is not as DOMjudge writes it")

// sourceCode gets the files from DOMjudge's own endpoint, which the jury may read:
// a list of names and contents in base64.
func (c *Contest) sourceCode(ctx context.Context, s ccs.Submission, tries int) ([]byte, error) {
	body, err := c.client.getJSON(ctx, c.resolvePath("submissions", s.SystemID, "source-code"), archiveBytes, tries)
	if err != nil {
		return nil, err
	}
	var list []struct {
		Filename string `json:"filename"`
		Source   []byte `json:"source"`
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, errSourceCode
	}
	var files []archiveFile
	for _, f := range list {
		files = append(files, archiveFile{f.Filename, f.Source})
	}
	return pack(files)
}
