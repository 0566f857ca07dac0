// Package ui serves the HTML pages. Each page is a handler (contest.go), a view model that holds what it
// shows, and a templ component (contest.templ). Pages work without JavaScript; web/static/app.js only makes
// pages quicker to use.
package ui

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// page is the body of a page, and the data of the frame around it.
type page struct {
	Title       string
	Trail       []link // the pages above this one, outermost first
	Body        templ.Component
	Content     string // ID of the element where the content begins; "" for "main", which holds Body
	Wide        bool   // uses the whole width of the screen
	FillsWindow bool   // is as high as the window; its parts scroll, the page does not
	// Search, Help, Account and Accounts mark the link of the header that leads to this page.
	Search, Help, Account, Accounts bool
	OffersLanguages                 bool     // offers the languages, because nobody has signed in yet
	Reload                          bool     // the page reloads every two seconds if JavaScript is off
	ShowsCode                       bool     // shows programs by package evidence; such a page is wide
	Styles, Scripts                 []string // names of files that only some pages load
}

// link is an address with its text.
type link struct {
	Text string
	Path string
}

// ariaCurrent returns the attributes of a link in a group of links. isCurrent says that the link leads to this page.
func ariaCurrent(isCurrent bool) templ.Attributes {
	if !isCurrent {
		return nil
	}
	return templ.Attributes{"aria-current": "true"}
}

// frame is a page with the data that the layout shows on all pages.
type frame struct {
	page
	SignedIn bool
	Viewer   access.Viewer // the zero Viewer unless SignedIn
	Address  string        // to which the choice of a language leads back; "" for no choice
	Version  string
	assets   map[string]string
}

// asset returns the address of an embedded file.
func (f frame) asset(name string) string { return f.assets[name] }

// contentTarget returns the target of the link that skips the header.
func (f frame) contentTarget() string {
	if f.Content == "" {
		return "#main"
	}
	return "#" + f.Content
}

// Options are the parts of a Site.
type Options struct {
	Archive  *access.Archive
	Auth     *auth.Service
	Jobs     *jobs.Queue
	Uploads  *request.Uploads
	Assets   map[string]string // addresses of embedded files, by name
	Exposure request.Exposure  // how other machines reach the server, for the addresses of links
	Version  string            // of ojcheck, for the foot of every page
	// Algorithm is the version of the algorithm of this server, as in contest.Check. Pages offer to repeat
	// checks of other versions. With "", they do not.
	Algorithm string
}

// Site serves all pages.
type Site struct {
	Options
	notifier *changeNotifier
}

// New returns a Site. The caller must call Close.
func New(o Options) *Site { return &Site{o, newChangeNotifier(o.Archive.LiveVersions)} }

// Close ends the requests that wait for changes.
func (s *Site) Close() { s.notifier.close() }

// loader is an access.Reader with methods that load the view models of pages. Its variables are called reader.
type loader struct{ *access.Reader }

func (s *Site) loaderFor(r *http.Request) loader { return loader{s.Archive.Reader(r.Context())} }

// seeOther redirects to another page (303 See Other).
func seeOther(w http.ResponseWriter, r *http.Request, path string) error {
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}

// seeOtherUnless redirects to another page, or returns err.
func seeOtherUnless(err error, w http.ResponseWriter, r *http.Request, path string) error {
	if err != nil {
		return err
	}
	return seeOther(w, r, path)
}

// withQuery returns path with a query, if q is not empty.
func withQuery(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// withParameters returns path with the parameters that are not empty.
func withParameters(path string, parameters map[string]string) string {
	q := url.Values{}
	for name, value := range parameters {
		if value != "" {
			q.Set(name, value)
		}
	}
	return withQuery(path, q)
}

type (
	handler          = func(http.ResponseWriter, *http.Request) error
	handlerOf[T any] = func(http.ResponseWriter, *http.Request, loader, T) error
)

// WithForm returns a handler that reads a form without files before it calls handle.
func WithForm(handle handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := request.ParseForm(w, r); err != nil {
			return err
		}
		return handle(w, r)
	}
}

// OfContest returns a handler that calls show with the contest that the address names.
func (s *Site) OfContest(show handlerOf[contest.Contest]) handler {
	return objectHandler(s, loader.Contest, show)
}

// OfAllContests returns a handler that calls show with the zero Contest.
func (s *Site) OfAllContests(show handlerOf[contest.Contest]) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		return show(w, r, s.loaderFor(r), contest.Contest{})
	}
}

// OfCheck returns a handler that calls show with the check that the address names.
func (s *Site) OfCheck(show handlerOf[contest.Check]) handler {
	return objectHandler(s, loader.Check, show)
}

// OfCompleteCheck returns a handler that calls show with the check that the address names, if the check is complete.
func (s *Site) OfCompleteCheck(show handlerOf[contest.Check]) handler {
	return objectHandler(s, loader.CompleteCheck, show)
}

// OfPair returns a handler that calls show with the pair that the address names.
func (s *Site) OfPair(show handlerOf[access.CheckedPair]) handler {
	return objectHandler(s, loader.Pair, show)
}

// objectHandler returns a handler that reads the object with the ID in the address, and calls show with the object.
func objectHandler[T any](s *Site, read func(loader, context.Context, int64) (T, error), show handlerOf[T]) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		reader := s.loaderFor(r)
		subject, err := request.ByID(r, func(ctx context.Context, id int64) (T, error) { return read(reader, ctx, id) })
		if err != nil {
			return err
		}
		return show(w, r, reader, subject)
	}
}

// ShowError answers with an error page.
func (s *Site) ShowError(w http.ResponseWriter, r *http.Request, e *httperr.Error) error {
	return s.show(w, r, e.Status, errorPage(i18n.From(r.Context()), e, request.ID(r.Context())))
}

// show answers with a page.
func (s *Site) show(w http.ResponseWriter, r *http.Request, status int, p page) error {
	f := frame{page: p, Version: s.Version, assets: s.Assets}
	f.Viewer, f.SignedIn = access.ViewerFrom(r.Context())
	if p.OffersLanguages && !f.SignedIn {
		f.Address = returnAddress(r)
	}
	return render(w, r, status, layout(f))
}

// render answers with a page. It renders the page in memory first, so that a failure can be answered with an error page.
func render(w http.ResponseWriter, r *http.Request, status int, page templ.Component) error {
	var b bytes.Buffer
	if err := page.Render(r.Context(), &b); err != nil {
		return fmt.Errorf("render the page of %s: %w", request.LoggedPath(r), err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", i18n.From(r.Context()).Tag)
	w.Header().Add("Vary", "Accept-Language") // and Cookie, which the sessions add
	w.WriteHeader(status)
	_, _ = b.WriteTo(w) // fails if the client has closed the connection
	return nil
}
