package ui

import (
	"net/http"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// previewView is the view model of an upload that waits for its user. The page shows what the upload
// contains, or why ojcheck could not read or check it, and the form to continue.
type previewView struct {
	jobs.Snapshot
	Form    uploadForm
	Failure *jobs.Failure // why the job failed; nil if it did not
	MayName bool          // whether the viewer may add contests, and so change the name
	Notice  string        // says what the viewer has just done
}

// uploadNotices are the notices, by the parameter "done" of the address.
var uploadNotices = map[string]i18n.Key{
	"elsewhere": "This upload was read again in another window, and nothing was checked. This is what was read there.",
}

// showPreview shows an upload that waits for its user.
func (s *Site) showPreview(w http.ResponseWriter, r *http.Request, snapshot jobs.Snapshot) error {
	reader := s.loaderFor(r)
	view := previewView{Snapshot: snapshot, Failure: snapshot.Failure(), MayName: reader.Viewer().Administrator, Notice: doneNotice(r, uploadNotices)}
	view.Preview = nameLanguages(view.Preview)
	form, err := s.uploadForm(r, contest.Contest{ID: snapshot.TargetContestID, Name: snapshot.Upload.Contest}, snapshot.Upload.Settings)
	if err != nil {
		return err
	}
	form.Contest = snapshot.Upload.Contest
	view.Form = form
	return s.show(w, r, http.StatusOK, previewPage(i18n.From(r.Context()), view))
}

// ContinueUpload reads an upload again or checks it, with the settings of the form. New files replace files of the upload.
func (s *Site) ContinueUpload(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	snapshot, _ := j.Watch()
	if !snapshot.KeepsFiles {
		return seeOther(w, r, uploadPath(snapshot.ID)+"?done=elsewhere")
	}
	earlier := snapshot.Upload
	task, kept := jobs.Check, map[string]bool{}
	reader := s.loaderFor(r)
	upload, err := s.Uploads.Receive(w, r, reader.Reader, earlier, func(u *jobs.Upload, name, value string) error {
		switch {
		case name == "do" && value == "look":
			task = jobs.Preview
		case name == "kept":
			kept[value] = true
		}
		return request.SetField(u, name, value)
	})
	if err != nil {
		return err
	}
	if upload.Manifest == earlier.Manifest && !kept["manifest"] {
		upload.Manifest = jobs.UploadedFile{}
	}
	if len(earlier.Base) > 0 && len(upload.Base) > 0 && upload.Base[0] == earlier.Base[0] && !kept["base"] {
		upload.Base = nil
	}
	upload.Task, upload.KeepFiles = task, true
	next, err := s.Uploads.Start(r.Context(), reader.Reader, upload, snapshot)
	return seeOtherUnless(err, w, r, uploadPath(next))
}

func uploadPath(job string) string { return "/uploads/" + job }

func (v previewView) heading(p *i18n.Printer) string {
	if v.Failure != nil && v.Upload.Task == jobs.Check {
		return p.T("%s could not be checked", v.Upload.Contest)
	}
	return p.T("Upload of %s", v.Upload.FileNames())
}

// isUnreadable reports whether only another upload helps. f may be nil.
func isUnreadable(f *jobs.Failure) bool { return f != nil && f.Unreadable }

// isDoubtful reports whether the user must confirm what was read before the upload is checked.
func (v previewView) isDoubtful() bool {
	if v.Failure != nil {
		return v.Failure.Doubtful
	}
	return !v.Preview.Doubt.Message.IsZero()
}

// summary counts what was read; "" if the upload has no preview.
func (v previewView) summary(p *i18n.Printer) string {
	if v.Preview == nil {
		return ""
	}
	return v.Preview.Summary(p)
}

// readAs says how the upload was read: "Read as folders and files with the layout problem/participant, because …".
func (v previewView) readAs(p *i18n.Printer) string {
	read := v.Preview
	title := read.Format
	for _, f := range v.Form.Formats {
		if f.Name == read.Format {
			title = p.T(f.Title)
		}
	}
	title, why := text.Visible(title), read.FormatReason
	if read.Layout != "" && read.Layout != read.Format {
		title = p.T("%s with the layout %s", title, text.Visible(read.Layout))
		why = read.LayoutReason
	}
	if why.IsZero() {
		return p.T("Read as %s.", title)
	}
	return p.T("Read as %s, because %s.", title, text.Visible(why.In(p)))
}

// layoutExample is the pattern with which the form explains patterns.
const layoutExample = "{problem}/{id}_{verdict}_{participant}.{ext}"

// nameLanguages replaces IDs of languages by names for people: "C++ (GNU C++17)" for "cpp (GNU C++17)". The
// command line and the API keep the IDs, which are values of settings.
func nameLanguages(read *preview.Preview) *preview.Preview {
	if read == nil {
		return nil
	}
	p := *read
	p.Languages, p.Problems = languageNames(p.Languages), slices.Clone(p.Problems)
	for i := range p.Problems {
		p.Problems[i].ByLanguage = languageNames(p.Problems[i].ByLanguage)
	}
	return &p
}

func languageNames(list []preview.Tally) []preview.Tally {
	list = slices.Clone(list)
	for i, t := range list {
		id, version, hasVersion := strings.Cut(t.Name, " (")
		list[i].Name = evidence.LanguageName(id)
		if hasVersion {
			list[i].Name += " (" + version
		}
	}
	return list
}

// problemSummary counts what a problem has.
func problemSummary(p *i18n.Printer, participants, submissions int, languages []preview.Tally) string {
	return p.T("%s by %s: %s", p.T("%d submissions", submissions), p.T("%d participants", participants), text.Visible(preview.Tallies(p, languages)))
}
