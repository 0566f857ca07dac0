package ui

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// accountView is the view model of the viewer's own account.
type accountView struct {
	User           account.User
	SignedInByLink bool // by a one-time link
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

// showAccountError shows the page with an error that the user can correct in the form, and returns any other error.
func (s *Site) showAccountError(w http.ResponseWriter, r *http.Request, form string, err error) error {
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
		return s.showAccountError(w, r, "name", err)
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
	if err == nil && v.HasPassword {
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
		return s.showAccountError(w, r, "password", err)
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
	if errors.Is(err, contest.ErrNotFound) {
		return auth.ErrSignIn // the sign-in has just ended
	}
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
		return s.showAccountError(w, r, "factor", err)
	}
	return seeOther(w, r, "/account?done="+done)
}
