package ui

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// signInView is what the sign-in page shows.
type signInView struct {
	Name    string // as it was typed
	Next    string // where to go then; see localPath
	Problem string // why the last attempt failed
}

// SignInForm shows the form, or opens a one-time link.
func (s *Site) SignInForm(w http.ResponseWriter, r *http.Request) error {
	if token := r.FormValue("token"); token != "" {
		return s.auth.OpenLink(w, r, token)
	}
	next := localPath(r.FormValue("next"))
	if auth.IsSignedIn(r) {
		return seeOther(w, r, next)
	}
	return s.show(w, r, http.StatusOK, signInPage(signInView{Next: next}))
}

// SignIn signs in by name and password.
func (s *Site) SignIn(w http.ResponseWriter, r *http.Request) error {
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	view := signInView{Name: r.PostForm.Get("name"), Next: localPath(r.PostForm.Get("next"))}
	user, err := s.auth.Authenticate(r, view.Name, r.PostForm.Get("password"))
	var tooMany *auth.TooManyAttemptsError
	switch {
	case errors.As(err, &tooMany):
		view.Problem = tooMany.Error()
		w.Header().Set("Retry-After", strconv.FormatInt(tooMany.Seconds(), 10))
		return s.show(w, r, http.StatusTooManyRequests, signInPage(view))
	case errors.Is(err, auth.ErrWrongPassword):
		view.Problem = "The name or the password is wrong, or the account is disabled."
		return s.show(w, r, http.StatusUnauthorized, signInPage(view))
	case err != nil:
		return err
	}
	if err := s.auth.Begin(r.Context(), user, false); err != nil {
		return err
	}
	return seeOther(w, r, view.Next)
}

func (s *Site) SignOut(w http.ResponseWriter, r *http.Request) error {
	if err := s.auth.End(r.Context()); err != nil {
		return err
	}
	return seeOther(w, r, "/signin")
}

// AskToSignIn leads a person to the form, and from there to the page that they wanted. It is false for scripts.
func AskToSignIn(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return false
	}
	to := "/signin"
	if next := localPath(r.URL.RequestURI()); next != "/" {
		to += "?" + url.Values{"next": {next}}.Encode()
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return true
}

// localPath returns next if it is an address of this server, else "/", so that no link leads elsewhere.
func localPath(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") ||
		strings.HasPrefix(u.Path, "//") || strings.ContainsAny(next, "\\\r\n\t") || u.Path == "/signin" {
		return "/"
	}
	return u.RequestURI()
}
