package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// maxField limits a text field of the upload form, in bytes.
const maxField = 4 << 10

// maxContestName limits the name of a contest, in characters.
const maxContestName = 200

// maxFiles limits how many archives and source files one upload may bring.
const maxFiles = 1000

// maxBaseFiles limits how many files of base code one upload may bring; more
// come as an archive.
const maxBaseFiles = 100

// upload takes an archive and starts its check. The form is read as a stream:
// files go to the disk as they come, into a directory that is deleted after
// the check, and are never held in memory.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) error {
	upload, remove, err := s.receive(w, r, (*Upload).set)
	if err != nil {
		return err
	}
	if err := s.read(r).nameEarlier(r.Context(), &upload); err != nil {
		remove()
		return err
	}
	return s.start(w, r, upload, remove)
}

// fieldSetter takes one setting of an upload by the name of its field.
type fieldSetter func(u *Upload, name, value string) error

// receive reads an upload, whose Against are IDs still, with its settings. Remove
// deletes what it brought; nothing is left of one that fails.
func (s *Server) receive(w http.ResponseWriter, r *http.Request, set fieldSetter) (upload Upload, remove func(), err error) {
	v, _ := viewerFrom(r.Context())
	if err := s.mayUploadSomewhere(r); err != nil { // before much is sent in vain
		return Upload{}, nil, err
	}
	if err := s.jobs.admits(v.ID); err != nil {
		return Upload{}, nil, err
	}
	r.Body = http.MaxBytesReader(w, r.Body, s.MaxUpload)
	form, err := r.MultipartReader()
	if err != nil {
		return Upload{}, nil, httperr.BadRequest("No archive was sent.", "Send a form with an archive in it.")
	}
	dir, err := os.MkdirTemp(s.TempDir, "ojcheck-upload-")
	if err != nil {
		return Upload{}, nil, fmt.Errorf("make room for the upload: %w", err)
	}
	remove = func() {
		if err := os.RemoveAll(dir); err != nil {
			s.Log.Warn("an upload could not be deleted", "directory", dir, "error", err)
		}
	}
	if upload, err = s.readUpload(r, form, dir, set); err != nil {
		remove()
	}
	return upload, remove, err
}

// checkAgain starts a check of the submissions that are kept of a contest.
func (s *Server) checkAgain(w http.ResponseWriter, r *http.Request) error {
	rd := s.read(r)
	c, err := s.findContest(r)
	if err != nil {
		return err
	}
	if err := parseForm(w, r); err != nil {
		return err
	}
	upload := Upload{Contest: c.Name, Stored: c.ID, Threshold: s.Threshold}
	for name, values := range r.PostForm {
		for _, value := range values {
			if err := upload.set(name, oneLine(value)); err != nil {
				return err
			}
		}
	}
	upload.Contest = c.Name
	if err := rd.nameEarlier(r.Context(), &upload); err != nil {
		return err
	}
	return s.start(w, r, upload, func() {})
}

// start starts the check of an upload, and leads to the page of its progress.
func (s *Server) start(w http.ResponseWriter, r *http.Request, upload Upload, remove func()) error {
	id, err := s.enqueue(r, upload, remove)
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/uploads/"+id, http.StatusSeeOther)
	return nil
}

// enqueue starts the check of an upload, where the viewer may have it checked, and
// returns the id of the job. Remove deletes what was uploaded.
func (s *Server) enqueue(r *http.Request, upload Upload, remove func()) (job string, err error) {
	joins, err := s.contestNamed(r.Context(), upload.Contest)
	if err == nil {
		err = s.mayUploadTo(r, joins)
	}
	if err == nil {
		v, _ := viewerFrom(r.Context())
		job, err = s.jobs.start(upload, v.person(), joins, remove)
	}
	if err != nil {
		remove()
	}
	return job, err
}

// errUpload says nothing of whether there is such a contest.
var errUpload = &httperr.Error{
	Status: http.StatusForbidden, Title: "Not yours to do",
	Message: "You may upload submissions of the contests whose chief judge you are, and no others.",
	Advice:  "Open the contest and upload them there. New contests are begun by an administrator of this installation.",
}

// mayUploadSomewhere tells why a viewer may upload to no contest at all.
func (s *Server) mayUploadSomewhere(r *http.Request) error {
	v, _ := viewerFrom(r.Context())
	if v.Administrator {
		return nil
	}
	roles, err := s.Store.Roles(r.Context(), v.ID)
	if err != nil {
		return err
	}
	for _, role := range roles {
		if role.May(account.Chief) {
			return nil
		}
	}
	return errUpload
}

// mayUploadTo tells why a viewer may not upload to a contest; 0 is a new one.
func (s *Server) mayUploadTo(r *http.Request, contestID int64) error {
	v, _ := viewerFrom(r.Context())
	role, err := s.roleIn(r.Context(), v.User, contestID)
	if err == nil && !role.May(account.Chief) {
		err = errUpload
	}
	return err
}

// nameEarlier turns the IDs of the earlier contests that a form names into their
// names. All earlier contests are those that the viewer may see.
func (rd reader) nameEarlier(ctx context.Context, upload *Upload) error {
	chosen := upload.Against
	upload.Against = nil
	if upload.Earlier && rd.viewer.Administrator {
		return nil
	}
	if !upload.Earlier && len(chosen) == 0 {
		return nil
	}
	list, err := rd.contests(ctx)
	if err != nil {
		return err
	}
	for _, c := range list {
		if c.Name != upload.Contest && (upload.Earlier || slices.Contains(chosen, strconv.FormatInt(c.ID, 10))) {
			upload.Against = append(upload.Against, c.Name)
		}
	}
	upload.Earlier = false
	return nil
}

// contestNamed returns the id of the contest of that name, 0 where there is
// none.
func (s *Server) contestNamed(ctx context.Context, name string) (int64, error) {
	list, err := s.Store.Contests(ctx)
	if err != nil {
		return 0, err
	}
	for _, c := range list {
		if c.Name == name {
			return c.ID, nil
		}
	}
	return 0, nil
}

// readUpload writes the files of a form below dir and reads its settings.
func (s *Server) readUpload(r *http.Request, form *multipart.Reader, dir string, set fieldSetter) (Upload, error) {
	ctx := r.Context()
	upload := Upload{Threshold: s.Threshold}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return upload, uploadError(ctx, err)
		}
		if part.FileName() == "" {
			err = upload.setPart(part, set)
		} else {
			err = upload.save(part, dir)
		}
		if err != nil {
			return upload, uploadError(ctx, err)
		}
	}
	if len(upload.Files) == 0 {
		return upload, httperr.BadRequest("No archive was chosen.", "Send an archive (.zip, .tar, .tar.gz, .tgz or .tar.zst) with the submissions of the contest.")
	}
	if err := s.checkFormat(upload); err != nil {
		return upload, err
	}
	for _, file := range upload.Files {
		if file.Size == 0 {
			return upload, httperr.BadRequest("The file "+file.Name+" is empty.", "Send an archive with the submissions of the contest.")
		}
	}
	upload.Contest = cmp.Or(upload.Contest, contestName(upload.Files[0].Name))
	return upload, nil
}

// checkFormat refuses a format that there is not, and one that a layout does not
// explain.
func (s *Server) checkFormat(u Upload) error {
	if u.From == "" {
		return nil
	}
	i := slices.IndexFunc(s.Formats, func(f Format) bool { return f.Name == u.From })
	switch {
	case i < 0:
		return httperr.BadRequest(fmt.Sprintf("No format is called %q.", u.From), "Choose one of those that are offered, or none: then it is recognised.")
	case u.Layout != "" && !s.Formats[i].LaidOut:
		return httperr.BadRequest(fmt.Sprintf("A layout explains folders: it does not go together with the format %s.", u.From), "Give one of the two.")
	}
	return nil
}

// save writes one file of the form to the disk.
func (u *Upload) save(part *multipart.Part, dir string) error {
	name := safeName(part.FileName())
	switch part.FormName() {
	case "file":
		if len(u.Files) == maxFiles {
			return httperr.BadRequest(fmt.Sprintf("More than %d files were sent.", maxFiles), "Send them as one archive.")
		}
		file, err := saveFile(part, filepath.Join(dir, "contest", strconv.Itoa(len(u.Files)+1)), name)
		u.Files = append(u.Files, file)
		return err
	case "base":
		if len(u.Base) == maxBaseFiles {
			return httperr.BadRequest(fmt.Sprintf("More than %d files of base code were sent.", maxBaseFiles), "Send them as one archive.")
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

func saveFile(from io.Reader, dir, name string) (UploadedFile, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return UploadedFile{}, err
	}
	path := filepath.Join(dir, name)
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return UploadedFile{}, err
	}
	size, err := io.Copy(to, from)
	if err := errors.Join(err, to.Close()); err != nil {
		return UploadedFile{}, fmt.Errorf("keep the upload: %w", err)
	}
	return UploadedFile{Name: name, Path: path, Size: size}, nil
}

// setPart reads one setting of the form.
func (u *Upload) setPart(part *multipart.Part, set fieldSetter) error {
	b, err := io.ReadAll(io.LimitReader(part, maxField+1))
	if err != nil {
		return err
	}
	if len(b) > maxField {
		return httperr.BadRequest("A field of the form is too long.", fmt.Sprintf("Use at most %s.", httperr.ByteSize(maxField)))
	}
	return set(u, part.FormName(), oneLine(string(b)))
}

// set takes one setting of the form, on one line.
func (u *Upload) set(name, value string) error {
	switch name {
	case "contest":
		if utf8.RuneCountInString(value) > maxContestName {
			return httperr.BadRequest(fmt.Sprintf("The name of the contest is longer than %d characters.", maxContestName), "Shorten it, or leave it empty: then the contest is called as the archive is.")
		}
		u.Contest = value
	case "from":
		u.From = value // which whoever reads the archive knows
	case "layout":
		u.Layout = value // patterns too, which whoever reads the archive checks
	case "language":
		return choose(&u.Language, value, languages())
	case "verdicts":
		return choose(&u.Verdicts, value, verdicts)
	case "participants":
		return choose(&u.Participants, value, participants)
	case "across_problems":
		u.AcrossProblems = value != ""
	case "earlier":
		u.Earlier = value != ""
	case "against":
		u.Against = append(u.Against, value) // an ID, which nameEarlier turns into a name
	case "no_templates":
		u.NoTemplates = value != ""
	case "blind": // the last counts, see chosenBlind
		u.ShowNames = value != "true"
	case "threshold":
		if value == "" {
			return nil
		}
		threshold, ok := parseShare(value)
		if !ok {
			return httperr.BadRequest("The threshold must be a number from 0 to 1.", "Correct it, or leave it empty.")
		}
		u.Threshold = threshold
	case "keep":
		keep, ok := parseShare(value)
		if !ok || keep == 0 {
			return httperr.BadRequest("The suspicion from which pairs are stored must be a number above 0, up to 1.", "Correct it, or leave it out.")
		}
		u.Keep = keep
	}
	return nil
}

// choose takes one of the choices that the form offers; "" leaves it to the
// checker.
func choose(setting *string, value string, offered []choice) error {
	if value != "" && !slices.ContainsFunc(offered, func(c choice) bool { return c.Value == value }) {
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
