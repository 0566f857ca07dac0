package ccsclient

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/md5"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// Files fetches the program of a submission. It returns the files as submissions/<id>/<name>, and the files
// that [intake.Unpack] skips, both sorted by path. If no file can be read, the first skipped item says why. If
// the server no longer accepts the account, the error is [intake.ErrAccountRefused].
func (c *Contest) Files(ctx context.Context, s ccs.Submission) ([]contest.File, []contest.SkippedItem, error) {
	return c.files(ctx, s, 0)
}

// FilesOnce is like Files, but tries each request only once. If the server asks to wait, the error is a
// [backoff.RetryAfterError].
func (c *Contest) FilesOnce(ctx context.Context, s ccs.Submission) ([]contest.File, []contest.SkippedItem, error) {
	return c.files(ctx, s, 1)
}

// files fetches the files of s. It tries each request at most tries times (0 for Options.Tries).
func (c *Contest) files(ctx context.Context, s ccs.Submission, tries int) ([]contest.File, []contest.SkippedItem, error) {
	packed, err := c.fetchArchive(ctx, s, tries)
	if reason := submissionReason(err); !reason.IsZero() {
		return nil, []contest.SkippedItem{{Path: s.Path, Reason: reason}}, nil
	}
	var files []contest.File
	var skipped []contest.SkippedItem
	if err == nil {
		files, skipped, err = intake.Unpack(ctx, packed, intake.Limits{Unpacked: maxArchive})
	}
	if err != nil {
		return nil, nil, i18n.Errorf("get the files of submission %s: %s", s.SystemID, err)
	}
	for i := range files {
		files[i].Path = s.Path + "/" + files[i].Path
	}
	for i := range skipped {
		skipped[i].Path = strings.TrimSuffix(s.Path+"/"+skipped[i].Path, "/")
	}
	if len(files) == 0 && !slices.ContainsFunc(skipped, func(k contest.SkippedItem) bool { return k.Path == s.Path }) {
		reason := i18n.Textf("none of its files could be read")
		if len(skipped) == 0 {
			reason = i18n.Textf("its archive holds no files")
		}
		skipped = slices.Insert(skipped, 0, contest.SkippedItem{Path: s.Path, Reason: reason})
	}
	return files, skipped, nil
}

func (c *Contest) fetchArchive(ctx context.Context, s ccs.Submission, tries int) ([]byte, error) {
	if c.useSourceCode.Load() {
		packed, err := c.sourceCode(ctx, s, tries)
		if status(err) == http.StatusForbidden {
			// This is no ccs.ErrRefused, because the account may read other submissions.
			err = i18n.Errorf("the judge system does not let the account read them, although it may read others: ask its administrator")
		}
		return packed, err
	}
	packed, err := c.archive(ctx, s, tries)
	if !isRefusal(err) {
		return packed, err
	}
	// DOMjudge lets jury accounts read source-code even if it refuses them the archive.
	source, sourceErr := c.sourceCode(ctx, s, tries)
	if sourceErr != nil {
		return nil, sourcesError(err, sourceErr)
	}
	c.useSourceCode.Store(true)
	return source, nil
}

// sourcesError returns the error of an account that can read neither archives nor source-code. It is a *SourcesError,
// unless source-code may be readable later. archiveErr is nil if no archive was requested.
func sourcesError(archiveErr, sourceErr error) error {
	isForeign := errors.Is(sourceErr, errNotJSON) || errors.As(sourceErr, new(requestOnlyError)) // the answer is not DOMjudge's
	if code := status(sourceErr); isTemporary(code) || code == 0 && !isForeign {
		return sourceErr
	}
	return sourcesRefused(archiveErr)
}

// submissionReason describes an error that concerns only one submission. It returns the zero Text for other errors.
func submissionReason(err error) i18n.Text {
	if status(err) == http.StatusNotFound {
		return i18n.Textf("the judge system has no files of it")
	}
	if large, ok := errors.AsType[*tooLargeError](err); ok {
		return i18n.Textf("its archive is larger than %s", i18n.Size(large.limit))
	}
	if errors.As(err, new(requestOnlyError)) {
		return i18n.TextOf(err)
	}
	return i18n.Text{}
}

// requestOnlyError is an error that concerns only what was requested.
type requestOnlyError struct{ error }

func (e requestOnlyError) Unwrap() error { return e.error }

// archive fetches the archive of a submission. If the system lists plain files instead, archive packs them.
func (c *Contest) archive(ctx context.Context, s ccs.Submission, tries int) ([]byte, error) {
	if len(s.Files) == 0 {
		return c.fetch(ctx, c.resolvePath("submissions", s.SystemID, "files"), "", tries)
	}
	var files []archiveFile
	size := 0
	for i, f := range s.Files {
		u, err := c.resolve(f.Href, s)
		if err != nil {
			return nil, err
		}
		content, err := c.fetch(ctx, u, f.Hash, tries)
		if err != nil || i == 0 && isArchive(f, content) {
			return content, err
		}
		if size += len(content); size > maxArchive {
			return nil, &tooLargeError{u.String(), maxArchive}
		}
		files = append(files, archiveFile{f.Filename, content})
	}
	return pack(files)
}

// resolve returns the address of a reference, which is relative to the base address. If href is "", it
// returns the address that the specification gives for all files of the submission.
func (c *Contest) resolve(href string, s ccs.Submission) (*url.URL, error) {
	if href == "" {
		return c.resolvePath("submissions", s.SystemID, "files"), nil
	}
	u, err := c.client.base.Parse(href)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, requestOnlyError{i18n.Errorf("the reference to its files is not an address: %q", singleLine(href))}
	}
	u.User = nil
	return u, nil
}

// fetch fetches a file. If its MD5 differs from hash, fetch fetches it once more, unless tries is 1.
func (c *Contest) fetch(ctx context.Context, u *url.URL, hash string, tries int) ([]byte, error) {
	hash = strings.ToLower(strings.TrimSpace(hash))
	for isLast := tries == 1; ; isLast = true {
		body, err := c.client.get(ctx, u, "application/zip, */*;q=0.5", maxArchive, tries)
		actual := fmt.Sprintf("%x", md5.Sum(body))
		if err != nil || hash == "" || actual == hash {
			return body, err
		}
		if isLast {
			return nil, requestOnlyError{i18n.Errorf("its archive has the MD5 %s, but the judge system says %s: ask its administrator",
				actual, singleLine(hash))}
		}
	}
}

func isArchive(f ccs.FileRef, content []byte) bool {
	return strings.Contains(f.Mime, "zip") || f.Filename == "" || strings.HasSuffix(strings.ToLower(f.Filename), ".zip") ||
		intake.IsZip(content)
}

// archiveFile is a file to pack. The names of its fields are those of DOMjudge's endpoint source-code.
type archiveFile struct {
	Filename string
	Source   []byte
}

// pack packs files into a zip, so that package intake reads all sources by the same rules.
func pack(files []archiveFile) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		entry, err := w.CreateHeader(&zip.FileHeader{Name: f.Filename, Method: zip.Store})
		if err == nil {
			_, err = entry.Write(f.Source)
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

// sourceCode fetches the files from DOMjudge's own endpoint, which the jury may read.
func (c *Contest) sourceCode(ctx context.Context, s ccs.Submission, tries int) ([]byte, error) {
	body, err := c.client.getJSON(ctx, c.resolvePath("submissions", s.SystemID, "source-code"), maxArchive, tries)
	if err != nil {
		return nil, err
	}
	var files []archiveFile
	if json.Unmarshal(body, &files) != nil {
		return nil, requestOnlyError{i18n.Errorf("the answer of DOMjudge's endpoint source-code could not be read")}
	}
	return pack(files)
}
