package ui

import (
	"net/http"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/web/request"
)

// uploadForm is the form that has a contest checked, filled in.
type uploadForm struct {
	Into    contest.Contest // that the upload joins; its ID is 0 where the form asks for a name
	Contest string          // that name

	settings.Settings                   // Against are the names of contests
	Others            []contest.Contest // that it can be compared with: the newest of them
	MaxUpload         int64             // bytes
	Formats           []request.Format  // that the archive may be in
}

// shownOthers is how many earlier contests the form offers one by one.
const shownOthers = 100

// layouts are the choices of how the archive is laid out.
var layouts = []request.Choice{
	{Value: "", Text: "Recognise by itself"},
	{Value: "problem/participant", Text: "problem / participant"},
	{Value: "participant/problem", Text: "participant / problem"},
	{Value: "participant/files", Text: "participant / files, one problem"},
}

// acceptedFiles are the extensions of archives, of texts by judge systems, and of programs.
func acceptedFiles() string {
	list := []string{".zip", ".tar", ".gz", ".tgz", ".zst", ".tzst", ".txt", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".log"}
	for _, l := range lexer.Languages() {
		list = append(list, l.Extensions...)
	}
	return strings.Join(slices.Compact(list), ",")
}

// checkButton is what the button says that checks a contest as it is stored.
func checkButton(c contest.Contest) string {
	if c.Checks == 0 {
		return "Check"
	}
	return "Check again"
}

// baseOfLast says what base code a check of stored submissions takes.
func baseOfLast(c contest.Contest) string {
	if c.Checks == 0 {
		return ""
	}
	return ", with the base code of the last check"
}

// NewContest shows the form that takes a new contest.
func (s *Site) NewContest(w http.ResponseWriter, r *http.Request) error {
	form, err := s.uploadForm(r, contest.Contest{})
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, newContestPage(form))
}

// CheckForm shows the forms that check a contest again, as stored or with another archive.
func (s *Site) CheckForm(w http.ResponseWriter, r *http.Request, _ loader, c contest.Contest) error {
	form, err := s.uploadForm(r, c)
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, checkFormPage(form))
}

// uploadForm fills the form in from the address, as after a failed upload.
func (s *Site) uploadForm(r *http.Request, into contest.Contest) (uploadForm, error) {
	q := r.URL.Query()
	f := uploadForm{Into: into, Contest: q.Get("contest"), Formats: s.uploads.Formats, Settings: s.uploads.Defaults(), MaxUpload: s.uploads.MaxSize}
	for _, field := range settings.Fields {
		for _, value := range q[field.Name] {
			_ = f.Set(field, value) // what it cannot mean stays as it is
		}
	}
	list, err := s.read(r).Contests(r.Context())
	if err != nil {
		return f, err
	}
	f.Others = slices.DeleteFunc(list, func(c contest.Contest) bool { return c.ID == into.ID })
	return f, nil
}

// offeredContests lists the earlier contests of the form: the chosen ones, and the newest.
func (f uploadForm) offeredContests() []contest.Contest {
	var list []contest.Contest
	for i, c := range f.Others {
		if i < shownOthers || slices.Contains(f.Against, c.Name) {
			list = append(list, c)
		}
	}
	return list
}

// hasPresetLayout reports whether the layout is a preset, and not a pattern.
func (f uploadForm) hasPresetLayout() bool {
	return slices.ContainsFunc(layouts, func(c request.Choice) bool { return c.Value == f.Layout })
}

// Upload takes an archive and starts its check.
func (s *Site) Upload(w http.ResponseWriter, r *http.Request) error {
	rd := s.read(r)
	upload, remove, err := s.uploads.Receive(w, r, rd.Reader, request.SetField)
	if err != nil {
		return err
	}
	return s.startJob(w, r, rd, upload, remove)
}

// CheckAgain starts a check of the stored submissions of a contest.
func (s *Site) CheckAgain(w http.ResponseWriter, r *http.Request, rd loader, c contest.Contest) error {
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	upload := jobs.Upload{Contest: c.Name, Stored: c.ID, Settings: s.uploads.Defaults()}
	if err := request.SetFields(&upload, r.PostForm); err != nil {
		return err
	}
	upload.Contest = c.Name
	return s.startJob(w, r, rd, upload, func() {})
}

// startJob starts the job of an upload, and leads to the page of its progress.
func (s *Site) startJob(w http.ResponseWriter, r *http.Request, rd loader, upload jobs.Upload, remove func()) error {
	id, err := s.uploads.Start(r.Context(), rd.Reader, upload, remove)
	if err != nil {
		return err
	}
	return seeOther(w, r, "/uploads/"+id)
}
