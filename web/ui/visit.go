package ui

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/a-h/templ"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// Link shows what an open link is for, and the form for a statement. It changes nothing, because mail
// scanners and previews in chats open links too.
func (s *Site) Link(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	v, err := s.Archive.Visit(r.Context(), token)
	if err != nil {
		return err
	}
	return s.showAlone(w, r, http.StatusOK, i18n.From(r.Context()).T("One pair of programs"), chosenAt(r), visitBody(v, request.LinkPath+token))
}

// AddStatement stores the statement of a participant, which closes the link.
func (s *Site) AddStatement(w http.ResponseWriter, r *http.Request) error {
	v, err := s.Archive.Visit(r.Context(), r.PathValue("token"))
	if err != nil {
		return err
	}
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	if err := v.StoreStatement(r.Context(), cleanText(r.PostFormValue("statement"))); err != nil {
		return err
	}
	return seeOther(w, r, r.URL.Path)
}

// ShowClosedLink answers with one sentence.
func (s *Site) ShowClosedLink(w http.ResponseWriter, r *http.Request, e *access.ClosedLinkError) error {
	p := i18n.From(r.Context())
	status, sentence := http.StatusGone, p.T("This link is not valid.")
	switch e.State {
	case review.LinkAnswered:
		status, sentence = http.StatusOK, p.T("The statement is stored, and this link has ended.")
	case review.LinkWithdrawn:
		sentence = p.T("The jury has withdrawn this link.")
	case review.LinkUsed:
		sentence = p.T("This link worked once, and has been used.")
	case review.LinkEnded:
		sentence = p.T("This link worked until %s.", p.LongDay(e.Link.LastDay()))
	default:
		status = http.StatusNotFound
	}
	return s.showAlone(w, r, status, p.T("Link"), "", closedLinkBody(sentence))
}

// showAlone answers with a page that leads to no other page. See lonePage for address.
func (s *Site) showAlone(w http.ResponseWriter, r *http.Request, status int, title, address string, body templ.Component) error {
	var b bytes.Buffer
	if err := lonePage(s.Assets, title, address, body).Render(r.Context(), &b); err != nil {
		return fmt.Errorf("render page %q: %w", title, err)
	}
	writePage(w, r, status, b.Bytes())
	return nil
}
