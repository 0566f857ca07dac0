package request

import (
	"errors"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// The limits of known sources.
const (
	MaxSources     = 100     // files of a form
	maxSourcesForm = 4 << 20 // bytes of a form
	MaxSourceName  = 200     // characters of a name or a licence
	MaxSourceURL   = 1000    // characters of an address
)

// SourceDetails are the details of known sources in a form or a script, without uploaded files. Pasted code is a part of them.
type SourceDetails struct {
	Problem, Kind, Name, URL, Licence string
	Date                              string // 2026-01-31; "" if unknown
	Code, FileName                    string // pasted code and a name for its file; "" for none
}

// Source returns a known source of a contest with these details and a program. The zero Contest means all contests.
func (d SourceDetails) Source(target contest.Contest, file contest.File) (contest.KnownSource, error) {
	s := contest.KnownSource{
		ContestID: target.ID, Contest: target.Name, Problem: OneLine(d.Problem), Kind: contest.SourceKind(d.Kind), Name: OneLine(d.Name),
		URL: OneLine(d.URL), Licence: OneLine(d.Licence), File: file,
	}
	for _, field := range []struct {
		text  string
		limit int
	}{{s.Name, MaxSourceName}, {s.Licence, MaxSourceName}, {s.URL, MaxSourceURL}} {
		if utf8.RuneCountInString(field.text) > field.limit {
			return s, invalidSource(i18n.Errorf("A text is too long: it begins with %s.", Truncate(field.text, 40)),
				i18n.Errorf("Shorten it to %s characters.", strconv.Itoa(field.limit)))
		}
	}
	if d.Date != "" {
		var err error
		if s.Date, err = time.Parse(time.DateOnly, d.Date); err != nil || !contest.ValidTime(s.Date) {
			return s, invalidSource(i18n.Errorf("%s is not a date.", Truncate(OneLine(d.Date), 40)),
				i18n.Errorf("Write it as 2026-01-31, or leave it out."))
		}
	}
	return s, nil
}

// invalidSource returns an error with status 422.
func invalidSource(message, advice error) error {
	return &httperr.Error{Status: http.StatusUnprocessableEntity, Title: "Not stored", Message: message, Advice: advice}
}

// ReceiveSources reads a form with known sources to add to a contest; with the zero Contest, to all contests. With several
// files, the name of each source ends with the name of its file. An error that the user can correct in the form is an
// *httperr.Error with the status 422. The details are what the user typed, for showing the form again.
func ReceiveSources(
	w http.ResponseWriter, r *http.Request, target contest.Contest,
) (added []contest.KnownSource, details SourceDetails, err error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxSourcesForm)
	form, err := r.MultipartReader()
	if err != nil {
		return nil, details, httperr.BadRequest("No file was sent.", "Send a form with a file in it.")
	}
	fields := map[string]*string{"problem": &details.Problem, "kind": &details.Kind, "name": &details.Name, "date": &details.Date,
		"url": &details.URL, "licence": &details.Licence, "filename": &details.FileName}
	var files []contest.File
	for range 2 * MaxSources {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			added, err = details.sources(target, files)
			return added, details, err
		}
		var content []byte
		if err == nil {
			content, err = io.ReadAll(part)
		}
		if err != nil {
			return nil, details, FormError(r.Context(), err)
		}
		if field := fields[part.FormName()]; field != nil {
			*field = OneLine(string(content))
		} else if part.FormName() == "code" {
			details.Code = strings.ReplaceAll(string(content), "\r\n", "\n") // forms send CRLF
		} else if part.FormName() == "file" && part.FileName() != "" {
			files = append(files, contest.File{Path: path.Base(SafeName(part.FileName())), Content: content})
		}
	}
	return nil, details, errManySources
}

// errManySources is also the error for a form with too many fields.
var errManySources = invalidSource(i18n.Errorf("At most %s files can be added at once.", strconv.Itoa(MaxSources)),
	i18n.Errorf("Add the others afterwards."))

func (d SourceDetails) sources(target contest.Contest, files []contest.File) (added []contest.KnownSource, err error) {
	if strings.TrimSpace(d.Code) != "" {
		if d.FileName == "" {
			return nil, invalidSource(i18n.Errorf("The pasted code has no file name."), i18n.Errorf("Name it with an extension such as .cpp or .py."))
		}
		files = append(files, contest.File{Path: path.Base(SafeName(d.FileName)), Content: []byte(d.Code)})
	}
	if len(files) == 0 {
		return nil, invalidSource(i18n.Errorf("No file was chosen."), i18n.Errorf("Choose source files, or paste code."))
	}
	if len(files) > MaxSources {
		return nil, errManySources
	}
	for _, file := range files {
		s, err := d.Source(target, file)
		if err != nil {
			return nil, err
		}
		if s.Name != "" && len(files) > 1 {
			s.Name += " (" + file.Path + ")"
		}
		added = append(added, s)
	}
	return added, nil
}
