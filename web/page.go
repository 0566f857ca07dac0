package web

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/a-h/templ"
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
	Viewer   viewer // who has signed in
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

// show answers with a page. It is rendered whole before the first byte leaves,
// so that what fails half-way becomes an error page.
func (s *Server) show(w http.ResponseWriter, r *http.Request, status int, p page) error {
	v, in := viewerFrom(r.Context())
	f := frame{
		page:     p,
		SignedIn: in,
		Viewer:   v,
		Version:  s.ToolVersion,
		assets:   s.assets.addresses,
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
