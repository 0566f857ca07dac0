// Package ui serves the HTML pages. Each page is a handler (contest.go), a view
// model that holds what it shows, and a templ component (contest.templ). Pages
// work without JavaScript; web/static/app.js only makes them quicker to use.
package ui

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/a-h/templ"
	"github.com/alexedwards/scs/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// page is what a handler shows: a body, and what the frame around it needs.
type page struct {
	Title string
	Trail []link // the pages above this one, outermost first
	Body  templ.Component
	// Content is the ID of the element where the content begins; "" for the body.
	Content string
	Wide    bool // uses the whole width of the screen
	// Which link of the head leads to it.
	Search, Account, Accounts bool
	Reload                    bool // without JavaScript, loads itself again every other second
	// Evidence is set where parts of package evidence are shown, which have a
	// style of their own, and Code where programs are, which have a script too.
	Evidence, Code bool
	// Styles and Scripts name the files that this page has beside those of all.
	Styles, Scripts []string
}

// link is an address with its text.
type link struct {
	Text string
	Path string
}

// current marks the link, of several, that leads to where the reader is.
func current(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "true"}
}

// frame is what the layout shows around the body of a page.
type frame struct {
	page
	SignedIn bool
	Viewer   access.Viewer // who has signed in
	Version  string
	assets   map[string]string
}

// asset returns the address of an embedded file.
func (f frame) asset(name string) string { return f.assets[name] }

// content is where the link leads that skips what stands above.
func (f frame) content() string {
	if f.Content == "" {
		return "#main"
	}
	return "#" + f.Content
}

// Options is what a Site needs.
type Options struct {
	Archive *access.Archive
	Auth    *auth.Service
	Jobs    *jobs.Queue
	Uploads *request.Uploads
	Assets  map[string]string // addresses of embedded files, by name
	// Version is shown at the foot of every page.
	Version string
	// Algorithm names how programs are compared now, as contest.Check does; ""
	// offers no check to be run again.
	Algorithm string
}

// Site serves all pages.
type Site struct {
	archive   *access.Archive
	auth      *auth.Service
	sessions  *scs.SessionManager
	jobs      *jobs.Queue
	uploads   *request.Uploads
	notifier  *changeNotifier
	assets    map[string]string
	version   string
	algorithm string
}

// New returns a Site. Close must be called when it is not needed any more.
func New(o Options) *Site {
	return &Site{
		archive: o.Archive, auth: o.Auth, sessions: o.Auth.Sessions, jobs: o.Jobs, uploads: o.Uploads,
		notifier: newChangeNotifier(o.Archive.LiveVersions), assets: o.Assets, version: o.Version, algorithm: o.Algorithm,
	}
}

// Close ends the pages that wait for changes.
func (s *Site) Close() { s.notifier.close() }

// loader loads the view models of pages, of what one viewer may see.
type loader struct{ *access.Reader }

func (s *Site) read(r *http.Request) loader { return loader{s.archive.Reader(r.Context())} }

// seeOther leads to another page, after a form or instead of what was asked for.
func seeOther(w http.ResponseWriter, r *http.Request, path string) error {
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}

// withQuery is an address with a query, if there is any.
func withQuery(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// pageCount is how many pages of a size a list has; at least one.
func pageCount(total, size int) int { return max(1, (total+size-1)/size) }

// OfContest adapts a page of the contest that the address names.
func (s *Site) OfContest(show func(http.ResponseWriter, *http.Request, loader, contest.Contest) error) func(http.ResponseWriter, *http.Request) error {
	return adapt(s, loader.Contest, show)
}

// OfCheck adapts a page of the check that the address names.
func (s *Site) OfCheck(show func(http.ResponseWriter, *http.Request, loader, contest.Check) error) func(http.ResponseWriter, *http.Request) error {
	return adapt(s, loader.Check, show)
}

// OfResult is OfCheck for checks that have a result.
func (s *Site) OfResult(show func(http.ResponseWriter, *http.Request, loader, contest.Check) error) func(http.ResponseWriter, *http.Request) error {
	return adapt(s, loader.CompleteCheck, show)
}

func adapt[T any](s *Site, read func(loader, context.Context, int64) (T, error), show func(http.ResponseWriter, *http.Request, loader, T) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		id, err := request.PathID(r)
		if err != nil {
			return err
		}
		rd := s.read(r)
		named, err := read(rd, r.Context(), id)
		if err != nil {
			return err
		}
		return show(w, r, rd, named)
	}
}

// ShowError answers with an error page.
func (s *Site) ShowError(w http.ResponseWriter, r *http.Request, e *httperr.Error) error {
	return s.show(w, r, e.Status, errorPage(e))
}

// show answers with a page. It renders to memory first, so that a failure becomes an error page.
func (s *Site) show(w http.ResponseWriter, r *http.Request, status int, p page) error {
	v, in := access.ViewerFrom(r.Context())
	f := frame{
		page:     p,
		SignedIn: in,
		Viewer:   v,
		Version:  s.version,
		assets:   s.assets,
	}
	var b bytes.Buffer
	if err := layout(f).Render(r.Context(), &b); err != nil {
		return fmt.Errorf("render page %q: %w", p.Title, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // fails when the reader has gone
	return nil
}
