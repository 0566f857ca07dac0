package ui

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/ojcheck/ojcheck"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/web/request"
)

// uploadForm is the view model of the forms that check a contest.
type uploadForm struct {
	Target            contest.Contest    // the contest that the upload adds to; a new contest has the ID 0
	Contest           string             // the name of a new contest
	settings.Settings                    // Against contains names of contests
	OtherContests     []contest.Contest  // contests to compare with, the newest first, without deleted ones
	Defaults          settings.Settings  // of a new check
	MaxUpload         int64              // bytes
	Base              []string           // names of the base code of Target's last check
	Sources           contest.SourcePool // counts the known sources of Target
	Formats           []request.Format   // the formats of uploads
}

// maxOthersShown is the largest number of earlier contests that the form offers as choices.
const maxOthersShown = 100

// layouts are the layouts that the form offers beside patterns.
var layouts = []string{"problem/participant", "participant/problem", "participant/files"}

// verdictsChoices returns the choices for the submissions to compare.
func verdictsChoices(p *i18n.Printer) []choice {
	return []choice{
		{settings.Judged, p.T("All but compile errors")}, {settings.Accepted, p.T("Accepted only")}, {settings.All, p.T("All submissions")},
	}
}

// participantsChoices returns the choices for the participants to compare.
func participantsChoices(p *i18n.Printer) []choice {
	return []choice{{settings.Official, p.T("Official only")}, {settings.All, p.T("All, also staff and virtual")}}
}

// languageChoices returns the languages to choose from: those with basic support only, or the others.
func languageChoices(basic bool) (list []choice) {
	for _, l := range lexer.Languages() {
		if l.Generic == basic {
			list = append(list, choice{l.ID, l.Name})
		}
	}
	return list
}

// acceptedFiles lists the extensions of archives, of texts by judge systems, and of programs.
func acceptedFiles() string {
	list := []string{".zip", ".tar", ".gz", ".tgz", ".zst", ".tzst", ".txt", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".log"}
	for _, l := range lexer.Languages() {
		list = append(list, l.Extensions...)
	}
	return strings.Join(slices.Compact(list), ",")
}

func checkButton(c contest.Contest) i18n.Key {
	if c.Checks == 0 {
		return "Run a check"
	}
	return "Run a new check"
}

// checkTitle returns the title of the page with the forms of a check.
func checkTitle(p *i18n.Printer, c contest.Contest) string {
	if c.Checks == 0 {
		return p.T("First check of %s", c.Name)
	}
	return p.T("New check of %s", c.Name)
}

// storedText says what a check of the stored submissions compares.
func (f uploadForm) storedText(p *i18n.Printer) string {
	c := f.Target
	return p.T("%s by %s for %s.",
		p.T("%d submissions", c.Submissions), p.T("%d participants", c.Participants), p.T("%d problems", c.Problems))
}

// baseText names the first files of the last check's base code.
func (f uploadForm) baseText(p *i18n.Printer) string {
	names := strings.Join(f.Base[:min(len(f.Base), maxPathsShown)], p.T(", "))
	if more := len(f.Base) - maxPathsShown; more > 0 {
		return p.T("Use that of the last check: %s and %s more", names, i18n.Number(p, more))
	}
	return p.T("Use that of the last check: %s", names)
}

// hasUnofferedContests reports whether Against names a contest that is not in OtherContests.
func (f uploadForm) hasUnofferedContests() bool {
	return slices.ContainsFunc(f.Against, func(name string) bool {
		return !slices.ContainsFunc(f.OtherContests, func(c contest.Contest) bool { return c.Name == name })
	})
}

// uploadTexts returns the attributes of a form with the texts that static/app.js shows. The script replaces
// {} by a number, and {0} and {1} by sizes.
func uploadTexts(p *i18n.Printer) templ.Attributes {
	return templ.Attributes{
		"data-kib": p.T("%s KiB", "{}"), "data-mib": p.T("%s MiB", "{}"), "data-files": p.T("Files: %s", "{}"),
		"data-too-large": p.T("Too large: %s, and at most %s can be sent.", "{0}", "{1}"),
		"data-single":    p.T("Drop one program at a time."),
	}
}

// noAnswer is what scripts show while the server does not answer.
const noAnswer i18n.Key = "No answer from ojcheck; trying again"

// NewContest shows the form of a new contest.
func (s *Site) NewContest(w http.ResponseWriter, r *http.Request) error {
	form, err := s.uploadForm(r, contest.Contest{}, s.Uploads.Defaults())
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, newContestPage(i18n.From(r.Context()), form))
}

// CheckForm shows the forms that check a contest again, with its stored submissions or with another upload. They have the
// settings of the last check, and its layout if that is a pattern; settings in the address replace these. If the address names the
// contest, it comes from a retry and has all settings; then those of the last check are not used.
func (s *Site) CheckForm(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	checks, err := reader.Checks(r.Context(), c.ID)
	if err != nil {
		return err
	}
	start := s.Uploads.Defaults()
	last, checked := contest.NewestCheck(checks)
	if checked && !r.URL.Query().Has("contest") {
		start = settings.Of(last.Parameters)
		if contest.IsPattern(last.Parameters.Layout) { // which somebody gave
			start.Layout = last.Parameters.Layout
		}
	}
	form, err := s.uploadForm(r, c, start)
	if err != nil {
		return err
	}
	form.Base = last.Parameters.GivenBase()
	sources, err := reader.KnownSources(r.Context(), c.ID)
	if err != nil {
		return err
	}
	form.Sources.Sources = make(map[contest.SourceKind]int)
	for _, source := range sources {
		form.Sources.Sources[source.Kind]++
	}
	return s.show(w, r, http.StatusOK, checkFormPage(i18n.From(r.Context()), form))
}

// uploadForm returns the form with the settings of start; settings in the address replace these.
func (s *Site) uploadForm(r *http.Request, into contest.Contest, start settings.Settings) (uploadForm, error) {
	q := r.URL.Query()
	f := uploadForm{
		Target: into, Contest: q.Get("contest"),
		Formats: s.Uploads.Formats, Settings: start, Defaults: s.Uploads.Defaults(), MaxUpload: s.Uploads.MaxSize,
	}
	for _, field := range settings.Fields {
		for _, value := range q[field.Name] {
			_ = f.Set(field, value) // an invalid value changes nothing
		}
	}
	list, err := s.loaderFor(r).Contests(r.Context())
	if err != nil {
		return f, err
	}
	f.OtherContests = slices.DeleteFunc(list, func(c contest.Contest) bool { return c.ID == into.ID || c.Deleted })
	return f, nil
}

// offeredContests lists the earlier contests that the form offers: the chosen ones, and the newest.
func (f uploadForm) offeredContests() []contest.Contest {
	var list []contest.Contest
	for i, c := range f.OtherContests {
		if i < maxOthersShown || slices.Contains(f.Against, c.Name) {
			list = append(list, c)
		}
	}
	return list
}

// hiddenSettings returns the settings that differ from the defaults, in the order of their fields. It names
// contests to compare with by ID, as the visible fields do.
func (f uploadForm) hiddenSettings() (hidden []hiddenField) {
	values, defaults := settings.Values(f.Settings), settings.Values(f.Defaults)
	for _, field := range settings.Fields {
		if slices.Equal(values[field.Name], defaults[field.Name]) {
			continue
		}
		for _, value := range values[field.Name] {
			if field.Name == "against" {
				i := slices.IndexFunc(f.OtherContests, func(c contest.Contest) bool { return c.Name == value })
				if i < 0 {
					continue // the contest was deleted
				}
				value = strconv.FormatInt(f.OtherContests[i].ID, 10)
			}
			hidden = append(hidden, hiddenField{field.Name, value})
		}
	}
	return hidden
}

// Upload receives the files of a form, and shows what they contain. Nothing is stored.
func (s *Site) Upload(w http.ResponseWriter, r *http.Request) error {
	reader := s.loaderFor(r)
	upload, err := s.Uploads.Receive(w, r, reader.Reader, jobs.Upload{}, request.SetField)
	if err != nil {
		return err
	}
	upload.Task, upload.KeepFiles = jobs.Preview, true
	return s.startJob(w, r, reader, upload)
}

// CheckSample stores and checks the sample contest. Names are visible: its participants are invented.
func (s *Site) CheckSample(w http.ResponseWriter, r *http.Request) error {
	reader := s.loaderFor(r)
	upload, err := s.Uploads.Sample(reader.Reader, ojcheck.SampleContest())
	if err != nil {
		return err
	}
	return s.startJob(w, r, reader, upload)
}

// CheckAgain starts a check of the stored submissions of a contest.
func (s *Site) CheckAgain(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	upload, err := s.Uploads.ReceiveAgain(w, r, reader.Reader, c)
	if err != nil {
		return err
	}
	return s.startJob(w, r, reader, upload)
}

// startJob starts the job of an upload, and redirects to the page of its progress.
func (s *Site) startJob(w http.ResponseWriter, r *http.Request, reader loader, upload jobs.Upload) error {
	id, err := s.Uploads.Start(r.Context(), reader.Reader, upload, jobs.Snapshot{})
	return seeOtherUnless(err, w, r, uploadPath(id))
}

const (
	maxReasonsShown = 20 // maximum number of reasons for skipped files on the page of a failure
	maxPathsShown   = 3  // maximum number of paths for each reason, and of names of base code
)

// progressView is the view model of an upload's page.
type progressView struct {
	jobs.Snapshot
	Failure            *jobs.Failure
	Retry              string // address of the form, filled in as before
	RetryWithoutFormat string // like Retry, without a format; "" if the user chose no format
}

// Progress shows the progress of a job. When the job is done, Progress redirects to the result, or shows the
// upload that waits for its user.
func (s *Site) Progress(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	snapshot, _ := j.Watch()
	switch {
	case snapshot.Next != "":
		return seeOther(w, r, (&url.URL{Path: uploadPath(snapshot.Next), RawQuery: r.URL.RawQuery}).String())
	case snapshot.KeepsFiles:
		return s.showPreview(w, r, snapshot)
	case snapshot.State == jobs.Done && snapshot.Upload.Task == jobs.Preview:
		return jobs.ErrFilesDeleted
	case snapshot.State == jobs.Done && snapshot.Upload.Task == jobs.Import:
		return seeOther(w, r, contestPath(snapshot.ContestID))
	case snapshot.State == jobs.Done:
		return seeOther(w, r, CheckPath(snapshot.CheckID))
	}
	view := progressView{Snapshot: snapshot, Failure: snapshot.Failure()}
	if view.Failure != nil {
		upload := snapshot.Upload
		view.Retry = retryPath(upload, snapshot.TargetContestID, view.Failure.Layout)
		if upload.From != "" {
			upload.From = ""
			view.RetryWithoutFormat = retryPath(upload, snapshot.TargetContestID, view.Failure.Layout)
		}
	}
	return s.show(w, r, http.StatusOK, progressPage(i18n.From(r.Context()), view))
}

// ProgressEvents streams the progress as server-sent events.
func (s *Site) ProgressEvents(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	p := i18n.From(r.Context())
	return request.StreamJob(r.Context(), w, s.Jobs, j, func(s jobs.Snapshot) any {
		return ProgressEvent{jobStatusText(p, s), jobCountsText(p, s), s.StepsDone, s.StepsTotal, s.HasEnded()}
	})
}

// ProgressEvent is the data of one event, as static/app.js reads it.
type ProgressEvent struct {
	Status string `json:"status"` // in words
	Counts string `json:"counts"`
	Done   int    `json:"done"`
	Total  int    `json:"total"`
	Ended  bool   `json:"ended"` // then the script loads the page again
}

// jobHeading says what a job does.
func jobHeading(p *i18n.Printer, s jobs.Snapshot) string {
	if s.Upload.Task == jobs.Preview {
		return p.T("Upload of %s", s.Upload.FileNames())
	}
	if s.Upload.Task == jobs.Import {
		return p.T("Importing %s", s.Upload.Contest)
	}
	return p.T("Checking %s", s.Upload.Contest)
}

func (v progressView) heading(p *i18n.Printer) string { return jobHeading(p, v.Snapshot) }

// jobStatusText describes the state of a job.
func jobStatusText(p *i18n.Printer, s jobs.Snapshot) string {
	switch {
	case s.KeepsFiles:
		return p.T("Waiting for you to look at it")
	case s.State == jobs.Waiting && s.Upload.Task == jobs.Preview:
		return p.T("Waiting to be read")
	case s.State == jobs.Waiting && s.Upload.Task == jobs.Import:
		return p.T("Waiting to be imported")
	case s.State == jobs.Waiting:
		return p.T("Waiting to be checked")
	case s.State == jobs.Failed:
		return p.T("Failed")
	case s.State == jobs.Done:
		return p.T("Done")
	case s.Stage.IsZero():
		return p.T("Starting")
	}
	return text.Visible(text.Capitalize(s.Stage.In(p)))
}

// jobCountsText counts the progress of the stage.
func jobCountsText(p *i18n.Printer, s jobs.Snapshot) string {
	switch {
	case s.State != jobs.Running:
		return ""
	case s.StepsTotal > 0:
		return p.T("%s of %s", i18n.Number(p, s.StepsDone), i18n.Number(p, s.StepsTotal))
	case s.StepsDone > 0:
		return i18n.Number(p, s.StepsDone)
	}
	return ""
}

// Cancel ends a job, or discards an upload that waits for its user.
func (s *Site) Cancel(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	snapshot, _ := j.Watch()
	switch err := s.Jobs.Discard(j.ID); {
	case err == nil && isUnreadable(snapshot.Failure()):
		upload := snapshot.Upload
		if upload.Contest == request.ContestName(upload.Files[0].Name) {
			upload.Contest = "" // the right file may have another name
		}
		return seeOther(w, r, retryPath(upload, snapshot.TargetContestID, ""))
	case err == nil:
		return seeOther(w, r, "/")
	case !errors.Is(err, jobs.ErrFilesDeleted):
		return err
	}
	return seeOtherUnless(s.Jobs.Cancel(j), w, r, uploadPath(j.ID))
}

func (s *Site) job(r *http.Request) (*jobs.Job, error) {
	return s.Jobs.FindFor(s.loaderFor(r).Viewer(), r.PathValue("job"))
}

// retryPath returns the address of the upload form, filled in as before. A layout that may help replaces the
// layout and the format.
func retryPath(u jobs.Upload, contestID int64, layout string) string {
	if layout != "" {
		u.Layout, u.From = layout, ""
	}
	q := url.Values(settings.Values(u.Settings))
	if u.Contest != "" {
		q.Set("contest", u.Contest)
	}
	if contestID != 0 {
		return contestPath(contestID) + "/checks?" + q.Encode()
	}
	return newContestPath + "?" + q.Encode()
}

const newContestPath = "/contests/new"

func CheckPath(id int64) string { return "/checks/" + strconv.FormatInt(id, 10) }

func skippedCount(groups []contest.SkipGroup) int {
	n := 0
	for _, g := range groups {
		n += len(g.Paths)
	}
	return n
}
