package ui

import (
	"net/http"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// languageCookie has the language that somebody without an account chose.
const languageCookie = "ojcheck-language"

// LanguageOf returns the language in which to answer a request: the language of the viewer's account, else of
// the cookie, else of the browser's settings.
func LanguageOf(r *http.Request) *i18n.Printer {
	if v, _ := access.ViewerFrom(r.Context()); i18n.Known(v.Language) {
		return i18n.In(v.Language)
	}
	if cookie, err := r.Cookie(languageCookie); err == nil && i18n.Known(cookie.Value) {
		return i18n.In(cookie.Value)
	}
	return i18n.Match(r.Header.Get("Accept-Language"))
}

// returnAddress returns the address to which the choice of a language leads back; "" if the page answers a form.
func returnAddress(r *http.Request) string {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return ""
	}
	return r.URL.RequestURI()
}

// ChooseLanguage sets the language of the browser, for people without an account.
func (s *Site) ChooseLanguage(w http.ResponseWriter, r *http.Request) error {
	language := r.PostForm.Get("language")
	if !i18n.Known(language) {
		return httperr.BadRequest("ojcheck does not speak this language.", "Go back and choose one of the list.")
	}
	s.setLanguageCookie(w, language)
	return seeOther(w, r, localAddress(r.PostForm.Get("next")))
}

// SetLanguage sets the language of the viewer's account. It deletes the cookie with a language, so that "the
// language of the browser" means the browser's settings.
func (s *Site) SetLanguage(w http.ResponseWriter, r *http.Request) error {
	if err := s.loaderFor(r).SetLanguage(r.Context(), r.PostForm.Get("language")); err != nil {
		return err
	}
	s.setLanguageCookie(w, "")
	return seeOther(w, r, "/account?done=language")
}

// setLanguageCookie stores a language in the browser for a year; "" deletes it.
func (s *Site) setLanguageCookie(w http.ResponseWriter, language string) {
	seconds := 365 * 24 * 60 * 60
	if language == "" {
		seconds = -1
	}
	http.SetCookie(w, &http.Cookie{
		Name: languageCookie, Value: language, Path: "/", MaxAge: seconds,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.Exposure.ServesTLS(),
	})
}
