package ui

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/auth"
)

// signInView is the view model of the sign-in page.
type signInView struct {
	Name       string // as typed
	Next       string // the page after the sign-in; see pathAfterSignIn
	InputError string // why the last attempt failed

	Provider  string // title of the identity provider; "" if there is none
	Passwords bool   // whether users may sign in by name and password
}

// SignInForm shows the form, or opens a one-time link.
func (s *Site) SignInForm(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query() // r.FormValue would also store a body on the disk
	if token := query.Get("token"); token != "" {
		return s.Auth.OpenLink(w, r, token)
	}
	next := pathAfterSignIn(query.Get("next"))
	if auth.IsSignedIn(r) {
		return seeOther(w, r, next)
	}
	return s.showSignIn(w, r, http.StatusOK, signInView{Next: next})
}

func (s *Site) showSignIn(w http.ResponseWriter, r *http.Request, status int, view signInView) error {
	view.Provider, view.Passwords = s.Auth.ProviderTitle(), s.Auth.TakesPasswords()
	return s.show(w, r, status, signInPage(i18n.From(r.Context()), view))
}

// StartOIDC sends the browser to the identity provider.
func (s *Site) StartOIDC(w http.ResponseWriter, r *http.Request) error {
	return s.Auth.StartOIDC(w, r, pathAfterSignIn(r.URL.Query().Get("next")))
}

// FinishOIDC signs in the person whom the identity provider has identified.
func (s *Site) FinishOIDC(w http.ResponseWriter, r *http.Request) error {
	next, err := s.Auth.FinishOIDC(r)
	return seeOtherUnless(err, w, r, pathAfterSignIn(next))
}

// SignIn signs in by name and password.
func (s *Site) SignIn(w http.ResponseWriter, r *http.Request) error {
	view := signInView{Name: r.PostForm.Get("name"), Next: pathAfterSignIn(r.PostForm.Get("next"))}
	user, err := s.Auth.Authenticate(r, view.Name, r.PostForm.Get("password"))
	if errors.Is(err, auth.ErrWrongPassword) {
		err = account.NewInvalidError("The name or the password is wrong, or the account is disabled.")
	}
	if err != nil {
		status, message, known := refusedSignIn(w, r, err)
		if !known {
			return err
		}
		view.InputError = message
		return s.showSignIn(w, r, status, view)
	}
	needsCode, err := s.Auth.SignIn(r.Context(), user)
	if err != nil {
		return err
	}
	if needsCode {
		return seeOther(w, r, withNext("/signin/code", view.Next))
	}
	return seeOther(w, r, view.Next)
}

// refusedSignIn returns the status and the message of a refused sign-in, and sets Retry-After if the user has to wait.
func refusedSignIn(w http.ResponseWriter, r *http.Request, err error) (status int, message string, known bool) {
	status = http.StatusUnauthorized
	if tooMany, ok := errors.AsType[*auth.TooManyAttemptsError](err); ok {
		status = http.StatusTooManyRequests
		w.Header().Set("Retry-After", strconv.FormatInt(tooMany.Seconds(), 10))
	}
	message, known = inputMessage(i18n.From(r.Context()), err)
	return status, message, known
}

// SignOut signs out here and at the identity provider.
func (s *Site) SignOut(w http.ResponseWriter, r *http.Request) error {
	atProvider := s.Auth.ProviderSignOutURL(r)
	return seeOtherUnless(s.Auth.End(r.Context()), w, r, cmp.Or(atProvider, "/signin"))
}

// AskToSignIn redirects a browser to the sign-in form, which leads back to the requested page. If the request
// is not a browser's request for a page, AskToSignIn answers nothing and returns false.
func AskToSignIn(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return false
	}
	http.Redirect(w, r, withNext("/signin", pathAfterSignIn(r.URL.RequestURI())), http.StatusSeeOther)
	return true
}

// pathAfterSignIn returns next if it is an address of this server, except the sign-in page. Otherwise it returns "/".
func pathAfterSignIn(next string) string {
	address := localAddress(next)
	if path, _, _ := strings.Cut(address, "?"); path == "/signin" {
		return "/"
	}
	return address
}

// withNext adds the parameter next, the page to show after the sign-in, to a path; not if it is "/".
func withNext(path, next string) string {
	if next == "/" {
		return path
	}
	return withParameters(path, map[string]string{"next": next})
}

// localAddress returns next if it is an address of this server, else "/". So no redirect leads to another server.
func localAddress(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") ||
		strings.HasPrefix(u.Path, "//") || strings.ContainsAny(next, "\\\r\n\t") {
		return "/"
	}
	return u.RequestURI()
}

// askCodeView is the view model of the page that asks for a code after the password.
type askCodeView struct {
	Next       string // the page after the sign-in; see pathAfterSignIn
	InputError string // why the last code was refused
}

// CodeForm asks for the code of the second factor.
func (s *Site) CodeForm(w http.ResponseWriter, r *http.Request) error {
	if !s.Auth.NeedsCode(r.Context()) {
		return seeOther(w, r, "/signin")
	}
	return s.show(w, r, http.StatusOK, askCodePage(i18n.From(r.Context()), askCodeView{Next: pathAfterSignIn(r.URL.Query().Get("next"))}))
}

// Code signs in by the code of the second factor.
func (s *Site) Code(w http.ResponseWriter, r *http.Request) error {
	view := askCodeView{Next: pathAfterSignIn(r.PostForm.Get("next"))}
	err := s.Auth.FinishWithCode(r, r.PostForm.Get("code"))
	if err == nil {
		return seeOther(w, r, view.Next)
	}
	status, message, known := refusedSignIn(w, r, err)
	if !known {
		return err
	}
	view.InputError = message
	return s.show(w, r, status, askCodePage(i18n.From(r.Context()), view))
}
