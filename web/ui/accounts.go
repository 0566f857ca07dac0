package ui

import (
	"errors"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/request"
)

// accountsView is the view model of the list of accounts.
type accountsView struct {
	Users      []account.User
	ViewerID   int64     // the row of this account has a link to its page, and no forms
	Notice     string    // says what the viewer has just done
	Name       string    // as typed into the form
	InputError formError // zero if nothing is wrong with the input
}

// accountsNotices are the notices, by the parameter "done" of the address.
var accountsNotices = map[string]i18n.Key{
	"added":    "The account is added. You or a chief judge can now add it to a contest.",
	"disabled": "The account is disabled and signed out, and its tokens are revoked.",
	"enabled":  "The account is enabled.",
	"password": "The password is set. The sessions of the account have ended, and its tokens are revoked.",
}

// Accounts shows the list of all accounts, and a notice of what the viewer has just done.
func (s *Site) Accounts(w http.ResponseWriter, r *http.Request) error {
	return s.showAccounts(w, r, http.StatusOK, accountsView{Notice: doneNotice(r, accountsNotices)})
}

func (s *Site) showAccounts(w http.ResponseWriter, r *http.Request, status int, view accountsView) error {
	v, _ := access.ViewerFrom(r.Context())
	users, err := s.loaderFor(r).Users(r.Context())
	if err != nil {
		return err
	}
	view.Users, view.ViewerID = users, v.ID
	return s.show(w, r, status, accountsPage(i18n.From(r.Context()), view))
}

// AddAccount adds an account with its first password.
func (s *Site) AddAccount(w http.ResponseWriter, r *http.Request) error {
	name := r.PostForm.Get("name")
	_, err := account.CleanName(name)
	var hash string
	if err == nil {
		hash, err = s.Auth.HashPassword(r, r.PostForm.Get("password"))
	}
	if err == nil {
		err = s.loaderFor(r).AddUser(r.Context(), name, hash, r.PostForm.Get("administrator") != "")
	}
	if message, ok := inputMessage(i18n.From(r.Context()), err); ok {
		return s.showAccounts(w, r, http.StatusUnprocessableEntity, accountsView{Name: name, InputError: formError{"add", message}})
	}
	return seeOtherUnless(err, w, r, "/accounts?done=added")
}

// SetDisabled disables an account, or enables it again.
func (s *Site) SetDisabled(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID(r, "id")
	if err != nil {
		return err
	}
	disabled, done := r.PostForm.Get("disabled") == "true", "enabled"
	if disabled {
		done = "disabled"
	}
	if v, _ := access.ViewerFrom(r.Context()); disabled && id == v.ID {
		return httperr.BadRequest("This is your own account.", "Ask another administrator to disable it.")
	}
	if err = s.loaderFor(r).SetDisabled(r.Context(), id, disabled); errors.Is(err, account.ErrLastAdministrator) {
		return httperr.BadRequest("This is the last enabled administrator.", "Add or enable another one first.")
	} else if err != nil {
		return err
	}
	return seeOther(w, r, "/accounts?done="+done)
}

// SetUserPassword gives another account a new password. For one's own, SetPassword requires the old one.
func (s *Site) SetUserPassword(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID(r, "id")
	if err != nil {
		return err
	}
	if v, _ := access.ViewerFrom(r.Context()); id == v.ID {
		return httperr.BadRequest("This is your own account.", "Change your password on the page of your account.")
	}
	user, err := s.loaderFor(r).User(r.Context(), id)
	if err != nil {
		return err
	}
	hash, err := s.Auth.HashPassword(r, r.PostForm.Get("password"))
	if message, ok := inputMessage(i18n.From(r.Context()), err); ok {
		wrong := formError{"list", i18n.From(r.Context()).T("%s: %s", user.Name, message)}
		return s.showAccounts(w, r, http.StatusUnprocessableEntity, accountsView{InputError: wrong})
	}
	if err != nil {
		return err
	}
	_, err = s.loaderFor(r).SetPassword(r.Context(), id, hash)
	return seeOtherUnless(err, w, r, "/accounts?done=password")
}
