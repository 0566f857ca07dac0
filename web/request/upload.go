package request

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/lexer"
)

// The limits of an upload.
const (
	MaxField       = 4 << 10 // bytes of a text field
	MaxContestName = 200     // characters of the contest's name
	MaxFiles       = 1000    // archives and source files
	MaxBaseFiles   = 100     // uploaded files of base code; the files in an archive do not count
)

// Uploads receives uploads and starts their jobs.
type Uploads struct {
	Queue      *jobs.Queue
	MaxSize    int64              // bytes of an upload
	TempDir    string             // where uploads wait for their job
	MinFree    int64              // bytes that uploads leave free on the disk of TempDir
	Parameters contest.Parameters // the defaults of a check's settings
	Formats    []Format           // of uploads
	// AdmitAgain returns an error if the sender of a request may no longer send it. Call it when a body has arrived that may take
	// long: that of an upload, or another of more than MaxForm bytes that changes something.
	AdmitAgain func(*http.Request) error
	Log        *slog.Logger
	space      space
}

// Defaults returns the settings of an upload that sets none.
func (us *Uploads) Defaults() settings.Settings {
	return settings.Settings{Comparison: settings.Comparison{
		Threshold: settings.Share(us.Parameters.Threshold), MaxChance: settings.PairCount(us.Parameters.MaxChance)}}
}

// FieldSetter sets one setting of an upload by the name of its field.
type FieldSetter func(u *jobs.Upload, name, value string) error

// Receive reads an upload with its settings; upload.Against has IDs, not names. Receive writes the files of the form to a
// directory on the disk, which is in upload.Dirs. The caller must pass the upload to Start or remove its files. A failed upload
// leaves no files. From an earlier upload Receive takes what the form lacks: submissions, base code and manifest; or the stored
// contest to check.
func (us *Uploads) Receive(w http.ResponseWriter, r *http.Request, reader *access.Reader, earlier jobs.Upload, set FieldSetter) (
	upload jobs.Upload, err error,
) {
	if err := reader.RequireUpload(); err != nil { // first, so that nobody sends a large file for nothing
		return upload, err
	}
	if len(earlier.Files) == 0 {
		if err := us.Queue.RequireRoom(reader.Viewer().ID); err != nil {
			return upload, err
		}
	}
	maxSize := max(0, us.MaxSize-earlier.DiskSize())
	if len(earlier.Files) > 0 {
		maxSize += MaxForm // the settings
	}
	size := maxSize
	if r.ContentLength >= 0 {
		size = min(size, r.ContentLength)
	}
	release, err := us.reserve(reader.Viewer().ID, size)
	if err != nil {
		return upload, err
	}
	defer release()
	r.Body = http.MaxBytesReader(w, r.Body, maxSize)
	form, err := r.MultipartReader()
	if err != nil {
		return upload, httperr.BadRequest("No file was sent.", "Send a form with a file in it.")
	}
	dir, err := us.newDir()
	if err != nil {
		return upload, err
	}
	if upload, err = us.read(r.Context(), form, dir, earlier, set); err == nil {
		err = us.AdmitAgain(r)
	}
	upload.Dirs = []string{dir}
	if err != nil {
		upload.RemoveFiles(us.Log)
	}
	return upload, err
}

// ReceiveAgain reads the form that checks a stored contest again: its settings, and base code instead of that of the last check.
// Like Receive, it returns an upload that the caller must pass to Start, or whose files it must remove.
func (us *Uploads) ReceiveAgain(w http.ResponseWriter, r *http.Request, reader *access.Reader, c contest.Contest) (jobs.Upload, error) {
	stored := jobs.Upload{Contest: c.Name, StoredContestID: c.ID}
	set := func(u *jobs.Upload, name, value string) error {
		if name == "keep_base" { // the form may send two values, see "blind" in SetField
			u.NoBase = value != "true"
			return nil
		}
		return SetField(u, name, value)
	}
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); !strings.HasPrefix(kind, "multipart/") {
		return us.readFields(w, r, stored, set)
	}
	upload, err := us.Receive(w, r, reader, stored, set)
	if err == nil && len(upload.AllFiles()) == 0 {
		upload.RemoveFiles(us.Log)
		upload.Dirs = nil // so that Queue.Start recognises an equal check that already waits or runs
	}
	return upload, err
}

func (us *Uploads) newDir() (dir string, err error) {
	if dir, err = os.MkdirTemp(us.TempDir, jobs.DirPrefix); err != nil {
		return "", fmt.Errorf("make a directory for the upload: %w", err)
	}
	return dir, nil
}

// Start starts the job of an upload, and returns its ID; upload.Against has IDs. After an error, the upload is removed. The job
// takes over the files of an ended job, unless that is zero, and Start deletes those that the upload does not use.
func (us *Uploads) Start(ctx context.Context, reader *access.Reader, upload jobs.Upload, ended jobs.Snapshot) (job string, err error) {
	if job, err = us.start(ctx, reader, ended.ID, upload); err != nil {
		upload.RemoveFiles(us.Log)
		return "", err
	}
	for _, f := range ended.Upload.AllFiles() {
		if !slices.Contains(upload.AllFiles(), f) {
			err = errors.Join(err, os.Remove(f.Path))
		}
	}
	if err != nil {
		us.Log.Warn("could not delete a file of an upload; the job will delete the file when it ends", "error", err)
	}
	return job, nil
}

// start starts the job of an upload, which takes over the files of the ended job if that is not "".
func (us *Uploads) start(ctx context.Context, reader *access.Reader, ended string, upload jobs.Upload) (job string, err error) {
	if upload.Earlier && reader.Viewer().Administrator {
		upload.Against = nil // no names are needed, because an administrator may compare with all contests
	} else {
		upload.Against, err = reader.ContestNames(ctx, upload.Contest, upload.Earlier, upload.Against)
		if err != nil {
			return "", err
		}
		upload.Earlier = false
	}
	upload.NamesSecret = reader.NamesSecret()
	contestID, err := reader.UploadTarget(ctx, upload.Contest)
	if err != nil {
		return "", err
	}
	if ended != "" {
		return us.Queue.StartWithFilesOf(ended, upload, reader.Viewer().Person(), contestID)
	}
	return us.Queue.Start(upload, reader.Viewer().Person(), contestID)
}

// read writes the files of a form below dir, and reads its settings. Files that the form lacks come from the earlier upload.
func (us *Uploads) read(ctx context.Context, form *multipart.Reader, dir string, earlier jobs.Upload, set FieldSetter) (jobs.Upload, error) {
	upload := jobs.Upload{Settings: us.Defaults()}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return upload, FormError(ctx, err)
		}
		if part.FileName() == "" {
			err = readSetting(&upload, part, set)
		} else {
			err = save(&upload, part, dir)
		}
		if err != nil {
			return upload, partError(ctx, err)
		}
	}
	if earlier.StoredContestID != 0 {
		upload.StoredContestID, upload.Contest = earlier.StoredContestID, earlier.Contest
		return upload, nil
	}
	if len(upload.Files) == 0 {
		upload.Files = earlier.Files
	}
	if len(upload.Base) == 0 {
		upload.Base = earlier.Base
	}
	upload.Manifest = cmp.Or(upload.Manifest, earlier.Manifest)
	upload.Contest = cmp.Or(upload.Contest, earlier.Contest)
	if len(upload.Files) == 0 {
		return upload, httperr.BadRequest("No file was selected.",
			"Select a file (.zip, .tar, .tar.gz, .tgz or .tar.zst) with the submissions of the contest.")
	}
	if err := us.CheckFormat(upload); err != nil {
		return upload, err
	}
	for _, file := range upload.Files {
		if file.Size == 0 {
			return upload, httperr.BadRequest("The file %s is empty.", "Select a file with the submissions of the contest.", file.Name)
		}
	}
	upload.Contest = cmp.Or(upload.Contest, ContestName(upload.Files[0].Name))
	return upload, nil
}

// CheckFormat refuses unknown formats, and a layout with a format that has no folders.
func (us *Uploads) CheckFormat(u jobs.Upload) error {
	if u.From == "" {
		return nil
	}
	switch i := slices.IndexFunc(us.Formats, func(f Format) bool { return f.Name == u.From }); {
	case i < 0:
		return httperr.BadRequest("No format is called %q.",
			"Choose one of the offered formats, or none to let ojcheck detect the format.", u.From)
	case u.Layout != "" && !us.Formats[i].HasFolders:
		return httperr.BadRequest("The format %s has no folders that a layout could explain.",
			"Give a layout or a format, not both.", u.From)
	}
	return nil
}

// readFields reads a form without files, with which a script can check a stored contest again.
func (us *Uploads) readFields(w http.ResponseWriter, r *http.Request, stored jobs.Upload, set FieldSetter) (jobs.Upload, error) {
	upload := jobs.Upload{Settings: us.Defaults()}
	if err := ParseForm(w, r); err != nil {
		return upload, err
	}
	err := SetFields(&upload, r.PostForm, set)
	upload.StoredContestID, upload.Contest = stored.StoredContestID, stored.Contest
	return upload, err
}

// save writes one file of the form to the disk. The files of one kind share a directory, as if the user had given one folder.
func save(u *jobs.Upload, part *multipart.Part, dir string) error {
	switch part.FormName() {
	case "file":
		if len(u.Files) == MaxFiles {
			return httperr.BadRequest("More than %d files were sent.", "Send them as one .zip or .tar file.", MaxFiles)
		}
		file, err := saveFile(part, filepath.Join(dir, "contest"))
		u.Files = append(u.Files, file)
		return err
	case "base":
		if len(u.Base) == MaxBaseFiles {
			return httperr.BadRequest("More than %d files of base code were sent.", "Send them as one .zip or .tar file.", MaxBaseFiles)
		}
		file, err := saveFile(part, filepath.Join(dir, "base"))
		if err == nil && file.Size == 0 {
			return os.Remove(file.Path) // so that the next file may have the name of this file
		}
		u.Base = append(u.Base, file)
		return err
	case "manifest":
		if u.Manifest.Path != "" {
			return httperr.BadRequest("Two manifests were sent.", "Send one table of the submissions.")
		}
		file, err := saveFile(part, filepath.Join(dir, "manifest"))
		if err == nil && file.Size == 0 {
			return os.Remove(file.Path) // no file was selected
		}
		u.Manifest = file
		return err
	}
	return httperr.BadRequest("The form sent a file that was not asked for.", "Send files only in the fields file, base and manifest.")
}

// saveFile writes a file to a directory. The path has a number if another file there has the name: "x-2.cpp".
func saveFile(part *multipart.Part, dir string) (saved jobs.UploadedFile, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return saved, err
	}
	saved.Name = SafeName(part.FileName())
	saved.Path = filepath.Join(dir, saved.Name)
	create := func() (*os.File, error) { return os.OpenFile(saved.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) }
	file, err := create()
	for n := 2; errors.Is(err, fs.ErrExist); n++ {
		ext := extension(saved.Name)
		saved.Path = filepath.Join(dir, fmt.Sprintf("%s-%d%s", strings.TrimSuffix(saved.Name, ext), n, ext))
		file, err = create()
	}
	if err != nil {
		return saved, err
	}
	saved.Size, err = io.Copy(file, part)
	if err := errors.Join(err, file.Close()); err != nil {
		return saved, fmt.Errorf("store the upload: %w", err)
	}
	return saved, nil
}

func readSetting(u *jobs.Upload, part *multipart.Part, set FieldSetter) error {
	value, err := io.ReadAll(io.LimitReader(part, MaxField+1))
	if err != nil {
		return err
	}
	if len(value) > MaxField {
		return httperr.BadRequest("A field of the form is too long: more than %s.", "Shorten it.", i18n.Size(MaxField))
	}
	return set(u, part.FormName(), OneLine(string(value)))
}

// SetFields sets all settings of a form, in the order of their names: of several wrong ones, the error is always about the same
// one.
func SetFields(u *jobs.Upload, form url.Values, set FieldSetter) error {
	for _, name := range slices.Sorted(maps.Keys(form)) {
		for _, value := range form[name] {
			if err := set(u, name, OneLine(value)); err != nil {
				return err
			}
		}
	}
	return nil
}

// SetField sets one setting of the form. The value must be one line.
func SetField(u *jobs.Upload, name, value string) error {
	switch name {
	case "contest":
		if utf8.RuneCountInString(value) > MaxContestName {
			return httperr.BadRequest("The name of the contest is longer than %d characters.",
				"Shorten it, or leave it empty to use the name of the file.", MaxContestName)
		}
		u.Contest = value
	case "blind": // the form may send two values, by a hidden field and a checkbox: the last value counts
		u.ShowNames = value != "true"
	case "language":
		return SetLanguage(&u.Language, value)
	default:
		f, ok := settings.FieldNamed(name)
		if !ok {
			return nil // unknown fields are ignored
		}
		err := u.Set(f, value) // formats and layouts are checked later
		switch {
		case err == nil:
		case f.Kind == settings.Number && f.AboveZero:
			return httperr.BadRequest("The suspicion from which pairs are stored must be a number above 0, up to 1.", "Correct it, or leave it out.")
		case f.Kind == settings.Number:
			return httperr.BadRequest("A threshold is not valid: the suspicion must be from 0 to 1, and the chance 0 or more.", "Correct it, or leave it empty.")
		default:
			return httperr.BadRequest("%q is not one of the choices.", "Reload the page and try again.", value)
		}
	}
	return nil
}

// SetLanguage sets a language by its ID, or to "", which leaves the language to the checker.
func SetLanguage(setting *string, id string) error {
	if id != "" && !slices.ContainsFunc(lexer.Languages(), func(l *lexer.Language) bool { return l.ID == id }) {
		return httperr.BadRequest("%q is not one of the choices.", "Reload the page and try again.", id)
	}
	*setting = id
	return nil
}

// FormError turns an error of multipart.Reader.NextPart into an error for the client, who must have caused it.
func FormError(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, ErrSlow): // the server then cancels the context
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, new(*http.MaxBytesError)):
		return err
	}
	return httperr.BadRequest("The form broke off, or was not sent by this page.", "Try again.")
}

// partError is FormError for an error of reading and storing a part. It keeps an *httperr.Error or *fs.PathError.
func partError(ctx context.Context, err error) error {
	if errors.As(err, new(*httperr.Error)) || errors.As(err, new(*fs.PathError)) {
		return err
	}
	return FormError(ctx, err)
}

// Format is a format of contests.
type Format struct {
	Name       string // in Upload.From
	Title      i18n.Key
	HasFolders bool // Upload.Layout may give the layout of its folders
}
