package ui

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// searchView is what the page of a search shows.
type searchView struct {
	Search   access.Search
	Contests []contest.Contest // to search in
	Failure  *jobs.Failure     // why the search could not be made; nil where it could
	Found    *contest.Findings // nil before a search, and where it failed
}

// SearchForm shows the empty form.
func (s *Site) SearchForm(w http.ResponseWriter, r *http.Request) error {
	contests, err := s.read(r).Contests(r.Context())
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, searchPage(searchView{Contests: contests}))
}

// Search searches the archive. It stores nothing of the program.
func (s *Site) Search(w http.ResponseWriter, r *http.Request) error {
	contests, err := s.read(r).Contests(r.Context())
	if err != nil {
		return err
	}
	view := searchView{Contests: contests}
	status := http.StatusOK
	if view.Search, err = readSearch(w, r, contests); err == nil {
		var found contest.Findings
		if found, err = s.read(r).Search(r.Context(), view.Search, request.MaxFindings); err == nil {
			view.Found = &found
			if view.Search.Language == "" {
				view.Search.Language = found.Language // what is in the box now has no name
			}
		}
	}
	if err != nil {
		if !errors.As(err, &view.Failure) {
			return err
		}
		status = http.StatusUnprocessableEntity
	}
	return s.show(w, r, status, searchPage(view))
}

// readSearch reads the form. With a *Failure it returns what it could read, so that nobody pastes again.
func readSearch(w http.ResponseWriter, r *http.Request, contests []contest.Contest) (access.Search, error) {
	r.Body = http.MaxBytesReader(w, r.Body, request.MaxSearchForm)
	form, err := r.MultipartReader()
	if err != nil {
		return access.Search{}, httperr.BadRequest("No program was sent.", "Paste one into the form, or choose a file, and send it.")
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
			if err := request.Choose(&search.Language, request.OneLine(string(content)), request.Languages()); err != nil {
				return search, err
			}
		case "with":
			search.With, _ = strconv.ParseInt(string(content), 10, 64) // 0, which is not there, for anything else
		case "contest":
			id, err := strconv.ParseInt(string(content), 10, 64)
			if len(content) > 0 && (err != nil || !slices.ContainsFunc(contests, func(c contest.Contest) bool { return c.ID == id })) {
				return search, httperr.BadRequest("The contest to search in is not there any more.", "Reload the page and try again.")
			}
			search.Contest = id
		}
	}
	hasText := strings.TrimSpace(string(pasted)) != ""
	search.Program = pasted
	switch {
	case hasText && file != nil:
		return search, &jobs.Failure{Message: "There are two programs, one pasted and one in a file.", Advice: "Empty the box, or choose no file."}
	case file != nil:
		search.Program = file
	case !hasText:
		return search, &jobs.Failure{Message: "There is no program to search for.", Advice: "Paste one, or choose a file."}
	}
	if len(search.Program) > request.MaxProgram {
		search.Program = nil
		return search, &jobs.Failure{Message: "The program is too large.", Advice: fmt.Sprintf("At most %s can be searched for.", text.Bytes(request.MaxProgram))}
	}
	if file == nil && search.Language == "" {
		return search, &jobs.Failure{Message: "A program that is pasted has no name to tell its language by.", Advice: "Choose the language."}
	}
	return search, nil
}

// searchError tells a large or broken form from a fault of the server.
func searchError(r *http.Request, err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case r.Context().Err() != nil:
		return r.Context().Err()
	case errors.As(err, &tooLarge):
		return &httperr.Error{
			Status: http.StatusRequestEntityTooLarge, Title: "Too large",
			Message: fmt.Sprintf("At most %s of a program can be searched for.", text.Bytes(request.MaxProgram)),
			Advice:  "Go back, and give the program alone.",
		}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, multipart.ErrMessageTooLarge):
		return httperr.BadRequest("The form broke off, or was not sent by this page.", "Try again.")
	}
	return err
}

// hasTimes reports whether the time of any program is known.
func (v searchView) hasTimes() bool {
	return slices.ContainsFunc(v.Found.Findings, func(f contest.Finding) bool { return !f.Time.IsZero() })
}

// programText is the program as the box shows it; "" for what is no text.
func (v searchView) programText() string {
	if !lexer.IsText(v.Search.Program) {
		return ""
	}
	return strings.ReplaceAll(strings.ToValidUTF8(string(v.Search.Program), "\uFFFD"), "\x00", "\uFFFD")
}

// title says what was searched for.
func (v searchView) title() string {
	if v.Search.Name != "" {
		return text.Visible(v.Search.Name)
	}
	return "The pasted program"
}

// summaryText says in one line what was found.
func (v searchView) summaryText() string {
	language := v.Found.Language
	if l, ok := lexer.ByName(language); ok {
		language = l.Name
	}
	n := len(v.Found.Findings)
	lead := fmt.Sprintf("%s, %s: ", language, text.Count(v.Found.Tokens, "token"))
	switch {
	case n == 0:
		return lead + "nothing in the archive is like it."
	case v.Found.More > 0:
		return lead + fmt.Sprintf("the %s programs of the archive that have most of it, of %s that were looked at.", text.Thousands(n), text.Thousands(n+v.Found.More))
	}
	return lead + text.Count(n, "program") + " of the archive with some of it."
}

// otherCount tells how many further submissions have the same program.
func otherCount(f contest.Finding) string {
	if f.Others == 0 {
		return "–"
	}
	return "+" + text.Thousands(f.Others)
}

// comma stands between the parts of a list.
func comma(more bool) string {
	if more {
		return ", "
	}
	return ""
}

// compareView is a searched program beside one that was found.
type compareView struct {
	Found    contest.Side
	Evidence evidence.View
}

// SearchCompare shows the program of a search, which is sent again, beside one that was found.
func (s *Site) SearchCompare(w http.ResponseWriter, r *http.Request) error {
	rd := s.read(r)
	contests, err := rd.Contests(r.Context())
	if err != nil {
		return err
	}
	search, err := readSearch(w, r, contests)
	if err == nil {
		view := compareView{}
		if view.Found, view.Evidence, err = rd.OpenFinding(r.Context(), search); err == nil {
			return s.show(w, r, http.StatusOK, comparePage(view))
		}
	}
	form := searchView{Search: search, Contests: contests}
	if !errors.As(err, &form.Failure) {
		return err
	}
	return s.show(w, r, http.StatusUnprocessableEntity, searchPage(form))
}
