package ui

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/web/request"
)

// searchView is the view model of a search.
type searchView struct {
	Search   access.Search
	Guessed  bool              // ojcheck guessed the language from the text: neither the user nor a file name gave it
	Contests []contest.Contest // the choices for the contest to search in
	Failure  *jobs.Failure     // why the search failed; nil if the search succeeded
	Findings *contest.Findings // nil before a search, and after a failure
}

// SearchForm shows the empty form.
func (s *Site) SearchForm(w http.ResponseWriter, r *http.Request) error {
	contests, err := s.loaderFor(r).Contests(r.Context())
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, searchPage(i18n.From(r.Context()), searchView{Contests: contests}))
}

// Search searches the archive. It does not store the program.
func (s *Site) Search(w http.ResponseWriter, r *http.Request) error {
	contests, err := s.loaderFor(r).Contests(r.Context())
	if err != nil {
		return err
	}
	view := searchView{Contests: contests}
	if view.Search, err = readSearch(w, r, contests); err != nil {
		return s.showFailure(w, r, view, err)
	}
	findings, err := s.loaderFor(r).Search(r.Context(), view.Search, 0)
	if err != nil {
		return s.showFailure(w, r, view, err)
	}
	view.Findings = &findings
	_, isNamed := lexer.ByPath(view.Search.Name)
	view.Guessed = view.Search.Language == "" && !isNamed
	view.Search.Language = cmp.Or(view.Search.Language, findings.Language) // keep it, because the result page sends the program without its file name
	return s.show(w, r, http.StatusOK, searchPage(i18n.From(r.Context()), view))
}

// showFailure shows the form of a search again if err is a *jobs.Failure, and returns any other error.
func (s *Site) showFailure(w http.ResponseWriter, r *http.Request, view searchView, err error) error {
	if !errors.As(err, &view.Failure) {
		return err
	}
	return s.show(w, r, http.StatusUnprocessableEntity, searchPage(i18n.From(r.Context()), view))
}

// readSearch reads the form. With a *jobs.Failure it also returns the search, so that users need not paste the text again.
func readSearch(w http.ResponseWriter, r *http.Request, contests []contest.Contest) (access.Search, error) {
	r.Body = http.MaxBytesReader(w, r.Body, request.MaxSearchForm)
	form, err := r.MultipartReader()
	if err != nil {
		return access.Search{}, httperr.BadRequest("No program was sent.", "Paste one or choose a file.")
	}
	var search access.Search
	var pasted, file []byte
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		var content []byte
		if err == nil {
			content, err = io.ReadAll(part)
		}
		if err != nil {
			return search, searchError(r, err)
		}
		switch part.FormName() {
		case "program":
			pasted = content
		case "file":
			if len(content) > 0 {
				search.Name, file = path.Base(request.SafeName(part.FileName())), content
			}
		case "language":
			if err := request.SetLanguage(&search.Language, request.OneLine(string(content))); err != nil {
				return search, err
			}
		case "with":
			search.SubmissionID, _ = strconv.ParseInt(string(content), 10, 64) // if it is no number, the ID is 0, which no submission has
		case "source":
			search.SourceID, _ = strconv.ParseInt(string(content), 10, 64)
		case "contest":
			id, err := strconv.ParseInt(string(content), 10, 64)
			if len(content) > 0 && (err != nil || !slices.ContainsFunc(contests, func(c contest.Contest) bool { return c.ID == id })) {
				return search, httperr.BadRequest("The contest to search in no longer exists.", "Reload the page and try again.")
			}
			search.ContestID = id
		}
	}
	hasText := strings.TrimSpace(string(pasted)) != ""
	search.Program = pasted
	switch {
	case hasText && file != nil:
		return search, &jobs.Failure{
			Message: i18n.Textf("There are two programs: one pasted and one in a file."), Advice: i18n.Textf("Clear one of them."),
		}
	case file != nil:
		search.Program = file
	case !hasText:
		return search, &jobs.Failure{Message: i18n.Textf("There is no program to search for."), Advice: i18n.Textf("Paste one or choose a file.")}
	}
	if len(search.Program) > request.MaxProgram {
		search.Program = nil
		return search, &jobs.Failure{
			Message: i18n.Textf("The program is too large."), Advice: i18n.Textf("Shorten it to at most %s.", i18n.Size(request.MaxProgram)),
		}
	}
	return search, nil
}

// searchError turns the error of a large or broken form into an error for the user.
func searchError(r *http.Request, err error) error {
	if errors.As(err, new(*http.MaxBytesError)) {
		return httperr.New(http.StatusRequestEntityTooLarge, "Too large", "A program to search for may have at most %s.",
			"Go back, and give the program alone.", i18n.Size(request.MaxProgram))
	}
	return request.FormError(r.Context(), err)
}

// hasTimes reports whether the time of any finding is known.
func (v searchView) hasTimes() bool {
	return slices.ContainsFunc(v.Findings.Findings, func(best contest.Finding) bool {
		return slices.ContainsFunc(best.Attempts(), func(f contest.Finding) bool { return !f.Time.IsZero() })
	})
}

// programText returns the program for the text area of the form; "" if the program is not text.
func (v searchView) programText() string {
	if !lexer.IsText(v.Search.Program) {
		return ""
	}
	return strings.ReplaceAll(strings.ToValidUTF8(string(v.Search.Program), "\uFFFD"), "\x00", "\uFFFD")
}

func (v searchView) title(p *i18n.Printer) string {
	if v.Search.Name != "" {
		return text.Visible(v.Search.Name)
	}
	return p.T("Pasted program")
}

// summaryText summarises the findings in one line.
func (v searchView) summaryText(p *i18n.Printer) string {
	n := contest.ProgramCount(v.Findings.Findings)
	lead := evidence.LanguageName(v.Findings.Language) + p.T(", ") + p.T("%d tokens", v.Findings.Tokens)
	switch {
	case n == 0 && len(v.Findings.Sources) > 0:
		return p.T("%s: no submission is like it, but known sources are.", lead)
	case n == 0:
		return p.T("%s: no stored program is like it.", lead)
	}
	return p.T("%s: %d stored programs contain part of it.", lead, n)
}

// otherCount says how many other submissions have the same program.
func otherCount(p *i18n.Printer, f contest.Finding) string {
	if f.SameCount == 0 {
		return "–"
	}
	return "+" + i18n.Number(p, f.SameCount)
}

// compareLabel names what the button of a finding does, for those who do not see its row.
func compareLabel(p *i18n.Printer, f contest.Finding, best bool) string {
	if best {
		return p.T("Compare with the program of %s", text.Visible(f.Participant))
	}
	return p.T("Compare with %s", text.Visible(f.Path))
}

// compareView is the view model of a searched program beside a submission or a known source.
type compareView struct {
	Submission contest.Side
	Source     contest.KnownSource
	Evidence   evidence.View
}

// name returns the name of the found program's participant or of the source.
func (v compareView) name() string { return cmp.Or(v.Source.Name, v.Submission.Participant) }

// SearchCompare shows the program of a search beside a submission or a known source. The form sends the program again.
func (s *Site) SearchCompare(w http.ResponseWriter, r *http.Request) error {
	reader := s.loaderFor(r)
	contests, err := reader.Contests(r.Context())
	if err != nil {
		return err
	}
	search, err := readSearch(w, r, contests)
	var view compareView
	switch {
	case err != nil:
	case search.SourceID != 0:
		view.Source, view.Evidence, err = reader.OpenFoundSource(r.Context(), search)
	default:
		view.Submission, view.Evidence, err = reader.OpenFinding(r.Context(), search)
	}
	if err != nil {
		return s.showFailure(w, r, searchView{Search: search, Contests: contests}, err)
	}
	return s.show(w, r, http.StatusOK, comparePage(i18n.From(r.Context()), view))
}
