package ui

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
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

// accountView is the view model of the viewer's own account.
type accountView struct {
	User           account.User
	SignedInByLink bool // by a one-time link; then a new password does not need the old one
	Tokens         []account.Token
	Now            time.Time
	Notice         string // says what the viewer has just done
	NewToken       string // shown only once
	PendingSecret  string // of the second factor that is being set up; "" for none
	InputError     formError
}

// formError is the message about wrong input in a form.
type formError struct{ Form, Message string }

// messageFor returns the message for a form; "" if the input of another form is wrong.
func (p formError) messageFor(form string) string {
	if p.Form != form {
		return ""
	}
	return p.Message
}

// accountNotices are the notices, by the parameter "done" of the address.
var accountNotices = map[string]i18n.Key{
	"name":     "Your name is changed.",
	"password": "Your password is changed. Your other sessions have ended, and your tokens are revoked.",
	"language": "Your language is changed.",
	"revoked":  "The token is revoked.",
	"factor":   "The second factor is on. Your other sessions have ended.",
	"nofactor": "The second factor is removed. Your other sessions have ended.",
}

// doneNotice returns the notice that the parameter "done" of the address names; "" for none.
func doneNotice(r *http.Request, notices map[string]i18n.Key) string {
	if text, ok := notices[r.URL.Query().Get("done")]; ok {
		return i18n.From(r.Context()).T(text)
	}
	return ""
}

// Account shows the viewer's account.
func (s *Site) Account(w http.ResponseWriter, r *http.Request) error {
	return s.showAccount(w, r, http.StatusOK, accountView{Notice: doneNotice(r, accountNotices)})
}

// showAccount fills in the user and their tokens, and shows the page.
func (s *Site) showAccount(w http.ResponseWriter, r *http.Request, status int, view accountView) error {
	v, _ := access.ViewerFrom(r.Context())
	tokens, err := s.loaderFor(r).Tokens(r.Context())
	if err != nil {
		return err
	}
	view.User, view.SignedInByLink, view.Tokens, view.Now = v.User, s.Auth.SignedInByLink(r.Context()), tokens, time.Now()
	view.PendingSecret = s.Auth.PendingSecret(r.Context())
	return s.show(w, r, status, accountPage(i18n.From(r.Context()), view))
}

// showFormError shows the page with an error that the user can correct in the form, and returns any other error.
func (s *Site) showFormError(w http.ResponseWriter, r *http.Request, form string, err error) error {
	message, ok := inputMessage(i18n.From(r.Context()), err)
	if !ok {
		return err
	}
	return s.showAccount(w, r, http.StatusUnprocessableEntity, accountView{InputError: formError{form, message}})
}

// inputMessage returns the message of an error that the user can correct.
func inputMessage(p *i18n.Printer, err error) (message string, ok bool) {
	switch {
	case errors.As(err, new(*account.InvalidError)), errors.As(err, new(*auth.TooManyAttemptsError)):
		return p.Err(err), true
	case errors.Is(err, account.ErrNameTaken):
		return p.T("Another account has this name."), true
	}
	return "", false
}

func (s *Site) SetName(w http.ResponseWriter, r *http.Request) error {
	if err := s.loaderFor(r).Rename(r.Context(), r.PostForm.Get("name")); err != nil {
		return s.showFormError(w, r, "name", err)
	}
	return seeOther(w, r, "/account?done=name")
}

// SetPassword changes the viewer's password. It requires the old password, in case somebody else uses the browser.
func (s *Site) SetPassword(w http.ResponseWriter, r *http.Request) error {
	v, _ := access.ViewerFrom(r.Context())
	password := r.PostForm.Get("password")
	err := account.CheckPassword(password)
	if err == nil && password != r.PostForm.Get("again") {
		err = account.NewInvalidError("The two passwords do not match.")
	}
	if err == nil && v.HasPassword && !s.Auth.SignedInByLink(r.Context()) {
		_, err = s.Auth.Authenticate(r, v.Name, r.PostForm.Get("old"))
		if errors.Is(err, auth.ErrWrongPassword) {
			err = account.NewInvalidError("The current password is wrong.")
		}
	}
	var hash string
	if err == nil {
		hash, err = s.Auth.HashPassword(r, password)
	}
	if err != nil {
		return s.showFormError(w, r, "password", err)
	}
	user, err := s.loaderFor(r).SetPassword(r.Context(), v.ID, hash)
	if err != nil {
		return err
	}
	err = s.Auth.Begin(r.Context(), user) // the new password has ended all sessions
	return seeOtherUnless(err, w, r, "/account?done=password")
}

// SignOutEverywhere ends all sessions of the viewer and revokes their tokens.
func (s *Site) SignOutEverywhere(w http.ResponseWriter, r *http.Request) error {
	if err := s.loaderFor(r).EndSignIns(r.Context()); err != nil {
		return err
	}
	return s.SignOut(w, r)
}

var scopeNames = map[account.Scope]i18n.Key{account.ReadScope: "read", account.WriteScope: "write"}

// tokenLives are the lifetimes of tokens to choose from, in days.
var tokenLives = []int{7, 30, 90, 365}

// AddToken adds a token and shows it once.
func (s *Site) AddToken(w http.ResponseWriter, r *http.Request) error {
	scope := account.Scope(r.PostForm.Get("scope"))
	days, err := strconv.Atoi(r.PostForm.Get("days"))
	if most := int(account.MaxTokenLife / (24 * time.Hour)); !scope.Valid() || err != nil || days < 1 || days > most {
		return httperr.BadRequest("The token needs a scope and a number of days.", "Go back and choose both.")
	}
	token, hash := account.NewToken()
	err = s.loaderFor(r).AddToken(r.Context(), account.Token{
		Label: account.CleanLabel(r.PostForm.Get("label")), Scope: scope, ExpiresAt: time.Now().AddDate(0, 0, days),
	}, hash)
	if err != nil {
		return err
	}
	return s.showAccount(w, r, http.StatusOK, accountView{NewToken: token})
}

func (s *Site) RevokeToken(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID(r, "id")
	if err != nil {
		return err
	}
	return seeOtherUnless(s.loaderFor(r).RevokeToken(r.Context(), id), w, r, "/account?done=revoked")
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

// NewSecondFactor begins to set up a second factor.
func (s *Site) NewSecondFactor(w http.ResponseWriter, r *http.Request) error {
	return seeOtherUnless(s.Auth.NewSecondFactor(r.Context()), w, r, "/account#second-factor")
}

// SecondFactorImage shows the QR code of the second factor that is being set up.
func (s *Site) SecondFactorImage(w http.ResponseWriter, r *http.Request) error {
	image, err := s.Auth.PendingSecretImage(r.Context())
	if err != nil {
		return err
	}
	if image == nil {
		return contest.ErrNotFound
	}
	w.Header().Set("Content-Type", "image/png")
	_, err = w.Write(image)
	return err
}

// ConfirmSecondFactor turns the second factor on, if the code is right.
func (s *Site) ConfirmSecondFactor(w http.ResponseWriter, r *http.Request) error {
	return s.changeSecondFactor(w, r, s.Auth.ConfirmSecondFactor, "factor")
}

// RemoveSecondFactor removes the second factor.
func (s *Site) RemoveSecondFactor(w http.ResponseWriter, r *http.Request) error {
	return s.changeSecondFactor(w, r, s.Auth.RemoveSecondFactor, "nofactor")
}

func (s *Site) changeSecondFactor(w http.ResponseWriter, r *http.Request, change func(*http.Request, string) error, done string) error {
	if err := change(r, r.PostForm.Get("code")); err != nil {
		return s.showFormError(w, r, "factor", err)
	}
	return seeOther(w, r, "/account?done="+done)
}
