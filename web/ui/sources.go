package ui

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// sourcesView is the view model of the known sources of a contest, or those for all contests.
type sourcesView struct {
	Contest    contest.Contest // the zero Contest for the sources for all contests
	Sources    []contest.KnownSource
	MayChange  bool
	Titles     titles                // of the problems
	Notice     string                // says what the viewer has just done
	About      request.SourceDetails // as typed into the form
	InputError string                // why nothing was added
}

// sourcesNotices are the notices, by the parameter "done" of the address.
var sourcesNotices = map[string]i18n.Key{
	"added":   "The sources are added. The next check uses them.",
	"deleted": "The source is deleted. Checks that used it keep their copy.",
	"base":    "The choice is saved. The next check follows it.",
}

// sourceKindTexts say what the kinds of sources are.
var sourceKindTexts = map[contest.SourceKind]i18n.Key{
	contest.Generated: "generated: an answer of a language model",
	contest.Editorial: "editorial: a solution of the editorial",
	contest.Published: "published: a library, or a program on the web",
	contest.Jury:      "jury: a solution of the jury or of a tester",
	contest.Leaked:    "leaked: a solution that participants passed round",
}

// Sources lists the known sources that a check of the contest uses; with the zero Contest, the sources for all contests. If
// the address names a match of a pair, the form has the code of the match.
func (s *Site) Sources(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	view := sourcesView{Contest: c, Notice: doneNotice(r, sourcesNotices)}
	if q := r.URL.Query(); q.Has("match") && reader.Viewer().May(account.Chief) {
		var err error
		if view.About, err = reader.matchAsSource(r.Context(), c, q.Get("pair"), q.Get("match")); err != nil {
			return err
		}
	}
	return s.showSources(w, r, reader, view)
}

// matchAsSource returns the details of a known source that is a match of a pair of the contest.
func (reader loader) matchAsSource(ctx context.Context, c contest.Contest, pairID, match string) (request.SourceDetails, error) {
	id, idErr := strconv.ParseInt(pairID, 10, 64)
	number, numberErr := strconv.Atoi(match)
	if idErr != nil || numberErr != nil {
		return request.SourceDetails{}, contest.ErrNotFound
	}
	named, err := reader.Pair(ctx, id)
	if err == nil && named.Check.ContestID != c.ID {
		err = contest.ErrNotFound
	}
	if err != nil {
		return request.SourceDetails{}, err
	}
	view, err := reader.Evidence(ctx, named.Pair)
	if err != nil {
		return request.SourceDetails{}, err
	}
	file, code, ok := view.MatchCode(number)
	if !ok {
		return request.SourceDetails{}, contest.ErrNotFound
	}
	return request.SourceDetails{
		Kind: string(contest.Published), Problem: named.Pair.Left.Problem, Code: code, FileName: fmt.Sprintf("match-%d%s", number, path.Ext(file)),
	}, nil
}

func (s *Site) showSources(w http.ResponseWriter, r *http.Request, reader loader, view sourcesView) error {
	var err error
	if view.Sources, err = reader.KnownSources(r.Context(), view.Contest.ID); err != nil {
		return err
	}
	view.MayChange = reader.Viewer().Administrator
	if view.Contest.ID != 0 {
		view.MayChange = reader.Viewer().May(account.Chief)
		if view.Titles, err = reader.Titles(r.Context(), view.Contest.ID); err != nil {
			return err
		}
	}
	status := http.StatusOK
	if view.InputError != "" {
		status = http.StatusUnprocessableEntity
	}
	return s.show(w, r, status, sourcesPage(i18n.From(r.Context()), view))
}

// AddSources adds the files of a form to the known sources of a contest, or those for all contests.
func (s *Site) AddSources(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	added, details, err := request.ReceiveSources(w, r, c)
	if err == nil {
		err = s.Uploads.AdmitAgain(r)
	}
	if err == nil {
		err = reader.AddSources(r.Context(), c, added)
	}
	if refused, ok := errors.AsType[*httperr.Error](err); ok && (refused.Status == http.StatusUnprocessableEntity || refused.Status == http.StatusConflict) {
		p := i18n.From(r.Context())
		return s.showSources(w, r, reader, sourcesView{Contest: c, About: details, InputError: p.Sentences(p.Err(refused.Message), p.Err(refused.Advice))})
	}
	return seeOtherUnless(err, w, r, sourcesPath(c.ID)+"?done=added")
}

// DeleteSource deletes a known source of a contest, or those for all contests.
func (s *Site) DeleteSource(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	id, err := request.PathID(r, "source")
	if err == nil {
		err = reader.DeleteSource(r.Context(), c.ID, id)
	}
	return seeOtherUnless(err, w, r, sourcesPath(c.ID)+"?done=deleted")
}

// SetPublishedBase stores whether published sources from before the contest are base code.
func (s *Site) SetPublishedBase(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	base, ok := parseBox(r.PostForm["base"])
	if !ok {
		return httperr.BadRequest("The form does not say whether published sources are base code.", "Reload the page and save it again.")
	}
	return seeOtherUnless(reader.SetSettings(r.Context(), c.ID, contest.Settings{PublishedBase: &base}), w, r, sourcesPath(c.ID)+"?done=base")
}

// sourceView is the view model of a known source.
type sourceView struct {
	Contest contest.Contest // from which the source was opened; the zero Contest for the list for all contests
	Source  contest.KnownSource
	Program evidence.Pane
	Titles  titles
}

// Source shows a known source that a check of a contest uses, or one for all contests.
func (s *Site) Source(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	view := sourceView{Contest: c}
	id, err := request.PathID(r, "source")
	if err != nil {
		return err
	}
	if view.Source, view.Program, err = reader.KnownSource(r.Context(), c.ID, id); err != nil {
		return err
	}
	if c.ID != 0 {
		if view.Titles, err = reader.Titles(r.Context(), c.ID); err != nil {
			return err
		}
	}
	return s.show(w, r, http.StatusOK, sourcePage(i18n.From(r.Context()), view))
}

// sourcesPath returns the address of the known sources of a contest; with ID 0, of those for all contests.
func sourcesPath(contestID int64) string {
	if contestID == 0 {
		return "/sources"
	}
	return contestPath(contestID) + "/sources"
}

func sourcePath(contestID, id int64) string {
	return sourcesPath(contestID) + "/" + strconv.FormatInt(id, 10)
}

// sourcesTitle is the heading of a list of known sources.
func sourcesTitle(p *i18n.Printer, c contest.Contest) string {
	if c.ID == 0 {
		return p.T("Known sources for all contests")
	}
	return p.T("Known sources")
}

// mayDelete reports whether the page can delete a source. The page of a contest also lists the sources of all
// contests, but cannot delete them.
func (v sourcesView) mayDelete(s contest.KnownSource) bool {
	return v.MayChange && s.ContestID == v.Contest.ID
}

func problemChoices(v sourcesView) []choice {
	return choicesOf(v.Contest.Metadata.Problems, func(p contest.Problem) string { return p.Name },
		func(p contest.Problem) string { return text.Visible(v.Titles.nameWithTitle(p.Name)) })
}

// problemNameOf names the problem of a source.
func problemNameOf(p *i18n.Printer, t titles, s contest.KnownSource) string {
	switch {
	case s.ContestID == 0:
		return p.T("All contests")
	case s.Problem == "":
		return p.T("All problems")
	}
	return t.nameWithTitle(s.Problem)
}

// webAddress returns the address if it is one of http or https, to which pages may link; otherwise "".
func webAddress(address string) string {
	if strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://") {
		return address
	}
	return ""
}

// sourceDay writes the day of a source, without a time zone; "" if the day is unknown.
func sourceDay(p *i18n.Printer, s contest.KnownSource) string {
	if s.Date.IsZero() {
		return ""
	}
	return p.Day(s.Date)
}
