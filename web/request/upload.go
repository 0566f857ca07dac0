package request

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// MaxField limits a text field of the upload form, in bytes.
const MaxField = 4 << 10

// MaxContestName limits the name of a contest, in characters.
const MaxContestName = 200

// MaxFiles limits how many archives and source files one upload may bring.
const MaxFiles = 1000

// MaxBaseFiles limits the files of base code of one upload; more come as an archive.
const MaxBaseFiles = 100

// Uploads receives uploads and starts their jobs.
type Uploads struct {
	Queue     *jobs.Queue
	MaxSize   int64    // bytes of an upload
	TempDir   string   // where uploads wait for their job
	Threshold float64  // of checks that say nothing else, 0 to 1
	Formats   []Format // that an upload may have
	Log       *slog.Logger
}

// Defaults are the settings of an upload that says nothing else.
func (us *Uploads) Defaults() settings.Settings {
	return settings.Settings{Comparison: settings.Comparison{Threshold: settings.Share(us.Threshold)}}
}

// FieldSetter takes one setting of an upload by the name of its field.
type FieldSetter func(u *jobs.Upload, name, value string) error

// Receive reads an upload with its settings; its Against are still IDs. The form is
// read as a stream: files go to the disk as they come, into a directory that remove
// deletes, and are never held in memory. Nothing is left of an upload that fails.
func (us *Uploads) Receive(w http.ResponseWriter, r *http.Request, rd *access.Reader, set FieldSetter) (upload jobs.Upload, remove func(), err error) {
	if err := rd.RequireUpload(); err != nil { // before much is sent in vain
		return jobs.Upload{}, nil, err
	}
	if err := us.Queue.CanEnqueue(rd.Viewer().ID); err != nil {
		return jobs.Upload{}, nil, err
	}
	r.Body = http.MaxBytesReader(w, r.Body, us.MaxSize)
	form, err := r.MultipartReader()
	if err != nil {
		return jobs.Upload{}, nil, httperr.BadRequest("No archive was sent.", "Send a form with an archive in it.")
	}
	dir, err := os.MkdirTemp(us.TempDir, "ojcheck-upload-")
	if err != nil {
		return jobs.Upload{}, nil, fmt.Errorf("make room for the upload: %w", err)
	}
	remove = func() {
		if err := os.RemoveAll(dir); err != nil {
			us.Log.Warn("could not delete an upload; delete the directory", "directory", dir, "error", err)
		}
	}
	if upload, err = us.read(r.Context(), form, dir, set); err != nil {
		remove()
	}
	return upload, remove, err
}

// Start starts the job of an upload whose Against are IDs, and returns its ID. Remove
// deletes what was uploaded, and is called here where the job does not start.
func (us *Uploads) Start(ctx context.Context, rd *access.Reader, upload jobs.Upload, remove func()) (job string, err error) {
	if !upload.Earlier || !rd.Viewer().Administrator { // for whom all are all
		upload.Against, err = rd.ContestNames(ctx, upload.Contest, upload.Earlier, upload.Against)
		upload.Earlier = false
	} else {
		upload.Against = nil
	}
	var joins int64
	if err == nil {
		joins, err = rd.UploadTarget(ctx, upload.Contest)
	}
	if err == nil {
		job, err = us.Queue.Start(upload, rd.Viewer().Person(), joins, remove)
	}
	if err != nil {
		remove()
	}
	return job, err
}

// read writes the files of a form below dir and reads its settings.
func (us *Uploads) read(ctx context.Context, form *multipart.Reader, dir string, set FieldSetter) (jobs.Upload, error) {
	upload := jobs.Upload{Settings: us.Defaults()}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return upload, uploadError(ctx, err)
		}
		if part.FileName() == "" {
			err = setPart(&upload, part, set)
		} else {
			err = save(&upload, part, dir)
		}
		if err != nil {
			return upload, uploadError(ctx, err)
		}
	}
	if len(upload.Files) == 0 {
		return upload, httperr.BadRequest("No archive was chosen.", "Send an archive (.zip, .tar, .tar.gz, .tgz or .tar.zst) with the submissions of the contest.")
	}
	if err := us.CheckFormat(upload); err != nil {
		return upload, err
	}
	for _, file := range upload.Files {
		if file.Size == 0 {
			return upload, httperr.BadRequest("The file "+file.Name+" is empty.", "Send an archive with the submissions of the contest.")
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
	i := slices.IndexFunc(us.Formats, func(f Format) bool { return f.Name == u.From })
	switch {
	case i < 0:
		return httperr.BadRequest(fmt.Sprintf("No format is called %q.", u.From), "Choose one of those that are offered, or none: then it is recognised.")
	case u.Layout != "" && !us.Formats[i].HasFolders:
		return httperr.BadRequest(fmt.Sprintf("A layout explains folders: it does not go together with the format %s.", u.From), "Give one of the two.")
	}
	return nil
}

// save writes one file of the form to the disk.
func save(u *jobs.Upload, part *multipart.Part, dir string) error {
	name := SafeName(part.FileName())
	switch part.FormName() {
	case "file":
		if len(u.Files) == MaxFiles {
			return httperr.BadRequest(fmt.Sprintf("More than %d files were sent.", MaxFiles), "Send them as one archive.")
		}
		file, err := saveFile(part, filepath.Join(dir, "contest", strconv.Itoa(len(u.Files)+1)), name)
		u.Files = append(u.Files, file)
		return err
	case "base":
		if len(u.Base) == MaxBaseFiles {
			return httperr.BadRequest(fmt.Sprintf("More than %d files of base code were sent.", MaxBaseFiles), "Send them as one archive.")
		}
		// One directory each, as two of them may have the same name.
		file, err := saveFile(part, filepath.Join(dir, "base", strconv.Itoa(len(u.Base)+1)), name)
		if err == nil && file.Size > 0 {
			u.Base = append(u.Base, file)
		}
		return err
	}
	return httperr.BadRequest("The form sent a file that was not asked for.", "Send files by the fields file and base alone.")
}

func saveFile(from io.Reader, dir, name string) (jobs.UploadedFile, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return jobs.UploadedFile{}, err
	}
	path := filepath.Join(dir, name)
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return jobs.UploadedFile{}, err
	}
	size, err := io.Copy(to, from)
	if err := errors.Join(err, to.Close()); err != nil {
		return jobs.UploadedFile{}, fmt.Errorf("keep the upload: %w", err)
	}
	return jobs.UploadedFile{Name: name, Path: path, Size: size}, nil
}

// setPart reads one setting of the form.
func setPart(u *jobs.Upload, part *multipart.Part, set FieldSetter) error {
	b, err := io.ReadAll(io.LimitReader(part, MaxField+1))
	if err != nil {
		return err
	}
	if len(b) > MaxField {
		return httperr.BadRequest("A field of the form is too long.", fmt.Sprintf("Use at most %s.", text.Bytes(MaxField)))
	}
	return set(u, part.FormName(), OneLine(string(b)))
}

// SetFields takes all settings of a form.
func SetFields(u *jobs.Upload, form url.Values) error {
	for name, values := range form {
		for _, value := range values {
			if err := SetField(u, name, OneLine(value)); err != nil {
				return err
			}
		}
	}
	return nil
}

// SetField takes one setting of the form, on one line.
func SetField(u *jobs.Upload, name, value string) error {
	switch name {
	case "contest":
		if utf8.RuneCountInString(value) > MaxContestName {
			return httperr.BadRequest(fmt.Sprintf("The name of the contest is longer than %d characters.", MaxContestName), "Shorten it, or leave it empty: then the contest is called as the archive is.")
		}
		u.Contest = value
	case "blind": // the last counts
		u.ShowNames = value != "true"
	case "language":
		return Choose(&u.Language, value, Languages())
	default:
		f, ok := settings.FieldNamed(name)
		switch {
		case !ok || u.Set(f, value) == nil: // who reads the archive checks formats and layouts
		case f.Kind == settings.Number && f.Above:
			return httperr.BadRequest("The suspicion from which pairs are stored must be a number above 0, up to 1.", "Correct it, or leave it out.")
		case f.Kind == settings.Number:
			return httperr.BadRequest("The threshold must be a number from 0 to 1.", "Correct it, or leave it empty.")
		default:
			return httperr.BadRequest(fmt.Sprintf("The form offers no %q.", value), "Reload the page and try again.")
		}
	}
	return nil
}

// Choose sets a setting to one of the offered choices, or to "", which leaves it to the checker.
func Choose(setting *string, value string, offered []Choice) error {
	if value != "" && !slices.ContainsFunc(offered, func(c Choice) bool { return c.Value == value }) {
		return httperr.BadRequest(fmt.Sprintf("The form offers no %q.", value), "Reload the page and try again.")
	}
	*setting = value
	return nil
}

// uploadError tells a broken upload from a fault of the server.
func uploadError(ctx context.Context, err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &tooLarge):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, multipart.ErrMessageTooLarge):
		return httperr.BadRequest("The upload broke off, or was not sent by the form.", "Try again.")
	}
	return err
}

// Choice is one option of a select.
type Choice struct {
	Value, Text string
	Generic     bool // a language known less well; see lexer.Language
}

var Verdicts = []Choice{
	{Value: "judged", Text: "All but compile errors"},
	{Value: "accepted", Text: "Accepted ones only"},
	{Value: "all", Text: "All"},
}

var Participants = []Choice{
	{Value: "official", Text: "Official ones"},
	{Value: "all", Text: "All, with staff and virtual ones"},
}

// Languages are the choices of the language of all files.
func Languages() []Choice {
	var list []Choice
	for _, l := range lexer.Languages() {
		list = append(list, Choice{Value: l.ID, Text: l.Name, Generic: l.Generic})
	}
	return list
}

// Format is a way in which archives of contests are laid out.
type Format struct {
	Name  string // as Upload.From takes it
	Title string // for people
	// HasFolders: its folders can have a layout, which Upload.Layout names.
	HasFolders bool
}

// The limits of a search.
const (
	MaxProgram    = lexer.MaxRawBytes     // bytes of the program
	MaxSearchForm = 2*MaxProgram + 64<<10 // bytes of the form around it, which may hold the program twice
	MaxFindings   = 20                    // programs that a page lists
)
