package ui

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// membersView is what the page of a contest's members shows.
type membersView struct {
	Contest contest.Contest
	Members []account.Member
	Notice  string // what has just been done, in words
	Name    string // as it was typed into the form
	Problem string
}

// membersNotices say what was done, by the word for it in the address.
var membersNotices = map[string]string{
	"set":     "The role is given.",
	"removed": "The account is no member any more.",
}

// Members lists who may see a contest, and what they may do there.
func (s *Site) Members(w http.ResponseWriter, r *http.Request) error {
	return s.showMembers(w, r, http.StatusOK, membersView{Notice: membersNotices[r.URL.Query().Get("done")]})
}

func (s *Site) showMembers(w http.ResponseWriter, r *http.Request, status int, view membersView) error {
	id, err := request.PathID(r)
	if err != nil {
		return err
	}
	if view.Contest, err = s.read(r).Contest(r.Context(), id); err != nil {
		return err
	}
	if view.Members, err = s.read(r).Members(r.Context(), id); err != nil {
		return err
	}
	return s.show(w, r, status, membersPage(view))
}

// noRole stands in the form for [account.NoRole].
const noRole = "none"

// SetMember gives the account of a name a role in the contest, or none.
func (s *Site) SetMember(w http.ResponseWriter, r *http.Request) error {
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	id, err := request.PathID(r)
	if err != nil {
		return err
	}
	role, done := account.Role(r.PostForm.Get("role")), "set"
	if role == noRole {
		role, done = account.NoRole, "removed"
	} else if !slices.Contains(account.Roles(), role) {
		return httperr.BadRequest("There is no such role.", "Go back and choose one.")
	}
	name := r.PostForm.Get("name")
	user, err := s.read(r).SetMember(r.Context(), id, name, role)
	switch {
	case errors.Is(err, contest.ErrNotFound):
		return s.showMembers(w, r, http.StatusUnprocessableEntity, membersView{Name: name, Problem: "There is no account of this name. An administrator adds accounts."})
	case err != nil:
		return err
	}
	to := "/contests/" + strconv.FormatInt(id, 10) + "/members?done=" + done
	if v, _ := access.ViewerFrom(r.Context()); user.ID == v.ID && !v.Administrator && !role.May(account.Chief) {
		to = "/" // they have given up what opens this page
	}
	return seeOther(w, r, to)
}

// accountsView is what the list of accounts shows.
type accountsView struct {
	Users   []account.User
	Self    int64  // ID of the viewer
	Notice  string // what has just been done, in words
	Name    string // as it was typed into the form
	Problem formProblem
}

// accountsNotices say what was done, by the word for it in the address.
var accountsNotices = map[string]string{
	"added":    "The account is added. A chief judge, or you, can make it a member of a contest.",
	"disabled": "The account is disabled and signed out, and its tokens are revoked.",
	"enabled":  "The account may sign in again.",
	"password": "The account has a new password. Its sign-ins have ended, and its tokens are revoked.",
}

// Accounts lists all accounts.
func (s *Site) Accounts(w http.ResponseWriter, r *http.Request) error {
	return s.showAccounts(w, r, http.StatusOK, accountsView{Notice: accountsNotices[r.URL.Query().Get("done")]})
}

func (s *Site) showAccounts(w http.ResponseWriter, r *http.Request, status int, view accountsView) error {
	v, _ := access.ViewerFrom(r.Context())
	users, err := s.read(r).Users(r.Context())
	if err != nil {
		return err
	}
	view.Users, view.Self = users, v.ID
	return s.show(w, r, status, accountsPage(view))
}

// AddAccount adds an account with its first password, which an administrator chose.
func (s *Site) AddAccount(w http.ResponseWriter, r *http.Request) error {
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	name := r.PostForm.Get("name")
	_, err := account.CleanName(name)
	var hash string
	if err == nil {
		hash, err = s.auth.HashPassword(r, r.PostForm.Get("password"))
	}
	if err == nil {
		err = s.read(r).AddUser(r.Context(), name, hash, r.PostForm.Get("administrator") != "")
	}
	if message, ok := inputProblem(err); ok {
		return s.showAccounts(w, r, http.StatusUnprocessableEntity, accountsView{Name: name, Problem: formProblem{"add", message}})
	}
	if err != nil {
		return err
	}
	return seeOther(w, r, "/accounts?done=added")
}

// SetDisabled disables an account, or enables it again.
func (s *Site) SetDisabled(w http.ResponseWriter, r *http.Request) error {
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	id, err := request.PathID(r)
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
	if err = s.read(r).SetDisabled(r.Context(), id, disabled); errors.Is(err, account.ErrLastAdministrator) {
		return httperr.BadRequest("This is the last administrator who is not disabled.", "Make another one first.")
	} else if err != nil {
		return err
	}
	return seeOther(w, r, "/accounts?done="+done)
}

// SetUserPassword gives an account a new password.
func (s *Site) SetUserPassword(w http.ResponseWriter, r *http.Request) error {
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	id, err := request.PathID(r)
	if err != nil {
		return err
	}
	user, err := s.read(r).User(r.Context(), id)
	if err != nil {
		return err
	}
	hash, err := s.auth.HashPassword(r, r.PostForm.Get("password"))
	if message, ok := inputProblem(err); ok {
		return s.showAccounts(w, r, http.StatusUnprocessableEntity, accountsView{Problem: formProblem{"list", user.Name + ": " + message}})
	}
	if err != nil {
		return err
	}
	if user, err = s.read(r).SetPassword(r.Context(), id, hash); err != nil {
		return err
	}
	if v, _ := access.ViewerFrom(r.Context()); user.ID == v.ID {
		if err := s.auth.Begin(r.Context(), user, s.auth.ByLink(r.Context())); err != nil {
			return err
		}
	}
	return seeOther(w, r, "/accounts?done=password")
}
