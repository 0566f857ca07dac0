package ui

import (
	"net/http"
	"net/url"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// askCodeView is the view model of the page that asks for a code after the password.
type askCodeView struct {
	Next    string // the page after the sign-in; see localPath
	Problem string // why the last code was refused
}

// CodeForm asks for the code of the second factor.
func (s *Site) CodeForm(w http.ResponseWriter, r *http.Request) error {
	if !s.Auth.NeedsCode(r.Context()) {
		return seeOther(w, r, "/signin")
	}
	return s.show(w, r, http.StatusOK, askCodePage(i18n.From(r.Context()), askCodeView{Next: localPath(r.URL.Query().Get("next"))}))
}

// Code signs in by the code of the second factor.
func (s *Site) Code(w http.ResponseWriter, r *http.Request) error {
	view := askCodeView{Next: localPath(r.PostForm.Get("next"))}
	err := s.Auth.FinishWithCode(r, r.PostForm.Get("code"))
	if err == nil {
		return seeOther(w, r, view.Next)
	}
	status, problem, known := refusedSignIn(w, r, err)
	if !known {
		return err
	}
	view.Problem = problem
	return s.show(w, r, status, askCodePage(i18n.From(r.Context()), view))
}

// askForCode leads to the page that asks for the code.
func askForCode(w http.ResponseWriter, r *http.Request, next string) error {
	address := "/signin/code"
	if next != "/" {
		address += "?" + url.Values{"next": {next}}.Encode()
	}
	return seeOther(w, r, address)
}

// NewSecondFactor begins to set up a second factor.
func (s *Site) NewSecondFactor(w http.ResponseWriter, r *http.Request) error {
	return seeOtherUnless(s.Auth.NewSecondFactor(r.Context()), w, r, "/account#second-factor")
}

// SecondFactorImage shows the QR code of the second factor that is being set up.
func (s *Site) SecondFactorImage(w http.ResponseWriter, r *http.Request) error {
	image, err := s.Auth.NewSecretImage(r.Context())
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

// ConfirmSecondFactor ends setting up a second factor.
func (s *Site) ConfirmSecondFactor(w http.ResponseWriter, r *http.Request) error {
	return s.changeSecondFactor(w, r, s.Auth.ConfirmSecondFactor, "factor")
}

// RemoveSecondFactor removes the second factor.
func (s *Site) RemoveSecondFactor(w http.ResponseWriter, r *http.Request) error {
	return s.changeSecondFactor(w, r, s.Auth.RemoveSecondFactor, "nofactor")
}

func (s *Site) changeSecondFactor(w http.ResponseWriter, r *http.Request, change func(*http.Request, string) error, done string) error {
	if err := change(r, r.PostForm.Get("code")); err != nil {
		return s.accountProblem(w, r, "factor", err)
	}
	return seeOther(w, r, "/account?done="+done)
}
