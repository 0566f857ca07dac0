package ui

import (
	"net/http"
	"time"

	"github.com/a-h/templ"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// Link says what an open link is for, and shows the form for a statement. A visit changes nothing, because
// mail scanners and previews in chats visit links too.
func (s *Site) Link(w http.ResponseWriter, r *http.Request) error {
	v, err := s.Archive.Visit(r.Context(), r.PathValue("token"))
	if err != nil {
		return err
	}
	return s.showVisit(w, r, v, "")
}

// showVisit shows the page of an open link. draft is the statement so far.
func (s *Site) showVisit(w http.ResponseWriter, r *http.Request, v access.Visit, draft string) error {
	path := request.LinkPath + r.PathValue("token")
	// The form for a statement has its own choice of a language, which keeps the draft.
	address := path
	if v.ForStatement() {
		address = ""
	}
	return s.showAlone(w, r, http.StatusOK, i18n.From(r.Context()).T("One pair of programs"), address, visitBody(v, path, draft))
}

// AddStatement stores the statement of a participant, and so closes the link. If the form names a language,
// it stores nothing, and shows the page in this language with the statement so far.
func (s *Site) AddStatement(w http.ResponseWriter, r *http.Request) error {
	v, err := s.Archive.Visit(r.Context(), r.PathValue("token"))
	if err != nil {
		return err
	}
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	statement := request.CleanText(r.PostFormValue("statement"))
	if language := r.PostFormValue("language"); i18n.Known(language) && v.ForStatement() {
		s.setLanguageCookie(w, language)
		r = r.WithContext(i18n.With(r.Context(), i18n.In(language)))
		if v, err = s.Archive.Visit(r.Context(), r.PathValue("token")); err != nil {
			return err
		}
		return s.showVisit(w, r, v, statement)
	}
	return seeOtherUnless(v.StoreStatement(r.Context(), statement), w, r, r.URL.Path)
}

// ShowClosedLink answers with one sentence.
func (s *Site) ShowClosedLink(w http.ResponseWriter, r *http.Request, e *access.ClosedLinkError) error {
	p := i18n.From(r.Context())
	status, sentence := http.StatusGone, p.T("This link is not valid.")
	switch e.State {
	case review.LinkStated:
		return s.showAlone(w, r, http.StatusOK, p.T("Your statement"), returnAddress(r), statedBody(e.Link, time.Now()))
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
	return render(w, r, status, lonePage(s.Assets, title, address, body))
}
